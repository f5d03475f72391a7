import { AWARD_NAMES } from '@fieldhouse/domain/insights/awards/weekly-awards'
import { z } from 'zod'
import { PlayerLink, SeasonPeriodQuery, SeasonQuery } from '../fields.ts'
import { operationsOf } from '../operation.ts'
import { INSIGHTS, InsightsHeader, InsightsUnavailable } from './insights.ts'

const { get } = operationsOf('matchups')
const history = operationsOf('history')

/** Of those who share an award of a week, so many are listed. */
export const MAX_LISTED_WINNERS = 20

export const AwardName = z.enum(AWARD_NAMES)

const WeeklyAward = z.object({
  name: AwardName,
  /** A matchup period of two NFL weeks has awards of both. */
  nfl_week: z.int(),
  team_id: z.int(),
  /** Points. Wins for `lucky` and `unlucky`, and the number of slots for `asleep`. */
  value: z.number(),
  game_id: z.int().nullable(),
  /** The starter who won it for the team; null for other awards. */
  player: PlayerLink.nullable(),
  /** How often the team has won the award in the season so far, this time included. */
  times: z.int(),
  /** How many share the award of this NFL week. At most 20 of them are listed. */
  shared_by: z.int(),
})

/** Whether a starter had a bye is known from the NFL's schedule. */
const AWARDS = { ...INSIGHTS, cache: { view: 'league', reads: ['league', 'season', 'nfl'] } } as const

export const getWeeklyAwards = get('/api/league/:league/insights/awards/', {
  summary: 'The awards of a completed week of the regular season',
  ...AWARDS,
  querystring: SeasonPeriodQuery,
  response: InsightsHeader.extend({
    /** Also `not_final` for a week that is not completed, and `playoffs`. */
    unavailable: z.enum([...InsightsUnavailable.options, 'not_final', 'playoffs']).nullable(),
    /** The matchup period of the awards: the requested one, otherwise the last completed one. */
    period: z.int(),
    /** Whether its lineups are stored. Awards for lineups are given only if they are. */
    has_lineups: z.boolean(),
    /** By NFL week, in the order of the names. Equal values share an award. */
    awards: z.array(WeeklyAward),
  }),
})

/** Without a season, of all seasons. */
export const countAwards = history.get('/api/league/:league/insights/awards/counts/', {
  summary: 'How often each owner has won the weekly awards, in a season or in all',
  ...AWARDS,
  querystring: SeasonQuery,
  response: z.object({
    /** The seasons with awards, oldest first. */
    seasons: z.array(z.int()),
    /** Those of them with stored lineups, which awards for lineups need. */
    lineup_seasons: z.array(z.int()),
    /** Most awards first. */
    owners: z.array(
      z.object({
        /** The name of the owner, or of a team without one. */
        name: z.string(),
        /** For the page of the owner; null for a team without one. */
        slug: z.string().nullable(),
        picture: z.string().nullable(),
        /** The newest name of the team. */
        team: z.string(),
        counts: z.partialRecord(AwardName, z.int()),
      }),
    ),
  }),
})
