import { SEASON_DEPTHS, SEASON_SOURCES } from '@fieldhouse/domain/season-replacement'
import { z } from 'zod'
import { AllTime } from './all-time.ts'
import { Freshness, LeaguePath } from './fields.ts'
import type { Operation } from './operation.ts'

/** A team where it stood. */
const TeamFinish = z.object({
  /** 1 is the champion of a finished season. */
  rank: z.int(),
  /** null for a team that nobody owned. */
  owner: z.string().nullable(),
  /** The team's. */
  name: z.string(),
  logo: z.string().nullable(),
})

export const HistoryStanding = TeamFinish.extend({
  team_id: z.int(),
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
  /** The first three of a finished season; empty of one that is under way. */
  podium: z.array(TeamFinish),
  source: z.enum(SEASON_SOURCES),
  /** How much is known of it. A season of `standings` has no games. */
  depth: z.enum(SEASON_DEPTHS),
  /** Why its games count for no record, as an admin wrote it; null where they do. */
  records_excluded: z.object({ reason: z.string() }).nullable(),
})

export type HistorySeason = z.infer<typeof HistorySeason>

/** What the page needs to show an owner. */
const OwnerSummary = z.object({
  owner: z.string(),
  /** The owner in an address; empty for a name without letters and digits. */
  slug: z.string(),
  /** The address of the picture; null without one. It changes when the picture does. */
  picture: z.string().nullable(),
})

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
        /** The same people in the same order. */
        people: z.array(OwnerSummary),
        /** Oldest first. */
        seasons: z.array(HistorySeason),
        all_time: AllTime,
      }),
    },
  },
} as const satisfies Operation
