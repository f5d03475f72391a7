import {
  BET_WEEKS,
  lowestScorers,
  orderByWhoPays,
  type ScoredGame,
  type SeasonScores,
} from '../betslip/betting-week.ts'
import { HOUR_MS } from '../duration.ts'
import { dayOfNflWeek } from '../nfl/nfl-week.ts'
import { joinWithAnd } from '../pluralize.ts'
import { formatFinalScores, formatMargin, formatPoints, type Points, ZERO_POINTS } from '../points.ts'
import { truncateName } from '../recap/recap-document.ts'
import { BENCH_SLOT, bestLineup, type TeamLineup } from '../rosters/lineup.ts'
import { outcomeOf, streakOf } from '../seasons/standings.ts'
import { instantAt, LEAGUE_TIME_ZONE } from '../time-zones.ts'

const MIN_STREAK = 3

type Team = { teamId: number; name: string }

export type PlayedWeek = {
  /** NFL week. */
  week: number
  /** The whole season, because streaks span several weeks. */
  scores: SeasonScores
  teams: readonly Team[]
  /** The lineups of each week of the matchup period; empty when they are unknown. */
  lineups: readonly { week: number; teams: readonly TeamLineup[] }[]
  /** Whether the lowest scorer buys the next parlay. */
  hasBetslip: boolean
}

export type RecapResult = ReturnType<typeof toResult>

/** All teams with the same score, sorted by name. */
export type RecapScore = { teams: Team[]; points: Points }

type Streak = { team: Team; kind: 'won' | 'lost'; games: number }

export type Recap = NonNullable<ReturnType<typeof buildRecap>>

/**
 * Results are sorted by the winner's points, highest first, and streaks longest first. Several games are the closest ones,
 * and several lineups the regrets, if they are equal; neither contains ties or perfect lineups. `whoPays` is null if the
 * league has no Betslip or scores are unknown.
 *
 * null while the matchup period is in progress or has an undecided game, and if it had no game between two teams for
 * points.
 */
export function buildRecap(played: PlayedWeek) {
  const { scores, week } = played
  const matchupPeriod = scores.periods.find(({ weeks }) => weeks.at(-1) === week)
  if (matchupPeriod === undefined || scores.format !== 'points') return null
  const games = scores.games.flatMap((game) =>
    game.period === matchupPeriod.period && game.result !== 'not_played' ? toTwoSidedGame(game) : [],
  )
  if (games.length === 0 || games.some(({ result }) => result === 'undecided')) return null
  const teamOf = createTeamLookup(played.teams)
  const results = games.map((game) => toResult(game, teamOf)).sort(byWinnerPoints)
  const regrets = biggestRegrets(played, teamOf)
  return {
    weeks: matchupPeriod.weeks,
    results,
    highest: extremeScore(results, (a, b) => a > b),
    lowest: extremeScore(results, (a, b) => a < b),
    closest: closestGames(results),
    regrets,
    hasLineups: played.lineups.some(({ teams }) => teams.length > 0),
    streaks: longestStreaks(played, matchupPeriod.period, teamOf),
    whoPays: whoPays(played),
  }
}

type TwoSidedGame = ScoredGame & { away: NonNullable<ScoredGame['away']> }

function toTwoSidedGame(game: ScoredGame): TwoSidedGame[] {
  return game.away === null ? [] : [{ ...game, away: game.away }]
}

function createTeamLookup(teams: readonly Team[]): (teamId: number) => Team {
  const known = new Map(teams.map(({ teamId, name }) => [teamId, { teamId, name }]))
  return (teamId) => known.get(teamId) ?? { teamId, name: `Team ${teamId}` }
}

/** Uses the winner reported by the provider. In a tie, the first team by name comes first. */
function toResult({ home, away, result }: TwoSidedGame, teamOf: (teamId: number) => Team) {
  const [winner, loser] = result === 'away' ? [away, home] : [home, away]
  const gameResult = {
    winner: teamOf(winner.teamId),
    loser: teamOf(loser.teamId),
    winnerPoints: winner.points,
    loserPoints: loser.points,
    isTie: result === 'tie',
  }
  return gameResult.isTie && byName(gameResult.winner, gameResult.loser) > 0
    ? { ...gameResult, winner: gameResult.loser, loser: gameResult.winner }
    : gameResult
}

function extremeScore(
  results: readonly RecapResult[],
  isMoreExtreme: (points: Points, than: Points) => boolean,
): RecapScore {
  const sides = results.flatMap((each) => [
    { team: each.winner, points: each.winnerPoints },
    { team: each.loser, points: each.loserPoints },
  ])
  const points = sides
    .map((side) => side.points)
    .reduce((extreme, each) => (isMoreExtreme(each, extreme) ? each : extreme))
  const teams = sides.filter((side) => side.points === points).map(({ team }) => team)
  return { teams: [...new Map(teams.map((team) => [team.teamId, team])).values()].sort(byName), points }
}

export function marginOf({ winnerPoints, loserPoints }: RecapResult): Points {
  return Math.abs(winnerPoints - loserPoints) as Points
}

function closestGames(results: readonly RecapResult[]): RecapResult[] {
  const decided = results.filter(({ isTie }) => !isTie)
  const smallestMargin = Math.min(...decided.map(marginOf))
  return decided.filter((result) => marginOf(result) === smallestMargin)
}

function biggestRegrets({ lineups }: PlayedWeek, teamOf: (teamId: number) => Team) {
  const regrets = lineups.flatMap(({ week, teams }) =>
    teams.flatMap((lineup) => toRegret(lineup, week, teamOf(lineup.teamId))),
  )
  const maxMissed = Math.max(ZERO_POINTS, ...regrets.map(({ missedPoints }) => missedPoints))
  return regrets
    .filter(({ missedPoints }) => missedPoints > 0 && missedPoints === maxMissed)
    .sort((a, b) => byName(a.team, b.team) || a.week - b.week)
}

function toRegret(lineup: TeamLineup, week: number, team: Team) {
  const best = bestLineup(lineup)
  if (best === null) return []
  const [benchedPlayer] = best.starters
    .filter(({ slotId }) => slotId === BENCH_SLOT)
    .sort((a, b) => (b.points ?? 0) - (a.points ?? 0) || a.playerId - b.playerId)
  const missedPoints = (best.points - lineup.points) as Points
  return [{ team, week, missedPoints, bestPoints: best.points, benchedPlayer: benchedPlayer ?? null }]
}

function longestStreaks({ scores, teams }: PlayedWeek, period: number, teamOf: (teamId: number) => Team) {
  const games = scores.games.filter((game) => game.period <= period).sort((a, b) => a.period - b.period)
  return teams
    .flatMap(({ teamId }) => currentStreak(games, teamOf(teamId)))
    .sort((a, b) => b.games - a.games || a.kind.localeCompare(b.kind) || byName(a.team, b.team))
    .filter((streak) => streak.games >= MIN_STREAK)
}

/** The streak that includes the team's latest game, or none after a tie. `games` are oldest first. */
function currentStreak(games: readonly ScoredGame[], team: Team): Streak[] {
  const streak = streakOf(games.flatMap((game) => outcomeOf(game, team.teamId) ?? []))
  if (streak === null || streak.outcome === 'tie') return []
  return [{ team, kind: streak.outcome === 'win' ? 'won' : 'lost', games: streak.length }]
}

function whoPays({ scores, week, teams, hasBetslip }: PlayedWeek) {
  const lowest = hasBetslip ? lowestScorers(scores, week) : null
  if (lowest === null) return null
  const [team, ...tiedWith] = orderByWhoPays(teams, lowest.teamIds)
  if (team === undefined) return null
  return { team, tiedWith, points: lowest.points, nextWeek: week < BET_WEEKS ? week + 1 : null }
}

function byWinnerPoints(a: RecapResult, b: RecapResult): number {
  return b.winnerPoints - a.winnerPoints || byName(a.winner, b.winner)
}

function byName(a: Team, b: Team): number {
  return a.name.localeCompare(b.name, 'en') || a.teamId - b.teamId
}

const RECAP_HOUR = 9
const LAST_WEEK = 18

/**
 * Due from 9:00 AM in America/Chicago on the Tuesday after the week's games until the same time a week later, so a
 * recap with late scores is still posted and none is posted out of season.
 */
export function recapWeekAt(season: number, now: Date): number | null {
  for (let week = 1; week <= LAST_WEEK; week += 1) {
    if (now >= tuesdayAfter(season, week) && now < tuesdayAfter(season, week + 1)) return week
  }
  return null
}

/**
 * Returns the start, in America/Chicago, of the Monday after the week's Sunday. Data read before this time
 * cannot contain the week's final results.
 */
export function earliestWeekEnd(season: number, week: number): Date {
  return new Date(tuesdayAfter(season, week).getTime() - (RECAP_HOUR + 24) * HOUR_MS)
}

function tuesdayAfter(season: number, week: number): Date {
  return instantAt(dayOfNflWeek(season, week + 1, 'tuesday'), RECAP_HOUR, LEAGUE_TIME_ZONE)
}

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
  { team, week, missedPoints, bestPoints, benchedPlayer }: Recap['regrets'][number],
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

function truncateList(max: number, all: readonly string[], kind: string): string[] {
  return all.length <= max ? [...all] : [...all.slice(0, max), `${all.length - max} more ${kind}`]
}

function formatPlayerPoints(points: Points | null): string {
  return points === null ? 'no score' : formatPoints(points)
}
