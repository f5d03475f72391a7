import type { NflGame } from '../nfl.ts'
import { randomFrom, type Seed } from '../random.ts'

export type BettingLine = {
  /** The home team's handicap: negative when it is favoured. */
  spread: number
  total: number
  /** Some lines have the favourite in words only. */
  hasSpread: boolean
}

const DAY = 86_400_000
const DAYS_BEFORE_KICKOFF = 8

/** The betting line of a game, from some days before it until it ends; null without one. */
export function bettingLineOf(seed: Seed, game: NflGame, atMs: number, isFinal: boolean): BettingLine | null {
  if (isFinal || atMs < game.kickoffMs - DAYS_BEFORE_KICKOFF * DAY) return null
  const random = randomFrom(seed, 'line', game.id)
  return {
    spread: Math.round(random.around(-2, 4) * 2) / 2,
    total: Math.round(random.around(45, 3) * 2) / 2,
    hasSpread: random.share() >= 0.1,
  }
}

/** How a game ends, in the NFL's points. */
export function finalScore(seed: Seed, game: NflGame): { home: number; away: number } {
  const random = randomFrom(seed, 'nfl score', game.id)
  const home = Math.max(0, Math.round(random.around(23, 8)))
  const away = Math.max(0, Math.round(random.around(21, 8)))
  return { home: home === away ? home + 3 : home, away }
}
