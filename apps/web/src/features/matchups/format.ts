import type { Matchup, MatchupTeam } from './use-matchups.ts'

type MatchupOccasion = Pick<Matchup, 'is_playoff' | 'nfl_weeks'>

/** What is special about a game, such as 'Playoffs · NFL weeks 15 and 16'; '' for nothing. */
export function formatOccasion({ is_playoff, nfl_weeks: weeks }: MatchupOccasion): string {
  const span = weeks.length > 1 ? [`NFL weeks ${LIST_FORMAT.format(weeks.map(String))}`] : []
  return [...(is_playoff ? ['Playoffs'] : []), ...span].join(' · ')
}

const LIST_FORMAT = new Intl.ListFormat('en')

/** Estimated shares as whole per cents that sum to 100; what is not certain never says 0 or 100. */
export function formatWinChances(away: number, home: number): [away: string, home: string] {
  return [formatPercent(away), formatPercent(home, 100 - Math.round(away * 100))]
}

function formatPercent(share: number, rounded = Math.round(share * 100)): string {
  if (share > 0 && share < 0.01) return '<1%'
  if (share > 0.99 && share < 1) return '>99%'
  return `${rounded}%`
}

type ScoredMatchup = Pick<Matchup, 'result' | 'away' | 'home'>

/** Who has won, by the provider's word, or is ahead so far; null for nobody. */
export function leadingSide({ result, ...sides }: ScoredMatchup): 'away' | 'home' | null {
  if (result === null) return sideWithMorePoints(sides)
  return result === 'tie' ? null : result
}

/** How a game was decided where its scores tell otherwise, such as 'Won by Owls'; '' where they do not. */
export function resultNote({ result, away, home }: ScoredMatchup): string {
  if (result === null || result === (sideWithMorePoints({ away, home }) ?? 'tie')) return ''
  if (result === 'tie') return 'Counts as a tie'
  return `Won by ${result === 'away' ? away.name : home.name}`
}

/** Who has more points; null while nobody has, and when both have as many. */
function sideWithMorePoints({ away, home }: Pick<ScoredMatchup, 'away' | 'home'>): 'away' | 'home' | null {
  if (away.score === null || home.score === null || away.score === home.score) return null
  return away.score > home.score ? 'away' : 'home'
}

/** The away side's share of both projections, 0 to 1; null where one is missing. */
export function awayProjectionShare(away: MatchupTeam, home: MatchupTeam): number | null {
  if (away.proj === null || home.proj === null) return null
  const sum = away.proj + home.proj
  return sum > 0 ? away.proj / sum : null
}
