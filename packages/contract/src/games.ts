import { RECORD_NAMES } from '@fieldhouse/domain/history/league-records'
import { z } from 'zod'
import { LeaguePath, SeasonYear } from './fields.ts'
import { LineupSpot } from './matchups.ts'
import type { Operation } from './operation.ts'
import { PlayedGame } from './played-game.ts'

/** The provider's number of a game, as a number or as its digits. */
const GameId = z
  .union([z.number(), z.string().regex(/^\d{1,10}$/, 'That is not the number of a game.')])
  .transform(Number)
  .pipe(
    z
      .int('That is not the number of a game.')
      .min(0, 'That is not the number of a game.')
      .max(2_147_483_647, 'No game has such a number.'),
  )

const GameTeam = z.object({
  team_id: z.int(),
  logo: z.string().nullable(),
  /** The address of the owner's picture; null without one. */
  picture: z.string().nullable(),
})

/** Starters in slot order, then the others; null where the team's line-up is not stored. */
const WeekLineup = z.array(LineupSpot).nullable()

/** What a record, a fun fact or a line of a comparison opens. */
export const getGame = {
  method: 'GET',
  url: '/api/league/:league/games/:season/:game/',
  config: { access: 'member', errors: ['league_not_found', 'game_not_found'] },
  schema: {
    summary: 'A finished game of any season, with both line-ups where they are stored',
    tags: ['history'],
    params: LeaguePath.extend({ season: SeasonYear, game: GameId }),
    response: {
      200: z.object({
        game: PlayedGame,
        home: GameTeam,
        away: GameTeam,
        /** The NFL weeks in which it was played: more than one for some playoffs. */
        nfl_weeks: z.array(z.int()),
        /** Of each of those weeks that has any, in order. */
        lineups: z.array(z.object({ week: z.int(), home: WeekLineup, away: WeekLineup })),
        /** League records that the game holds. */
        records: z.array(z.enum(RECORD_NAMES)),
      }),
    },
  },
} as const satisfies Operation
