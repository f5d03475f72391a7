import { z } from 'zod'
import { Instant } from '../fields.ts'
import { NflGameUpdate } from '../matchups/player-games.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'
import { BetWeekQuery } from './betslip.ts'

const { get } = operationsOf('betslip')

/** American odds; null if the source reports none. */
const Odds = z.int().nullable()

const BoardGame = z.object({
  game_id: z.int(),
  game: NflGameUpdate,
  home_name: z.string(),
  away_name: z.string(),
  /** Whether the rules allow bets on the game: it is played on Sunday or Monday. */
  is_allowed: z.boolean(),
  /** Whether the game can still be bet on: it has not begun, and is neither postponed nor canceled. */
  is_open: z.boolean(),
  /** The last line before kickoff; null if there was none. */
  line: z
    .object({
      /** The handicap of the home team: negative if it is the favorite. */
      spread: z.number().nullable(),
      total: z.number().nullable(),
      odds: z.object({
        home_moneyline: Odds,
        away_moneyline: Odds,
        home_spread: Odds,
        away_spread: Odds,
        over: Odds,
        under: Odds,
      }),
      bookmaker: z.string().nullable(),
      fetched_at: Instant,
    })
    .nullable(),
})

export const getOddsBoard = get('/api/league/:league/bets/board/', {
  summary: 'The NFL games of a betting week with their lines and odds',
  ...MEMBER_READ,
  errors: ['no_betslip'],
  querystring: BetWeekQuery,
  response: z.object({
    season: z.int(),
    week: z.int(),
    /** Earliest first; empty until the schedule is known. */
    games: z.array(BoardGame),
  }),
})
