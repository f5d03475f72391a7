import { type Points, ZERO_POINTS } from './points.ts'
import { displayPoints, type GameResult } from './season.ts'
import { winProbability } from './win-probability.ts'

/** One team's scores in a game, as the provider reports them. */
export type MatchupSide = {
  points: Points
  livePoints: Points | null
  /** Projected final score until the game is decided. */
  projectedPoints: Points | null
}

export type MatchupState = 'before' | 'live' | 'final'

/** The state and scores of a matchup, as shown to users. */
export type MatchupView = { state: MatchupState; home: SideView; away: SideView }

export type SideView = {
  /** null before the game begins. */
  score: Points | null
  /** null if unknown and after the game is decided. */
  projected: Points | null
  /**
   * Win probability, 0 to 1. null after the game is decided, without projections, and for a game over several
   * NFL weeks, because the provider projects only the current week.
   */
  winProbability: number | null
}

type MatchupInput = {
  result: GameResult
  home: MatchupSide
  away: MatchupSide
  /** Whether the game is played in a single NFL week. */
  isOneWeek: boolean
}

/**
 * Returns the matchup as shown to users. A matchup is live when either team has points. `hasBegun` makes it
 * live without points, when the NFL game of one of its players has begun.
 */
export function toMatchupView(game: MatchupInput, hasBegun: boolean): MatchupView {
  const { home, away, result, isOneWeek } = game
  const state = stateOf(game, hasBegun)
  const hasWinProbability = state !== 'final' && isOneWeek
  const sideOf = (own: MatchupSide, other: MatchupSide): SideView => ({
    score: state === 'before' ? null : displayPoints(own, result),
    projected: state === 'final' ? null : own.projectedPoints,
    winProbability: hasWinProbability ? winProbabilityOf(own, other, result) : null,
  })
  return { state, home: sideOf(home, away), away: sideOf(away, home) }
}

function stateOf({ result, home, away }: MatchupInput, hasBegun: boolean): MatchupState {
  if (result !== 'undecided') return 'final'
  const hasPoints = [home, away].some((side) => displayPoints(side, result) !== ZERO_POINTS)
  return hasBegun || hasPoints ? 'live' : 'before'
}

function winProbabilityOf(own: MatchupSide, other: MatchupSide, result: GameResult): number | null {
  if (own.projectedPoints === null || other.projectedPoints === null) return null
  const outlookOf = (side: MatchupSide, projected: Points) => {
    const scored = displayPoints(side, result)
    return { scored, remaining: Math.max(0, projected - scored) as Points }
  }
  return winProbability(outlookOf(own, own.projectedPoints), outlookOf(other, other.projectedPoints))
}
