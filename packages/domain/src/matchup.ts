import { type Points, ZERO_POINTS } from './points.ts'
import { displayPoints, type GameResult } from './season.ts'
import { winChance } from './win-chance.ts'

/** A side of a game as the provider tells of it. */
export type MatchupSide = {
  points: Points
  livePoints: Points | null
  /** Projected final score while the game is open. */
  projectedPoints: Points | null
}

export type MatchupState = 'before' | 'live' | 'final'

/** How a game of two sides stands. */
export type MatchupView = { state: MatchupState; home: SideView; away: SideView }

export type SideView = {
  /** null before the game begins. */
  score: Points | null
  /** null once the game is decided, and where unknown. */
  projected: Points | null
  /**
   * The chance to win, 0 to 1; null once the game is decided, without projections, and of a game over
   * several NFL weeks: the provider projects only the one being played.
   */
  winChance: number | null
}

type MatchupInput = {
  result: GameResult
  home: MatchupSide
  away: MatchupSide
  /** Whether it is played in a single NFL week. */
  isOneWeek: boolean
}

/**
 * What people are shown of a game. It has begun when somebody has points; a player's game that is
 * under way without any yet counts too, as `hasBegun` tells.
 */
export function toMatchupView(game: MatchupInput, hasBegun: boolean): MatchupView {
  const { home, away, result, isOneWeek } = game
  const state = stateOf(game, hasBegun)
  const hasChances = state !== 'final' && isOneWeek
  const sideOf = (own: MatchupSide, other: MatchupSide): SideView => ({
    score: state === 'before' ? null : displayPoints(own, result),
    projected: state === 'final' ? null : own.projectedPoints,
    winChance: hasChances ? winChanceOf(own, other, result) : null,
  })
  return { state, home: sideOf(home, away), away: sideOf(away, home) }
}

function stateOf({ result, home, away }: MatchupInput, hasBegun: boolean): MatchupState {
  if (result !== 'undecided') return 'final'
  const hasPoints = [home, away].some((side) => displayPoints(side, result) !== ZERO_POINTS)
  return hasBegun || hasPoints ? 'live' : 'before'
}

function winChanceOf(own: MatchupSide, other: MatchupSide, result: GameResult): number | null {
  if (own.projectedPoints === null || other.projectedPoints === null) return null
  const outlookOf = (side: MatchupSide, projected: Points) => {
    const scored = displayPoints(side, result)
    return { scored, remaining: Math.max(0, projected - scored) as Points }
  }
  return winChance(outlookOf(own, own.projectedPoints), outlookOf(other, other.projectedPoints))
}
