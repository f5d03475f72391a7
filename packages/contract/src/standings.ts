import { z } from 'zod'
import {
  Freshness,
  ScoringFormat,
  SeasonQuery,
  TeamColor,
  TeamLink,
  TeamPeople,
  TeamRecord,
  TeamRecordOrNull,
} from './fields.ts'
import { MEMBER_READ, operationsOf } from './operation.ts'

const { get } = operationsOf('standings')

/** The columns that every standings table shares. Record and points are for the regular season. */
export const TeamSummary = z.object({
  name: z.string(),
  abbrev: z.string(),
  logo: z.string().nullable(),
  color: TeamColor,
  ...TeamRecordOrNull.shape,
  /**
   * The final rank, or until there is one the playoff seed; without matchups, the rank by points. null before both.
   */
  rank: z.int().nullable(),
  points_for: z.number().nullable(),
  points_against: z.number().nullable(),
})

export type TeamSummary = z.infer<typeof TeamSummary>

export const GameOutcome = z.enum(['win', 'loss', 'tie'])

export const Streak = z.object({ outcome: GameOutcome, length: z.int() })

export const Standing = TeamSummary.extend({
  team_id: z.int(),
  ...TeamPeople,
  is_mine: z.boolean(),
  /** The score of each completed NFL week, in order. */
  weekly_points: z.array(z.object({ week: z.int(), points: z.number() })),
  // The fields below are missing in responses that a page cached before they were added.
  /** The playoff seed; null until the provider assigns seeds. */
  seed: z.int().nullable().optional(),
  /** In the games of the regular season; null before the first one, and in leagues without matchups. */
  streak: Streak.nullable().optional(),
  /** The outcome of the latest game of the regular season; null before the first one. */
  last_result: GameOutcome.nullable().optional(),
  /**
   * How far behind the best record: half the sum of the differences in wins and losses. 0 for the best record; null
   * before the first game, and in leagues without matchups.
   */
  games_back: z.number().nullable().optional(),
  /** Regular season; null before the first game, and in leagues without matchups in points. */
  points_per_game: z.number().nullable().optional(),
  /** The NFL week after which the team was out of an elimination league; null if it was not, and in other leagues. */
  eliminated_week: z.int().nullable().optional(),
})

export type Standing = z.infer<typeof Standing>

/** Teams are ordered by rank. Unranked teams are last, ordered by wins with a tie as half a win, then by points for. */
export const listStandings = get('/api/league/:league/standings/', {
  summary: 'The standings of a season',
  ...MEMBER_READ,
  cache: { view: 'user', reads: ['league', 'season', 'people'] },
  querystring: SeasonQuery,
  response: Freshness.extend({
    season: z.int(),
    scoring_format: ScoringFormat,
    standings: z.array(Standing),
    playoff_teams: z.int().nullable(),
    is_finished: z.boolean(),
    /**
     * When the draft begins; null after it, and if unknown. Missing in responses that a page cached before it was
     * added.
     */
    draft_at: z.iso.datetime().nullable().optional(),
  }),
})

export const getMySummary = get('/api/league/:league/me/summary/', {
  summary: "The current user's team in the current season",
  ...MEMBER_READ,
  cache: { view: 'user', reads: ['league', 'season', 'people'] },
  response: z.object({
    assigned: z.boolean(),
    scoring_format: ScoringFormat,
    team: TeamLink.extend({
      rank: z.int().nullable(),
      record: TeamRecord.nullable(),
      points_for: z.number().nullable(),
    }).nullable(),
  }),
})

export const getSnapshot = get('/api/league/:league/snapshot/', {
  summary: "The provider's league id and the newest stored season",
  ...MEMBER_READ,
  cache: { view: 'league', reads: ['league', 'season', 'people'] },
  response: z.object({
    payload: z.object({ id: z.int().nullable(), leagueId: z.int().nullable(), seasonId: z.int() }).nullable(),
  }),
})
