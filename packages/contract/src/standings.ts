import { z } from 'zod'
import { Freshness, LeaguePath, ScoringFormat, SeasonQuery } from './fields.ts'
import { READ } from './limits.ts'
import type { Operation } from './operation.ts'

/** The columns that every standings table shares. Record and points are for the regular season. */
export const TeamSummary = z.object({
  name: z.string(),
  abbrev: z.string(),
  logo: z.string().nullable(),
  wins: z.int(),
  losses: z.int(),
  ties: z.int(),
  /**
   * The final rank, or until there is one the playoff seed; without matchups, the rank by points. null before both.
   */
  rank: z.int().nullable(),
  points_for: z.number(),
  points_against: z.number(),
})

export type TeamSummary = z.infer<typeof TeamSummary>

export const Standing = TeamSummary.extend({
  team_id: z.int(),
  /** The display name of the assigned user; null if there is none. */
  assigned_user: z.string().nullable(),
  /** Whether the team is assigned to the current user. */
  is_mine: z.boolean(),
  /** Owner names from the provider, the primary owner first. */
  owners: z.array(z.string()),
  /** The score of each completed NFL week, in order. */
  weekly_points: z.array(z.object({ week: z.int(), points: z.number() })),
})

export type Standing = z.infer<typeof Standing>

/** Teams are ordered by rank, unranked teams last. */
export const listStandings = {
  method: 'GET',
  url: '/api/league/:league/standings/',
  config: {
    access: 'member',
    tokenScope: 'read',
    errors: ['league_not_found'],
    limits: READ,
    cache: { view: 'user', reads: ['league', 'season', 'people'] },
  },
  schema: {
    summary: 'The standings of a season',
    tags: ['standings'],
    params: LeaguePath,
    querystring: SeasonQuery,
    response: {
      200: Freshness.extend({
        season: z.int(),
        scoring_format: ScoringFormat,
        standings: z.array(Standing),
        /** How many teams make the playoffs; null if unknown. */
        playoff_teams: z.int().nullable(),
        /** Whether the ranks are final. */
        is_finished: z.boolean(),
      }),
    },
  },
} as const satisfies Operation

export const getMySummary = {
  method: 'GET',
  url: '/api/league/:league/me/summary/',
  config: {
    access: 'member',
    tokenScope: 'read',
    errors: ['league_not_found'],
    limits: READ,
    cache: { view: 'user', reads: ['league', 'season', 'people'] },
  },
  schema: {
    summary: "The current user's team in the current season",
    tags: ['standings'],
    params: LeaguePath,
    response: {
      200: z.object({
        assigned: z.boolean(),
        scoring_format: ScoringFormat,
        team: z
          .object({
            team_id: z.int(),
            name: z.string(),
            logo: z.string().nullable(),
            rank: z.int().nullable(),
            record: z.object({ wins: z.int(), losses: z.int(), ties: z.int() }),
            points_for: z.number(),
          })
          .nullable(),
      }),
    },
  },
} as const satisfies Operation

export const getSnapshot = {
  method: 'GET',
  url: '/api/league/:league/snapshot/',
  config: {
    access: 'member',
    tokenScope: 'read',
    errors: ['league_not_found'],
    limits: READ,
    cache: { view: 'league', reads: ['league', 'season'] },
  },
  schema: {
    summary: "The provider's league id and the newest stored season",
    tags: ['standings'],
    params: LeaguePath,
    response: {
      200: z.object({
        payload: z.object({ id: z.int(), leagueId: z.int(), seasonId: z.int() }).nullable(),
      }),
    },
  },
} as const satisfies Operation
