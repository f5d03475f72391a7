import type { Points } from '../../points.ts'
import type { TeamRecord } from '../../seasons/season.ts'
import {
  completedGames,
  type FinalGame,
  gamesOfTeam,
  groupByPeriod,
  meanOf,
  medianOf,
  pointsPerWeek,
  type RegularSeason,
  scoresByWeek,
  sidesOf,
  type TeamGame,
} from './regular-season.ts'

export type AllPlayWeek = ReturnType<typeof allPlayWeeks>[number]

/** Compares every score with the other scores of its period. Games of two weeks are compared by their totals. */
export function allPlayWeeks(games: readonly FinalGame[]) {
  return groupByPeriod(games).flatMap((periodGames) => {
    const scores = sidesOf(periodGames).map(({ points }) => points)
    return periodGames.flatMap((game) =>
      [game.home, game.away].flatMap(({ teamId, points }) =>
        gamesOfTeam([game], teamId).map(({ other: opponent, result }) => {
          const comparison = compareWithOthers(points, scores)
          const luck = result - comparison.rate
          return { period: game.period, teamId, points, opponent, ...comparison, result, luck }
        }),
      ),
    )
  })
}

/** `scores` contains the own score once. */
function compareWithOthers(points: Points, scores: readonly Points[]) {
  const others = scores.length - 1
  const wins = scores.filter((score) => score < points).length
  const ties = scores.filter((score) => score === points).length - 1
  const rate = (wins + ties / 2) / others
  // Differences of equal fractions can be slightly below 0.
  const variance = Math.max(0, (wins + ties / 4) / others - rate ** 2)
  return { allPlay: { wins, losses: others - wins - ties, ties }, rate, variance }
}

/** The luck of every team through the completed periods, in the order of the teams. */
export function luckOfTeams(season: RegularSeason) {
  const weeks = allPlayWeeks(completedGames(season))
  return season.teams.map(({ teamId }) => sumUpLuck(teamId, weeks))
}

function sumUpLuck(teamId: number, all: readonly AllPlayWeek[]) {
  const weeks = all.filter((week) => week.teamId === teamId)
  const sumOf = (value: (week: AllPlayWeek) => number) => weeks.reduce((sum, week) => sum + value(week), 0)
  const allPlay = {
    wins: sumOf((week) => week.allPlay.wins),
    losses: sumOf((week) => week.allPlay.losses),
    ties: sumOf((week) => week.allPlay.ties),
  }
  const comparisons = allPlay.wins + allPlay.losses + allPlay.ties
  const [wins, expectedWins] = [sumOf(({ result }) => result), sumOf(({ rate }) => rate)]
  const standardDeviation = Math.sqrt(sumOf(({ variance }) => variance))
  const luck = wins - expectedWins
  return {
    teamId,
    allPlay,
    allPlayRate: comparisons === 0 ? null : (allPlay.wins + allPlay.ties / 2) / comparisons,
    wins,
    expectedWins,
    luck,
    standardDeviation,
    unusualness: standardDeviation === 0 ? null : luck / standardDeviation,
  }
}

/**
 * The strength of every team's schedule through the completed periods. Opponents met twice count twice. `played` and
 * `remaining` say how many points per week the opponents score above the average of all others; null without opponents.
 */
export function scheduleStrengths(season: RegularSeason) {
  const games = completedGames(season)
  const pointsOf = new Map(
    season.teams.map(({ teamId }) => [teamId, pointsPerWeek(gamesOfTeam(games, teamId))]),
  )
  const ratesOf = new Map(luckOfTeams(season).map(({ teamId, allPlayRate }) => [teamId, allPlayRate]))
  return season.teams.map(({ teamId }) => {
    const meanOver = (values: ReadonlyMap<number, number | null>, teamIds: readonly number[]) =>
      meanOf(teamIds.flatMap((id) => values.get(id) ?? []))
    const others = season.teams.map((team) => team.teamId).filter((id) => id !== teamId)
    const baseline = meanOver(pointsOf, others)
    const aboveBaseline = (opponents: readonly number[]) => {
      const mean = meanOver(pointsOf, opponents)
      return mean === null || baseline === null ? null : mean - baseline
    }
    const met = gamesOfTeam(games, teamId).map(({ other }) => other.teamId)
    const toCome = season.openGames.flatMap(({ homeId, awayId }) =>
      homeId === teamId ? awayId : awayId === teamId ? homeId : [],
    )
    return {
      teamId,
      played: aboveBaseline(met),
      remaining: aboveBaseline(toCome),
      opponentsAllPlayRate: meanOver(ratesOf, met),
    }
  })
}

/**
 * The records that each team's scores would have given it with the schedules of all teams, in the order of the teams. A
 * tie is half a win in `best`, `worst` and `mean`; `better` counts the schedules with more wins than the own one.
 */
export function swapSchedules(season: RegularSeason) {
  const games = completedGames(season)
  const gamesOf = new Map(season.teams.map(({ teamId }) => [teamId, gamesOfTeam(games, teamId)]))
  return season.teams.map(({ teamId }) => {
    const own = new Map((gamesOf.get(teamId) ?? []).map((game) => [game.game.period, game]))
    const records = season.teams.map((schedule) => ({
      scheduleOf: schedule.teamId,
      record: recordWith(own, gamesOf.get(schedule.teamId) ?? []),
    }))
    const wins = records.map(({ record }) => record.wins + record.ties / 2)
    const real = wins[season.teams.findIndex((team) => team.teamId === teamId)] ?? 0
    return {
      teamId,
      records,
      best: Math.max(...wins),
      worst: Math.min(...wins),
      mean: wins.reduce((sum, each) => sum + each, 0) / wins.length,
      better: wins.filter((each) => each > real).length,
    }
  })
}

/** Weeks without a game of either team are skipped. The games that were really played keep their results. */
function recordWith(own: ReadonlyMap<number, TeamGame>, schedule: readonly TeamGame[]): TeamRecord {
  const record: TeamRecord = { wins: 0, losses: 0, ties: 0 }
  for (const { game, other } of schedule) {
    const mine = own.get(game.period)
    if (mine === undefined) continue
    const margin = mine.game === game ? mine.result - 0.5 : mine.own.points - other.points
    record[margin > 0 ? 'wins' : margin < 0 ? 'losses' : 'ties'] += 1
  }
  return record
}

const MIN_WEEKS = 3

/** The difference from the median of the week that makes a boom or a bust, in hundredths. */
const BOOM = 2000

export const NO_VOLATILITY = {
  standardDeviation: null,
  volatility: null,
  median: null,
  floor: null,
  ceiling: null,
  boom: null,
  bust: null,
}

/**
 * How much the weekly scores of every team vary through the completed periods, in points and in the order of the teams;
 * null before three weeks. The standard deviation is the population's, the volatility that of a sample of differences.
 */
export function volatilityOfTeams(season: RegularSeason) {
  const weeks = [...scoresByWeek(completedGames(season)).values()].map((scores) => ({
    scores,
    median: medianOf(scores.map(({ points }) => points)),
  }))
  return season.teams.map(({ teamId }) => {
    const own = weeks.flatMap(({ scores, median }) =>
      scores
        .filter((score) => score.teamId === teamId)
        .map(({ points }) => ({ points, difference: points - median })),
    )
    if (own.length < MIN_WEEKS) return { teamId, weeks: own.length, ...NO_VOLATILITY }
    const points = own.map((week) => week.points)
    const differences = own.map(({ difference }) => difference)
    return {
      teamId,
      weeks: own.length,
      standardDeviation: Math.sqrt(squaredDeviations(points) / points.length) / 100,
      volatility: Math.sqrt(squaredDeviations(differences) / (differences.length - 1)) / 100,
      median: medianOf(points) / 100,
      floor: percentile(points, 0.1) / 100,
      ceiling: percentile(points, 0.9) / 100,
      boom: differences.filter((difference) => difference >= BOOM).length,
      bust: differences.filter((difference) => difference <= -BOOM).length,
    }
  })
}

export function squaredDeviations(values: readonly number[]): number {
  const mean = meanOf(values) ?? 0
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
}

/** Interpolates linearly between the sorted values. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(position)] ?? 0, sorted[Math.ceil(position)] ?? 0]
  return low + (high - low) * (position - Math.floor(position))
}
