import type { Points } from '../../points.ts'
import type { TeamRecord } from '../../seasons/season.ts'
import {
  completedGames,
  type FinalGame,
  type FinalSide,
  gamesOfTeam,
  groupByPeriod,
  type RegularSeason,
  sidesOf,
} from './regular-season.ts'

export type AllPlayWeek = {
  period: number
  teamId: number
  points: Points
  opponent: FinalSide
  allPlay: TeamRecord
  /** The share of the other teams that the score beats, 0 to 1. Equal scores count half. */
  rate: number
  /** The variance of the result against a random opponent. */
  variance: number
  /** 1 for a win, 0.5 for a tie, 0 for a loss. */
  result: number
  /** How much more the game gave than the score deserved. */
  luck: number
}

export type TeamLuck = {
  teamId: number
  allPlay: TeamRecord
  /** All-play win rate, 0 to 1; null without games. */
  allPlayRate: number | null
  /** Wins against the real opponents, a tie as half a win. */
  wins: number
  /** The sum of the weekly rates. */
  expectedWins: number
  /** Wins that the schedule gave (+) or took (−). */
  luck: number
  /** Standard deviation of the wins, if the opponents were drawn at random. */
  standardDeviation: number
  /** Luck in standard deviations; null if these are 0. */
  unusualness: number | null
}

/** Compares every score with the other scores of its period. Games of two weeks are compared by their totals. */
export function allPlayWeeks(games: readonly FinalGame[]): AllPlayWeek[] {
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
export function luckOfTeams(season: RegularSeason): TeamLuck[] {
  const weeks = allPlayWeeks(completedGames(season))
  return season.teams.map(({ teamId }) => sumUpLuck(teamId, weeks))
}

function sumUpLuck(teamId: number, all: readonly AllPlayWeek[]): TeamLuck {
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
