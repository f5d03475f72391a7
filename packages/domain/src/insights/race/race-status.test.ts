import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aRace, enumerateGoal, finalUnits, REAL_RACES } from '../testing/recorded-races.ts'
import { type GoalKind, type GoalRules, goalOf, isClinched, isEliminated, type OpenRace } from './clinch.ts'
import { certaintyOfTeams, labelOf, magicNumber, resultsLeft } from './playoff-race.ts'

const rulesOf = (places: number, more: Partial<GoalRules> = {}): GoalRules => ({
  places,
  byes: 0,
  divisions: null,
  ...more,
})

/** Teams counted from 1 whose place has this certainty. */
function teamsWith(certainty: string, race: OpenRace, rules: GoalRules, kind: GoalKind = 'place') {
  return certaintyOfTeams(race, rules, null).flatMap((team, index) =>
    team[kind] === certainty ? index + 1 : [],
  )
}

describe.each(REAL_RACES)('the standings $name', ({ race, places, clinched, eliminated, magic }) => {
  const rules = rulesOf(places)

  it('have these certain teams', () => {
    expect(teamsWith('clinched', race, rules)).toEqual(clinched)
    expect(teamsWith('eliminated', race, rules)).toEqual(eliminated)
  })

  it('have these magic numbers, and the rest need help', () => {
    const numbers = race.units.flatMap((_, team) => {
      const number = magicNumber(team, race, rules) ?? Number.NaN
      return number > resultsLeft(race, team) ? [] : [[String(team + 1), number]]
    })
    expect(Object.fromEntries(numbers)).toEqual(magic)
  })
})

it('proves nothing in the reference league after two weeks', () => {
  const race = aRace([1, 1, 1.5, 0.5], '1-4 2-3')
  const rules = rulesOf(2)
  expect(teamsWith('open', race, rules)).toEqual([1, 2, 3, 4])
  expect(race.units.map((_, team) => magicNumber(team, race, rules))).toEqual([2, 2, 1, 2])
  const certainty = certaintyOfTeams(race, rules, null)
  expect(
    race.units.map((_, team) => labelOf(team, race, rules, certainty[team] ?? expect.fail(), null)),
  ).toEqual(['win_and_in', 'win_and_in', 'win_and_in', 'must_win'])
})

describe('two weeks before the end', () => {
  it.each(['1-2 3-4 1-3 2-4', '1-4 2-3 1-4 2-3'])('knows the first and the last of four with %s', (pairs) => {
    const race = aRace([10, 9, 7, 4], pairs)
    expect(teamsWith('clinched', race, rulesOf(2))).toEqual([1])
    expect(teamsWith('eliminated', race, rulesOf(2))).toEqual([4])
  })

  it('knows who is on bye', () => {
    const race = aRace([12, 11, 8, 7, 3, 1], '1-6 2-5 3-4 1-2 3-4 5-6')
    const rules = rulesOf(4, { byes: 2 })
    expect(teamsWith('clinched', race, rules)).toEqual([1, 2, 3, 4])
    expect(teamsWith('clinched', race, rules, 'bye')).toEqual([1, 2])
    expect(teamsWith('clinched', race, rules, 'first')).toEqual([])
    const certainty = certaintyOfTeams(race, rules, null)
    const labels = certainty.map((team, index) => labelOf(index, race, rules, team, null))
    expect(labels).toEqual([
      'clinched_bye',
      'clinched_bye',
      'clinched_no_bye',
      'clinched_no_bye',
      'eliminated',
      'eliminated',
    ])
  })
})

it.each([
  [2, [8, 4, 4, 4, 0], 12, [9, 13, 13, 13, 17]],
  [1, [8, 6.5, 0], 4, [3, 6, 13]],
])('has magic numbers for %i places and the wins %j', (places, wins, left, numbers) => {
  // Each team plays its games against a team of its own, so that the results left are the same for all.
  const games = wins.flatMap((_, team) => Array.from({ length: left }, () => [team, 99] as const))
  const race = { ...aRace(wins), games }
  expect(wins.map((_, team) => magicNumber(team, race, rulesOf(places)))).toEqual(numbers)
})

it('has no magic numbers in a league with divisions', () => {
  expect(magicNumber(0, aRace([1, 0]), rulesOf(1, { divisions: [0, 1] }))).toBeNull()
})

it('uses the final order when the season is over', () => {
  const race = aRace([3, 3, 2, 2])
  const rules = rulesOf(3, { byes: 1, divisions: [0, 0, 1, 1] })
  const certainty = certaintyOfTeams(race, rules, [1, 3, 0, 2])
  expect(certainty.map(({ place }) => place)).toEqual(['clinched', 'clinched', 'eliminated', 'clinched'])
  expect(certainty.map(({ bye }) => bye)).toEqual(['eliminated', 'clinched', 'eliminated', 'eliminated'])
  expect(certainty.map(({ division }) => division)).toEqual([
    'eliminated',
    'clinched',
    'eliminated',
    'clinched',
  ])
})

describe('any race', () => {
  const anyRace = (more: { hasMedian?: boolean } = {}) =>
    fc
      .record({
        teams: fc.constantFrom(4, 5, 6),
        weeks: fc.integer({ min: 1, max: more.hasMedian === true ? 1 : 3 }),
        units: fc.array(fc.integer({ min: 4, max: 12 }), { minLength: 6, maxLength: 6 }),
        shuffles: fc.array(fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }), {
          minLength: 3,
          maxLength: 3,
        }),
      })
      .map(({ teams, weeks, units, shuffles }): OpenRace => {
        const pairings = shuffles.slice(0, weeks).map((order) => order.filter((team) => team < teams))
        const games = pairings.flatMap((order) =>
          Array.from(
            { length: Math.floor(teams / 2) },
            (_, pair) => [order[2 * pair] ?? 0, order[2 * pair + 1] ?? 0] as const,
          ),
        )
        const playing = [...Array(teams).keys()]
        const medianWeeks = more.hasMedian === true ? [{ teams: playing, units: teams }] : []
        return { units: units.slice(0, teams), games, medianWeeks }
      })
  const anyRules = fc.record({
    places: fc.integer({ min: 2, max: 4 }),
    byes: fc.integer({ min: 1, max: 2 }),
    divisions: fc.option(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 6, maxLength: 6 })),
  })
  const kinds = ['place', 'bye', 'first', 'division'] as const

  it.each([false, true])('has the certainty of full enumeration, with a median week: %s', (hasMedian) => {
    fc.assert(
      fc.property(anyRace({ hasMedian }), anyRules, fc.constantFrom(...kinds), (race, rules, kind) => {
        const goal = goalOf(0, kind, {
          ...rules,
          divisions: rules.divisions?.slice(0, race.units.length) ?? null,
        })
        if (goal === null) return
        expect({ isClinched: isClinched(race, goal), isEliminated: isEliminated(race, goal) }).toEqual(
          enumerateGoal(race, goal),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('is certain for no more teams than places', () => {
    fc.assert(
      fc.property(anyRace(), fc.integer({ min: 1, max: 3 }), (race, places) => {
        expect(teamsWith('clinched', race, rulesOf(places)).length).toBeLessThanOrEqual(places)
        expect(teamsWith('eliminated', race, rulesOf(places)).length).toBeLessThanOrEqual(
          race.units.length - places,
        )
      }),
    )
  })

  it('never withdraws what is certain', () => {
    fc.assert(
      fc.property(
        anyRace(),
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom(0, 1, 2),
        (race, places, won) => {
          const [[a, b] = [0, 0], ...games] = race.games
          const units = race.units.with(a, (race.units[a] ?? 0) + won)
          const after = { ...race, games, units: units.with(b, (units[b] ?? 0) + 2 - won) }
          fc.pre(games.length > 0)
          for (const certainty of ['clinched', 'eliminated'])
            expect(teamsWith(certainty, after, rulesOf(places))).toEqual(
              expect.arrayContaining(teamsWith(certainty, race, rulesOf(places))),
            )
        },
      ),
    )
  })

  it('makes a place certain with as many wins as the magic number', () => {
    fc.assert(
      fc.property(anyRace(), fc.integer({ min: 1, max: 3 }), (race, places) => {
        const number = magicNumber(0, race, rulesOf(places)) ?? expect.fail()
        const own = race.games.filter((game) => game.includes(0)).length
        fc.pre(number <= own)
        for (const table of finalUnits(race)) {
          const wins = ((table[0] ?? 0) - (race.units[0] ?? 0)) / 2
          if (wins < number) continue
          expect(table.filter((units, team) => team !== 0 && units >= (table[0] ?? 0)).length).toBeLessThan(
            places,
          )
        }
      }),
    )
  })
})
