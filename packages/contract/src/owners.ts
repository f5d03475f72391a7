import { RECORD_NAMES } from '@fieldhouse/domain/history/league-records'
import { z } from 'zod'
import { GameRecord, OwnerFinishes } from './all-time.ts'
import { LeaguePath } from './fields.ts'
import type { Operation } from './operation.ts'
import { PlayedGame } from './played-game.ts'

/** As the history names its owners, without regard to case. */
export const OwnerName = z
  .string()
  .trim()
  .min(1, 'Choose an owner.')
  .max(200, 'That is too long for an owner.')

export const OwnerPath = LeaguePath.extend({ owner: OwnerName })

/** What finished games come to from one side. */
const Tally = z.object({
  games: z.int(),
  wins: z.int(),
  losses: z.int(),
  ties: z.int(),
  pf: z.number(),
  pa: z.number(),
  /** Share of games won, 0 to 1; null without games. */
  win_pct: z.number().nullable(),
  /** Points a game; null without games. */
  ppg: z.number().nullable(),
})

export type GameTotals = z.infer<typeof Tally>

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
        summary: Tally,
        /** Oldest first. */
        games: z.array(PlayedGame),
      }),
    },
  },
} as const satisfies Operation

const OwnerSeason = z.object({
  season: z.int(),
  is_finished: z.boolean(),
  rank: z.int(),
  /** How many teams the season had. */
  teams: z.int(),
  team_id: z.int(),
  name: z.string(),
  logo: z.string().nullable(),
  wins: z.int(),
  losses: z.int(),
  ties: z.int(),
  pf: z.number(),
  pa: z.number(),
  /** What a team of that season scored on average. */
  mean_pf: z.number(),
})

/** A game of the owner. */
const OwnerGame = z.object({ side: z.enum(['home', 'away']), game: PlayedGame })

export const getOwner = {
  method: 'GET',
  url: '/api/league/:league/owners/:owner/',
  config: { access: 'member', errors: ['league_not_found', 'owner_not_found'] },
  schema: {
    summary: 'One person’s history in a league',
    tags: ['history'],
    params: OwnerPath,
    response: {
      200: z.object({
        owner: z.string(),
        slug: z.string(),
        picture: z.string().nullable(),
        /** Every name that the provider had for the person, the newest first. */
        known_as: z.array(z.string()),
        totals: OwnerFinishes,
        /** Games of the playoffs, those for lower places included. */
        playoffs: Tally,
        /** Oldest first; two of a year for one who had two teams. */
        seasons: z.array(OwnerSeason),
        /** League records that are the owner's. */
        records: z.array(z.object({ name: z.enum(RECORD_NAMES), record: GameRecord })),
        /** At most five games that count for records, the highest own score first. */
        best_games: z.array(OwnerGame),
        /** As `best_games`, the lowest own score first. */
        worst_games: z.array(OwnerGame),
        /** Everyone whom the owner has met, the most frequent first. */
        rivals: z.array(Tally.extend({ owner: z.string(), picture: z.string().nullable() })),
      }),
    },
  },
} as const satisfies Operation
