import { CAPTURES_SKIP_REASON, HAS_CAPTURES, readCapture } from '@fieldhouse/simulator/testing/captures'
import { describe, expect, it } from 'vitest'
import { translateTransactions } from './archive.ts'
import { ADA, REQUESTED } from './testing/bodies.ts'

type Fields = Record<string, unknown>

const WEEK_3 = { ...REQUESTED, week: 3 }
const NOON = Date.parse('2024-09-18T16:00:00Z')
const HOUR = 3_600_000
const SYSTEM_MEMBER_ID = '0f0f0f0f-1111-2222-3333-444444444444'

function translateWeek(...rows: unknown[]) {
  return translateTransactions({ id: 77, seasonId: 2024, transactions: rows }, WEEK_3)
}

function read(...rows: Fields[]) {
  return translateWeek(...rows).transactions
}

function buildRow(fields: Fields = {}): Fields {
  return {
    id: 'a',
    type: 'FREEAGENT',
    status: 'EXECUTED',
    executionType: 'EXECUTE',
    teamId: 1,
    memberId: ADA,
    isLeagueManager: false,
    bidAmount: 0,
    proposedDate: NOON,
    scoringPeriodId: 3,
    items: [buildAdd(5, 1), buildDrop(6, 1)],
    ...fields,
  }
}

const buildAdd = (playerId: number, toTeamId: number) => ({ type: 'ADD', playerId, fromTeamId: 0, toTeamId })
const buildDrop = (playerId: number, fromTeamId: number) => ({
  type: 'DROP',
  playerId,
  fromTeamId,
  toTeamId: 0,
})
const TRADED_ITEMS = [
  { type: 'TRADE', playerId: 7, fromTeamId: 1, toTeamId: 2 },
  { type: 'TRADE', playerId: 8, fromTeamId: 2, toTeamId: 1 },
]

function buildProposal(fields: Fields = {}): Fields {
  return buildRow({ id: 'p', type: 'TRADE_PROPOSAL', status: 'PENDING', items: TRADED_ITEMS, ...fields })
}

function buildReply(type: string, fields: Fields = {}): Fields {
  const defaults = { proposedDate: NOON + HOUR, relatedTransactionId: 'p', items: undefined }
  return buildRow({ id: `${type} row`, type, teamId: 2, ...defaults, ...fields })
}

describe('a roster move', () => {
  it('of a free agent has the added and the dropped player', () => {
    expect(read(buildRow())).toEqual([
      {
        id: 'a',
        season: 2024,
        week: 3,
        kind: 'free agent',
        status: 'done',
        reason: null,
        teamId: 1,
        memberId: ADA,
        isByManager: false,
        proposedAt: new Date(NOON),
        decidedAt: new Date(NOON),
        bid: null,
        moves: [
          { playerId: 5, fromTeamId: null, toTeamId: 1 },
          { playerId: 6, fromTeamId: 1, toTeamId: null },
        ],
      },
    ])
  })

  it.each([
    ['with only a drop', { type: 'ROSTER', items: [buildDrop(6, 1)] }, { kind: 'roster', status: 'done' }],
    ['by a league manager', { type: 'ROSTER', isLeagueManager: true }, { kind: 'roster', isByManager: true }],
    ['of another roster type', { type: 'RETRO_ROSTER' }, { kind: 'roster' }],
  ])('%s is translated', (_, fields, expected) => {
    expect(read(buildRow(fields))).toEqual([expect.objectContaining(expected)])
  })

  it.each([
    ['a future lineup change', { type: 'FUTURE_ROSTER', items: [{ type: 'LINEUP', playerId: 5 }] }],
    ['a lineup change of type ROSTER', { type: 'ROSTER', items: [{ type: 'LINEUP', playerId: 5 }] }],
    ['a draft pick', { type: 'DRAFT', items: [{ type: 'DRAFT', playerId: 5, toTeamId: 1 }] }],
    ['a row without items', { items: undefined }],
  ])('is not created for %s', (_, fields) => {
    expect(read(buildRow(fields))).toEqual([])
  })

  it('is sorted by time, then by id', () => {
    const rows = [
      buildRow({ id: 'late', proposedDate: NOON + 1 }),
      buildRow({ id: 'b' }),
      buildRow({ id: 'a' }),
    ]
    expect(read(...rows).map((each) => each.id)).toEqual(['a', 'b', 'late'])
  })
})

describe('a waiver claim', () => {
  const processed = {
    type: 'WAIVER',
    executionType: 'PROCESS',
    memberId: SYSTEM_MEMBER_ID,
    processDate: NOON + HOUR,
  }

  it.each([
    ['EXECUTED', 'done', null],
    ['FAILED_ROSTERLIMIT', 'failed', 'FAILED_ROSTERLIMIT'],
    ['FAILED_INVALIDPLAYERSOURCE', 'failed', 'FAILED_INVALIDPLAYERSOURCE'],
    ['CANCELED', 'cancelled', null],
    ['PENDING', 'pending', null],
    ['SOMETHING_ELSE', 'failed', 'SOMETHING_ELSE'],
  ])('with status %s is %s', (status, expectedStatus, reason) => {
    const [claim] = read(buildRow({ ...processed, status, relatedTransactionId: 'claim' }))
    expect(claim).toMatchObject({
      id: 'claim',
      kind: 'waiver',
      status: expectedStatus,
      reason,
      teamId: 1,
      memberId: null,
    })
    expect(claim?.decidedAt).toEqual(expectedStatus === 'pending' ? null : new Date(NOON + HOUR))
  })

  it('and its outcome are one transaction with the bid and date of the claim', () => {
    const claim = buildRow({ id: 'claim', type: 'WAIVER', status: 'PENDING', bidAmount: 12 })
    const outcome = buildRow({
      ...processed,
      id: 'outcome',
      proposedDate: NOON + HOUR,
      relatedTransactionId: 'claim',
    })
    const transactions = read(outcome, claim)
    expect(transactions).toEqual([expect.objectContaining({ id: 'claim', status: 'done', bid: 12 })])
    expect(transactions[0]).toMatchObject({ proposedAt: new Date(NOON), decidedAt: new Date(NOON + HOUR) })
    expect(transactions[0]?.moves).toHaveLength(2)
  })

  it('that ends in an error has status failed', () => {
    const [claim] = read(buildRow({ type: 'WAIVER_ERROR', status: 'EXECUTED' }))
    expect(claim).toMatchObject({ kind: 'waiver', status: 'failed' })
  })
})

describe('a trade', () => {
  const readTrades = (...rows: Fields[]) =>
    read(...rows).map(({ id, status, teamId }) => ({ id, status, teamId }))

  it.each([
    ['proposed', [], 'pending'],
    ['declined', [buildReply('TRADE_DECLINE')], 'declined'],
    ['accepted', [buildReply('TRADE_ACCEPT', { items: TRADED_ITEMS })], 'done'],
    ['accepted and awaiting review', [buildReply('TRADE_ACCEPT', { status: 'PENDING' })], 'pending'],
    ['upheld', [buildReply('TRADE_ACCEPT'), buildReply('TRADE_UPHOLD')], 'done'],
    ['vetoed', [buildReply('TRADE_ACCEPT'), buildReply('TRADE_VETO')], 'vetoed'],
    ['upheld despite a veto vote', [buildReply('TRADE_VETO'), buildReply('TRADE_UPHOLD')], 'done'],
    ['failed with an error', [buildReply('TRADE_ERROR')], 'failed'],
    [
      'canceled',
      [buildProposal({ id: 'c', executionType: 'CANCEL', status: 'CANCELED', relatedTransactionId: 'p' })],
      'cancelled',
    ],
  ])('that is %s is one transaction', (_, replies, status) => {
    expect(readTrades(buildProposal(), ...replies)).toEqual([{ id: 'p', status, teamId: 1 }])
    expect(readTrades(...replies, buildProposal())).toEqual([{ id: 'p', status, teamId: 1 }])
  })

  it('has the team that accepted it, which may be all that is known of its sides', () => {
    const [trade] = read(buildReply('TRADE_ACCEPT'), buildReply('TRADE_UPHOLD', { teamId: 9 }))
    expect(trade).toMatchObject({ status: 'done', teamId: null, acceptedBy: 2, moves: [] })
    const [byManager] = read(buildReply('TRADE_ACCEPT', { isLeagueManager: true }))
    expect(byManager).not.toHaveProperty('acceptedBy')
  })

  it('has each move once, including drops, although its rows repeat them', () => {
    const drop = buildDrop(9, 2)
    const [trade] = read(buildProposal(), buildReply('TRADE_ACCEPT', { items: [...TRADED_ITEMS, drop] }))
    expect(trade?.moves).toEqual([
      { playerId: 7, fromTeamId: 1, toTeamId: 2 },
      { playerId: 8, fromTeamId: 2, toTeamId: 1 },
      { playerId: 9, fromTeamId: 2, toTeamId: null },
    ])
  })

  it('with a separate row per team is one transaction', () => {
    const firstRow = buildReply('TRADE_ACCEPT', {
      id: '1',
      teamId: 1,
      items: TRADED_ITEMS,
      relatedTransactionId: undefined,
    })
    const secondRow = {
      ...firstRow,
      id: '2',
      teamId: 2,
      items: [...TRADED_ITEMS].reverse(),
      proposedDate: NOON + HOUR + 5,
    }
    expect(read(firstRow, secondRow).map(({ id, status }) => [id, status])).toEqual([['1', 'done']])
  })

  it('that was canceled and proposed again is two transactions', () => {
    const canceled = buildProposal({
      id: 'c',
      executionType: 'CANCEL',
      status: 'CANCELED',
      relatedTransactionId: 'p',
    })
    const newProposal = buildProposal({ id: 'p2', proposedDate: NOON + 2 * HOUR })
    const accepted = buildReply('TRADE_ACCEPT', { relatedTransactionId: 'p2', proposedDate: NOON + 3 * HOUR })
    expect(
      readTrades(buildProposal(), canceled, newProposal, accepted).map(({ id, status }) => [id, status]),
    ).toEqual([
      ['p', 'cancelled'],
      ['p2', 'done'],
    ])
  })

  it('and its counteroffer are two transactions', () => {
    const counteroffer = buildProposal({
      id: 'q',
      teamId: 2,
      relatedTransactionId: 'p',
      items: [TRADED_ITEMS[0]],
    })
    const accepted = buildReply('TRADE_ACCEPT', { relatedTransactionId: 'q' })
    expect(readTrades(buildProposal(), counteroffer, accepted)).toEqual([
      { id: 'p', status: 'pending', teamId: 1 },
      { id: 'q', status: 'done', teamId: 2 },
    ])
  })

  it('proposed in another week is read from its reply, with the id of the proposal', () => {
    expect(read(buildReply('TRADE_DECLINE'))).toEqual([
      expect.objectContaining({ id: 'p', kind: 'trade', status: 'declined', teamId: null, moves: [] }),
    ])
  })

  it('with rows that reference each other does not cause an infinite loop', () => {
    const firstRow = buildReply('TRADE_ACCEPT', { id: 'x', relatedTransactionId: 'y' })
    const secondRow = buildReply('TRADE_UPHOLD', { id: 'y', relatedTransactionId: 'x' })
    expect(read(firstRow, secondRow).length).toBeGreaterThan(0)
  })
})

describe('translateTransactions', () => {
  it.each([[undefined], [null], [[]]])('returns nothing when transactions are %s', (transactions) => {
    expect(translateTransactions({ id: 77, seasonId: 2024, transactions }, WEEK_3)).toEqual({
      transactions: [],
      findings: [],
    })
  })

  it.each([
    ['an item without a type', buildRow({ id: 'b', items: [{ type: null, playerId: 7 }] })],
    ['an item without a player', buildRow({ id: 'b', items: [{ type: 'ADD', toTeamId: 1 }] })],
    [
      'a declined trade whose items have no type',
      buildReply('TRADE_DECLINE', { id: 'b', items: TRADED_ITEMS.map((item) => ({ ...item, type: null })) }),
    ],
    ['no ID', buildRow({ id: undefined })],
    ['no type', buildRow({ id: 'b', type: null })],
    ['nothing', null],
  ])('skips and counts a row with %s, and reads the others', (_, row) => {
    const { transactions, findings } = translateWeek(buildRow(), row, buildRow({ id: 'c' }))
    expect(transactions.map(({ id }) => id)).toEqual(['a', 'c'])
    expect(findings).toEqual([
      {
        code: 'unreadable_transactions',
        detail: "1 transaction of week 3 from ESPN can't be read. It was skipped.",
        week: 3,
        gameId: null,
      },
    ])
    expect(translateWeek(buildRow(), row, row).findings).toMatchObject([
      { detail: "2 transactions of week 3 from ESPN can't be read. They were skipped." },
    ])
  })

  it('reads a row without a date', () => {
    const { transactions, findings } = translateWeek(buildRow({ proposedDate: null, processDate: undefined }))
    expect(transactions).toMatchObject([{ id: 'a', proposedAt: null, decidedAt: null }])
    expect(findings).toEqual([])
  })

  it('rejects another league, and rows of which none is a transaction', () => {
    expect(() => translateTransactions({ id: 78 }, WEEK_3)).toThrow(
      expect.objectContaining({ failure: 'wrong_league' }),
    )
    expect(() => read({ id: 7 }, {})).toThrow(expect.objectContaining({ failure: 'unexpected_shape' }))
  })
})

// biome-ignore lint/suspicious/noExplicitAny: recorded responses are untyped.
type Json = any

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => {})

describe.runIf(HAS_CAPTURES)('the recorded week 10 of 2024', () => {
  const requested = { leagueId: '18254195', season: 2024, week: 10 }
  const readWeek10 = () => {
    const json = readCapture('league-18254195/2024/transactions-period-10.json') as Json
    return {
      rows: json.transactions as Json[],
      transactions: translateTransactions(json, requested).transactions,
    }
  }
  const countRows = (rows: Json[], type: string, status: string) =>
    rows.filter((row) => row.type === type && row.status.startsWith(status)).length

  it('has every claim, move and drop, and no lineup changes', () => {
    const { rows, transactions } = readWeek10()
    const countTransactions = (kind: string, status: string) =>
      transactions.filter((each) => each.kind === kind && each.status === status).length
    expect(rows).toHaveLength(72)
    expect(countTransactions('waiver', 'done')).toBe(countRows(rows, 'WAIVER', 'EXECUTED'))
    expect(countTransactions('waiver', 'failed')).toBe(countRows(rows, 'WAIVER', 'FAILED'))
    expect(countTransactions('free agent', 'done')).toBe(countRows(rows, 'FREEAGENT', 'EXECUTED'))
    expect(countTransactions('roster', 'done')).toBe(countRows(rows, 'ROSTER', 'EXECUTED'))
    expect(countTransactions('trade', 'declined')).toBe(countRows(rows, 'TRADE_DECLINE', 'EXECUTED'))
    expect(transactions).toHaveLength(72 - countRows(rows, 'FUTURE_ROSTER', '') - 1)
  })

  it('has one transaction for the two rows of the canceled trade', () => {
    const { rows, transactions } = readWeek10()
    const proposals = rows.filter((row) => row.type === 'TRADE_PROPOSAL')
    expect(proposals.map((row) => row.status).sort()).toEqual(['CANCELED', 'PENDING'])
    const proposal = proposals.find((row) => row.status === 'PENDING')
    expect(transactions.filter((each) => each.kind === 'trade' && each.moves.length > 0)).toEqual([
      expect.objectContaining({
        id: proposal.id,
        status: 'cancelled',
        teamId: 4,
        moves: [
          { playerId: 4430878, fromTeamId: 4, toTeamId: 3 },
          { playerId: 4379399, fromTeamId: 4, toTeamId: 3 },
          { playerId: 4426502, fromTeamId: 3, toTeamId: 4 },
        ],
      }),
    ])
  })

  it('has members only for the actions of members', () => {
    const { rows, transactions } = readWeek10()
    const { members } = readCapture('league-18254195/2024/combined.json') as Json
    const memberIds = new Set(members.map((member: Json) => member.id))
    const actingMembers = transactions.flatMap((each) => each.memberId ?? [])
    expect(actingMembers.filter((id) => !memberIds.has(id))).toEqual([])
    const memberRows = rows.filter((row) => row.executionType === 'EXECUTE' && row.type !== 'FUTURE_ROSTER')
    // The cancellation takes precedence over the row of its proposal.
    expect(actingMembers).toHaveLength(memberRows.length - 1)
  })

  it('adds free agents, including defenses', () => {
    const { rows, transactions } = readWeek10()
    const rawAdds = rows.flatMap((row) => row.items ?? []).filter((item: Json) => item.type === 'ADD')
    const added = transactions.flatMap((each) => each.moves.filter((move) => move.fromTeamId === null))
    expect(added.map((move) => [move.playerId, move.toTeamId]).sort()).toEqual(
      rawAdds.map((item: Json) => [item.playerId, item.toTeamId]).sort(),
    )
    expect(added.some((move) => move.playerId < -16_000)).toBe(true)
  })
})
