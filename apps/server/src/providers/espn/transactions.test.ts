import { describe, expect, it } from 'vitest'
import { CAPTURES_SKIP_REASON, HAS_CAPTURES, readCapture } from '../../testing/captures.ts'
import { ADA, REQUESTED } from './bodies-for-tests.ts'
import { translateTransactions } from './transactions.ts'

type Fields = Record<string, unknown>

const WEEK_3 = { ...REQUESTED, week: 3 }
const NOON = Date.parse('2024-09-18T16:00:00Z')
const HOUR = 3_600_000
const SYSTEM = '0f0f0f0f-1111-2222-3333-444444444444'

function read(...rows: Fields[]) {
  return translateTransactions({ id: 77, seasonId: 2024, transactions: rows }, WEEK_3)
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
const TRADED = [
  { type: 'TRADE', playerId: 7, fromTeamId: 1, toTeamId: 2 },
  { type: 'TRADE', playerId: 8, fromTeamId: 2, toTeamId: 1 },
]

function buildProposal(fields: Fields = {}): Fields {
  return buildRow({ id: 'p', type: 'TRADE_PROPOSAL', status: 'PENDING', items: TRADED, ...fields })
}

function buildReply(type: string, fields: Fields = {}): Fields {
  const later = { proposedDate: NOON + HOUR, relatedTransactionId: 'p', items: undefined }
  return buildRow({ id: `${type} row`, type, teamId: 2, ...later, ...fields })
}

describe('a move', () => {
  it('of a free agent has what came and what went', () => {
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
    ['a drop', { type: 'ROSTER', items: [buildDrop(6, 1)] }, { kind: 'roster', status: 'done' }],
    ['a league manager’s', { type: 'ROSTER', isLeagueManager: true }, { kind: 'roster', isByManager: true }],
    ['a word of another day', { type: 'RETRO_ROSTER' }, { kind: 'roster' }],
  ])('is also %s', (_, fields, expected) => {
    expect(read(buildRow(fields))).toEqual([expect.objectContaining(expected)])
  })

  it.each([
    ['a change of the line-up', { type: 'FUTURE_ROSTER', items: [{ type: 'LINEUP', playerId: 5 }] }],
    [
      'a change of the line-up under another name',
      { type: 'ROSTER', items: [{ type: 'LINEUP', playerId: 5 }] },
    ],
    ['the draft', { type: 'DRAFT', items: [{ type: 'DRAFT', playerId: 5, toTeamId: 1 }] }],
    ['nothing', { items: undefined }],
  ])('is not %s', (_, fields) => {
    expect(read(buildRow(fields))).toEqual([])
  })

  it('stands after the ones before it', () => {
    const rows = [
      buildRow({ id: 'late', proposedDate: NOON + 1 }),
      buildRow({ id: 'b' }),
      buildRow({ id: 'a' }),
    ]
    expect(read(...rows).map((each) => each.id)).toEqual(['a', 'b', 'late'])
  })
})

describe('a waiver claim', () => {
  const processed = { type: 'WAIVER', executionType: 'PROCESS', memberId: SYSTEM, processDate: NOON + HOUR }

  it.each([
    ['EXECUTED', 'done', null],
    ['FAILED_ROSTERLIMIT', 'failed', 'FAILED_ROSTERLIMIT'],
    ['FAILED_INVALIDPLAYERSOURCE', 'failed', 'FAILED_INVALIDPLAYERSOURCE'],
    ['CANCELED', 'cancelled', null],
    ['PENDING', 'pending', null],
    ['SOMETHING_ELSE', 'failed', 'SOMETHING_ELSE'],
  ])('that is %s is %s', (status, told, reason) => {
    const [claim] = read(buildRow({ ...processed, status, relatedTransactionId: 'claim' }))
    expect(claim).toMatchObject({
      id: 'claim',
      kind: 'waiver',
      status: told,
      reason,
      teamId: 1,
      memberId: null,
    })
    expect(claim?.decidedAt).toEqual(told === 'pending' ? null : new Date(NOON + HOUR))
  })

  it('and what became of it are one, with the bid and the day of the claim', () => {
    const claim = buildRow({ id: 'claim', type: 'WAIVER', status: 'PENDING', bidAmount: 12 })
    const end = buildRow({
      ...processed,
      id: 'end',
      proposedDate: NOON + HOUR,
      relatedTransactionId: 'claim',
    })
    const told = read(end, claim)
    expect(told).toEqual([expect.objectContaining({ id: 'claim', status: 'done', bid: 12 })])
    expect(told[0]).toMatchObject({ proposedAt: new Date(NOON), decidedAt: new Date(NOON + HOUR) })
    expect(told[0]?.moves).toHaveLength(2)
  })

  it('that ends in an error is failed', () => {
    const [claim] = read(buildRow({ type: 'WAIVER_ERROR', status: 'EXECUTED' }))
    expect(claim).toMatchObject({ kind: 'waiver', status: 'failed' })
  })
})

describe('a trade', () => {
  const trade = (...rows: Fields[]) => read(...rows).map(({ id, status, teamId }) => ({ id, status, teamId }))

  it.each([
    ['proposed', [], 'pending'],
    ['declined', [buildReply('TRADE_DECLINE')], 'declined'],
    ['accepted', [buildReply('TRADE_ACCEPT', { items: TRADED })], 'done'],
    ['accepted, and not yet looked at', [buildReply('TRADE_ACCEPT', { status: 'PENDING' })], 'pending'],
    ['upheld', [buildReply('TRADE_ACCEPT'), buildReply('TRADE_UPHOLD')], 'done'],
    ['vetoed', [buildReply('TRADE_ACCEPT'), buildReply('TRADE_VETO')], 'vetoed'],
    ['upheld against a vote', [buildReply('TRADE_VETO'), buildReply('TRADE_UPHOLD')], 'done'],
    ['broken', [buildReply('TRADE_ERROR')], 'failed'],
    [
      'called off',
      [buildProposal({ id: 'c', executionType: 'CANCEL', status: 'CANCELED', relatedTransactionId: 'p' })],
      'cancelled',
    ],
  ])('that is %s is told once', (_, answers, status) => {
    expect(trade(buildProposal(), ...answers)).toEqual([{ id: 'p', status, teamId: 1 }])
    expect(trade(...answers, buildProposal())).toEqual([{ id: 'p', status, teamId: 1 }])
  })

  it('has every move once, although its rows repeat them, and the drops that make room', () => {
    const drop = buildDrop(9, 2)
    const [told] = read(buildProposal(), buildReply('TRADE_ACCEPT', { items: [...TRADED, drop] }))
    expect(told?.moves).toEqual([
      { playerId: 7, fromTeamId: 1, toTeamId: 2 },
      { playerId: 8, fromTeamId: 2, toTeamId: 1 },
      { playerId: 9, fromTeamId: 2, toTeamId: null },
    ])
  })

  it('that each team tells in a row of its own is one', () => {
    const one = buildReply('TRADE_ACCEPT', {
      id: '1',
      teamId: 1,
      items: TRADED,
      relatedTransactionId: undefined,
    })
    const other = { ...one, id: '2', teamId: 2, items: [...TRADED].reverse(), proposedDate: NOON + HOUR + 5 }
    expect(read(one, other).map(({ id, status }) => [id, status])).toEqual([['1', 'done']])
  })

  it('that was called off and then made again is two', () => {
    const off = buildProposal({
      id: 'c',
      executionType: 'CANCEL',
      status: 'CANCELED',
      relatedTransactionId: 'p',
    })
    const again = buildProposal({ id: 'p2', proposedDate: NOON + 2 * HOUR })
    const accepted = buildReply('TRADE_ACCEPT', { relatedTransactionId: 'p2', proposedDate: NOON + 3 * HOUR })
    expect(trade(buildProposal(), off, again, accepted).map(({ id, status }) => [id, status])).toEqual([
      ['p', 'cancelled'],
      ['p2', 'done'],
    ])
  })

  it('and a counter-offer to it are two', () => {
    const counter = buildProposal({ id: 'q', teamId: 2, relatedTransactionId: 'p', items: [TRADED[0]] })
    const accepted = buildReply('TRADE_ACCEPT', { relatedTransactionId: 'q' })
    expect(trade(buildProposal(), counter, accepted)).toEqual([
      { id: 'p', status: 'pending', teamId: 1 },
      { id: 'q', status: 'done', teamId: 2 },
    ])
  })

  it('of another week is told by its answer alone, under the id of the proposal', () => {
    expect(read(buildReply('TRADE_DECLINE'))).toEqual([
      expect.objectContaining({ id: 'p', kind: 'trade', status: 'declined', teamId: null, moves: [] }),
    ])
  })

  it('whose rows name each other ends', () => {
    const one = buildReply('TRADE_ACCEPT', { id: 'x', relatedTransactionId: 'y' })
    const other = buildReply('TRADE_UPHOLD', { id: 'y', relatedTransactionId: 'x' })
    expect(read(one, other).length).toBeGreaterThan(0)
  })
})

describe('an answer', () => {
  it.each([[undefined], [null], [[]]])('with %s as its transactions has none', (transactions) => {
    expect(translateTransactions({ id: 77, seasonId: 2024, transactions }, WEEK_3)).toEqual([])
  })

  it('of another league, or with rows that cannot be read, is refused', () => {
    expect(() => translateTransactions({ id: 78 }, WEEK_3)).toThrow(
      expect.objectContaining({ failure: 'wrong_league' }),
    )
    expect(() => read(buildRow({ items: [{ type: 'ADD', playerId: 'x' }] }))).toThrow(
      expect.objectContaining({ failure: 'unexpected_shape' }),
    )
  })
})

// biome-ignore lint/suspicious/noExplicitAny: the recorded answers are read as they come.
type Json = any

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => {})

describe.runIf(HAS_CAPTURES)('the recorded week 10 of 2024', () => {
  const asked = { leagueId: 18254195, season: 2024, week: 10 }
  const recorded = () => {
    const json = readCapture('league-18254195/2024/transactions-period-10.json') as Json
    return { rows: json.transactions as Json[], told: translateTransactions(json, asked) }
  }
  const count = (rows: Json[], type: string, status: string) =>
    rows.filter((row) => row.type === type && row.status.startsWith(status)).length

  it('has every claim, move and drop, and no line-up', () => {
    const { rows, told } = recorded()
    const tally = (kind: string, status: string) =>
      told.filter((each) => each.kind === kind && each.status === status).length
    expect(rows).toHaveLength(72)
    expect(tally('waiver', 'done')).toBe(count(rows, 'WAIVER', 'EXECUTED'))
    expect(tally('waiver', 'failed')).toBe(count(rows, 'WAIVER', 'FAILED'))
    expect(tally('free agent', 'done')).toBe(count(rows, 'FREEAGENT', 'EXECUTED'))
    expect(tally('roster', 'done')).toBe(count(rows, 'ROSTER', 'EXECUTED'))
    expect(tally('trade', 'declined')).toBe(count(rows, 'TRADE_DECLINE', 'EXECUTED'))
    expect(told).toHaveLength(72 - count(rows, 'FUTURE_ROSTER', '') - 1)
  })

  it('has the two rows of the trade that was called off as one', () => {
    const { rows, told } = recorded()
    const mirrored = rows.filter((row) => row.type === 'TRADE_PROPOSAL')
    expect(mirrored.map((row) => row.status).sort()).toEqual(['CANCELED', 'PENDING'])
    const proposal = mirrored.find((row) => row.status === 'PENDING')
    expect(told.filter((each) => each.kind === 'trade' && each.moves.length > 0)).toEqual([
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

  it('names members only for what members did', () => {
    const { rows, told } = recorded()
    const { members } = readCapture('league-18254195/2024/combined.json') as Json
    const known = new Set(members.map((member: Json) => member.id))
    const named = told.flatMap((each) => each.memberId ?? [])
    expect(named.filter((id) => !known.has(id))).toEqual([])
    const people = rows.filter((row) => row.executionType === 'EXECUTE' && row.type !== 'FUTURE_ROSTER')
    // The proposal's row gives way to the one that calls it off.
    expect(named).toHaveLength(people.length - 1)
  })

  it('moves players of the pool and of teams, defenses too', () => {
    const { rows, told } = recorded()
    const raw = rows.flatMap((row) => row.items ?? []).filter((item: Json) => item.type === 'ADD')
    const added = told.flatMap((each) => each.moves.filter((move) => move.fromTeamId === null))
    expect(added.map((move) => [move.playerId, move.toTeamId]).sort()).toEqual(
      raw.map((item: Json) => [item.playerId, item.toTeamId]).sort(),
    )
    expect(added.some((move) => move.playerId < -16_000)).toBe(true)
  })
})
