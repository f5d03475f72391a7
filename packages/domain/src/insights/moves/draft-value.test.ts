import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  auctionSurplus,
  draftKindOf,
  gradeDraft,
  spotsGained,
  type ValuedPick,
  valuesOverExpectation,
} from './draft.ts'
import { pointsAboveReplacement } from './roster-results.ts'

const aDraft = (points: readonly (number | null)[]): ValuedPick[] =>
  points.map((each, index) => ({ overall: index + 1, isKeeper: false, points: each }))

const EARLIER = aDraft([90, 80, 85, 60, 55, 58, 40, 30])
const LATER = aDraft([100, 70, 75, 66, 45, 50, 44, 20])

const close = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 6))

describe('valuesOverExpectation', () => {
  it('follows the reference', () => {
    expect(valuesOverExpectation([EARLIER, LATER], 1)).toEqual([
      close([5, -3.333333, 12.333333, -4.333333, -0.666667, 9.333333, -0.333333, -3.5]),
      close([15, -13.333333, 2.333333, 1.666667, -10.666667, 1.333333, 3.666667, -13.5]),
    ])
  })

  it('leaves keepers out of the values and the expectation', () => {
    const withKeeper = EARLIER.map((pick) => ({ ...pick, isKeeper: pick.overall === 1 }))
    expect(valuesOverExpectation([withKeeper, LATER], 1)[0]?.[0]).toBeNull()
    // Without the keeper, 100, 80 and 70 are expected of the first spot.
    expect(valuesOverExpectation([withKeeper, LATER], 1)[1]?.[0]).toBeCloseTo(100 - 250 / 3, 6)
    expect(valuesOverExpectation([aDraft([null, 5])], 1)).toEqual([[null, 0]])
  })

  it('stretches a shorter draft to the longest one', () => {
    const [, short] = valuesOverExpectation([aDraft([40, 30, 20, 10]), aDraft([36, 12])], 0)
    // Its second pick is at the end, like the fourth of the other one.
    expect(short).toEqual([36 - 33, 12 - 11])
  })

  it('keeps the spots of a draft with a skipped pick', () => {
    const [whole, skipped] = [aDraft([40, 30, 20, 10]), aDraft([36, 12, 8, 4])].map((picks, index) =>
      picks.filter(({ overall }) => index === 0 || overall !== 2),
    )
    expect(valuesOverExpectation([whole ?? [], skipped ?? []], 0)[1]).toEqual([36 - 38, 8 - 14, 4 - 7])
  })

  it('adds up to 0 at each spot if nothing else is averaged, and ignores a constant', () => {
    const drafts = fc.integer({ min: 1, max: 12 }).chain((picks) =>
      fc.array(fc.array(fc.integer({ min: -50, max: 400 }), { minLength: picks, maxLength: picks }), {
        minLength: 1,
        maxLength: 4,
      }),
    )
    fc.assert(
      fc.property(drafts, (all) => {
        const values = valuesOverExpectation(all.map(aDraft), 0)
        for (const spot of all[0]?.keys() ?? [])
          expect(values.reduce((sum, draft) => sum + (draft[spot] ?? 0), 0)).toBeCloseTo(0, 6)
        const raised = valuesOverExpectation(
          all.map((draft) => aDraft(draft.map((points) => points + 17))),
          3,
        )
        expect(raised).toEqual(
          valuesOverExpectation(all.map(aDraft), 3).map((draft) => close(draft.map(Number))),
        )
      }),
    )
  })
})

it('grades the sum of the values of each team', () => {
  const teams = ['A', 'B', 'C', 'D', 'D', 'C', 'B', 'A']
  const [values = []] = valuesOverExpectation([EARLIER, LATER], 1)
  const picks = values.map((value, spot) => ({ teamId: 'ABCD'.indexOf(teams[spot] ?? ''), value }))
  expect(gradeDraft(picks)).toEqual(
    [
      [2, 21.666667, 1.686844, 'A+'],
      [0, 1.5, -0.198681, 'C+'],
      [1, -3.666667, -0.68175, 'C'],
      [3, -5, -0.806413, 'C'],
    ].map(([teamId, value, z, grade]) => ({
      teamId,
      value: expect.closeTo(Number(value), 6),
      z: expect.closeTo(Number(z), 6),
      grade,
    })),
  )
  expect(gradeDraft([{ teamId: 1, value: null }])).toEqual([])
})

it('takes the best player who is not started as the replacement', () => {
  const players = [
    ...[300, 280, 260].map((points, index) => ({ playerId: index, position: 'QB', points })),
    ...[240, 200, 150, 120].map((points, index) => ({ playerId: 10 + index, position: 'RB', points })),
    { playerId: 99, position: null, points: 50 },
  ]
  const started = new Map([
    ['QB', 2],
    ['RB', 3],
  ])
  expect([...pointsAboveReplacement(players, started)]).toEqual([
    [0, 40],
    [1, 20],
    [2, 0],
    [10, 120],
    [11, 80],
    [12, 30],
    [13, 0],
  ])
  // With fewer players than are started, the last one is the replacement.
  expect(pointsAboveReplacement(players.slice(0, 2), new Map([['QB', 5]])).get(0)).toBe(20)
})

describe('auctionSurplus', () => {
  const anAuction = (rows: readonly (readonly [bid: number, points: number])[]) =>
    rows.map(([bid, points], index) => ({ overall: index + 1, isKeeper: false, bid, points }))

  it('follows the reference', () => {
    const rows = [
      [50, 210],
      [40, 240],
      [30, 150],
      [20, 160],
    ] as const
    expect(auctionSurplus(anAuction(rows))).toEqual([-30, 30, -10, 10])
  })

  it('shares expectations among equal prices, and leaves out keepers and picks without a price', () => {
    const picks = anAuction([
      [10, 100],
      [10, 50],
    ])
    expect(auctionSurplus(picks)).toEqual([25, -25])
    expect(auctionSurplus([...picks, { overall: 3, isKeeper: true, bid: 60, points: 300 }]).at(-1)).toBeNull()
    expect(
      auctionSurplus([...picks, { ...picks[0], overall: 3, isKeeper: false, bid: null, points: 9 }]).at(-1),
    ).toBeNull()
  })

  it('adds up to 0', () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: -20, max: 300 })), {
      minLength: 1,
    })
    fc.assert(
      fc.property(rows, (auction) => {
        const surplus = auctionSurplus(anAuction(auction))
        expect(surplus.reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBeCloseTo(0, 6)
      }),
    )
  })
})

it('counts the spots between a pick and its rank by points', () => {
  expect(spotsGained(aDraft([10, 40, 30, 20]))).toEqual([-3, 1, 1, 1])
  // Equal points share ranks 1 and 2. A keeper takes no spot.
  expect(spotsGained(aDraft([5, 5]))).toEqual([-0.5, 0.5])
  const withKeeper = aDraft([900, 10, 20]).map((pick) => ({ ...pick, isKeeper: pick.overall === 1 }))
  expect(spotsGained(withKeeper)).toEqual([null, -1, 1])
})

it.each([
  ['snake', [1, 2, 2, 1], null, null],
  ['linear', [1, 2, 1, 2], null, null],
  ['other', [1, 2, 1, 1], null, null],
  ['other', [1, 2], null, null],
  ['auction', [1, 2, 2, 1], 5, null],
  // Somebody traded a pick, or typed in the result of an auction without its prices.
  ['snake', [1, 2, 1, 1], null, 'snake'],
  ['linear', [1, 2, 2, 1], null, 'linear'],
  ['snake', [1, 2, 2, 1], null, 'auction'],
  ['auction', [1, 2, 2, 1], 5, 'snake'],
] as const)('recognizes a %s draft with teams %j, price %s, stated as %s', (kind, teamIds, bid, stated) => {
  const picks = teamIds.map((teamId, index) => ({
    round: Math.floor(index / 2) + 1,
    inRound: (index % 2) + 1,
    teamId,
    bid,
  }))
  expect(draftKindOf(picks, stated)).toBe(kind)
})

it.each([
  ['snake', [1, 2, 3, 3, 2, 1]],
  ['linear', [1, 2, 3, 1, 2, 3]],
  ['other', [1, 2, 3, 2, 3, 1]],
] as const)('recognizes a %s draft with a skipped pick', (kind, teamIds) => {
  const picks = teamIds.map((teamId, index) => ({
    round: Math.floor(index / 3) + 1,
    inRound: (index % 3) + 1,
    teamId,
    bid: null,
  }))
  expect(draftKindOf(picks.toSpliced(1, 1), null)).toBe(kind)
})
