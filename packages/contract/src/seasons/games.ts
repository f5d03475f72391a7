import { RECORD_NAMES } from '@fieldhouse/domain/history/league-records'
import { z } from 'zod'
import { GameId, LeaguePath, SeasonYear } from '../fields.ts'
import { PlayedGame } from '../history/history.ts'
import { LineupSpot } from '../matchups/matchups.ts'
import { MEMBER_READ, type Operation } from '../operation.ts'

const GameTeam = z.object({
  team_id: z.int(),
  logo: z.string().nullable(),
  picture: z.string().nullable(),
})

/** Starters in slot order, then the other players; null if the team's lineup is not stored. */
const WeekLineup = z.array(LineupSpot).nullable()

export const getGame = {
  method: 'GET',
  url: '/api/league/:league/games/:season/:game/',
  config: { ...MEMBER_READ, errors: ['league_not_found', 'game_not_found'] },
  schema: {
    summary: 'Returns a finished game of any season, with both lineups if they are stored',
    tags: ['history'],
    params: LeaguePath.extend({ season: SeasonYear, game: GameId }),
    response: {
      200: z.object({
        game: PlayedGame,
        home: GameTeam,
        away: GameTeam,
        /** The NFL weeks over which the game was played; some playoff games last several. */
        nfl_weeks: z.array(z.int()),
        /** The weeks for which a lineup is stored, in order. */
        lineups: z.array(z.object({ week: z.int(), home: WeekLineup, away: WeekLineup })),
        records: z.array(z.enum(RECORD_NAMES)),
      }),
    },
  },
} as const satisfies Operation
