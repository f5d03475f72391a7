import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Points } from '../../points.ts'
import { TIE_BREAKERS } from '../../seasons/season.ts'
import { type RegularSeason, seasonThrough } from '../season/regular-season.ts'
import { A, B, C, D, REFERENCE_LEAGUE } from '../testing/reference-league.ts'
import { anyRegularSeason } from '../testing/season-arbitraries.ts'
import { fitScoreModel, normalNumbers, randomNumbers, seedOf } from './score-model.ts'
import { addGame, totalsOf } from './season-totals.ts'
import { seedOrder } from './seed-order.ts'
import {
  bracketPlayer,
  countByes,
  type PlayoffPlan,
  type SimulationPlan,
  simulateSeason,
} from './simulate-season.ts'

const RULES = { tieBreaker: 'points_for', divisions: null } as const

const playoffsOf = (places: number): PlayoffPlan => ({
  places,
  roundWeeks: [1],
  isReseeded: false,
  knownRounds: [],
})

function aPlan(season: RegularSeason, more: Partial<SimulationPlan> = {}): SimulationPlan {
  const model = fitScoreModel(season) ?? expect.fail('The season has no model.')
  return { season, model, rules: RULES, playoffs: playoffsOf(2), runs: 1000, seed: 1, ...more }
}

const AFTER_TWO_WEEKS = seasonThrough(REFERENCE_LEAGUE, 2)

/** The most by which a share of runs may differ from a probability. */
const toleranceOf = (probability: number, runs: number) =>
  4 * Math.sqrt((probability * (1 - probability)) / runs)

describe('the reference league with frozen points', () => {
  it.each([
    ['coin tosses', 0.5, 0.5, [0.5, 0.5, 0.75, 0.25], [0, 0.5, 0.5, 0]],
    ['own means', 0.542796, 0.39408, [0.542796, 0.39408, 0.786095, 0.277029], [0, 0.39408, 0.60592, 0]],
    ['the model', 0.515858, 0.46041, [0.515858, 0.46041, 0.762494, 0.261238], [0, 0.46041, 0.53959, 0]],
  ])('has exact odds by %s', (_, chanceOfA, chanceOfB, playoffs, first) => {
    const odds = { playoffs: [0, 0, 0, 0], first: [0, 0, 0, 0] }
    for (const [aWins, bWins] of [
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0],
    ] as const) {
      const totals = totalsOf(AFTER_TWO_WEEKS)
      addGame(totals, A - 1, D - 1, 2 * aWins)
      addGame(totals, B - 1, C - 1, 2 * bWins)
      const probability = (aWins ? chanceOfA : 1 - chanceOfA) * (bWins ? chanceOfB : 1 - chanceOfB)
      const [one = 0, two = 0] = seedOrder(totals, RULES)
      odds.first[one] = (odds.first[one] ?? 0) + probability
      for (const team of [one, two]) odds.playoffs[team] = (odds.playoffs[team] ?? 0) + probability
    }
    expect(odds.playoffs).toEqual(playoffs.map((share) => expect.closeTo(share, 5)))
    expect(odds.first).toEqual(first.map((share) => expect.closeTo(share, 5)))
  })
})

it('simulates the points of the reference league', () => {
  const odds = simulateSeason(aPlan(AFTER_TWO_WEEKS, { runs: 100_000, seed: seedOf('s1/2026/2') }))
  for (const [index, share] of [0.516, 0.46, 0.706, 0.318].entries())
    expect(Math.abs((odds[index]?.playoffs ?? 0) - share)).toBeLessThan(0.002 + toleranceOf(share, 100_000))
  for (const [index, share] of [0.1, 0.361, 0.54, 0].entries())
    expect(Math.abs((odds[index]?.firstSeed ?? 0) - share)).toBeLessThan(0.002 + toleranceOf(share, 100_000))
})

it('plays a bracket of equal spreads', () => {
  const means = new Map([
    [C, 108.533333],
    [D, 113.633333],
    [A, 104.5],
    [B, 100.366667],
  ])
  const draw = normalNumbers(randomNumbers(5))
  const scoreOf = (team: number) => (means.get(team) ?? 0) + 25 * draw()
  const play = bracketPlayer(playoffsOf(4))
  const titles = new Map<number, number>()
  const runs = 100_000
  for (let run = 0; run < runs; run += 1) {
    const champion = play([C, D, A, B], (a, b) => (scoreOf(a) > scoreOf(b) ? a : b))
    titles.set(champion, (titles.get(champion) ?? 0) + 1)
  }
  for (const [team, share] of [
    [C, 0.285946],
    [D, 0.357352],
    [A, 0.195918],
    [B, 0.160784],
  ] as const)
    expect(Math.abs((titles.get(team) ?? 0) / runs - share)).toBeLessThan(toleranceOf(share, runs))
})

it('has the same odds for the same seed, and similar ones for another', () => {
  const [first, again, other] = [1, 1, 2].map((seed) =>
    simulateSeason(aPlan(AFTER_TWO_WEEKS, { seed, runs: 10_000 })),
  )
  expect(again).toEqual(first)
  expect(other).not.toEqual(first)
  for (const [index, { playoffs }] of (first ?? []).entries())
    expect(Math.abs((other?.[index]?.playoffs ?? 0) - playoffs)).toBeLessThan(
      Math.SQRT2 * toleranceOf(0.5, 10_000),
    )
})

it('replaces winners by picks and keeps the simulated points', () => {
  const [first, second] = AFTER_TWO_WEEKS.openGames
  const picks = [
    { gameId: first?.gameId ?? 0, winner: 'home' as const },
    { gameId: second?.gameId ?? 0, winner: 'home' as const },
  ]
  const odds = simulateSeason(aPlan(AFTER_TWO_WEEKS, { picks }))
  // A and B win, so both are in with two wins, and C and D are out.
  expect(odds.map(({ playoffs }) => playoffs)).toEqual([1, 1, 0, 0])
  expect(odds.map(({ meanWins }) => meanWins)).toEqual([2, 2, 1.5, 0.5])
  const tie = simulateSeason(
    aPlan(AFTER_TWO_WEEKS, { picks: picks.map((pick) => ({ ...pick, winner: 'tie' as const })) }),
  )
  expect(tie.map(({ meanWins }) => meanWins)).toEqual([1.5, 1.5, 2, 1])
})

describe('what is at stake', () => {
  it('adds up to the odds, and knows what a result decides', () => {
    const odds = simulateSeason(aPlan(AFTER_TWO_WEEKS, { runs: 10_000 }))
    const [, , , d] = odds
    // D plays A. Without a win, D cannot pass C, and only points could help against A and B.
    const stake = d?.stakes.find(({ gameId }) => gameId === AFTER_TWO_WEEKS.openGames[0]?.gameId)
    expect(d?.stakes).toHaveLength(2)
    expect([stake?.homeWins, stake?.awayWins]).toEqual([0, expect.closeTo(0.617, 1)])
    const [a] = odds
    const chance = (a?.meanWins ?? 0) - 1
    const { homeWins, awayWins } = a?.stakes[0] ?? {}
    expect(chance * (homeWins ?? 0) + (1 - chance) * (awayWins ?? 0)).toBeCloseTo(a?.playoffs ?? 0, 9)
  })

  it('is not told from a few runs, or against a pick', () => {
    const few = simulateSeason(aPlan(AFTER_TWO_WEEKS, { runs: 399 }))
    expect(few[0]?.stakes.every(({ homeWins, awayWins }) => homeWins === null && awayWins === null)).toBe(
      true,
    )
    const [first] = AFTER_TWO_WEEKS.openGames
    const picks = [{ gameId: first?.gameId ?? 0, winner: 'home' as const }]
    const odds = simulateSeason(aPlan(AFTER_TWO_WEEKS, { picks, runs: 1000 }))
    expect(odds.map(({ playoffs, stakes }) => [stakes[0]?.homeWins, stakes[0]?.awayWins, playoffs])).toEqual(
      odds.map(({ playoffs }) => [playoffs, null, playoffs]),
    )
  })

  it('is about the games of the next week only', () => {
    const odds = simulateSeason(aPlan(seasonThrough(REFERENCE_LEAGUE, 2), { runs: 1000 }))
    const earlier = seasonThrough(REFERENCE_LEAGUE, 1)
    const model = fitScoreModel(REFERENCE_LEAGUE) ?? expect.fail('The season has no model.')
    const both = simulateSeason({ ...aPlan(AFTER_TWO_WEEKS), season: earlier, model, runs: 1000 })
    expect(both[0]?.stakes.map(({ gameId }) => gameId)).toEqual(
      earlier.openGames.filter(({ period }) => period === 2).map(({ gameId }) => gameId),
    )
    expect(odds[0]?.stakes).toHaveLength(2)
  })
})

describe('any season', () => {
  const anyPlan = fc
    .record({
      season: anyRegularSeason({ open: 2 }),
      places: fc.integer({ min: 2, max: 4 }),
      hasMedianGame: fc.boolean(),
      hasDivisions: fc.boolean(),
      tieBreaker: fc.constantFrom(...TIE_BREAKERS),
    })
    .filter(({ season }) => fitScoreModel(season) !== null)
    .map(({ season, places, hasMedianGame, hasDivisions, tieBreaker }) => {
      const divisions = hasDivisions ? season.teams.map((_, index) => index % 2) : null
      return aPlan(
        { ...season, hasMedianGame },
        { rules: { tieBreaker, divisions }, playoffs: playoffsOf(places), runs: 50 },
      )
    })

  it('gives away all places, seeds, byes and titles', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const odds = simulateSeason(plan)
        const { places } = plan.playoffs
        const sumOf = (value: (team: (typeof odds)[number]) => number) =>
          odds.reduce((sum, team) => sum + value(team), 0)
        expect(sumOf(({ playoffs }) => playoffs)).toBeCloseTo(places, 9)
        expect(sumOf(({ bye }) => bye)).toBeCloseTo(countByes(places), 9)
        expect(sumOf(({ title }) => title)).toBeCloseTo(1, 9)
        for (const seed of plan.season.teams.keys())
          expect(sumOf(({ seeds }) => seeds[seed] ?? 0)).toBeCloseTo(1, 9)
        if (plan.rules.divisions !== null) expect(sumOf(({ division }) => division ?? 0)).toBeCloseTo(2, 9)
        for (const { playoffs, bye, title } of odds) {
          expect(title).toBeLessThanOrEqual(playoffs)
          expect(bye).toBeLessThanOrEqual(playoffs)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('repeats the standings when no game is open', () => {
    fc.assert(
      fc.property(anyRegularSeason(), (season) => {
        fc.pre(fitScoreModel(season) !== null)
        const order = seedOrder(totalsOf(season), RULES)
        fc.pre(isDecided(season))
        const odds = simulateSeason(aPlan(season, { runs: 20 }))
        for (const [place, team] of order.entries()) {
          expect(odds[team]?.playoffs).toBe(Number(place < 2))
          expect(odds[team]?.seeds[place]).toBe(1)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('never gives a team lower odds for higher scores in the past', () => {
    fc.assert(
      fc.property(anyRegularSeason({ open: 2 }), fc.integer({ min: 100, max: 2000 }), (season, extra) => {
        fc.pre(fitScoreModel(season) !== null)
        const teamId = season.teams[0]?.teamId ?? 0
        const raise = <Side extends { teamId: number; points: Points }>(side: Side) => {
          const points = (side.points + (side.teamId === teamId ? extra : 0)) as Points
          return { ...side, points, pointsByWeek: [points] }
        }
        const games = season.games.map((game) => ({
          ...game,
          home: raise(game.home),
          away: raise(game.away),
        }))
        const [before, after] = [season, { ...season, games }].map((each) =>
          simulateSeason(aPlan(each, { runs: 100 })),
        )
        expect(after?.[0]?.playoffs).toBeGreaterThanOrEqual(before?.[0]?.playoffs ?? 0)
      }),
      { numRuns: 40 },
    )
  })
})

/** Whether the order does not depend on a coin. */
function isDecided(season: RegularSeason): boolean {
  const orders = [0, 0.5, 0.99].map((coin) => seedOrder(totalsOf(season), RULES, () => coin).join())
  return new Set(orders).size === 1
}
