import { describe, expect, it } from 'vitest'
import { type LeagueTransaction, mergeTransactions } from './transactions.ts'

const AT = (day: number) => new Date(Date.UTC(2024, 9, day))
const MOVE = { playerId: 7, fromTeamId: 1, toTeamId: 2 }

function aTrade(more: Partial<LeagueTransaction> = {}): LeagueTransaction {
  return {
    id: 'trade',
    season: 2024,
    week: 5,
    kind: 'trade',
    status: 'pending',
    reason: null,
    teamId: 1,
    memberId: '{A}',
    isByManager: false,
    proposedAt: AT(1),
    decidedAt: null,
    bid: null,
    moves: [MOVE],
    ...more,
  }
}

/** What a later week knows of it: not who asked, nor for whom. */
const decisionOf = (status: LeagueTransaction['status']) =>
  aTrade({
    week: 6,
    status,
    teamId: null,
    memberId: '{B}',
    proposedAt: null,
    decidedAt: status === 'pending' ? null : AT(9),
    moves: [],
  })

const weeks = (...each: LeagueTransaction[][]) =>
  each.map((transactions, index) => ({ season: 2024, week: index + 5, transactions }))

describe('the transactions of several weeks', () => {
  it('have what is asked in one week and decided in another once', () => {
    expect(mergeTransactions(weeks([aTrade()], [decisionOf('done')]))).toEqual([
      aTrade({ week: 6, status: 'done', memberId: '{B}', decidedAt: AT(9) }),
    ])
  })

  it('keep how it ended when a later week only tells of it as open', () => {
    const done = aTrade({ status: 'done', decidedAt: AT(2) })
    expect(mergeTransactions(weeks([done], [decisionOf('pending')]))).toEqual([done])
  })

  it('keep an answer whose question is not known', () => {
    expect(mergeTransactions(weeks([], [decisionOf('vetoed')]))).toEqual([decisionOf('vetoed')])
  })

  it('come by when they were decided, or proposed while they are open', () => {
    const early = aTrade({ id: 'early', decidedAt: AT(3), status: 'done' })
    const open = aTrade({ id: 'open', proposedAt: AT(4) })
    const joined = mergeTransactions(weeks([open, aTrade()], [decisionOf('done'), early]))
    expect(joined.map(({ id }) => id)).toEqual(['early', 'open', 'trade'])
  })
})
