import { formatFinalScores, formatMargin, formatPoints } from './format-points.ts'
import type { Points } from './points.ts'
import { type BenchRegret, marginOf, type Recap, type RecapResult, type RecapScore } from './recap.ts'

/** What a post holds at most. Source: decisions, 8. */
export const MAX_RECAP_LENGTH = 5000

const MAX_NAME_LENGTH = 40
const MAX_RESULTS = 24
const MAX_NAMES = 4
const MAX_STREAKS = 6

/** A recap as a post: at most `RECAP_MAX` characters, whatever the teams are called. */
export function formatRecap(recap: Recap): string {
  const [first] = recap.weeks
  const last = recap.weeks.at(-1)
  const title = first === last ? `Week ${last}` : `Weeks ${first} to ${last}`
  const paragraphs = [
    [`${title}: the recap`],
    truncateList(MAX_RESULTS, recap.results.map(formatResult), 'games'),
    [
      formatScore('High score', recap.highest),
      formatScore('Low score', recap.lowest),
      ...closestLines(recap),
    ],
    regretLines(recap),
    streakLines(recap),
    whoPaysLines(recap),
  ]
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
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
  if (regrets.length === 0)
    return hasLineups ? ['Bench regret: none. Every line-up was the best it could be.'] : []
  const lines = regrets.map((regret) => formatRegret(regret, weeks.length > 1))
  return truncateList(MAX_NAMES, lines, 'line-ups')
}

function formatRegret(
  { team, week, missedPoints, bestPoints, benchedPlayer }: BenchRegret,
  tellsWeek: boolean,
): string {
  const missing =
    benchedPlayer === null
      ? ''
      : `, ${truncateName(benchedPlayer.name)} with ${formatPointsOrNone(benchedPlayer.points)} among them`
  const when = tellsWeek ? ` in week ${week}` : ''
  return `Bench regret: ${truncateName(team.name)} left ${formatMargin(missedPoints)} points on the bench${when}${missing}. The best line-up had ${formatPoints(bestPoints)}.`
}

function streakLines({ streaks }: Recap): string[] {
  const told = streaks.map(({ team, kind, games }) => `${truncateName(team.name)} ${kind} ${games} in a row`)
  return told.length === 0 ? [] : [`Streaks: ${truncateList(MAX_STREAKS, told, 'teams').join('; ')}`]
}

function whoPaysLines({ whoPays }: Recap): string[] {
  if (whoPays === null || whoPays.nextWeek === null) return []
  const { team, tiedWith, points, nextWeek } = whoPays
  const tied = tiedWith.length === 0 ? '' : `, tied with ${formatNames(tiedWith)}`
  return [
    `Betslip: the parlay of week ${nextWeek} is on ${truncateName(team.name)} (${formatPoints(points)}${tied})`,
  ]
}

function formatNames(teams: readonly { name: string }[]): string {
  const names = teams.map(({ name }) => truncateName(name))
  return joinWithAnd(truncateList(MAX_NAMES, names, 'teams'))
}

function joinWithAnd(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** The first of a list, and how many more there are. */
function truncateList(most: number, all: readonly string[], kind: string): string[] {
  return all.length <= most ? [...all] : [...all.slice(0, most), `${all.length - most} more ${kind}`]
}

function truncateName(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name
  let start = ''
  for (const letter of name) {
    if (start.length + letter.length >= MAX_NAME_LENGTH) break
    start += letter
  }
  return `${start}…`
}

function formatPointsOrNone(points: Points | null): string {
  return points === null ? 'none' : formatPoints(points)
}
