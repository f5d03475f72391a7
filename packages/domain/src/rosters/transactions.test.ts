import { describe, expect, it } from 'vitest'
import {
  isPublic,
  type LeagueTransaction,
  mergeTransactions,
  TRANSACTION_STATUSES,
  teamsOf,
} from './transactions.ts'

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

/** The decision in a later week, which has neither the requesting team nor the players. */
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

describe('mergeTransactions', () => {
  it('merges a request and its decision in a later week', () => {
    expect(mergeTransactions(weeks([aTrade()], [decisionOf('done')]))).toEqual([
      aTrade({ week: 6, status: 'done', memberId: '{B}', decidedAt: AT(9) }),
    ])
  })

  it('keeps the picks and the budget of the request', () => {
    const assets = {
      picks: [{ season: 2025, round: 1, originalTeamId: 3, fromTeamId: 1, toTeamId: 2 }],
      budget: [{ fromTeamId: 2, toTeamId: 1, amount: 12 }],
    }
    expect(mergeTransactions(weeks([aTrade(assets)], [decisionOf('done')]))).toMatchObject([assets])
  })

  it('keeps the outcome if a later week still lists the transaction as pending', () => {
    const done = aTrade({ status: 'done', decidedAt: AT(2) })
    expect(mergeTransactions(weeks([done], [decisionOf('pending')]))).toEqual([done])
  })

  it('keeps a second trade of the same players weeks later, if neither has a time', () => {
    const undated = (id: string) => aTrade({ id, status: 'done', proposedAt: null })
    const listed = [1, 2, 6].map((week) => ({
      season: 2024,
      week,
      transactions: [{ ...undated(`${week}`), week }],
    }))
    expect(mergeTransactions(listed).map(({ week }) => week)).toEqual([1, 6])
  })

  it('keeps a decision without a known request', () => {
    expect(mergeTransactions(weeks([], [decisionOf('vetoed')]))).toEqual([decisionOf('vetoed')])
  })

  describe('an add and a drop of one team in one minute', () => {
    const at = (seconds: number) => new Date(AT(3).getTime() + seconds * 1000)
    const add = (more: Partial<LeagueTransaction> = {}) =>
      aTrade({
        id: 'add',
        kind: 'free agent',
        status: 'done',
        proposedAt: null,
        decidedAt: at(40),
        moves: [{ playerId: 8, fromTeamId: null, toTeamId: 1 }],
        ...more,
      })
    const drop = (more: Partial<LeagueTransaction> = {}) =>
      add({ id: 'drop', kind: 'roster', decidedAt: at(0), moves: [{ ...MOVE, toTeamId: null }], ...more })

    it('are one move, that of the add', () => {
      const [move, ...others] = mergeTransactions(weeks([drop(), add({ bid: 4 })]))
      expect(others).toEqual([])
      expect(move).toEqual(add({ bid: 4, moves: [...drop().moves, ...add().moves] }))
    })

    it('belong to each other in pairs', () => {
      const second = [drop({ id: 'drop 2' }), add({ id: 'add 2' })]
      expect(mergeTransactions(weeks([drop(), add(), ...second])).map(({ id }) => id)).toEqual([
        'add',
        'add 2',
      ])
    })

    it.each([
      ['a minute apart', drop({ decidedAt: at(-20) })],
      ['of different teams', drop({ teamId: 2 })],
      ['by the team and the league manager', drop({ isByManager: true })],
      ['of which one failed', drop({ status: 'failed' })],
    ])('stay apart if they are %s', (_, other) => {
      expect(mergeTransactions(weeks([other, add()]))).toHaveLength(2)
    })
  })

  it('orders by decision time, or by proposal time while pending', () => {
    const earlier = aTrade({ id: 'earlier', decidedAt: AT(3), status: 'done' })
    const pending = aTrade({ id: 'pending', proposedAt: AT(4) })
    const merged = mergeTransactions(weeks([pending, aTrade()], [decisionOf('done'), earlier]))
    expect(merged.map(({ id }) => id)).toEqual(['earlier', 'pending', 'trade'])
  })
})

it('keeps open and rejected offers from everyone but the teams concerned', () => {
  const shown = TRANSACTION_STATUSES.filter((status) => isPublic(aTrade({ status })))
  expect(shown).toEqual(['done', 'failed', 'vetoed'])
})

it('counts the teams of a trade without players by its picks and its budget', () => {
  const trade = aTrade({
    teamId: null,
    moves: [],
    picks: [{ season: 2025, round: 1, originalTeamId: 9, fromTeamId: 1, toTeamId: 2 }],
    budget: [{ fromTeamId: 4, toTeamId: 1, amount: 12 }],
  })
  expect(teamsOf(trade)).toEqual([1, 2, 4])
  expect(teamsOf(aTrade())).toEqual([1, 2])
})

describe('a completed trade that is listed once for each team', () => {
  const trade = (id: string, day: number) => aTrade({ id, status: 'done', decidedAt: AT(day) })

  it('is one trade, also if the second row belongs to the next week', () => {
    expect(mergeTransactions(weeks([trade('a', 2)], [trade('b', 3)])).map(({ id }) => id)).toEqual(['a'])
  })

  it('is another one if the same players are traded again later', () => {
    expect(mergeTransactions(weeks([trade('a', 2)], [trade('b', 20)]))).toHaveLength(2)
  })
})
