import { type Points, pointsFromDecimal } from '../../points.ts'
import type { FinalGame, RegularSeason } from '../season/regular-season.ts'

/** The four teams of the reference league. */
export const [A, B, C, D] = [1, 2, 3, 4]

/** One game: the week, then each team with its score. */
export type GameRow = readonly [
  week: number,
  home: number,
  homePoints: number,
  away: number,
  awayPoints: number,
]

/** Final games with the results of their scores. Every row is a game of one NFL week. */
export function finalGames(rows: readonly GameRow[]): FinalGame[] {
  return rows.map(([period, homeId, homePoints, awayId, awayPoints], index) =>
    finalGame(index + 1, period, [homeId, [homePoints]], [awayId, [awayPoints]]),
  )
}

/** A final game with a score per NFL week on each side. */
export function finalGame(
  gameId: number,
  period: number,
  home: [teamId: number, scores: number[]],
  away: [teamId: number, scores: number[]],
): FinalGame {
  const sideOf = ([teamId, scores]: [number, number[]]) => {
    const pointsByWeek = scores.map(pointsFromDecimal)
    return { teamId, pointsByWeek, points: pointsByWeek.reduce((sum, each) => sum + each, 0) as Points }
  }
  const [homeSide, awaySide] = [sideOf(home), sideOf(away)]
  const margin = homeSide.points - awaySide.points
  const result = margin === 0 ? 'tie' : margin > 0 ? 'home' : 'away'
  const weeks = home[1].map((_, index) => period + index)
  return { gameId, period, weeks, home: homeSide, away: awaySide, result }
}

/** A league of four with a tie in the first week, in which everybody meets once. */
const REFERENCE_GAMES = finalGames([
  [1, A, 120.5, B, 110],
  [1, C, 99.9, D, 99.9],
  [2, A, 88, C, 130.2],
  [2, B, 101.1, D, 101],
  [3, A, 105, D, 140],
  [3, B, 90, C, 95.5],
])

/** A season of one-week games; its open games have no scores. */
export function aRegularSeason(
  games: readonly FinalGame[],
  more: Partial<RegularSeason> & {
    open?: readonly (readonly [week: number, home: number, away: number])[]
  } = {},
): RegularSeason {
  const { open = [], ...rest } = more
  const openGames = open.map(([period, homeId, awayId], index) => ({
    gameId: games.length + index + 1,
    period,
    weeks: [period],
    homeId,
    awayId,
  }))
  const teamIds = [
    ...games.flatMap(({ home, away }) => [home.teamId, away.teamId]),
    ...openGames.flatMap(({ homeId, awayId }) => [homeId, awayId]),
  ]
  return {
    teams: [...new Set(teamIds)].sort((a, b) => a - b).map((teamId) => ({ teamId, divisionId: null })),
    games,
    openGames,
    hasMedianGame: false,
    lastPeriod: Math.max(0, ...[...games, ...openGames].map(({ period }) => period)),
    completedPeriods: Math.max(0, ...games.map(({ period }) => period)),
    ...rest,
  }
}

/** The reference league as a finished regular season. */
export const REFERENCE_LEAGUE = aRegularSeason(REFERENCE_GAMES)
