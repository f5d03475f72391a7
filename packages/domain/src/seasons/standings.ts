import { addPoints, maxRoundingError, type Points } from '../points.ts'
import { hasMatchups, type ScoringFormat } from './scoring-format.ts'
import {
  displayRank,
  type Game,
  type GameSide,
  isDecided,
  type LeagueSeason,
  outcomeFor,
  type SeasonTeam,
  type TeamRecord,
} from './season.ts'

const UNRANKED = 999

type RankedTeam = {
  rank: number | null
  record: TeamRecord | null
  pointsFor: number | null
  name: string
}

/**
 * Orders by rank, best first. A missing rank sorts as 999. Teams with the same or no rank are ordered by wins with a
 * tie as half a win, then by points for, then by name. What is unknown sorts as none.
 */
export function byRank(a: RankedTeam, b: RankedTeam): number {
  return (
    (a.rank ?? UNRANKED) - (b.rank ?? UNRANKED) ||
    winsOf(b) - winsOf(a) ||
    (b.pointsFor ?? 0) - (a.pointsFor ?? 0) ||
    a.name.localeCompare(b.name, 'en')
  )
}

function winsOf({ record }: RankedTeam): number {
  return record === null ? 0 : record.wins + record.ties / 2
}

type StandingsTeam = Pick<SeasonTeam, 'finalRank' | 'playoffSeed' | 'pointsFor' | 'eliminatedWeek'>

/**
 * Returns the rank of each team in the standings. Without matchups, teams rank by points until they have final ranks;
 * equal points share a rank, and without any points there are no ranks. In an elimination league, the teams that are
 * left come first, then those that were out last.
 */
export function standingsRanks<Team extends StandingsTeam>(
  teams: readonly Team[],
  format: ScoringFormat,
): Map<Team, number | null> {
  if (format === 'elimination') return eliminationRanks(teams)
  const hasPoints = teams.some(({ pointsFor }) => pointsFor !== null && pointsFor !== 0)
  const rankByPoints = ({ pointsFor }: Team) =>
    hasPoints && pointsFor !== null
      ? teams.filter((other) => other.pointsFor !== null && other.pointsFor > pointsFor).length + 1
      : null
  return new Map(
    teams.map((team) => [
      team,
      hasMatchups(format) ? displayRank(team) : (team.finalRank ?? rankByPoints(team)),
    ]),
  )
}

function eliminationRanks<Team extends StandingsTeam>(teams: readonly Team[]): Map<Team, number | null> {
  const isAhead = (a: Team, b: Team) => byElimination(a, b) < 0
  const hasBegun = teams.some(({ pointsFor }) => (pointsFor ?? 0) !== 0)
  return new Map(
    teams.map((team) => [
      team,
      team.finalRank ?? (hasBegun ? teams.filter((other) => isAhead(other, team)).length + 1 : null),
    ]),
  )
}

/** Orders the teams of an elimination league, best first. Teams that were out in the same week are level on points only. */
export function byElimination(
  a: Pick<SeasonTeam, 'eliminatedWeek' | 'pointsFor'>,
  b: Pick<SeasonTeam, 'eliminatedWeek' | 'pointsFor'>,
): number {
  const weekOf = ({ eliminatedWeek }: Pick<SeasonTeam, 'eliminatedWeek'>) =>
    eliminatedWeek ?? Number.MAX_SAFE_INTEGER
  return weekOf(b) - weekOf(a) || (b.pointsFor ?? 0) - (a.pointsFor ?? 0)
}

/** Win percentage as a fraction from 0 to 1. A tie counts as half a win. null without games, and if they are unknown. */
export function winPercentage(record: TeamRecord | null): number | null {
  const games = countResults(record)
  return record === null || games === 0 ? null : (record.wins + record.ties / 2) / games
}

export function countResults(record: TeamRecord | null): number {
  return record === null ? 0 : record.wins + record.losses + record.ties
}

export function isInRecords({
  bracket,
  away,
  result,
}: Pick<Game, 'bracket' | 'result'> & { away: unknown }): boolean {
  return bracket === 'regular' && away !== null && isDecided(result)
}

type MedianSeason = {
  hasMedianGame: boolean | null
  teams: readonly { record: TeamRecord | null }[]
  games: readonly (Pick<Game, 'bracket' | 'result'> & { away: unknown })[]
}

/** If the setting is unknown, the records show it: they have two results for each game. */
export function playsMedianGame({ hasMedianGame, teams, games }: MedianSeason): boolean {
  if (hasMedianGame !== null) return hasMedianGame
  const sides = 2 * games.filter(isInRecords).length
  return sides > 0 && teams.reduce((sum, { record }) => sum + countResults(record), 0) === 2 * sides
}

type CountedGame = MedianSeason['games'][number] & {
  home: { teamId: number }
  away: { teamId: number } | null
}

/**
 * For rates. A week counts once, although its game against the median is a second result. Without stored games, there
 * is one for every two results then.
 */
export function gameCounter(
  season: Omit<MedianSeason, 'games'> & { games: readonly CountedGame[] },
): (team: { teamId: number; record: TeamRecord | null }) => number {
  if (!playsMedianGame(season)) return ({ record }) => countResults(record)
  const sides = season.games
    .filter(isInRecords)
    .flatMap(({ home, away }) => [home.teamId, ...(away === null ? [] : [away.teamId])])
  const counts = new Map<number, number>()
  for (const teamId of sides) counts.set(teamId, (counts.get(teamId) ?? 0) + 1)
  return ({ teamId, record }) => (sides.length === 0 ? countResults(record) / 2 : (counts.get(teamId) ?? 0))
}

type RegularSeasonTotals = { record: TeamRecord; pointsFor: Points; pointsAgainst: Points }

/** `roundedScores` is the number of scores that were rounded to hundredths, each of which can make a difference. */
export function isSameSum(total: Points, sum: Points, roundedScores: number): boolean {
  return total === sum || (roundedScores > 0 && Math.abs(total - sum) <= maxRoundingError(roundedScores))
}

export function regularSeasonTotals(teamId: number, games: readonly Game[]): RegularSeasonTotals {
  const record: TeamRecord = { wins: 0, losses: 0, ties: 0 }
  const [scored, allowed]: [Points[], Points[]] = [[], []]
  for (const game of games) {
    const { home, away, result } = game
    if (!isInRecords(game) || away === null || !isDecided(result)) continue
    if (home.teamId !== teamId && away.teamId !== teamId) continue
    const [side, own, other] =
      home.teamId === teamId ? (['home', home, away] as const) : (['away', away, home] as const)
    record[outcomeFor(side, result)] += 1
    scored.push(own.points)
    allowed.push(other.points)
  }
  return { record, pointsFor: addPoints(scored), pointsAgainst: addPoints(allowed) }
}

type GameOutcome = 'win' | 'loss' | 'tie'

type Streak<Outcome> = { outcome: Outcome; length: number }

type ResultGame = Pick<Game, 'gameId' | 'period' | 'bracket' | 'result'> & {
  home: Pick<GameSide, 'teamId'>
  away: Pick<GameSide, 'teamId'> | null
}

export function outcomeOf(
  { home, away, result }: Pick<ResultGame, 'home' | 'away' | 'result'>,
  teamId: number,
): GameOutcome | null {
  if (away === null || !isDecided(result)) return null
  if (home.teamId !== teamId && away.teamId !== teamId) return null
  return ({ wins: 'win', losses: 'loss', ties: 'tie' } as const)[
    outcomeFor(home.teamId === teamId ? 'home' : 'away', result)
  ]
}

/** Returns a function that finds the outcomes of a team's decided games that count in its record, oldest first. */
export function outcomeFinder(games: readonly ResultGame[]): (teamId: number) => readonly GameOutcome[] {
  const counted = games.filter(isInRecords).sort((a, b) => a.period - b.period || a.gameId - b.gameId)
  return (teamId) => counted.flatMap((game) => outcomeOf(game, teamId) ?? [])
}

/** The streak that includes the last of the outcomes. */
export function streakOf<Outcome>(outcomes: readonly Outcome[]): Streak<Outcome> | null {
  const outcome = outcomes.at(-1)
  if (outcome === undefined) return null
  return { outcome, length: outcomes.length - 1 - outcomes.findLastIndex((each) => each !== outcome) }
}

/**
 * Half the sum of the differences in wins and losses from the best win percentage, as the provider computes it. null
 * for a team without games, and if none has any.
 */
export function gamesBack(record: TeamRecord | null, all: readonly (TeamRecord | null)[]): number | null {
  const best = all.toSorted((a, b) => (winPercentage(b) ?? -1) - (winPercentage(a) ?? -1))[0]
  if (best == null || record === null || countResults(record) === 0) return null
  return (best.wins - record.wins + record.losses - best.losses) / 2
}

/**
 * Whether the totals of teams differ from the sums of their scores by no more than rounding, so that the platform's
 * scores have more decimals than are stored.
 */
export function hasRoundedScores({ teams, games }: Pick<LeagueSeason, 'teams' | 'games'>): boolean {
  return teams.some(({ teamId, pointsFor }) => {
    const totals = regularSeasonTotals(teamId, games)
    return (
      pointsFor !== null &&
      pointsFor !== totals.pointsFor &&
      isSameSum(pointsFor, totals.pointsFor, countResults(totals.record))
    )
  })
}
