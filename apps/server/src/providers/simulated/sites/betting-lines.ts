import type { NflGame } from '../nfl.ts'
import { randomFrom, type Seed } from '../random.ts'

export type BettingLine = {
  /** The point spread of the home team, in NFL points: negative when it is favored. */
  spread: number
  total: number
  /** If false, the scoreboard describes the line in text but omits the `spread` field. */
  hasSpread: boolean
}

const DAY = 86_400_000
const DAYS_BEFORE_KICKOFF = 8

/** Returns the betting line of a game. null until eight days before kickoff, and after the game has ended. */
export function bettingLineOf(seed: Seed, game: NflGame, atMs: number, isFinal: boolean): BettingLine | null {
  if (isFinal || atMs < game.kickoffMs - DAYS_BEFORE_KICKOFF * DAY) return null
  const random = randomFrom(seed, 'line', game.id)
  return {
    spread: Math.round(random.around(-2, 4) * 2) / 2,
    total: Math.round(random.around(45, 3) * 2) / 2,
    hasSpread: random.float() >= 0.1,
  }
}

/** Returns the final NFL score of a game. It is never a tie. */
export function finalScore(seed: Seed, game: NflGame): { home: number; away: number } {
  const random = randomFrom(seed, 'nfl score', game.id)
  const home = Math.max(0, Math.round(random.around(23, 8)))
  const away = Math.max(0, Math.round(random.around(21, 8)))
  return { home: home === away ? home + 3 : home, away }
}
