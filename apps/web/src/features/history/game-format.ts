import { formatMargin } from '@fieldhouse/domain/format-points'
import { pointsFromDecimal } from '@fieldhouse/domain/points'
import { formatFinalScores } from '../../ui/format/points.ts'
import type { PlayedGame } from './use-history.ts'

/** 'Week 14, 2023', and that it was in the playoffs. */
export function formatGameWeek({ season, week, is_playoff: isPlayoff }: PlayedGame): string {
  return `Week ${week}, ${season}${isPlayoff ? ' playoffs' : ''}`
}

/** The points between two sides, with 2 decimals below 0.1. Source: decisions, 10. */
export function formatPointMargin(value: number): string {
  return formatMargin(pointsFromDecimal(value))
}

/** Both scores, that of a side first. */
export function formatScores(
  { home_score: home, away_score: away }: PlayedGame,
  first: 'home' | 'away',
): string {
  const [awayText, homeText] = formatFinalScores(away, home)
  return first === 'home' ? `${homeText}–${awayText}` : `${awayText}–${homeText}`
}

/** Who was on a side: the owner, or the team where nobody owned it. */
export function sideName(game: PlayedGame, side: 'home' | 'away'): string {
  return side === 'home' ? (game.home_owner ?? game.home_team) : (game.away_owner ?? game.away_team)
}

export function otherSide(side: 'home' | 'away'): 'home' | 'away' {
  return side === 'home' ? 'away' : 'home'
}
