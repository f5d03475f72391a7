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

/** Two starters a team, of whom so many have scored, and others who have. */
function lineups(...scored: number[]) {
  return scored.map((count) => ({ entries: [0, 1].map((index) => anEntry(index, index < count)) }))
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

describe('line-ups of a week take the place of stored ones', () => {
  it.each([
    ['where there are none', lineups(), lineups(), null],
    ['when there are none yet', lineups(), lineups(0, 0), null],
    ['unless they are none', lineups(0, 0), lineups(), 'no_lineups'],
    ['before a game, even with fewer teams', lineups(0, 0, 0), lineups(0, 0), null],
    ['as they score', lineups(1, 0), lineups(1, 1), null],
    ['when nothing has happened', lineups(2, 2), lineups(2, 2), null],
    [
      'unless a team is missing after kickoff, whatever the others have',
      lineups(1, 0),
      lineups(2),
      'fewer_lineups',
    ],
    ['unless a starter lost the score', lineups(2, 2), lineups(2, 1), 'fewer_scores'],
    ['unless all scores are gone', lineups(2, 2), lineups(0, 0), 'fewer_scores'],
  ])('%s', (_, stored, offered, expected) => {
    expect(lineupsRejectionReason(stored, offered)).toBe(expected)
  })

  it('whoever has left the bench or the reserve', () => {
    const others = [anEntry(BENCH_SLOT, true), anEntry(RESERVE_SLOT, true)]
    expect(lineupsRejectionReason([{ entries: [anEntry(0, true), ...others] }], lineups(1))).toBeNull()
  })
})

describe('a draft takes the place of a stored one', () => {
  const aDraft = (isComplete: boolean, picks: number) => ({
    isComplete,
    picks: Array.from({ length: picks }, () => ({}) as DraftPick),
  })

  it.each([
    ['when there is none', null, aDraft(false, 0), null],
    ['when it is over', aDraft(false, 3), aDraft(true, 150), null],
    ['again', aDraft(true, 150), aDraft(true, 150), null],
    ['while keepers are chosen', aDraft(false, 3), aDraft(false, 2), null],
    ['unless all keepers are gone', aDraft(false, 3), aDraft(false, 0), 'fewer_picks'],
    ['unless the stored one is over', aDraft(true, 150), aDraft(false, 150), 'draft_not_over'],
    ['unless picks are missing', aDraft(true, 150), aDraft(true, 149), 'fewer_picks'],
  ])('%s', (_, stored, offered, expected) => {
    expect(draftRejectionReason(stored, offered)).toBe(expected)
  })
})

describe('transactions of a week take the place of stored ones', () => {
  const some = (done: number, pending: number) => [
    ...Array.from({ length: done }, (_, index) => ({ status: index % 2 ? 'failed' : 'done' }) as const),
    ...Array.from({ length: pending }, () => ({ status: 'pending' }) as const),
  ]

  it.each([
    ['when there are none', some(0, 0), some(0, 0), null],
    ['with more', some(3, 1), some(4, 0), null],
    ['when a claim was taken back', some(3, 2), some(3, 1), null],
    ['unless a decided one is missing', some(3, 0), some(2, 5), 'fewer_transactions'],
    ['unless they are none', some(3, 0), some(0, 0), 'fewer_transactions'],
  ])('%s', (_, stored, offered, expected) => {
    expect(transactionsRejectionReason(stored, offered)).toBe(expected)
  })
})
