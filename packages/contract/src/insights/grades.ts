import { SUBJECTS } from '@fieldhouse/domain/insights/awards/report-subjects'
import { LETTERS } from '@fieldhouse/domain/insights/grade'
import { z } from 'zod'
import { SeasonQuery } from '../fields.ts'
import { operationsOf } from '../operation.ts'
import { INSIGHTS, InsightsHeader } from './insights.ts'

const { get } = operationsOf('standings')

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
