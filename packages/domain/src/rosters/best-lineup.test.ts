import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Points } from '../points.ts'
import { BENCH_SLOT, bestLineup, type LineupEntry, RESERVE_SLOT, slotOf, starterPoints } from './lineup.ts'

const [QB, RB, WR, FLEX, DST] = [0, 2, 4, 23, 16]

let playerCount = 0
function aPlayer(slotId: number, points: number | null, eligibleSlots: number[]): LineupEntry {
  playerCount += 1
  return {
    slotId,
    playerId: playerCount,
    name: `Player ${playerCount}`,
    position: null,
    nflTeamId: null,
    injuryStatus: null,
    points: points as Points | null,
    projectedPoints: null,
    eligibleSlots,
  }
}

const best = (entries: LineupEntry[], emptySlots: number[] = []) => {
  const found = bestLineup({ entries, emptySlots })
  if (found === null) throw new Error('unknown')
  return found
}

it('is unknown if nobody knows which slots a player with points can fill', () => {
  const starter = aPlayer(RB, 900, [RB, FLEX])
  const find = (...entries: LineupEntry[]) => bestLineup({ entries, emptySlots: [] })
  expect(find(starter, aPlayer(BENCH_SLOT, 1200, []))).toBe(null)
  expect(find(starter, aPlayer(BENCH_SLOT, 1200, [BENCH_SLOT, RESERVE_SLOT]))).toBe(null)
  expect(find(aPlayer(RB, 900, []), aPlayer(BENCH_SLOT, 1200, [RB]))).toBe(null)
  expect(find(starter, aPlayer(BENCH_SLOT, 0, []), aPlayer(RESERVE_SLOT, 900, []))?.points).toBe(900)
})

it('moves a starter to another slot to fit in a better player', () => {
  const entries = [
    aPlayer(RB, 900, [RB, FLEX]),
    aPlayer(FLEX, 400, [WR, FLEX]),
    aPlayer(BENCH_SLOT, 1200, [RB, FLEX]),
    aPlayer(BENCH_SLOT, 2000, [QB]),
  ]
  expect(best(entries).points).toBe(2100)
  expect(best(entries).starters).toEqual([entries[0], entries[2]])
  expect(best(entries).slots).toEqual([
    { slotId: RB, started: entries[0], best: entries[0] },
    { slotId: FLEX, started: entries[1], best: entries[2] },
  ])
})

it('ignores players on injured reserve and fills an empty slot', () => {
  const entries = [aPlayer(RESERVE_SLOT, 3000, [RB]), aPlayer(BENCH_SLOT, 500, [RB])]
  expect(best(entries, [RB]).points).toBe(500)
})

it('never starts a player with negative points and lets a player keep an ineligible slot', () => {
  expect(best([aPlayer(DST, -300, [DST]), aPlayer(BENCH_SLOT, -100, [DST])]).points).toBe(0)
  expect(best([aPlayer(FLEX, 700, [QB])]).points).toBe(700)
  expect(best([aPlayer(QB, null, [QB])])).toMatchObject({ points: 0, starters: [] })
  expect(best([])).toEqual({ points: 0, starters: [], slots: [] })
})

it('keeps starters where they were unless somebody has more points', () => {
  const [first, second, third] = [1000, 1000, 800].map((points) => aPlayer(RB, points, [RB, FLEX]))
  const entries = [first, second, { ...third, slotId: FLEX }, aPlayer(BENCH_SLOT, 800, [RB, FLEX])]
  expect(best(entries as LineupEntry[]).slots.map(({ best }) => best)).toEqual(entries.slice(0, 3))
})

it('leaves a slot empty rather than with negative points, and keeps a starter with none', () => {
  const [kept, negative] = [aPlayer(QB, 0, [QB]), aPlayer(DST, -300, [DST])]
  expect(best([kept, negative], [WR]).slots).toEqual([
    { slotId: QB, started: kept, best: kept },
    { slotId: DST, started: negative, best: null },
    { slotId: WR, started: null, best: null },
  ])
})

const anEntry = fc
  .record({
    slotId: fc.constantFrom(QB, RB, WR, FLEX, BENCH_SLOT, BENCH_SLOT, RESERVE_SLOT),
    points: fc.option(fc.integer({ min: -500, max: 4000 })),
    eligibleSlots: fc.subarray([QB, RB, WR, FLEX], { minLength: 1 }),
  })
  .map(({ slotId, points, eligibleSlots }) => aPlayer(slotId, points, eligibleSlots))

const aRoster = fc.record({
  entries: fc.array(anEntry, { maxLength: 7 }),
  emptySlots: fc.array(fc.constantFrom(QB, RB, FLEX), { maxLength: 2 }),
})

/** Tries every assignment of players to slots. */
function bruteForceBest(slots: readonly number[], players: readonly LineupEntry[]): number {
  const [slot, ...otherSlots] = slots
  if (slot === undefined) return 0
  const options = players
    .filter(({ slotId, eligibleSlots }) => slotId === slot || eligibleSlots.includes(slot))
    .map(
      (player) =>
        (player.points ?? 0) +
        bruteForceBest(
          otherSlots,
          players.filter((other) => other !== player),
        ),
    )
  return Math.max(bruteForceBest(otherSlots, players), ...options)
}

it('equals the brute-force optimum and is never below the actual score', () => {
  fc.assert(
    fc.property(aRoster, ({ entries, emptySlots }) => {
      const found = best(entries, emptySlots)
      const slots = entries.map(({ slotId }) => slotId).filter((slotId) => slotOf(slotId).isStarter)
      const players = entries.filter(({ slotId }) => slotId !== RESERVE_SLOT)
      expect(found.points).toBe(bruteForceBest([...slots, ...emptySlots], players))
      expect(found.points).toBeGreaterThanOrEqual(starterPoints(entries))
      const filled = found.slots.flatMap(({ best: player }) => player ?? [])
      expect(new Set(filled).size).toBe(filled.length)
      expect(filled.reduce((sum, { points }) => sum + (points ?? 0), 0)).toBe(found.points)
    }),
    { numRuns: 300 },
  )
})
