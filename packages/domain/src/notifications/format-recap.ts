import { formatFinalScores, formatMargin, formatPoints, type Points } from '../points.ts'
import { truncateName } from '../recap/recap-document.ts'
import { type BenchRegret, marginOf, type Recap, type RecapResult, type RecapScore } from './recap.ts'

const MAX_RESULTS = 24
const MAX_NAMES = 4
const MAX_STREAKS = 6

export function recapTitle({ weeks }: Recap): string {
  const [first] = weeks
  const last = weeks.at(-1)
  return first === last ? `Week ${last} Recap` : `Weeks ${first}–${last} Recap`
}

/** Formats a recap as paragraphs of lists, of limited length, however long the team names are. */
export function recapLists(recap: Recap, shows: { hasResults: boolean; hasAwards: boolean }): string[] {
  const paragraphs = [
    shows.hasResults ? truncateList(MAX_RESULTS, recap.results.map(formatResult), 'games') : [],
    shows.hasAwards
      ? [
          formatScore('High score', recap.highest),
          formatScore('Low score', recap.lowest),
          ...closestLines(recap),
        ]
      : [],
    shows.hasAwards ? regretLines(recap) : [],
    streakLines(recap),
    whoPaysLines(recap),
  ]
  return paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
}

function formatResult(result: RecapResult): string {
  const [winner, loser] = formatFinalScores(result.winnerPoints, result.loserPoints)
  const line = `${truncateName(result.winner.name)} ${winner}, ${truncateName(result.loser.name)} ${loser}`
  return result.isTie ? `${line} (tie)` : line
}

function formatScore(label: string, { teams, points }: RecapScore): string {
  return `${label}: ${formatNames(teams)}, ${formatPoints(points)}${teams.length > 1 ? ' each' : ''}`
}

function closestLines({ closest }: Recap): string[] {
  const [first] = closest
  if (first === undefined) return []
  const games = closest.map(
    ({ winner, loser }) => `${truncateName(winner.name)} over ${truncateName(loser.name)}`,
  )
  return [
    `Closest: ${joinWithAnd(truncateList(MAX_NAMES, games, 'games'))}, by ${formatMargin(marginOf(first))}`,
  ]
}

function regretLines({ regrets, hasLineups, weeks }: Recap): string[] {
  if (regrets.length === 0) return hasLineups ? ['Bench regret: none. Everyone set a perfect lineup.'] : []
  const lines = regrets.map((regret) => formatRegret(regret, weeks.length > 1))
  return truncateList(MAX_NAMES, lines, 'lineups')
}

function formatRegret(
  { team, week, missedPoints, bestPoints, benchedPlayer }: BenchRegret,
  showsWeek: boolean,
): string {
  const including =
    benchedPlayer === null
      ? ''
      : `, including ${truncateName(benchedPlayer.name)} (${formatPlayerPoints(benchedPlayer.points)})`
  const when = showsWeek ? ` in Week ${week}` : ''
  return `Bench regret: ${truncateName(team.name)} left ${formatMargin(missedPoints)} points on the bench${when}${including}. Best possible lineup: ${formatPoints(bestPoints)}`
}

function streakLines({ streaks }: Recap): string[] {
  const teams = streaks.map(({ team, kind, games }) => `${truncateName(team.name)} ${kind} ${games} in a row`)
  return teams.length === 0 ? [] : [`Streaks: ${truncateList(MAX_STREAKS, teams, 'teams').join('; ')}`]
}

function whoPaysLines({ whoPays }: Recap): string[] {
  if (whoPays === null || whoPays.nextWeek === null) return []
  const { team, tiedWith, points, nextWeek } = whoPays
  const tied = tiedWith.length === 0 ? '' : `, tied with ${formatNames(tiedWith)}`
  return [
    `Betslip: ${truncateName(team.name)} buys the Week ${nextWeek} parlay (${formatPoints(points)}${tied})`,
  ]
}

function formatNames(teams: readonly { name: string }[]): string {
  const names = teams.map(({ name }) => truncateName(name))
  return joinWithAnd(truncateList(MAX_NAMES, names, 'teams'))
}

function joinWithAnd(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

function truncateList(max: number, all: readonly string[], kind: string): string[] {
  return all.length <= max ? [...all] : [...all.slice(0, max), `${all.length - max} more ${kind}`]
}

function formatPlayerPoints(points: Points | null): string {
  return points === null ? 'no score' : formatPoints(points)
}
