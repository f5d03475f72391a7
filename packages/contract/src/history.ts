import { z } from 'zod'
import { AllTime } from './all-time.ts'
import { Freshness, LeaguePath } from './fields.ts'
import type { Operation } from './operation.ts'
import { PlayedGame } from './played-game.ts'

export const HistoryStanding = z.object({
  /** 1 is the champion of a finished season. */
  rank: z.int(),
  /** null for a team that nobody owned. */
  owner: z.string().nullable(),
  /** The team's. */
  name: z.string(),
  wins: z.int(),
  losses: z.int(),
  ties: z.int(),
  pf: z.number(),
  pa: z.number(),
})

export const HistorySeason = z.object({
  season: z.int(),
  is_finished: z.boolean(),
  /** Of a finished season only. */
  champion: z.object({ name: z.string(), owner: z.string().nullable() }).nullable(),
  /** In the order of rank. */
  standings: z.array(HistoryStanding),
})

export type HistorySeason = z.infer<typeof HistorySeason>

export const getHistory = {
  method: 'GET',
  url: '/api/league/:league/history/',
  config: { access: 'member', errors: ['league_not_found'] },
  schema: {
    summary: 'Every stored season, and what they come to',
    tags: ['history'],
    params: LeaguePath,
    response: {
      200: Freshness.extend({
        /** Everyone who owned a team, by name; merged people once, namesakes told apart. */
        owners: z.array(z.string()),
        /** Oldest first. */
        seasons: z.array(HistorySeason),
        all_time: AllTime,
      }),
    },
  },
} as const satisfies Operation

const OwnerName = z.string().trim().min(1, 'Choose an owner.').max(200, 'That is too long for an owner.')

export const compareOwners = {
  method: 'GET',
  url: '/api/league/:league/owner-compare/',
  config: { access: 'member', errors: ['league_not_found', 'same_owner', 'owner_not_found'] },
  schema: {
    summary: 'Every finished game between two owners, counted from the side of `a`',
    tags: ['history'],
    params: LeaguePath,
    querystring: z.object({ a: OwnerName, b: OwnerName }),
    response: {
      200: z.object({
        a: z.string(),
        b: z.string(),
        summary: z.object({
          games: z.int(),
          wins: z.int(),
          losses: z.int(),
          ties: z.int(),
          pf: z.number(),
          pa: z.number(),
          /** Share of games won, 0 to 1; null when they never met. */
          win_pct: z.number().nullable(),
          /** Points a game; null when they never met. */
          ppg: z.number().nullable(),
        }),
        /** Oldest first. */
        games: z.array(PlayedGame),
      }),
    },
  },
} as const satisfies Operation
