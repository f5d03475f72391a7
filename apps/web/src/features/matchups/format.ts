import { formatFinalScores, formatPoints } from '../../ui/format/points.ts'
import type { Matchup, MatchupTeam } from './use-matchups.ts'

type MatchupOccasion = Pick<Matchup, 'is_playoff' | 'nfl_weeks'>

/** The occasion of a game, such as 'Playoffs · NFL weeks 15 and 16'; '' for an ordinary game. */
export function formatOccasion({ is_playoff, nfl_weeks: weeks }: MatchupOccasion): string {
  const weekSpan = weeks.length > 1 ? [`NFL weeks ${LIST_FORMAT.format(weeks.map(String))}`] : []
  return [...(is_playoff ? ['Playoffs'] : []), ...weekSpan].join(' · ')
}

const LIST_FORMAT = new Intl.ListFormat('en')

/** Formats win probabilities as whole percents that add up to 100. Only a certain result shows 0% or 100%. */
export function formatWinChances(away: number, home: number): [away: string, home: string] {
  return [formatPercent(away), formatPercent(home, 100 - Math.round(away * 100))]
}

function formatPercent(share: number, rounded = Math.round(share * 100)): string {
  if (share > 0 && share < 0.01) return '<1%'
  if (share > 0.99 && share < 1) return '>99%'
  return `${rounded}%`
}

/** Formats both scores; a close final score gets two decimals. */
export function formatScores({ state, away, home }: Pick<Matchup, 'state' | 'away' | 'home'>): {
  away: string
  home: string
} {
  if (state !== 'final') return { away: formatPoints(away.score), home: formatPoints(home.score) }
  const [awayText, homeText] = formatFinalScores(away.score, home.score)
  return { away: awayText, home: homeText }
}

type ScoredMatchup = Pick<Matchup, 'result' | 'away' | 'home'>

/** The winner according to the provider, or the side ahead so far; null for neither. */
export function leadingSide({ result, ...sides }: ScoredMatchup): 'away' | 'home' | null {
  if (result === null) return sideWithMorePoints(sides)
  return result === 'tie' ? null : result
}

/** A note when the result differs from the scores, such as 'Won by Owls'; otherwise ''. */
export function resultNote({ result, away, home }: ScoredMatchup): string {
  if (result === null || result === (sideWithMorePoints({ away, home }) ?? 'tie')) return ''
  if (result === 'tie') return 'Ruled a tie'
  return `Won by ${result === 'away' ? away.name : home.name}`
}

/** The side with more points; null before the game and for equal scores. */
function sideWithMorePoints({ away, home }: Pick<ScoredMatchup, 'away' | 'home'>): 'away' | 'home' | null {
  if (away.score === null || home.score === null || away.score === home.score) return null
  return away.score > home.score ? 'away' : 'home'
}

/** The away team's share of the projected points, 0 to 1; null if a projection is missing or both are 0. */
export function awayProjectionShare(away: MatchupTeam, home: MatchupTeam): number | null {
  if (away.proj === null || home.proj === null) return null
  const total = away.proj + home.proj
  return total > 0 ? away.proj / total : null
}
