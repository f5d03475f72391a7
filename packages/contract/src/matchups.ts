import { z } from 'zod'
import { Freshness, LeaguePath, SeasonWeekQuery } from './fields.ts'
import type { Operation } from './operation.ts'

export const MatchupTeam = z.object({
  team_id: z.int(),
  name: z.string(),
  logo: z.string().nullable(),
  /** null before the game begins. */
  score: z.number().nullable(),
  /** The projected final score, of several NFL weeks that of the one being played; null once the game is decided, and where unknown. */
  proj: z.number().nullable(),
  /** Estimated share, 0 to 1; null where there are no projections, and of a game over several NFL weeks. */
  win_chance: z.number().nullable(),
  is_mine: z.boolean(),
})

export type MatchupTeam = z.infer<typeof MatchupTeam>

const matchupSchema = <Team extends z.ZodType>(team: Team) =>
  z.object({
    id: z.int(),
    /** For people, such as 'Final'. */
    status: z.string(),
    state: z.enum(['before', 'live', 'final']),
    /** The provider's word, which the scores may not tell; null until the game is decided. */
    result: z.enum(['home', 'away', 'tie']).nullable(),
    is_playoff: z.boolean(),
    /** The NFL weeks in which it is played: more than one for some playoffs. */
    nfl_weeks: z.array(z.int()),
    away: team,
    home: team,
  })

export const Matchup = matchupSchema(MatchupTeam)

export type Matchup = z.infer<typeof Matchup>

const MatchupWeek = Freshness.extend({
  season: z.int(),
  /** The provider's matchup period, which is not always an NFL week; null before the season has any. */
  week: z.int().nullable(),
  /** Weeks that can be asked for, in order. */
  weeks: z.array(z.int()),
})

export const getScoreboard = {
  method: 'GET',
  url: '/api/league/:league/scoreboard/',
  config: { access: 'member', errors: ['league_not_found'] },
  schema: {
    summary: 'The games of a week, the caller’s own first',
    tags: ['matchups'],
    params: LeaguePath,
    querystring: SeasonWeekQuery,
    response: {
      200: MatchupWeek.extend({
        matchups: z.array(Matchup),
        /** Teams without a game this week. */
        byes: z.array(MatchupTeam.pick({ team_id: true, name: true, logo: true, is_mine: true })),
      }),
    },
  },
} as const satisfies Operation

/** A player in the place that he fills in a week; an empty place has no player. */
export const LineupSpot = z.object({
  slot_id: z.int(),
  espn_id: z.int().nullable(),
  player: z.string().nullable(),
  nfl_team: z.string().nullable(),
  proj: z.number().nullable(),
  /** null before the player's game begins. */
  actual: z.number().nullable(),
})

export type LineupSpot = z.infer<typeof LineupSpot>

const TeamWithLineup = MatchupTeam.extend({
  /** Starters in slot order, then the others; null where line-ups are not stored. */
  lineup: z.array(LineupSpot).nullable(),
})

export const MyMatchup = matchupSchema(TeamWithLineup).extend({
  /** The provider's matchup period. */
  week: z.int(),
  /** The NFL week that the line-ups are of; null where none are stored. */
  lineup_week: z.int().nullable(),
})

export type MyMatchup = z.infer<typeof MyMatchup>

export const getMyMatchup = {
  method: 'GET',
  url: '/api/league/:league/me/matchup/',
  config: { access: 'member', errors: ['league_not_found'] },
  schema: {
    summary: 'The caller’s game of a week, with both line-ups',
    tags: ['matchups'],
    params: LeaguePath,
    querystring: SeasonWeekQuery,
    response: {
      200: MatchupWeek.extend({
        assigned: z.boolean(),
        /** null without a team, in a bye week, and before the season has games. */
        matchup: MyMatchup.nullable(),
      }),
    },
  },
} as const satisfies Operation
