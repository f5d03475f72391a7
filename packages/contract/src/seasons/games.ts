import { RECORD_NAMES } from '@fieldhouse/domain/history/league-records'
import { z } from 'zod'
import { GameId, LeaguePath, SeasonYear } from '../fields.ts'
import { PlayedGame } from '../history/history.ts'
import { LineupSpot } from '../matchups.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'

const { get } = operationsOf('history')

const GameTeam = z.object({
  team_id: z.int(),
  logo: z.string().nullable(),
  picture: z.string().nullable(),
})

/** Starters in slot order, then the other players; null if the team's lineup is not stored. */
const WeekLineup = z.array(LineupSpot).nullable()

export const getGame = get('/api/league/:league/games/:season/:game/', {
  summary: 'Returns a finished game of any season, with both lineups if they are stored',
  ...MEMBER_READ,
  errors: ['game_not_found'],
  params: LeaguePath.extend({ season: SeasonYear, game: GameId }),
  response: z.object({
    game: PlayedGame,
    home: GameTeam,
    away: GameTeam,
    /** The NFL weeks over which the game was played; some playoff games last several. */
    nfl_weeks: z.array(z.int()),
    /** The weeks for which a lineup is stored, in order. */
    lineups: z.array(z.object({ week: z.int(), home: WeekLineup, away: WeekLineup })),
    records: z.array(z.enum(RECORD_NAMES)),
  }),
})
