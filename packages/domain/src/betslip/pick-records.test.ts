import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LEG_RESULTS, pickRecords, type RecordedPick } from './settlement.ts'

const pick = (
  week: number,
  odds: number | null,
  result: RecordedPick['result'],
  userId = 1,
): RecordedPick => ({
  userId,
  week,
  text: `Week ${week}`,
  odds,
  result,
})

it('counts hits and misses, and leaves push and void legs out of the rate and the streak', () => {
  expect(
    pickRecords([
      pick(1, -110, 'lost'),
      pick(2, 150, 'won'),
      pick(3, -110, 'void'),
      pick(4, 100, 'won'),
      pick(5, null, 'push'),
      pick(6, -200, null),
    ]),
  ).toEqual([
    {
      userId: 1,
      won: 2,
      lost: 1,
      other: 2,
      hitRate: 2 / 3,
      averageOdds: expect.closeTo((1 + 100 / 110 + 2.5 + 1 + 100 / 110 + 2 + 1.5) / 5, 10),
      bestHit: { week: 2, text: 'Week 2', odds: 150 },
      streak: { result: 'won', length: 2 },
    },
  ])
})

it.each([
  ['nothing settled', [pick(1, -110, null)], { hitRate: null, bestHit: null, streak: null }],
  ['no usable odds', [pick(1, 50, 'won'), pick(2, null, 'won')], { averageOdds: null, bestHit: null }],
  [
    'two hits at the same odds',
    [pick(2, 120, 'won'), pick(1, 120, 'won')],
    { bestHit: { week: 1, text: 'Week 1', odds: 120 } },
  ],
  [
    'misses at the end',
    [pick(1, 100, 'won'), pick(3, 100, 'lost'), pick(2, 100, 'lost')],
    { streak: { result: 'lost', length: 2 } },
  ],
])('with %s returns what is known', (_, picks, record) => {
  expect(pickRecords(picks)).toMatchObject([record])
})

it('orders members by hit rate, then by hits, those without a result last', () => {
  const picks = [
    pick(1, -110, null, 1),
    pick(1, -110, 'won', 2),
    pick(1, -110, 'won', 3),
    pick(2, -110, 'won', 3),
    pick(1, -110, 'lost', 4),
  ]
  expect(pickRecords(picks).map(({ userId }) => userId)).toEqual([3, 2, 4, 1])
})

it('counts every pick once', () => {
  const picks = fc.array(
    fc.record({
      userId: fc.integer({ min: 1, max: 4 }),
      week: fc.integer({ min: 1, max: 17 }),
      text: fc.constant('Text'),
      odds: fc.option(fc.integer({ min: -500, max: 500 })),
      result: fc.option(fc.constantFrom(...LEG_RESULTS)),
    }),
  )
  fc.assert(
    fc.property(picks, (all) => {
      const records = pickRecords(all)
      const settled = records.reduce((sum, { won, lost, other }) => sum + won + lost + other, 0)
      expect(settled).toBe(all.filter(({ result }) => result !== null).length)
      for (const { won, lost, streak } of records) expect(streak?.length ?? 0).toBeLessThanOrEqual(won + lost)
    }),
  )
})
