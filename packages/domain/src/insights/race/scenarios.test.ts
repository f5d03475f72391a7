import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aRace, REAL_RACES } from '../testing/recorded-races.ts'
import { goalOf, isClinched, isEliminated } from './clinch.ts'
import { withResult } from './playoff-race.ts'
import { describeScenarios, type ScenarioLine, scenariosOf } from './scenarios.ts'

const rulesOf = (places: number) => ({ places, byes: 0, divisions: null })
const LAST_WEEK = aRace([1, 1, 1.5, 0.5], '1-4 2-3')

it.each([
  ['A', 'In with a win, or with a tie and a loss by B.'],
  ['B', 'In with a win.'],
  ['C', 'In with a win or a tie.'],
  ['D', 'In with a win and a loss by B.'],
])('tells what team %s of the reference league needs', (name, text) => {
  const scenarios = scenariosOf('ABCD'.indexOf(name), LAST_WEEK, rulesOf(2))
  expect(describeScenarios(scenarios, (team) => 'ABCD'[team] ?? '')).toBe(text)
})

describe('the standings R4b', () => {
  const { race, places } = REAL_RACES.find(({ name }) => name === 'R4b') ?? expect.fail()
  const describeTeam = (team: number) =>
    describeScenarios(scenariosOf(team - 1, race, rulesOf(places)), (index) => `${index + 1}`)

  it.each([
    [3, 'In with a win if 6 does not win, or with a tie and a loss by 6.'],
    [6, 'In with a win if 3 does not win, or with a tie and a loss by 3.'],
    [4, null],
    [12, null],
    [2, 'In with any result.'],
  ])('tell what team %i needs', (team, text) => {
    expect(describeTeam(team)).toBe(text)
  })
})

it('counts combinations if no few conditions are enough', () => {
  // Team 1 needs four of the five others to lose, each against a team that is far ahead or behind.
  const race = aRace([5, 0, 5, 0, 5, 0, 5, 0, 5, 0, 5, 0], '1-2 3-4 5-6 7-8 9-10 11-12')
  const scenarios = scenariosOf(0, race, rulesOf(2))
  expect(scenarios.lines).toEqual([])
  expect(scenarios.combinations).toEqual({ certain: 6, total: 64 })
  expect(describeScenarios(scenarios, String)).toBe('In with 6 of 64 combinations of results.')
})

it('has no lines for a team that does not play', () => {
  expect(scenariosOf(2, aRace([1, 1, 1], '1-2'), rulesOf(2))).toEqual({ lines: [], combinations: null })
})

it.each<[ScenarioLine, string]>([
  [
    { own: ['win'], conditions: [0, 1, 2].map((team) => ({ team, result: 'wins' as const })) },
    'In with a win, a win by 0, a win by 1 and a win by 2.',
  ],
  [
    {
      own: ['tie'],
      conditions: [
        { team: 1, result: 'does_not_lose' },
        { team: 2, result: 'ties' },
      ],
    },
    'In with a tie and a tie of 2 if 1 does not lose.',
  ],
])('describes %j', (line, text) => {
  expect(describeScenarios({ lines: [line], combinations: null }, String)).toBe(text)
})

it('agrees with what is certain after the own result', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 3, max: 8 }), { minLength: 6, maxLength: 6 }),
      fc.integer({ min: 1, max: 4 }),
      (wins, places) => {
        const race = aRace(wins, '1-2 3-4 5-6')
        const goal = goalOf(0, 'place', rulesOf(places)) ?? expect.fail()
        const { lines } = scenariosOf(0, race, rulesOf(places))
        const isSure = (own: string) =>
          lines.some((line) => line.own.includes(own as 'win') && line.conditions.length === 0)
        for (const [own, units] of [
          ['win', 2],
          ['tie', 1],
          ['loss', 0],
        ] as const)
          expect(isSure(own)).toBe(isClinched(withResult(race, 0, 0, units), goal))
        if (isEliminated(race, goal)) expect(lines).toEqual([])
      },
    ),
  )
})
