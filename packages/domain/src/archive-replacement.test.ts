import { describe, expect, it } from 'vitest'
import {
  draftRejectionReason,
  lineupsRejectionReason,
  transactionsRejectionReason,
} from './archive-replacement.ts'
import type { DraftPick } from './draft.ts'
import type { LineupEntry } from './lineup.ts'
import { ZERO_POINTS } from './points.ts'
import { BENCH_SLOT, RESERVE_SLOT } from './slots.ts'

/** One lineup per argument, with two starters of whom the given number have scored. */
function lineups(...scoredCounts: number[]) {
  return scoredCounts.map((count) => ({ entries: [0, 1].map((index) => anEntry(index, index < count)) }))
}

function anEntry(slotId: number, hasScored: boolean): LineupEntry {
  return {
    slotId,
    playerId: 1,
    name: 'Rook Calloway',
    position: null,
    nflTeamId: null,
    injuryStatus: null,
    points: hasScored ? ZERO_POINTS : null,
    projectedPoints: null,
    eligibleSlots: [],
  }
}

describe('lineupsRejectionReason', () => {
  it.each([
    ['accepts no lineups if none are stored', lineups(), lineups(), null],
    ['accepts the first lineups of a week', lineups(), lineups(0, 0), null],
    ['rejects no lineups if some are stored', lineups(0, 0), lineups(), 'no_lineups'],
    ['accepts fewer teams before the first game', lineups(0, 0, 0), lineups(0, 0), null],
    ['accepts new scores', lineups(1, 0), lineups(1, 1), null],
    ['accepts unchanged scores', lineups(2, 2), lineups(2, 2), null],
    [
      'rejects a missing team after kickoff, even if another team scored more',
      lineups(1, 0),
      lineups(2),
      'fewer_lineups',
    ],
    ['rejects a lost score of a starter', lineups(2, 2), lineups(2, 1), 'fewer_scores'],
    ['rejects lineups without the stored scores', lineups(2, 2), lineups(0, 0), 'fewer_scores'],
  ])('%s', (_, stored, offered, expected) => {
    expect(lineupsRejectionReason(stored, offered)).toBe(expected)
  })

  it('accepts lineups without bench and injured reserve players', () => {
    const nonStarters = [anEntry(BENCH_SLOT, true), anEntry(RESERVE_SLOT, true)]
    expect(lineupsRejectionReason([{ entries: [anEntry(0, true), ...nonStarters] }], lineups(1))).toBeNull()
  })
})

describe('draftRejectionReason', () => {
  const aDraft = (isComplete: boolean, picks: number) => ({
    isComplete,
    picks: Array.from({ length: picks }, () => ({}) as DraftPick),
  })

  it.each([
    ['accepts a draft if none is stored', null, aDraft(false, 0), null],
    ['accepts the completed draft', aDraft(false, 3), aDraft(true, 150), null],
    ['accepts the same draft', aDraft(true, 150), aDraft(true, 150), null],
    ['accepts fewer keepers before the draft', aDraft(false, 3), aDraft(false, 2), null],
    ['rejects the loss of all keepers', aDraft(false, 3), aDraft(false, 0), 'fewer_picks'],
    [
      'rejects an incomplete draft if a complete one is stored',
      aDraft(true, 150),
      aDraft(false, 150),
      'draft_not_over',
    ],
    ['rejects a complete draft with missing picks', aDraft(true, 150), aDraft(true, 149), 'fewer_picks'],
  ])('%s', (_, stored, offered, expected) => {
    expect(draftRejectionReason(stored, offered)).toBe(expected)
  })
})

describe('transactionsRejectionReason', () => {
  const transactions = (done: number, pending: number) => [
    ...Array.from({ length: done }, (_, index) => ({ status: index % 2 ? 'failed' : 'done' }) as const),
    ...Array.from({ length: pending }, () => ({ status: 'pending' }) as const),
  ]

  it.each([
    ['accepts no transactions if none are stored', transactions(0, 0), transactions(0, 0), null],
    ['accepts more decided transactions', transactions(3, 1), transactions(4, 0), null],
    ['accepts a withdrawn claim', transactions(3, 2), transactions(3, 1), null],
    ['rejects a missing decided transaction', transactions(3, 0), transactions(2, 5), 'fewer_transactions'],
    [
      'rejects no transactions if some are stored',
      transactions(3, 0),
      transactions(0, 0),
      'fewer_transactions',
    ],
  ])('%s', (_, stored, offered, expected) => {
    expect(transactionsRejectionReason(stored, offered)).toBe(expected)
  })
})
