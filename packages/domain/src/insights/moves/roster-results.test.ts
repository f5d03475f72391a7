import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { positionalStrength } from '../awards/positional-strength.ts'
import { aRosterPlayer, aRosterWeek } from '../testing/roster-weeks.ts'
import { followPlayer, pickupResult, playerSeasons, startedPlayers, tradeResult } from './roster-results.ts'

const [A, B] = [1, 2]
const [P1, P2, P3] = [11, 12, 13]
const benched = { isStarter: false }

/** A gave P1 and got P2 and P3, from week 3 on. */
const WEEKS = [
  aRosterWeek(2, A, [aRosterPlayer(P1, 99)]),
  aRosterWeek(2, B, [aRosterPlayer(P2, 99), aRosterPlayer(P3, 99)]),
  aRosterWeek(3, A, [aRosterPlayer(P2, 10), aRosterPlayer(P3, 5, benched)]),
  aRosterWeek(3, B, [aRosterPlayer(P1, 12)]),
  aRosterWeek(4, A, [aRosterPlayer(P2, 15), aRosterPlayer(P3, 7)]),
  aRosterWeek(4, B, [aRosterPlayer(P1, 8)]),
  aRosterWeek(5, A, [aRosterPlayer(P3, 9)]),
  aRosterWeek(5, B, [aRosterPlayer(P1, 20, benched)]),
  // P2 came back later, which has nothing to do with the trade.
  aRosterWeek(6, A, [aRosterPlayer(P2, 50)]),
  aRosterWeek(6, B, []),
]
const MOVES = [
  { playerId: P1, fromTeamId: A, toTeamId: B },
  { playerId: P2, fromTeamId: B, toTeamId: A },
  { playerId: P3, fromTeamId: B, toTeamId: A },
]

describe('tradeResult', () => {
  it('follows the reference', () => {
    const [a, b] = tradeResult({ week: 3, moves: MOVES }, WEEKS)
    expect(a).toMatchObject({ teamId: A, netStarted: 21, netAll: 6 })
    expect(b).toMatchObject({ teamId: B, netStarted: -21, netAll: -6 })
    expect(a?.received).toEqual([
      { playerId: P2, weeks: 2, firstWeek: 3, started: 25, all: 25 },
      { playerId: P3, weeks: 3, firstWeek: 3, started: 16, all: 21 },
    ])
  })

  it('begins when the new team has the players, if the trade was made in the middle of a week', () => {
    const [a, b] = tradeResult({ week: 2, moves: MOVES }, WEEKS)
    expect([a?.netStarted, b?.netStarted]).toEqual([21, -21])
  })

  it('counts nothing for a player who never reached the new team', () => {
    const weeks = [aRosterWeek(3, A, []), aRosterWeek(3, B, []), aRosterWeek(4, A, [aRosterPlayer(P2, 9)])]
    expect(tradeResult({ week: 3, moves: MOVES }, weeks).map(({ netAll }) => netAll)).toEqual([0, 0])
  })

  it('has the sides of a trade of draft picks and budget, which count 0', () => {
    const picks = [{ season: 2027, round: 1, originalTeamId: 3, fromTeamId: 3, toTeamId: A }]
    const budget = [{ fromTeamId: A, toTeamId: 3, amount: 20 }]
    const sides = tradeResult({ week: 3, moves: [], picks, budget }, WEEKS)
    expect(sides).toEqual([A, 3].map((teamId) => ({ teamId, received: [], netStarted: 0, netAll: 0 })))
  })

  it('is balanced among three teams', () => {
    const weeks = [
      aRosterWeek(1, 1, [aRosterPlayer(1, 30)]),
      aRosterWeek(1, 2, [aRosterPlayer(2, 20)]),
      aRosterWeek(1, 3, [aRosterPlayer(3, 10)]),
    ]
    const moves = [
      { playerId: 1, fromTeamId: 3, toTeamId: 1 },
      { playerId: 2, fromTeamId: 1, toTeamId: 2 },
      { playerId: 3, fromTeamId: 2, toTeamId: 3 },
    ]
    expect(tradeResult({ week: 1, moves }, weeks).map(({ netStarted }) => netStarted)).toEqual([10, 10, -20])
  })

  it('leaves out players who were added or dropped with the trade', () => {
    const moves = [
      ...MOVES,
      { playerId: 99, fromTeamId: null, toTeamId: A },
      { playerId: 98, fromTeamId: A, toTeamId: null },
    ]
    expect(tradeResult({ week: 3, moves }, WEEKS)).toEqual(tradeResult({ week: 3, moves: MOVES }, WEEKS))
  })

  it('adds up to 0, and counts at most all points as started', () => {
    const anyWeeks = fc.array(
      fc.record({
        week: fc.integer({ min: 1, max: 6 }),
        teamId: fc.integer({ min: 1, max: 3 }),
        players: fc.uniqueArray(fc.integer({ min: 1, max: 5 })),
        points: fc.integer({ min: 0, max: 40 }),
        isStarter: fc.boolean(),
      }),
    )
    const anyMoves = fc.array(
      fc.record({
        playerId: fc.integer({ min: 1, max: 5 }),
        fromTeamId: fc.integer({ min: 1, max: 3 }),
        toTeamId: fc.integer({ min: 1, max: 3 }),
      }),
    )
    fc.assert(
      fc.property(anyWeeks, anyMoves, (rows, moves) => {
        const weeks = rows.map(({ week, teamId, players, points, isStarter }) =>
          aRosterWeek(
            week,
            teamId,
            players.map((playerId) => aRosterPlayer(playerId, points, { isStarter })),
          ),
        )
        const sides = tradeResult({ week: 2, moves }, weeks)
        expect(sides.reduce((sum, { netStarted }) => sum + netStarted, 0)).toBeCloseTo(0, 6)
        expect(sides.reduce((sum, { netAll }) => sum + netAll, 0)).toBeCloseTo(0, 6)
        for (const { started, all } of sides.flatMap(({ received }) => received))
          expect(started).toBeLessThanOrEqual(all)
      }),
    )
  })
})

describe('a player on two rosters in one week', () => {
  const weeks = [
    aRosterWeek(1, A, [aRosterPlayer(P1, 9, benched)]),
    aRosterWeek(1, B, [aRosterPlayer(P1, 9)]),
  ]

  it('belongs to the team that started him', () => {
    expect(followPlayer(weeks, { playerId: P1, teamId: A, fromWeek: 1 })).toMatchObject({ weeks: 0, all: 0 })
    expect(followPlayer(weeks, { playerId: P1, teamId: B, fromWeek: 1 })).toMatchObject({
      weeks: 1,
      started: 9,
    })
  })

  it('has scored once', () => {
    expect(playerSeasons(weeks).get(P1)).toMatchObject({ points: 9 })
    expect(playerSeasons(weeks.toReversed()).get(P1)).toMatchObject({ points: 9 })
  })
})

describe('pickupResult', () => {
  const weeks = [
    aRosterWeek(1, A, [aRosterPlayer(P1, 11)]),
    aRosterWeek(2, A, [aRosterPlayer(P1, 8)]),
    aRosterWeek(3, A, [aRosterPlayer(P1, 14, benched)]),
    aRosterWeek(4, A, []),
  ]
  const pickup = { playerId: P1, teamId: A, week: 1, bid: 6 }

  it('follows the reference', () => {
    expect(pickupResult(pickup, weeks)).toEqual({
      playerId: P1,
      weeks: 3,
      firstWeek: 1,
      started: 19,
      all: 33,
      perDollar: expect.closeTo(3.166667, 6),
    })
  })

  it('begins in the week after the one it is booked in, if the player joined the roster then', () => {
    const late = weeks.map((week) => ({ ...week, week: week.week + 2 }))
    const before = [aRosterWeek(1, A, []), aRosterWeek(2, A, [])]
    expect(pickupResult({ ...pickup, week: 2 }, [...before, ...late])).toMatchObject({
      weeks: 3,
      firstWeek: 3,
      started: 19,
    })
    // Two weeks later, it was another way in.
    expect(pickupResult({ ...pickup, week: 1 }, [...before, ...late])).toMatchObject({ weeks: 0, started: 0 })
  })

  it.each([null, 0])('has no points per dollar with a bid of %s', (bid) => {
    expect(pickupResult({ ...pickup, bid }, weeks).perDollar).toBeNull()
  })
})

it('adds up the season of a player over all teams', () => {
  expect(playerSeasons(WEEKS).get(P2)).toEqual({
    playerId: P2,
    name: 'Player 12',
    position: 'WR',
    points: 174,
  })
})

it('counts the players whom the league starts at a position', () => {
  const lineup = (week: number, teamId: number, flex: string) =>
    aRosterWeek(
      week,
      teamId,
      [
        aRosterPlayer(1, 1, { position: 'QB', slotId: 0 }),
        aRosterPlayer(2, 1, { position: 'RB', slotId: 2 }),
        aRosterPlayer(3, 1, { position: flex, slotId: 23 }),
        aRosterPlayer(4, 1, { position: 'WR', isStarter: false }),
      ],
      { emptySlots: [4] },
    )
  const weeks = [lineup(1, 1, 'RB'), lineup(1, 2, 'RB'), lineup(2, 1, 'RB'), lineup(2, 2, 'WR')]
  // Two teams with a slot of each position, and two flex slots: three quarters of them for running backs.
  expect([...startedPlayers(weeks)]).toEqual([
    ['QB', 2],
    ['RB', 4],
    ['WR', 3],
  ])
})

describe('positionalStrength', () => {
  it('follows the reference', () => {
    const weeks = [20, 22, 18, 24].map((points, index) =>
      aRosterWeek(1, index + 1, [
        aRosterPlayer(index, points, { position: 'QB', slotId: 7 }),
        aRosterPlayer(index + 10, 50, { position: 'TE', isStarter: false }),
      ]),
    )
    expect(positionalStrength(weeks)).toEqual(
      [
        [-1, -0.447214, 'C+'],
        [1, 0.447214, 'B'],
        [-3, -1.341641, 'D+'],
        [3, 1.341641, 'A'],
      ].map(([difference, z, grade], index) => ({
        position: 'QB',
        teamId: index + 1,
        points: [20, 22, 18, 24][index],
        difference: expect.closeTo(Number(difference), 6),
        z: expect.closeTo(Number(z), 6),
        grade,
      })),
    )
  })
})
