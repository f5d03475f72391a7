import { describe, expect, it } from 'vitest'
import { translateTransactions } from './archive.ts'
import { readTransactions } from './bodies.ts'

const OCTOBER = Date.UTC(2025, 9, 1, 12)

const entry = (changes: object) => ({
  transaction_id: '1141975965455757312',
  type: 'free_agent',
  status: 'complete',
  leg: 4,
  created: OCTOBER,
  status_updated: OCTOBER,
  creator: '800000000000000001',
  roster_ids: [1],
  consenter_ids: [1],
  adds: null,
  drops: null,
  draft_picks: [],
  waiver_budget: [],
  settings: null,
  ...changes,
})

const translate = (...entries: object[]) =>
  translateTransactions(readTransactions(entries.map(entry)).entries, { season: 2025, week: 4 })

describe('transactions', () => {
  it('are adds and drops with the account that made them', () => {
    expect(translate({ adds: { 4046: 1 }, drops: { DET: 1 } })).toEqual([
      {
        id: '1141975965455757312',
        season: 2025,
        week: 4,
        kind: 'free agent',
        status: 'done',
        reason: null,
        teamId: 1,
        memberId: '800000000000000001',
        isByManager: false,
        proposedAt: new Date(OCTOBER),
        decidedAt: new Date(OCTOBER),
        bid: null,
        moves: [
          { playerId: 1_000_004_046, fromTeamId: null, toTeamId: 1 },
          { playerId: -16_008, fromTeamId: 1, toTeamId: null },
        ],
      },
    ])
  })

  it('of waivers are decided later and can fail', () => {
    const waiver = {
      type: 'waiver',
      settings: { waiver_bid: 14 },
      adds: { 829: 3 },
      status_updated: OCTOBER + 5000,
    }
    expect(translate(waiver)[0]).toMatchObject({
      kind: 'waiver',
      bid: 14,
      decidedAt: new Date(OCTOBER + 5000),
    })
    expect(translate({ ...waiver, status: 'failed' })[0]).toMatchObject({
      status: 'failed',
      reason: 'failed',
    })
    expect(translate({ ...waiver, settings: { waiver_bid: 0 } })[0]?.bid).toBeNull()
  })

  it('of a commissioner are credited to nobody as a waiver', () => {
    expect(
      translate({ type: 'commissioner', consenter_ids: null, adds: { 829: 3 }, roster_ids: [3] })[0],
    ).toMatchObject({
      kind: 'roster',
      isByManager: true,
      teamId: 3,
    })
  })

  it('between three teams name both ends of every move', () => {
    const [trade] = translate({
      type: 'trade',
      roster_ids: [1, 2, 3],
      adds: { 11: 2, 12: 3, 13: 1 },
      drops: { 11: 1, 12: 2, 13: 3 },
    })
    expect(trade?.moves.map(({ fromTeamId, toTeamId }) => [fromTeamId, toTeamId])).toEqual([
      [1, 2],
      [2, 3],
      [3, 1],
    ])
    expect(trade).not.toHaveProperty('picks')
    expect(trade).not.toHaveProperty('budget')
  })

  it('can hold only picks and budget', () => {
    const [trade] = translate({
      type: 'trade',
      roster_ids: [11, 3],
      draft_picks: [
        { season: '2027', round: 2, roster_id: 5, previous_owner_id: 3, owner_id: 11, league_id: null },
        { season: '2027', round: null, roster_id: 5 },
      ],
      waiver_budget: [{ sender: 11, receiver: 3, amount: 20 }],
    })
    expect(trade).toMatchObject({
      moves: [],
      picks: [{ season: 2027, round: 2, originalTeamId: 5, fromTeamId: 3, toTeamId: 11 }],
      budget: [{ fromTeamId: 11, toTeamId: 3, amount: 20 }],
    })
  })

  it('of the months before the season belong to week 0, which Sleeper sends with week 1', () => {
    const [early, later] = translateTransactions(
      readTransactions([
        entry({
          transaction_id: '1',
          leg: 1,
          created: Date.UTC(2025, 2, 1),
          status_updated: Date.UTC(2025, 2, 1),
        }),
        entry({
          transaction_id: '2',
          leg: 1,
          status_updated: Date.UTC(2025, 8, 5),
          created: Date.UTC(2025, 8, 5),
        }),
      ]).entries,
      { season: 2025, week: 1 },
    )
    expect([early?.week, later?.week]).toEqual([0, 1])
  })

  it('are in the order of their decisions, each once, and a broken one hides no other', () => {
    const { entries, unreadable } = readTransactions([
      entry({ transaction_id: '2', status_updated: OCTOBER + 1 }),
      entry({ transaction_id: '1' }),
      entry({ transaction_id: '2', status_updated: OCTOBER + 1 }),
      { type: 'trade' },
      'x',
    ])
    const list = translateTransactions(entries, { season: 2025, week: 4 })
    expect(unreadable).toBe(2)
    expect(list.map(({ id }) => id)).toEqual(['1', '2'])
    expect(() => readTransactions({})).toThrow(expect.objectContaining({ failure: 'unexpected_shape' }))
  })
})
