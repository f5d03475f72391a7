import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LeagueTransaction } from '../../rosters/transactions.ts'
import { aRosterPlayer, aRosterWeek } from '../testing/roster-weeks.ts'
import { type CountedTrade, countPickups, listPickups, tradeRecords } from './move-records.ts'

const aSide = (teamId: number, gained: number, given: number) => ({
  teamId,
  received: [{ playerId: teamId, weeks: 1, firstWeek: 1, started: gained, all: gained }],
  netStarted: gained - given,
  netAll: gained - given,
})

const aTrade = (id: string, ...sides: CountedTrade['sides']): CountedTrade => ({
  season: 2025,
  id,
  week: 3,
  sides,
})

/** The worked example of the reference, and one among three teams. */
const TRADES = [
  aTrade('two', aSide(1, 41, 20), aSide(2, 20, 41)),
  aTrade('three', aSide(1, 30, 20), aSide(2, 20, 10), aSide(3, 10, 30)),
  aTrade('benched', aSide(2, 0, 0), aSide(3, 0, 0)),
]

describe('tradeRecords', () => {
  it('adds up the trades of each team, best first', () => {
    const records = tradeRecords(TRADES, (_, teamId) => teamId)
    expect(
      records.map(({ key, trades, won, even, lost, gained, given, net }) => [
        key,
        [trades, won, even, lost],
        [gained, given, net],
      ]),
    ).toEqual([
      [1, [2, 2, 0, 0], [71, 40, 31]],
      [2, [3, 1, 1, 1], [40, 51, -11]],
      [3, [2, 0, 1, 1], [10, 30, -20]],
    ])
    expect(records.map(({ best, worst }) => [best?.trade.id ?? null, worst?.trade.id ?? null])).toEqual([
      ['two', null],
      ['three', 'two'],
      [null, 'three'],
    ])
  })

  it('leaves out a trade of draft picks, which has no result', () => {
    const picks = [1, 2].map((teamId) => ({ ...aSide(teamId, 0, 0), received: [] }))
    expect(tradeRecords([aTrade('picks', ...picks)], (_, teamId) => teamId)).toEqual([])
  })

  it('counts a trade between two teams of one owner once, and even', () => {
    expect(tradeRecords([aTrade('two', aSide(1, 41, 20), aSide(2, 20, 41))], () => 'Ada')).toMatchObject([
      { key: 'Ada', trades: 1, won: 0, even: 1, lost: 0, net: 0, best: null, worst: null },
    ])
  })

  it('does not call a trade won or lost by the error of sums of fractions', () => {
    expect(
      tradeRecords([aTrade('equal', aSide(1, 0.1 + 0.2, 0.3), aSide(2, 0.3, 0.1 + 0.2))], (_, id) => id),
    ).toMatchObject([
      { even: 1, net: 0 },
      { even: 1, net: 0 },
    ])
  })

  it('adds up to 0 over all teams', () => {
    const points = fc.integer({ min: -500, max: 9000 }).map((hundredths) => hundredths / 100)
    const trade = fc
      .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 2 }), points, points)
      .map(([[a = 1, b = 2], x, y]) => aTrade('any', aSide(a, x, y), aSide(b, y, x)))
    fc.assert(
      fc.property(fc.array(trade), (trades) => {
        const records = tradeRecords(trades, (_, teamId) => teamId)
        const sumOf = (part: 'net' | 'gained' | 'given') =>
          records.reduce((sum, record) => sum + record[part], 0)
        expect(sumOf('net')).toBeCloseTo(0, 6)
        expect(sumOf('gained')).toBeCloseTo(sumOf('given'), 6)
        expect(records.every(({ trades: all, won, even, lost }) => all === won + even + lost)).toBe(true)
      }),
    )
  })
})

const aPickup = (
  playerId: number,
  week: number,
  more: Partial<LeagueTransaction> = {},
): LeagueTransaction => ({
  id: `${playerId} ${week}`,
  season: 2025,
  week,
  kind: 'waiver',
  status: 'done',
  reason: null,
  teamId: 1,
  memberId: null,
  isByManager: false,
  proposedAt: null,
  decidedAt: null,
  bid: 6,
  moves: [{ playerId, fromTeamId: null, toTeamId: 1 }],
  ...more,
})

describe('listPickups', () => {
  const lineups = [
    aRosterWeek(1, 1, [aRosterPlayer(11, 11), aRosterPlayer(12, 30)]),
    aRosterWeek(2, 1, [aRosterPlayer(11, 8)]),
    aRosterWeek(3, 1, [aRosterPlayer(11, 14, { isStarter: false })]),
    aRosterWeek(4, 1, [aRosterPlayer(12, 7)]),
  ]

  it('values each pickup as the reference does, the best first', () => {
    const pickups = listPickups({ transactions: [aPickup(12, 4, { bid: null }), aPickup(11, 1)], lineups })
    expect(pickups).toMatchObject([
      { playerId: 11, teamId: 1, week: 1, bid: 6, started: 19, all: 33 },
      { playerId: 12, started: 7, perDollar: null },
    ])
    expect(pickups[0]?.perDollar).toBeCloseTo(3.166667, 6)
  })

  it('counts a player who was picked up again from the latest time on', () => {
    const transactions = [aPickup(12, 1), aPickup(12, 4)]
    expect(listPickups({ transactions, lineups })).toMatchObject([{ playerId: 12, week: 4, started: 7 }])
    expect(countPickups(transactions)).toEqual(new Map([[1, 2]]))
  })

  it('leaves out failed claims, drops and trades', () => {
    const drop = aPickup(11, 1, { moves: [{ playerId: 11, fromTeamId: 1, toTeamId: null }] })
    const others = [aPickup(11, 1, { status: 'failed' }), aPickup(11, 1, { kind: 'trade' }), drop]
    expect(listPickups({ transactions: others, lineups })).toEqual([])
    expect(countPickups(others)).toEqual(new Map())
  })
})
