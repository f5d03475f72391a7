import { formatFinalScores, formatPoints } from './points.ts'
import { formatFullRecord } from './record.ts'

type Side = { score: number | null; categories: { wins: number; losses: number; ties: number } | null }

export type ScoredGame = { result: 'away' | 'home' | 'tie' | null; away: Side; home: Side }

/** A close final score gets two decimals. In a category league, they are the categories won, lost and tied. */
export function formatScores({ state, away, home }: Omit<ScoredGame, 'result'> & { state: string }): {
  away: string
  home: string
} {
  if (away.categories !== null && home.categories !== null)
    return { away: formatFullRecord(away.categories), home: formatFullRecord(home.categories) }
  if (state !== 'final') return { away: formatPoints(away.score), home: formatPoints(home.score) }
  const [awayText, homeText] = formatFinalScores(away.score, home.score)
  return { away: awayText, home: homeText }
}

/** The winner according to the provider, or the side ahead so far; null for neither. */
export function leadingSide({ result, ...sides }: ScoredGame): 'away' | 'home' | null {
  if (result === null) return sideAhead(sides)
  return result === 'tie' ? null : result
}

/** The side with more points or categories; null before the game and for equal scores. */
export function sideAhead({ away, home }: Omit<ScoredGame, 'result'>): 'away' | 'home' | null {
  const [awayScore, homeScore] = [away, home].map(({ score, categories }) => categories?.wins ?? score)
  if (awayScore == null || homeScore == null || awayScore === homeScore) return null
  return awayScore > homeScore ? 'away' : 'home'
}
