import { SUBJECTS } from '@fieldhouse/domain/insights/awards/report-card'
import { LETTERS } from '@fieldhouse/domain/insights/grade'
import { z } from 'zod'
import {
  MatchupPeriod,
  PlayerLink,
  ScoringFormat,
  SeasonQuery,
  SeasonWeekQuery,
  TeamRecord,
} from '../fields.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'

const { get } = operationsOf('standings')
const history = operationsOf('history')
const roster = operationsOf('roster')

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

export const getEloRatings = history.get('/api/league/:league/insights/elo/', {
  summary: 'A running rating of each owner over all seasons',
  ...INSIGHTS,
  response: z.object({
    /** The matchup periods with games that count, oldest first. */
    weeks: z.array(z.object({ season: z.int(), week: z.int() })),
    /** Everyone who played one of these games, highest rating first. */
    owners: z.array(
      z.object({
        name: z.string(),
        slug: z.string(),
        /** After the last week. */
        rating: z.number(),
        games: z.int(),
        /** The first week with the highest rating. */
        peak: z.object({ rating: z.number(), season: z.int(), week: z.int() }),
        /** After each of the weeks; null before the first game. */
        ratings: z.array(z.number().nullable()),
      }),
    ),
  }),
})

const LineupPlayer = PlayerLink.extend({ points: z.number().nullable() })

/** A lineup, compared with the best one that could have been set. An exact optimum. */
const LineupReview = z.object({
  /** The points of the starters, or what the host counted instead. */
  actual: z.number(),
  optimal: z.number(),
  left_on_bench: z.number(),
  /** 0 to 1; null if the best lineup has no points, or the host counted more than it. */
  efficiency: z.number().nullable(),
  /** The players whom the best lineup starts instead of others, most points first. */
  to_start: z.array(LineupPlayer),
  /** The starters whom it leaves out, fewest points first. */
  to_bench: z.array(LineupPlayer),
  /** The starting slots. The two lineups differ in as few as possible. */
  slots: z.array(
    z.object({
      slot_id: z.int(),
      started: LineupPlayer.nullable(),
      /** Who starts in the best lineup; null if the slot is better left empty. */
      best: LineupPlayer.nullable(),
    }),
  ),
  /** Whether a lost game would have been won with it; null without a completed game of the regular season. */
  would_have_won: z.boolean().nullable(),
})

/** Over the completed weeks of the regular season with a stored lineup, except those whose best lineup is unknown. */
const SeasonEfficiency = z.object({
  weeks: z.int(),
  actual: z.number(),
  optimal: z.number(),
  left_on_bench: z.number(),
  /** The sum of the actual by the sum of the optimal points; null without points. */
  efficiency: z.number().nullable(),
  perfect_lineups: z.int(),
  /** Lost games that the best lineups would have won. */
  would_have_won: z.int(),
  /** Games lost with the best lineups. */
  lost_anyway: z.int(),
})

export const getLineupEfficiency = roster.get('/api/league/:league/insights/lineups/', {
  summary: 'The lineups of a completed week and of the season, compared with the best ones',
  ...INSIGHTS,
  querystring: SeasonWeekQuery,
  response: InsightsHeader.extend({
    /**
     * As for other insights, also `no_lineups` if none is stored, and `best_ball` if the provider starts the best
     * players by itself, and `no_eligibility` if no lineup says which slots its players can fill, so that the best
     * ones are unknown.
     */
    unavailable: z
      .enum([...InsightsUnavailable.options, 'no_lineups', 'best_ball', 'no_eligibility'])
      .nullable(),
    /** The NFL week of the lineups: the requested one, otherwise the last completed one with lineups. */
    nfl_week: z.int().nullable(),
    /** The completed NFL weeks whose lineups are stored, in order. */
    nfl_weeks: z.array(z.int()),
    teams: z.array(
      z.object({
        team_id: z.int(),
        season: SeasonEfficiency,
        /** null if the lineup of the week is not stored, its best lineup is unknown, or the week is not completed. */
        lineup: LineupReview.nullable(),
      }),
    ),
  }),
})

/** The distance from the league's average in standard deviations, and the letter for it. */
const Graded = z.object({ z: z.number(), grade: z.enum(LETTERS) })

const PositionStrength = Graded.extend({
  position: z.string(),
  /** Points per week of the starters at the position, whatever slot they filled. */
  points: z.number(),
  /** `points` above the average of the league. */
  difference: z.number(),
})

const ReportCard = z.object({
  overall: Graded,
  /** Those that are known for all teams; at least two. */
  subjects: z.array(
    Graded.extend({
      subject: z.enum(SUBJECTS),
      /**
       * `results`: the share of games won, `management`: the efficiency of the lineups, both 0 to 1. `scoring`: points
       * for. `draft`: points of the picks beyond the expected. `moves`: points that trades and pickups gave.
       */
      value: z.number(),
    }),
  ),
})

export const getTeamGrades = get('/api/league/:league/insights/grades/', {
  summary: 'The report card of each team, and its strength by position, compared with the league',
  ...INSIGHTS,
  querystring: SeasonQuery,
  response: InsightsHeader.extend({
    /** The completed NFL weeks of the regular season whose lineups are stored, which the positions include. */
    nfl_weeks: z.array(z.int()),
    /**
     * Why there are no report cards: less than half of the regular season is played or its length is unknown, or
     * fewer than two subjects are known. null if there are, and if the season has no insights.
     */
    report_unavailable: z.enum(['too_early', 'too_few_subjects']).nullable(),
    teams: z.array(
      z.object({
        team_id: z.int(),
        /** The positions that the league starts; empty without stored lineups of the team. */
        positions: z.array(PositionStrength),
        report: ReportCard.nullable(),
      }),
    ),
  }),
})
