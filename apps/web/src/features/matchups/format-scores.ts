import { formatFinalScores, formatPoints } from '../../ui/format/points.ts'
import type { Matchup } from './use-matchups.ts'

/** Formats both scores; a close final score gets two decimals. */
export function formatScores({ state, away, home }: Pick<Matchup, 'state' | 'away' | 'home'>): {
  away: string
  home: string
} {
  if (state !== 'final') return { away: formatPoints(away.score), home: formatPoints(home.score) }
  const [awayText, homeText] = formatFinalScores(away.score, home.score)
  return { away: awayText, home: homeText }
}
