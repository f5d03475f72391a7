import { describe, expect, it } from 'vitest'
import { pointsFromDecimal } from '../points.ts'
import {
  commissionerOf,
  displayPoints,
  displayRank,
  type Game,
  knownSeasons,
  type Member,
  periodOfNumber,
  periodOfWeek,
  seasonAt,
  weeklyPoints,
} from './season.ts'

function aMember(name: string, more: Partial<Member> = {}): Member {
  return { memberId: `{${name}}`, name, isManager: false, isCreator: false, ...more }
}

it.each([
  [{ finalRank: 3, playoffSeed: 1 }, 3],
  [{ finalRank: null, playoffSeed: 5 }, 5],
  [{ finalRank: null, playoffSeed: null }, null],
])('displays for %j the rank %j', (team, rank) => {
  expect(displayRank(team)).toBe(rank)
})

it('knows the stored seasons and those that the provider lists', () => {
  const stored = [
    { season: 2024, previousSeasons: [2015, 2016, 2023] },
    { season: 2016, previousSeasons: [2015, 2023, 2024] },
    { season: 2009, previousSeasons: [] },
  ]
  expect(knownSeasons(stored)).toEqual([2009, 2015, 2016, 2023, 2024])
  expect(knownSeasons([])).toEqual([])
})

describe('weeklyPoints', () => {
  const PERIODS = [
    { period: 1, weeks: [1] },
    { period: 14, weeks: [14, 15] },
    { period: 16, weeks: [] },
  ]
  const scores = (points: Record<number, number>) =>
    Object.entries(points).map(([week, score]) => ({ week: Number(week), points: pointsFromDecimal(score) }))
  const side = (total: number, points: Record<number, number>) => ({
    teamId: 1,
    points: pointsFromDecimal(total),
    livePoints: null,
    projectedPoints: null,
    adjustment: pointsFromDecimal(0),
    pointsByWeek: scores(points),
  })

  it.each<[string, number, Game['result'], number, Record<number, number>, Record<number, number>]>([
    ['has the total of a one-week game, with an adjustment', 1, 'home', 90.5, { 1: 90 }, { 1: 90.5 }],
    ['keeps the scores of an undecided game', 1, 'undecided', 0, { 1: 90 }, { 1: 90 }],
    ['has the total of a one-week game without weekly scores', 1, 'away', 90, {}, { 1: 90 }],
    ['has a week without points', 1, 'away', 0, {}, { 1: 0 }],
    ['has nothing for an undecided game', 1, 'undecided', 0, {}, {}],
    ['has the week without points of a two-week game', 14, 'home', 88, { 14: 88 }, { 14: 88, 15: 0 }],
    ['has both weeks without points of a two-week game', 14, 'home', 0, {}, { 14: 0, 15: 0 }],
    ['does not divide the total of a two-week game', 14, 'home', 180, {}, {}],
    ['does not guess the week of a period without weeks', 16, 'home', 80, {}, {}],
  ])('%s', (_, period, result, total, given, expected) => {
    const own = side(total, given)
    const points = weeklyPoints({ period, away: own, result }, own, { periods: PERIODS })
    expect(points).toEqual(scores(expected))
  })

  it('adds the adjustment of a game over two weeks to the last one', () => {
    const own = { ...side(190, { 14: 88, 15: 92 }), adjustment: pointsFromDecimal(10) }
    const points = weeklyPoints({ period: 14, away: own, result: 'home' }, own, { periods: PERIODS })
    expect(points).toEqual(scores({ 14: 88, 15: 102 }))
  })

  it('has nothing for a bye without weekly scores', () => {
    const bye = { period: 1, away: null, result: 'undecided' } as const
    expect(weeklyPoints(bye, side(0, {}), { periods: PERIODS })).toEqual([])
  })
})

describe('displayPoints', () => {
  const final = pointsFromDecimal(0)
  const live = pointsFromDecimal(8)

  it('returns the live score while the game is undecided', () => {
    expect(displayPoints({ points: final, livePoints: live }, 'undecided')).toBe(live)
    expect(displayPoints({ points: final, livePoints: null }, 'undecided')).toBe(final)
  })

  it.each(['home', 'away', 'tie'] as const)('returns the final score after the result "%s"', (result) => {
    expect(displayPoints({ points: final, livePoints: live }, result)).toBe(final)
  })
})

it('finds the matchup period of an NFL week, including two-week periods', () => {
  const periods = [
    { period: 12, weeks: [12] },
    { period: 13, weeks: [13, 14] },
    { period: 14, weeks: [15, 16] },
  ]
  expect([12, 13, 14, 16, 17].map((week) => periodOfWeek({ periods }, week))).toEqual([12, 13, 13, 14, null])
})

it('understands a number as a matchup period, otherwise as a week of one', () => {
  const periods = [
    { period: 13, weeks: [13, 14] },
    { period: 14, weeks: [15, 16, 17] },
  ]
  const found = [13, 14, 15, 16, 17, 18].map((week) => periodOfNumber({ periods }, week))
  expect(found).toEqual([13, 14, 14, 14, 14, 18])
})

it.each([
  ['2026-02-28T23:59:59.999Z', 2025],
  ['2026-03-01T00:00:00.000Z', 2026],
  ['2026-12-31T23:59:59.000Z', 2026],
  ['2027-01-03T18:00:00.000Z', 2026],
])('assigns %s to the %i season', (moment, season) => {
  expect(seasonAt(new Date(moment))).toBe(season)
})

describe('commissionerOf', () => {
  it('returns the league manager', () => {
    expect(commissionerOf([aMember('Ada', { isCreator: true }), aMember('Ben', { isManager: true })])).toBe(
      'Ben',
    )
  })

  it('returns the creator if the league has no manager', () => {
    expect(commissionerOf([aMember('Ada', { isCreator: true }), aMember('Ben')])).toBe('Ada')
  })

  it('returns several managers separated by commas', () => {
    expect(commissionerOf([aMember('Ada', { isManager: true }), aMember('Ben', { isManager: true })])).toBe(
      'Ada, Ben',
    )
  })

  it('returns null without a manager or creator', () => {
    expect(commissionerOf([aMember('Ada')])).toBe(null)
    expect(commissionerOf([])).toBe(null)
  })
})
