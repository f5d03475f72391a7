import { SEASON_DEPTHS, SEASON_SOURCES } from '@fieldhouse/domain/season-replacement'
import { z } from 'zod'
import { AllTime } from './all-time.ts'
import { Freshness, LeaguePath } from './fields.ts'
import type { Operation } from './operation.ts'

/** A team and its rank in a season. */
const TeamFinish = z.object({
  /** 1 is the champion once the season is finished. */
  rank: z.int(),
  /** null for a team without an owner. */
  owner: z.string().nullable(),
  /** The team's name. */
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
  /** Set for finished seasons only. */
  champion: z.object({ name: z.string(), owner: z.string().nullable() }).nullable(),
  /** Ordered by rank. */
  standings: z.array(HistoryStanding),
  /** The top three of a finished season; empty while the season is in progress. */
  podium: z.array(TeamFinish),
  source: z.enum(SEASON_SOURCES),
  /** How much of the season is stored. A season with the depth `standings` has no games. */
  depth: z.enum(SEASON_DEPTHS),
  /** The reason an admin gave for excluding the season's games from records; null if they count. */
  records_excluded: z.object({ reason: z.string() }).nullable(),
})

export type HistorySeason = z.infer<typeof HistorySeason>

/** The fields that a page needs to show an owner. */
const OwnerSummary = z.object({
  owner: z.string(),
  /** The owner's name in URLs; empty if the name has no letters or digits. */
  slug: z.string(),
  /** URL of the picture, which changes when the picture changes; null without a picture. */
  picture: z.string().nullable(),
})

export const getHistory = {
  method: 'GET',
  url: '/api/league/:league/history/',
  config: { access: 'member', errors: ['league_not_found'] },
  schema: {
    summary: 'Returns every stored season and the all-time totals',
    tags: ['history'],
    params: LeaguePath,
    response: {
      200: Freshness.extend({
        /** Everyone who owned a team, ordered by name. Merged owners appear once; namesakes get a number. */
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
