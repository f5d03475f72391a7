import { z } from 'zod'
import { MatchupPeriod, ScoringFormat, SeasonQuery, TeamRecord } from '../fields.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'

const { get } = operationsOf('standings')

/**
 * Why a season has no insights: it is not stored, is not played head-to-head for points, has no games (such as a
 * season with standings only), or its first week is not completed.
 */
export const InsightsUnavailable = z.enum(['not_stored', 'format', 'no_games', 'not_started'])

export type InsightsUnavailable = z.infer<typeof InsightsUnavailable>

export const InsightsHeader = z.object({
  season: z.int(),
  /** The last completed matchup period of the regular season, which the figures include; 0 before the first. */
  week: z.int(),
  scoring_format: ScoringFormat,
  /** null if there are insights. Otherwise there are no teams. */
  unavailable: InsightsUnavailable.nullable(),
})

export const INSIGHTS = {
  ...MEMBER_READ,
  cache: { view: 'league', reads: ['league', 'season'] },
} as const

const TeamLuck = z.object({
  team_id: z.int(),
  /** Against the opponents of the schedule. Median games are left out. */
  record: TeamRecord,
  /** Against every other team in every week. */
  all_play: TeamRecord,
  /** 0 to 1, a tie as half a win; null without games. */
  all_play_rate: z.number().nullable(),
  /** How many wins the scores deserved. */
  expected_wins: z.number(),
  /** Wins that the schedule gave (+) or took (−). */
  luck: z.number(),
  /** The standard deviation of the wins, if the opponents were drawn at random. */
  standard_deviation: z.number(),
  /** Luck in standard deviations; null if these are 0. */
  unusualness: z.number().nullable(),
  schedule: z.object({
    /** How many points per week the opponents met score above the average of all others; null before week 3. */
    played: z.number().nullable(),
    /** The same for the opponents to come; null before week 3, and if no games are left or published. */
    remaining: z.number().nullable(),
    /** The mean all-play win rate of the opponents met; null before week 3. */
    opponents_all_play_rate: z.number().nullable(),
  }),
  /** The weekly scores in points. The figures are null before three weeks. */
  scores: z.object({
    weeks: z.int(),
    standard_deviation: z.number().nullable(),
    /** The standard deviation of the differences from the median of each week. */
    volatility: z.number().nullable(),
    median: z.number().nullable(),
    /** The 10th and the 90th percentile. */
    floor: z.number().nullable(),
    ceiling: z.number().nullable(),
    /** Weeks at least 20 points above or below the median of the week. */
    boom: z.int().nullable(),
    bust: z.int().nullable(),
  }),
  /** The completed games, oldest first. */
  weeks: z.array(
    z.object({
      week: z.int(),
      points: z.number(),
      opponent_id: z.int(),
      opponent_points: z.number(),
      /** 1 for a win, 0.5 for a tie, 0 for a loss. */
      result: z.number(),
      /** The share of the other teams that the score beats, a tie as half. */
      rate: z.number(),
      luck: z.number(),
    }),
  ),
})

export const getLuck = get('/api/league/:league/insights/luck/', {
  summary: 'What the schedule gave and took from each team in a season',
  ...INSIGHTS,
  querystring: SeasonQuery,
  response: InsightsHeader.extend({
    /** Whether each team also plays the median score of the week. These results are left out. */
    has_median_games: z.boolean(),
    teams: z.array(TeamLuck),
  }),
})

export const getScheduleSwap = get('/api/league/:league/insights/schedule-swap/', {
  summary: "Each team's record with the schedules of all teams",
  ...INSIGHTS,
  querystring: SeasonQuery,
  response: InsightsHeader.extend({
    teams: z.array(
      z.object({
        team_id: z.int(),
        /** In the order of the teams. The own schedule gives the real record. */
        records: z.array(TeamRecord.extend({ schedule_of: z.int() })),
        /** Wins over all schedules, a tie as half a win. */
        best: z.number(),
        worst: z.number(),
        mean: z.number(),
        /** How many of the schedules would have given more wins. */
        better: z.int(),
      }),
    ),
  }),
})

export const PowerFormula = z.enum(['composite', 'dominance', 'all_play'])

export const getPowerRanking = get('/api/league/:league/insights/power/', {
  summary: 'A power ranking of a season, through its last or another completed week',
  ...INSIGHTS,
  querystring: SeasonQuery.extend({
    /** A completed matchup period; the last one if there are fewer. */
    week: MatchupPeriod.optional(),
    formula: PowerFormula.default('composite'),
  }),
  response: InsightsHeader.extend({
    formula: PowerFormula,
    /** The weights of the parts before those without data are left out; null for other formulas. */
    weights: z.record(z.string(), z.number()).nullable(),
    /** Best first. */
    teams: z.array(
      z.object({
        team_id: z.int(),
        rank: z.int(),
        /** Through the week before; null in the first week. */
        previous_rank: z.int().nullable(),
        score: z.number(),
        /** Composite: the parts add up to the distance from 50. Dominance: to the score. */
        parts: z.record(z.string(), z.number()),
        /** Through each completed week of the season, oldest first, also those after the requested one. */
        history: z.array(z.object({ week: z.int(), rank: z.int(), score: z.number() })),
      }),
    ),
  }),
})
