import { decidedPoints, points } from '../../ui/format/points.ts'
import type { Matchup } from './use-matchups.ts'

/** Both scores as they are shown. */
export function scoresOf({ state, away, home }: Pick<Matchup, 'state' | 'away' | 'home'>): {
  away: string
  home: string
} {
  if (state !== 'final') return { away: points(away.score), home: points(home.score) }
  const [awayText, homeText] = decidedPoints(away.score, home.score)
  return { away: awayText, home: homeText }
}
