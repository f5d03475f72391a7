import { describe, expect, it } from 'vitest'
import type { DraftPick } from '../../rosters/archive.ts'
import type { LeagueTransaction } from '../../rosters/transactions.ts'
import { countedTrades, findUsedPick, isReversed } from './trades.ts'

const on = (day: number) => new Date(Date.UTC(2024, 9, day))

function aTrade(more: Partial<LeagueTransaction> = {}): LeagueTransaction {
  return {
    id: 'trade',
    season: 2024,
    week: 5,
    kind: 'trade',
    status: 'done',
    reason: null,
    teamId: 1,
    memberId: null,
    isByManager: false,
    proposedAt: on(1),
    decidedAt: on(2),
    bid: null,
    moves: [
      { playerId: 11, fromTeamId: 1, toTeamId: 2 },
      { playerId: 21, fromTeamId: 2, toTeamId: 1 },
    ],
    ...more,
  }
}

const BACK = [
  { playerId: 11, fromTeamId: 2, toTeamId: 1 },
  { playerId: 21, fromTeamId: 1, toTeamId: 2 },
]

describe('isReversed', () => {
  it('is true if the league manager returned all players within a week', () => {
    const undo = aTrade({ id: 'undo', kind: 'roster', isByManager: true, decidedAt: on(3), moves: BACK })
    expect(isReversed(aTrade(), [aTrade(), undo])).toBe(true)
    // The undoing is not undone by what it undid.
    expect(isReversed(undo, [aTrade(), undo])).toBe(false)
  })

  it.each([
    ['a month later', { decidedAt: on(30), moves: BACK }],
    ['of one player only', { decidedAt: on(3), moves: BACK.slice(0, 1) }],
    ['that was vetoed', { decidedAt: on(3), moves: BACK, status: 'vetoed' as const }],
  ])('is false with a return %s', (_, more) => {
    expect(isReversed(aTrade(), [aTrade(), aTrade({ id: 'back', ...more })])).toBe(false)
  })

  it('is false for a trade of draft picks and budget', () => {
    const picks = aTrade({ moves: [] })
    expect(isReversed(picks, [picks, aTrade({ id: 'other', decidedAt: on(3) })])).toBe(false)
  })

  it('is false without dates, which do not say how much time was in between', () => {
    const undated = aTrade({ proposedAt: null, decidedAt: null })
    const back = aTrade({ id: 'back', week: 12, proposedAt: null, decidedAt: null, moves: BACK })
    expect([undated, back].map((trade) => isReversed(trade, [undated, back]))).toEqual([false, false])
  })
})

describe('countedTrades', () => {
  it('leaves out a trade that was reversed, the one that reversed it, and what is not done', () => {
    const undo = aTrade({ id: 'undo', decidedAt: on(3), moves: BACK })
    const vetoed = aTrade({ id: 'vetoed', status: 'vetoed' })
    const later = aTrade({ id: 'later', decidedAt: on(30) })
    expect(countedTrades([aTrade(), undo, vetoed, later])).toEqual([later])
  })
})

describe('findUsedPick', () => {
  const pick = (round: number, teamId: number, originalTeamId?: number): DraftPick => ({
    overall: round,
    round,
    inRound: 1,
    teamId,
    playerId: round * 10,
    memberId: null,
    isKeeper: false,
    bid: null,
    ...(originalTeamId === undefined ? {} : { originalTeamId }),
  })
  const traded = { season: 2025, round: 2, originalTeamId: 7, fromTeamId: 7, toTeamId: 3 }

  it('finds the pick by the team that had it originally, regardless of who used it', () => {
    const picks = [pick(1, 7, 7), pick(2, 3, 3), pick(2, 4, 7)]
    expect(findUsedPick(traded, { isComplete: true, picks })).toBe(picks[2])
  })

  it('knows nothing before the end of the draft, or of a draft that does not say whose picks they were', () => {
    const picks = [pick(2, 3, 7)]
    expect(findUsedPick(traded, null)).toBeNull()
    expect(findUsedPick(traded, { isComplete: false, picks })).toBeNull()
    expect(findUsedPick(traded, { isComplete: true, picks: [pick(2, 3)] })).toBeNull()
  })
})
