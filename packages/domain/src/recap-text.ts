import type { Points } from './points.ts'
import { decidedText, marginText, pointsText } from './points-text.ts'
import { marginOf, type Recap, type RecapResult, type RecapScore, type Regret } from './recap.ts'

/** What a post holds at most. Source: decisions, 8. */
export const RECAP_MAX = 5000

const NAME_MAX = 40
const MOST_RESULTS = 24
const MOST_NAMES = 4
const MOST_STREAKS = 6

/** A recap as a post: at most `RECAP_MAX` characters, whatever the teams are called. */
export function recapText(recap: Recap): string {
  const [first] = recap.weeks
  const last = recap.weeks.at(-1)
  const title = first === last ? `Week ${last}` : `Weeks ${first} to ${last}`
  const paragraphs = [
    [`${title}: the recap`],
    upTo(MOST_RESULTS, recap.results.map(resultLine), 'games'),
    [scoreLine('High score', recap.highest), scoreLine('Low score', recap.lowest), ...closestLines(recap)],
    regretLines(recap),
    streakLines(recap),
    payerLines(recap),
  ]
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

function resultLine(result: RecapResult): string {
  const [winner, loser] = decidedText(result.winnerPoints, result.loserPoints)
  const line = `${short(result.winner.name)} ${winner}, ${short(result.loser.name)} ${loser}`
  return result.isTie ? `${line} (tie)` : line
}

function scoreLine(label: string, { teams, points }: RecapScore): string {
  return `${label}: ${namesOf(teams)}, ${pointsText(points)}${teams.length > 1 ? ' each' : ''}`
}

function closestLines({ closest }: Recap): string[] {
  const [first] = closest
  if (first === undefined) return []
  const games = closest.map(({ winner, loser }) => `${short(winner.name)} over ${short(loser.name)}`)
  return [`Closest: ${joined(upTo(MOST_NAMES, games, 'games'))}, by ${marginText(marginOf(first))}`]
}

function regretLines({ regrets, hasLineups, weeks }: Recap): string[] {
  if (regrets.length === 0)
    return hasLineups ? ['Bench regret: none. Every line-up was the best it could be.'] : []
  const lines = regrets.map((regret) => regretLine(regret, weeks.length > 1))
  return upTo(MOST_NAMES, lines, 'line-ups')
}

function regretLine({ team, week, missed, best, benched }: Regret, tellsWeek: boolean): string {
  const missing =
    benched === null ? '' : `, ${short(benched.name)} with ${shownOrNone(benched.points)} among them`
  const when = tellsWeek ? ` in week ${week}` : ''
  return `Bench regret: ${short(team.name)} left ${marginText(missed)} points on the bench${when}${missing}. The best line-up had ${pointsText(best)}.`
}

function streakLines({ streaks }: Recap): string[] {
  const told = streaks.map(({ team, kind, games }) => `${short(team.name)} ${kind} ${games} in a row`)
  return told.length === 0 ? [] : [`Streaks: ${upTo(MOST_STREAKS, told, 'teams').join('; ')}`]
}

function payerLines({ payer }: Recap): string[] {
  if (payer === null || payer.nextWeek === null) return []
  const { team, tiedWith, points, nextWeek } = payer
  const tied = tiedWith.length === 0 ? '' : `, tied with ${namesOf(tiedWith)}`
  return [`Betslip: the parlay of week ${nextWeek} is on ${short(team.name)} (${pointsText(points)}${tied})`]
}

function namesOf(teams: readonly { name: string }[]): string {
  const names = teams.map(({ name }) => short(name))
  return joined(upTo(MOST_NAMES, names, 'teams'))
}

function joined(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** The first of a list, and how many more there are. */
function upTo(most: number, all: readonly string[], kind: string): string[] {
  return all.length <= most ? [...all] : [...all.slice(0, most), `${all.length - most} more ${kind}`]
}

function short(name: string): string {
  if (name.length <= NAME_MAX) return name
  let start = ''
  for (const letter of name) {
    if (start.length + letter.length >= NAME_MAX) break
    start += letter
  }
  return `${start}…`
}

function shownOrNone(points: Points | null): string {
  return points === null ? 'none' : pointsText(points)
}
