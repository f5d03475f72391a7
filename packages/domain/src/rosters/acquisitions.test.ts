import { expect, it } from 'vitest'
import { listAcquisitions } from './acquisitions.ts'
import type { DraftPick } from './archive.ts'
import type { LeagueTransaction } from './transactions.ts'

const pick: DraftPick = {
  overall: 13,
  round: 2,
  inRound: 1,
  teamId: 1,
  playerId: 11,
  memberId: null,
  isKeeper: false,
  bid: 42,
}

function aTransaction(more: Partial<LeagueTransaction>): LeagueTransaction {
  return {
    id: 'a',
    season: 2026,
    week: 3,
    kind: 'waiver',
    status: 'done',
    reason: null,
    teamId: 2,
    memberId: null,
    isByManager: false,
    proposedAt: null,
    decidedAt: new Date('2026-09-23T08:00:00Z'),
    bid: null,
    moves: [],
    ...more,
  }
}

const drop = (fromTeamId: number) => ({ playerId: 11, fromTeamId, toTeamId: null })
const add = (toTeamId: number) => ({ playerId: 11, fromTeamId: null, toTeamId })

it('lists the draft, then every time that a team got the player', () => {
  const acquisitions = listAcquisitions(11, {
    picks: [{ ...pick, playerId: 12 }, pick],
    transactions: [
      aTransaction({ kind: 'roster', moves: [drop(1)] }),
      aTransaction({ bid: 7, moves: [{ playerId: 12, fromTeamId: 2, toTeamId: null }, add(2)] }),
      aTransaction({ kind: 'waiver', status: 'failed', bid: 5, moves: [add(3)] }),
      aTransaction({ kind: 'trade', week: 5, moves: [{ playerId: 11, fromTeamId: 2, toTeamId: 4 }] }),
      aTransaction({ kind: 'free agent', week: 7, moves: [add(3)] }),
      aTransaction({ kind: 'roster', week: 8, decidedAt: null, moves: [add(5)] }),
    ],
  })
  expect(
    acquisitions.map(({ how, teamId, fromTeamId, week, bid, pick: overall, round }) => [
      how,
      teamId,
      fromTeamId,
      week,
      bid,
      overall,
      round,
    ]),
  ).toEqual([
    ['draft', 1, null, null, 42, 13, 2],
    ['waiver', 2, null, 3, 7, null, null],
    ['trade', 4, 2, 5, null, null, null],
    ['free_agent', 3, null, 7, null, null, null],
    ['other', 5, null, 8, null, null, null],
  ])
  expect(acquisitions.map(({ at }) => at?.toISOString() ?? null)).toEqual([
    null,
    '2026-09-23T08:00:00.000Z',
    '2026-09-23T08:00:00.000Z',
    '2026-09-23T08:00:00.000Z',
    null,
  ])
})

it('tells a keeper from a draft pick', () => {
  expect(listAcquisitions(11, { picks: [{ ...pick, isKeeper: true }], transactions: [] })).toMatchObject([
    { how: 'keeper', teamId: 1 },
  ])
})
