import { z } from 'zod'
import { Freshness, LeaguePath, SeasonWeekQuery } from './fields.ts'
import type { Operation } from './operation.ts'

/**
 * A place in the roster, with the player who fills it. Whatever a source did not
 * tell is null. An empty starting place has neither `espn_id` nor `player`.
 */
export const RosterRow = z.object({
  /** Tells the rows of one answer apart. */
  id: z.int(),
  /** The provider's number of the player; negative for a team's defense. */
  espn_id: z.int().nullable(),
  player: z.string().nullable(),
  slot_id: z.int(),
  nfl_team: z.string().nullable(),
  /** The NFL opponent; null in a bye week, and where the schedule is unknown. */
  opp: z.string().nullable(),
  home_away: z.enum(['@', 'home']).nullable(),
  /** The NFL team does not play this week. */
  is_bye: z.boolean(),
  /** Milliseconds since 1970 in UTC; null while the time is not set. */
  kickoff_ts: z.int().nullable(),
  proj: z.number().nullable(),
  /** null before the player's game begins. */
  actual: z.number().nullable(),
  /** The provider's word, such as `QUESTIONABLE`; null for a healthy player. */
  injury_status: z.string().nullable(),
  /** Of the player's own team: below zero it is the favorite, 0 is a pick'em. */
  vegas_spread: z.number().nullable(),
  vegas_total: z.number().nullable(),
  /** At the stadium at kickoff; under a roof it says so. */
  weather_desc: z.string().nullable(),
  weather_temp_f: z.number().nullable(),
  /** Which picture goes with the weather; null for none. */
  weather_icon: z.string().nullable(),
})

export type RosterRow = z.infer<typeof RosterRow>

export const getMyRoster = {
  method: 'GET',
  url: '/api/league/:league/me/roster/',
  config: { access: 'member', errors: ['league_not_found'] },
  schema: {
    summary: 'The caller’s roster in a week; starters in slot order, then bench, then injured reserve',
    tags: ['roster'],
    params: LeaguePath,
    querystring: SeasonWeekQuery,
    response: {
      200: Freshness.extend({
        season: z.int(),
        /** The NFL week; null before the season has any. */
        week: z.int().nullable(),
        /** NFL weeks that can be asked for, in order. */
        weeks: z.array(z.int()),
        /** Empty without a team, and before the draft. */
        players: z.array(RosterRow),
        season_note: z.string().nullable(),
        /** null without an assignment. */
        espn_team_id: z.int().nullable(),
        espn_league_id: z.int(),
      }),
    },
  },
} as const satisfies Operation
