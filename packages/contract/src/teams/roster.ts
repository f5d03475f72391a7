import { z } from 'zod'
import { Freshness, ScoringFormat, SeasonWeekQuery, TeamUrl } from '../fields.ts'
import { PlayerGame } from '../matchups/player-games.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'

const { get } = operationsOf('roster')

/** A value that no source provided is null. An empty starting slot has neither `espn_id` nor `player`. */
export const RosterRow = z.object({
  /** Unique within one response. */
  id: z.int(),
  /** The provider's player id; negative for a team defense. */
  espn_id: z.int().nullable(),
  player: z.string().nullable(),
  slot_id: z.int(),
  nfl_team: z.string().nullable(),
  /** The NFL opponent; null in a bye week and if the schedule is unknown. */
  opp: z.string().nullable(),
  home_away: z.enum(['@', 'home']).nullable(),
  is_bye: z.boolean(),
  /** Unix time in milliseconds; null until the time is set. */
  kickoff_ts: z.int().nullable(),
  /** null on a bye and if the schedule is unknown. */
  nfl_game: PlayerGame.nullable(),
  proj: z.number().nullable(),
  /** null before the player's game begins. */
  actual: z.number().nullable(),
  /** The provider's status, such as `QUESTIONABLE`; null for a healthy player. */
  injury_status: z.string().nullable(),
  /** The point spread of the player's team: negative for the favorite, 0 for a pick'em. */
  vegas_spread: z.number().nullable(),
  vegas_total: z.number().nullable(),
  /** The weather at the stadium at kickoff, or that the stadium is indoors. */
  weather_desc: z.string().nullable(),
  weather_temp_f: z.number().nullable(),
  weather_icon: z.string().nullable(),
})

export type RosterRow = z.infer<typeof RosterRow>

export const getMyRoster = get('/api/league/:league/me/roster/', {
  summary: "The current user's roster of a week: starters in slot order, bench, injured reserve",
  ...MEMBER_READ,
  cache: { view: 'user', reads: ['league', 'season', 'nfl', 'people'] },
  querystring: SeasonWeekQuery,
  response: Freshness.extend({
    season: z.int(),
    /** Players have neither points nor projections in categories and roto. */
    scoring_format: ScoringFormat,
    /** The NFL week; null if the season has none yet. */
    week: z.int().nullable(),
    /** The NFL weeks that can be requested, in order. */
    weeks: z.array(z.int()),
    /** Empty without a team and before the draft. */
    players: z.array(RosterRow),
    season_note: z.string().nullable(),
    espn_team_id: z.int().nullable(),
    espn_league_id: z.int().nullable(),
    team_url: TeamUrl,
  }),
})
