import {
  completedGames,
  type FinalGame,
  groupByPeriod,
  medianOf,
  type RegularSeason,
  sidesOf,
} from '../season/regular-season.ts'
import type { SeasonTotals } from './seed-order.ts'

/** Totals that a simulated season adds to. Points are in points. */
export type MutableTotals = { [Key in keyof SeasonTotals]: Float64Array }

/** The totals of the final games, and of the median games of completed periods, in the order of the teams. */
export function totalsOf(season: RegularSeason): MutableTotals {
  const teams = season.teams.length
  const totals = emptyTotals(teams)
  const indexes = new Map(season.teams.map(({ teamId }, index) => [teamId, index]))
  for (const { home, away, result } of season.games) {
    const [homeIndex, awayIndex] = [indexes.get(home.teamId), indexes.get(away.teamId)]
    if (homeIndex === undefined || awayIndex === undefined) continue
    const units = result === 'tie' ? 1 : result === 'home' ? 2 : 0
    addGame(totals, homeIndex, awayIndex, units)
    addPoints(totals, homeIndex, awayIndex, home.points / 100, away.points / 100)
  }
  for (const games of season.hasMedianGame ? groupByPeriod(completedGames(season)) : [])
    for (const [teamId, units] of medianResults(games)) {
      const index = indexes.get(teamId) ?? -1
      addTo(totals.units, index, units)
      addTo(totals.results, index, 1)
    }
  return totals
}

/** 2 for a score above the median of a period, 1 at it, 0 below, by team ID. */
export function medianResults(games: readonly FinalGame[]): Map<number, number> {
  const sides = sidesOf(games)
  const median = medianOf(sides.map(({ points }) => points))
  return new Map(sides.map(({ teamId, points }) => [teamId, 1 + Math.sign(points - median)]))
}

/** Adds a result between two teams. `units` are the half wins of the first one. */
export function addGame(totals: MutableTotals, a: number, b: number, units: number): void {
  const teams = totals.units.length
  addTo(totals.units, a, units)
  addTo(totals.units, b, 2 - units)
  addTo(totals.results, a, 1)
  addTo(totals.results, b, 1)
  addTo(totals.unitsAgainst, a * teams + b, units)
  addTo(totals.unitsAgainst, b * teams + a, 2 - units)
  addTo(totals.gamesAgainst, a * teams + b, 1)
  addTo(totals.gamesAgainst, b * teams + a, 1)
}

export function addPoints(
  totals: MutableTotals,
  a: number,
  b: number,
  pointsA: number,
  pointsB: number,
): void {
  addTo(totals.pointsFor, a, pointsA)
  addTo(totals.pointsAgainst, b, pointsA)
  addTo(totals.pointsFor, b, pointsB)
  addTo(totals.pointsAgainst, a, pointsB)
}

export function addTo(values: Float64Array, index: number, amount: number): void {
  values[index] = (values[index] ?? 0) + amount
}

export function emptyTotals(teams: number): MutableTotals {
  return {
    units: new Float64Array(teams),
    results: new Float64Array(teams),
    pointsFor: new Float64Array(teams),
    pointsAgainst: new Float64Array(teams),
    unitsAgainst: new Float64Array(teams * teams),
    gamesAgainst: new Float64Array(teams * teams),
  }
}

export function copyTotals(from: MutableTotals, to: MutableTotals): void {
  to.units.set(from.units)
  to.results.set(from.results)
  to.pointsFor.set(from.pointsFor)
  to.pointsAgainst.set(from.pointsAgainst)
  to.unitsAgainst.set(from.unitsAgainst)
  to.gamesAgainst.set(from.gamesAgainst)
}
