import { z } from 'zod'
import { PlayerLink, SeasonWeekQuery } from '../fields.ts'
import { operationsOf } from '../operation.ts'
import { INSIGHTS, InsightsHeader, InsightsUnavailable } from './insights.ts'

const { get } = operationsOf('roster')

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

export const getLineupEfficiency = get('/api/league/:league/insights/lineups/', {
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
