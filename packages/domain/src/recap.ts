import { bestLineup } from './best-lineup.ts'
import { BET_WEEKS } from './betting-week.ts'
import type { LineupEntry, TeamLineup } from './lineup.ts'
import { lowestScorers, orderByWhoPays, type ScoredGame, type SeasonScores } from './lowest-scorer.ts'
import { type Points, ZERO_POINTS } from './points.ts'
import { BENCH_SLOT } from './slots.ts'

/** From so many games on a run is worth telling. */
const MIN_STREAK = 3

type Team = { teamId: number; name: string }

/** What is stored of a week that was played. */
export type PlayedWeek = {
  /** NFL week. */
  week: number
  /** The whole season: streaks reach back. */
  scores: SeasonScores
  teams: readonly Team[]
  /** Those of the weeks of the round; none where they are unknown. */
  lineups: readonly { week: number; teams: readonly TeamLineup[] }[]
  /** Whether the lowest scorer pays for a parlay. */
  hasBetslip: boolean
}

export type RecapResult = {
  winner: Team
  loser: Team
  winnerPoints: Points
  loserPoints: Points
  isTie: boolean
}

/** Teams with the same score, by name. */
export type RecapScore = { teams: Team[]; points: Points }

export type Streak = { team: Team; kind: 'won' | 'lost'; games: number }

/** A line-up that left more points unused than any other; `benched` is who was missed most. */
export type BenchRegret = {
  team: Team
  week: number
  missedPoints: Points
  bestPoints: Points
  benchedPlayer: LineupEntry | null
}

export type Recap = {
  /** NFL weeks of the round that ended, in order. */
  weeks: number[]
  /** Highest winner first. */
  results: RecapResult[]
  highest: RecapScore
  lowest: RecapScore
  /** Several when they were equally close; ties are not among them. Empty when every game was one. */
  closest: RecapResult[]
  /** Several with the same points; empty where nobody missed any, and where line-ups are unknown. */
  regrets: BenchRegret[]
  hasLineups: boolean
  /** Longest first. */
  streaks: Streak[]
  /** null without a Betslip, and where scores are unknown. */
  whoPays: { team: Team; tiedWith: Team[]; points: Points; nextWeek: number | null } | null
}

/**
 * What there is to tell of the round that ended with an NFL week; null while the round goes on or has
 * an open game, and where it had no game of two sides. Byes are no games.
 */
export function buildRecap(played: PlayedWeek): Recap | null {
  const { scores, week } = played
  const round = scores.periods.find(({ weeks }) => weeks.at(-1) === week)
  if (round === undefined) return null
  const games = scores.games.flatMap((game) => (game.period === round.period ? toTwoSidedGame(game) : []))
  if (games.length === 0 || games.some(({ result }) => result === 'undecided')) return null
  const nameOf = createTeamLookup(played.teams)
  const results = games.map((game) => toResult(game, nameOf)).sort(byWinnerPoints)
  const regrets = biggestRegrets(played, nameOf)
  return {
    weeks: round.weeks,
    results,
    highest: extremeScore(results, (a, b) => a > b),
    lowest: extremeScore(results, (a, b) => a < b),
    closest: closestGames(results),
    regrets,
    hasLineups: played.lineups.some(({ teams }) => teams.length > 0),
    streaks: longestStreaks(played, round.period, nameOf),
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

/** The winner is the provider's. Of a tie the first by name stands first. */
function toResult({ home, away, result }: TwoSidedGame, nameOf: (teamId: number) => Team): RecapResult {
  const [winner, loser] = result === 'away' ? [away, home] : [home, away]
  const told = {
    winner: nameOf(winner.teamId),
    loser: nameOf(loser.teamId),
    winnerPoints: winner.points,
    loserPoints: loser.points,
    isTie: result === 'tie',
  }
  return told.isTie && byName(told.winner, told.loser) > 0
    ? { ...told, winner: told.loser, loser: told.winner }
    : told
}

function extremeScore(
  results: readonly RecapResult[],
  isMore: (points: Points, than: Points) => boolean,
): RecapScore {
  const sides = results.flatMap((each) => [
    { team: each.winner, points: each.winnerPoints },
    { team: each.loser, points: each.loserPoints },
  ])
  const points = sides.map((side) => side.points).reduce((most, each) => (isMore(each, most) ? each : most))
  const teams = sides.filter((side) => side.points === points).map(({ team }) => team)
  return { teams: [...new Map(teams.map((team) => [team.teamId, team])).values()].sort(byName), points }
}

export function marginOf({ winnerPoints, loserPoints }: RecapResult): Points {
  return Math.abs(winnerPoints - loserPoints) as Points
}

function closestGames(results: readonly RecapResult[]): RecapResult[] {
  const decided = results.filter(({ isTie }) => !isTie)
  const least = Math.min(...decided.map(marginOf))
  return decided.filter((result) => marginOf(result) === least)
}

function biggestRegrets({ lineups }: PlayedWeek, nameOf: (teamId: number) => Team): BenchRegret[] {
  const regrets = lineups.flatMap(({ week, teams }) =>
    teams.map((lineup) => toRegret(lineup, week, nameOf(lineup.teamId))),
  )
  const most = Math.max(ZERO_POINTS, ...regrets.map(({ missedPoints }) => missedPoints))
  return regrets
    .filter(({ missedPoints }) => missedPoints > 0 && missedPoints === most)
    .sort((a, b) => byName(a.team, b.team) || a.week - b.week)
}

function toRegret(lineup: TeamLineup, week: number, team: Team): BenchRegret {
  const best = bestLineup(lineup)
  const [benched] = best.starters
    .filter(({ slotId }) => slotId === BENCH_SLOT)
    .sort((a, b) => (b.points ?? 0) - (a.points ?? 0) || a.playerId - b.playerId)
  const missed = (best.points - lineup.points) as Points
  return { team, week, missedPoints: missed, bestPoints: best.points, benchedPlayer: benched ?? null }
}

function longestStreaks(
  { scores, teams }: PlayedWeek,
  period: number,
  nameOf: (teamId: number) => Team,
): Streak[] {
  const games = scores.games
    .filter((game) => game.period <= period && game.result !== 'undecided')
    .flatMap(toTwoSidedGame)
    .sort((a, b) => b.period - a.period)
  return teams
    .flatMap(({ teamId }) => currentStreak(games, nameOf(teamId)))
    .sort((a, b) => b.games - a.games || a.kind.localeCompare(b.kind) || byName(a.team, b.team))
    .filter((streak) => streak.games >= MIN_STREAK)
}

/** The run that a team's newest game belongs to; none after a tie. `games` are newest first. */
function currentStreak(games: readonly TwoSidedGame[], team: Team): Streak[] {
  const results = games.flatMap(({ home, away, result }) => {
    if (home.teamId !== team.teamId && away.teamId !== team.teamId) return []
    if (result === 'tie') return ['tied' as const]
    return (result === 'home') === (home.teamId === team.teamId) ? ['won' as const] : ['lost' as const]
  })
  const [kind] = results
  if (kind === undefined || kind === 'tied') return []
  const end = results.findIndex((each) => each !== kind)
  return [{ team, kind, games: end === -1 ? results.length : end }]
}

function whoPays({ scores, week, teams, hasBetslip }: PlayedWeek): Recap['whoPays'] {
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
