import type { Goal, OpenRace } from '../race/clinch.ts'

/** A race from the wins of each team, a tie as half a win, and pairs of teams counted from 1, such as `2-9 4-8`. */
export function aRace(wins: readonly number[], pairs = ''): OpenRace {
  const games = [...pairs.matchAll(/(\d+)-(\d+)/g)].map(([, a, b]) => [Number(a) - 1, Number(b) - 1] as const)
  return { units: wins.map((each) => each * 2), games, medianWeeks: [] }
}

const R5_GAMES = '3-9 2-10 4-5 6-7 8-12 1-11'
const R4B_GAMES = '3-10 7-12 2-11 1-5 6-9 4-8'

/** Real standings before the last weeks, with what is certain in them. Teams are counted from 1. */
export const REAL_RACES = [
  {
    name: 'R1',
    places: 6,
    race: aRace([10, 2, 4, 5, 6, 7, 10, 5, 4, 7], '2-9 4-8 1-7 5-6 3-10 8-9 2-4 1-10 3-5 6-7'),
    clinched: [1, 6, 7, 10],
    eliminated: [2],
    magic: { 1: 0, 7: 0, 6: 1, 10: 1, 5: 2 },
  },
  {
    name: 'R2',
    places: 6,
    race: aRace([5, 8, 1, 6, 6, 7, 6, 3, 7, 6], '2-3 8-9 4-10 1-6 5-7 2-10 1-9 7-8 3-6 4-5'),
    clinched: [2],
    eliminated: [3, 8],
    magic: { 2: 1, 6: 2, 9: 2 },
  },
  {
    name: 'R3',
    places: 6,
    race: aRace(
      [4, 7, 8, 6, 7, 4, 6, 6, 7, 5, 6, 6],
      '8-11 5-9 1-10 2-3 6-12 4-7 5-11 8-9 1-3 2-10 6-7 4-12',
    ),
    clinched: [],
    eliminated: [1, 6],
    magic: { 3: 1, 2: 2, 5: 2, 9: 2 },
  },
  {
    name: 'R4',
    places: 6,
    race: aRace([3, 8, 5, 4, 9, 6, 9, 3, 8, 8, 4, 5], `3-12 7-10 1-11 2-5 4-6 8-9 ${R4B_GAMES}`),
    clinched: [2, 5, 7, 9, 10],
    eliminated: [1, 8],
    magic: { 2: 0, 5: 0, 7: 0, 9: 0, 10: 0, 6: 2 },
  },
  {
    name: 'R4b',
    places: 6,
    race: aRace([4, 9, 6, 5, 9, 6, 10, 3, 9, 8, 4, 5], R4B_GAMES),
    clinched: [2, 5, 7, 9, 10],
    eliminated: [1, 8, 11],
    magic: { 2: 0, 5: 0, 7: 0, 9: 0, 10: 0 },
  },
  {
    name: 'R5',
    places: 4,
    race: aRace([9, 4, 2, 7, 4, 7, 8, 3, 6, 5, 8, 3], `9-10 2-3 5-7 4-6 1-8 11-12 ${R5_GAMES}`),
    clinched: [1],
    eliminated: [2, 3, 5, 8, 10, 12],
    magic: { 1: 1, 7: 2, 11: 2 },
  },
  {
    name: 'R5a',
    places: 4,
    race: aRace(
      [9, 3, 2, 6, 4, 6, 7, 3, 6, 4, 7, 3],
      `9-11 10-12 3-7 2-5 1-4 6-8 9-10 2-3 5-7 4-6 1-8 11-12 ${R5_GAMES}`,
    ),
    clinched: [],
    eliminated: [2, 3, 8, 12],
    magic: { 1: 1, 7: 3, 11: 3 },
  },
] as const

/** The final units that the open games and median weeks can give, one game after the other, without duplicates. */
export function finalUnits({ units, games, medianWeeks }: OpenRace): number[][] {
  let reached = new Map([[units.join(), [...units]]])
  const spread = (outcomes: (table: number[]) => number[][]) => {
    const next = new Map<string, number[]>()
    for (const table of reached.values()) for (const each of outcomes(table)) next.set(each.join(), each)
    reached = next
  }
  const add = (table: number[], team: number, amount: number) => table.with(team, (table[team] ?? 0) + amount)
  for (const [a, b] of games) spread((table) => [0, 1, 2].map((won) => add(add(table, a, won), b, 2 - won)))
  for (const { teams, units: total } of medianWeeks) {
    const outcomes = medianOutcomes(teams.length).filter((outcome) => sum(outcome) === total)
    spread((table) =>
      outcomes.map((outcome) =>
        teams.reduce((result, team, index) => add(result, team, outcome[index] ?? 0), table),
      ),
    )
  }
  return [...reached.values()]
}

function medianOutcomes(teams: number): number[][] {
  if (teams === 0) return [[]]
  return medianOutcomes(teams - 1).flatMap((rest) => [0, 1, 2].map((units) => [...rest, units]))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Decides by trying every outcome. Level teams can be ahead or behind. */
export function enumerateGoal(race: OpenRace, goal: Goal): { isClinched: boolean; isEliminated: boolean } {
  const tables = finalUnits(race)
  const ahead = (table: number[], isAhead: (other: number, own: number) => boolean) =>
    table.reduce(
      (set, units, team) =>
        team !== goal.team && isAhead(units, table[goal.team] ?? 0) ? set | (1 << team) : set,
      0,
    )
  return {
    isClinched: tables.every((table) => !goal.isMissed(ahead(table, (other, own) => other >= own))),
    isEliminated: tables.every((table) => goal.isMissed(ahead(table, (other, own) => other > own))),
  }
}
