import { expect, it } from 'vitest'
import type { DraftPick } from '../../rosters/archive.ts'
import type { LeagueTransaction, PlayerMove, TransactionKind } from '../../rosters/transactions.ts'
import { keeperLedger, type LedgerSeason, type OwnerKey } from './keepers.ts'

const ROOK = 11

const pick = (teamId: number, more: Partial<DraftPick> = {}): DraftPick => ({
  overall: 1,
  round: 3,
  inRound: 1,
  teamId,
  playerId: ROOK,
  memberId: null,
  isKeeper: false,
  bid: null,
  ...more,
})
const keeperPick = (teamId: number, round = 2) => pick(teamId, { isKeeper: true, round })
const others = [pick(1, { overall: 200, round: 16, playerId: 98 }), pick(2, { overall: 2, playerId: 99 })]

function change(kind: TransactionKind, week: number, moves: [from: number | null, to: number | null][]) {
  const toMove = ([fromTeamId, toTeamId]: [number | null, number | null]): PlayerMove => ({
    playerId: ROOK,
    fromTeamId,
    toTeamId,
  })
  const transaction: LeagueTransaction = {
    id: 'move',
    season: 2026,
    week,
    kind,
    status: 'done',
    reason: null,
    teamId: null,
    memberId: null,
    isByManager: false,
    proposedAt: null,
    decidedAt: null,
    bid: kind === 'waiver' ? 7 : null,
    moves: moves.map(toMove),
  }
  return transaction
}
const trade = (week: number, from: number, to: number) => change('trade', week, [[from, to]])
const claim = (week: number, to: number) => change('waiver', week, [[null, to]])
const drop = (week: number, from: number) => change('roster', week, [[from, null]])

/** A season with the player on the roster of a team; on none if it is null. */
function season(
  year: number,
  team: number | null,
  more: Partial<LedgerSeason> & { picks?: DraftPick[] } = {},
) {
  const { picks = [], ...rest } = more
  const player = { playerId: ROOK, name: 'Rook Calloway', position: 'QB', nflTeamId: 9 }
  const built: LedgerSeason = {
    season: year,
    draft: { isComplete: true, kind: 'snake', picks: [...picks, ...others] },
    transactions: [],
    hasAllTransactions: true,
    rosters: team === null ? [] : [{ teamId: team, week: 17, players: [player] }],
    ...rest,
  }
  return built
}

const teamsAsOwners: OwnerKey = (_, teamId) => `owner ${teamId}`

function read(seasons: readonly LedgerSeason[], ownerOf: OwnerKey = teamsAsOwners) {
  const [row] = keeperLedger(seasons, ownerOf)
  const steps = row?.steps.map((step) => {
    const from = step.fromTeamId === null ? '' : `${step.fromTeamId}→`
    return `${step.season} ${step.how} ${from}${step.teamId}`
  })
  return { ...row, steps }
}

const drafted = (round: number) => ({ how: 'drafted', round, price: null })

it('knows a drafted player by his round, and in an auction by his price', () => {
  expect(read([season(2026, 1, { picks: [pick(1)] })])).toMatchObject({
    teamId: 1,
    steps: ['2026 draft 1'],
    hasOrigin: true,
    yearsKept: 0,
    keptSince: null,
    basis: drafted(3),
  })
  const auction = season(2026, 1, { picks: [pick(1, { bid: 31 })] })
  expect(read([auction]).basis).toEqual({ how: 'drafted', round: null, price: 31 })
})

it.each<[string, Partial<LedgerSeason> & { picks?: DraftPick[] }, string[], object]>([
  [
    'who was dropped and claimed by another team by the claim',
    { picks: [pick(2)], transactions: [drop(3, 2), claim(4, 1)] },
    ['2026 waiver 1'],
    { how: 'undrafted', bid: 7, lastRound: 16 },
  ],
  [
    'who was dropped and picked up again by his own team by the pickup',
    { picks: [pick(1)], transactions: [drop(3, 1), change('free agent', 5, [[null, 1]])] },
    ['2026 free_agent 1'],
    { how: 'undrafted', bid: null, lastRound: 16 },
  ],
  [
    'who was traded by what the first team paid',
    { picks: [pick(2)], transactions: [trade(5, 2, 1)] },
    ['2026 draft 2', '2026 trade 2→1'],
    drafted(3),
  ],
  [
    'who was traded twice by what the first team paid',
    { picks: [pick(3)], transactions: [trade(5, 3, 2), trade(8, 2, 1)] },
    ['2026 draft 3', '2026 trade 3→2', '2026 trade 2→1'],
    drafted(3),
  ],
  [
    'who was traded away and back by his pick',
    { picks: [pick(1)], transactions: [trade(5, 1, 2), trade(8, 2, 1)] },
    ['2026 draft 1', '2026 trade 1→2', '2026 trade 2→1'],
    drafted(3),
  ],
  [
    'who was claimed and then traded by the claim',
    { transactions: [claim(2, 2), trade(8, 2, 1)] },
    ['2026 waiver 2', '2026 trade 2→1'],
    { how: 'undrafted', bid: 7, lastRound: 16 },
  ],
  [
    'whom a league manager moved between teams by what the first team paid',
    { picks: [pick(2)], transactions: [change('roster', 5, [[2, 1]])] },
    ['2026 draft 2', '2026 other 2→1'],
    drafted(3),
  ],
  [
    'whom a league manager added as not drafted',
    { transactions: [change('roster', 5, [[null, 1]])] },
    ['2026 other 1'],
    { how: 'undrafted', bid: null, lastRound: 16 },
  ],
  ['whom the host lists twice by his pick', { picks: [pick(1), pick(1)] }, ['2026 draft 1'], drafted(3)],
])('knows a player %s', (_, events, steps, basis) => {
  expect(read([season(2026, 1, events)])).toMatchObject({ steps, hasOrigin: true, basis })
})

it.each<[string, Partial<LedgerSeason> & { picks?: DraftPick[] }, string[]]>([
  ['without a draft', { draft: null }, []],
  ['with a draft without picks', { draft: { isComplete: true, kind: 'snake', picks: [] } }, []],
  ['whose player another team got last', { picks: [pick(1)], transactions: [claim(4, 2)] }, []],
  [
    'whose player was traded by a team that never got him',
    { transactions: [trade(4, 2, 1)] },
    ['2026 trade 2→1'],
  ],
])('knows no cost in a season %s', (_, events, steps) => {
  expect(read([season(2026, 1, events)])).toMatchObject({
    steps,
    hasOrigin: false,
    yearsKept: 0,
    basis: { how: 'unknown' },
  })
})

it('counts how often a player was kept, and takes the round of the last time', () => {
  const seasons = [
    season(2026, 1, { picks: [keeperPick(1, 5)] }),
    season(2025, 1, { picks: [keeperPick(1, 6)] }),
    season(2024, 1, { picks: [pick(1, { round: 7 })] }),
  ]
  expect(read(seasons)).toMatchObject({
    steps: ['2024 draft 1', '2025 keeper 1', '2026 keeper 1'],
    hasOrigin: true,
    yearsKept: 2,
    keptSince: 2025,
    basis: drafted(5),
  })
})

it('counts the years of a player who was traded after he was kept', () => {
  const seasons = [
    season(2026, 1, { picks: [keeperPick(2)], transactions: [trade(4, 2, 1)] }),
    season(2025, 2, { transactions: [claim(9, 2)] }),
  ]
  expect(read(seasons)).toMatchObject({
    steps: ['2025 waiver 2', '2026 keeper 2', '2026 trade 2→1'],
    yearsKept: 1,
    basis: drafted(2),
  })
})

it.each([
  ['before the draft', [trade(0, 2, 1)], '2026 trade 2→1'],
  ['in the off-season, which no host lists', [], '2026 off_season 2→1'],
])('passes the history on when a player is traded %s and then kept', (_, transactions, step) => {
  const seasons = [
    season(2026, 1, { picks: [keeperPick(1)], transactions }),
    season(2025, 2, { picks: [pick(2)] }),
  ]
  expect(read(seasons)).toMatchObject({
    steps: ['2025 draft 2', step, '2026 keeper 1'],
    hasOrigin: true,
    yearsKept: 1,
  })
})

it('ends the history of a kept player with a drop, whatever was known before', () => {
  const seasons = [
    season(2026, 1, { picks: [keeperPick(1)] }),
    season(2025, null, { picks: [pick(1)], transactions: [drop(9, 1)] }),
  ]
  expect(read(seasons)).toMatchObject({ steps: ['2026 keeper 1'], hasOrigin: false, yearsKept: 1 })
})

it('starts anew for a player who was kept, dropped and drafted again', () => {
  const seasons = [
    season(2026, 1, { picks: [pick(1, { round: 9 })] }),
    season(2025, 1, { picks: [keeperPick(1)] }),
  ]
  expect(read(seasons)).toMatchObject({ steps: ['2026 draft 1'], yearsKept: 0, basis: drafted(9) })
})

it('does not look behind a season that is not stored', () => {
  const seasons = [season(2026, 1, { picks: [keeperPick(1)] }), season(2024, 1, { picks: [pick(1)] })]
  expect(read(seasons)).toMatchObject({ steps: ['2026 keeper 1'], hasOrigin: false })
})

it('knows a player of a dynasty league, who stays without a pick', () => {
  const seasons = [season(2026, 1), season(2025, 1), season(2024, 1, { picks: [pick(1)] })]
  expect(read(seasons)).toMatchObject({
    steps: ['2024 draft 1', '2025 carried_over 1', '2026 carried_over 1'],
    yearsKept: 2,
    keptSince: 2025,
    basis: drafted(3),
  })
})

it.each<[string, Partial<LedgerSeason>]>([
  ['of which the picks are unknown', { draft: { isComplete: true, kind: null, picks: [] } }],
  ['of which some transactions are unknown', { hasAllTransactions: false }],
])('does not take a player for kept in a season %s', (_, unknown) => {
  const seasons = [season(2026, 1, unknown), season(2025, 1, { picks: [pick(1)] })]
  expect(read(seasons)).toMatchObject({ steps: [], hasOrigin: false, basis: { how: 'unknown' } })
})

it('does not take a player for kept whom another owner had before', () => {
  const seasons = [season(2026, 1), season(2025, 2, { picks: [pick(2)] })]
  expect(read(seasons)).toMatchObject({ steps: [], hasOrigin: false })
})

it('knows the owner of a team after the league has moved to another platform', () => {
  const seasons = [season(2026, 1, { picks: [keeperPick(1)] }), season(2025, 7, { picks: [pick(7)] })]
  const moved: OwnerKey = (year, teamId) => (year === 2026 ? `owner ${teamId}` : `owner ${teamId - 6}`)
  expect(read(seasons, moved).steps).toEqual(['2025 draft 7', '2026 keeper 1'])
  expect(read(seasons, () => null).steps).toEqual(['2025 draft 7', '2026 off_season 7→1', '2026 keeper 1'])
})

it('lists a player on two rosters at the newer one', () => {
  const [newer] = season(2026, 2).rosters
  const [older] = season(2026, 1).rosters
  if (newer === undefined || older === undefined) throw new Error('Without rosters')
  const ledger = keeperLedger([season(2026, 2, { rosters: [{ ...older, week: 16 }, newer] })], teamsAsOwners)
  expect(ledger.map(({ teamId }) => teamId)).toEqual([2])
})
