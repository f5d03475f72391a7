import type { WeekLineups } from '@fieldhouse/domain/rosters/lineup'
import { completenessOf } from '@fieldhouse/domain/seasons/season-replacement'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../database/engine/database.ts'
import { dataTables, readAllRows } from '../testing/all-rows.ts'
import { buildSeason } from '../testing/season-fixture.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import {
  buildDraftPick,
  buildLineup,
  buildPlayer,
  buildTransaction,
  buildWeek,
} from '../testing/week-fixture.ts'
import { archiveReader } from './archive-reader.ts'
import { savePart } from './archive-store.ts'
import { findPlayers, findPlayersByName } from './player-reader.ts'
import { type CompressedResponse, compressResponses } from './provider-response-store.ts'
import { replaceSeason } from './season-store.ts'

const NOW = new Date('2026-10-11T18:30:00Z')

let database: TestDatabase
let league: number
beforeEach(async () => {
  database = await createTestDatabase()
  league = await addLeague('Harbour')
})
afterEach(() => database.drop())

async function addLeague(name: string): Promise<number> {
  const row = { name, name_key: name, espn_league_id: 4711, sheet_id: null, sheet_gid: null }
  const { id } = await database.db
    .insertInto('leagues')
    .values({ ...row, has_betslip: 0, created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const compressedResponse = (request: string, body = '{}', at = NOW): Promise<CompressedResponse[]> =>
  compressResponses([{ request, body, fetchedAt: at }])

async function saveLineups(week: WeekLineups, responses?: CompressedResponse[], leagueId = league) {
  const compressed = responses ?? (await compressedResponse(`week ${week.week}`))
  return inTransaction(database.db, (transaction) =>
    savePart(transaction, leagueId, { name: 'line-ups', week }, compressed),
  )
}

async function saveTestDraft(picks: number, isComplete: boolean) {
  const draft = {
    providerLeagueId: '4711',
    season: 2026,
    isComplete,
    kind: 'snake' as const,
    picks: Array.from({ length: picks }, (_, index) => buildDraftPick({ overall: index + 1 })),
  }
  const compressed = await compressedResponse('draft', `${picks}`)
  return inTransaction(database.db, (transaction) =>
    savePart(transaction, league, { name: 'draft', draft }, compressed),
  )
}

async function saveTestTransactions(week: number, ...transactions: ReturnType<typeof buildTransaction>[]) {
  const compressed = await compressedResponse(`transactions ${week}`, JSON.stringify(transactions))
  return inTransaction(database.db, (transaction) =>
    savePart(
      transaction,
      league,
      { name: 'transactions', week: { season: 2026, week, transactions } },
      compressed,
    ),
  )
}

async function saveTestSeason(responses: CompressedResponse[] = []) {
  const season = buildSeason()
  return inTransaction(database.db, (transaction) =>
    replaceSeason(
      transaction,
      league,
      { season, completeness: completenessOf(season, 'espn'), provider: 'espn', responses },
      NOW,
    ),
  )
}

const allStoredRows = async () => readAllRows(database.db, await dataTables(database.db))
const storedRequests = async () =>
  (await database.db.selectFrom('provider_responses').select('request').orderBy('request').execute()).map(
    ({ request }) => request,
  )
const storedDepth = async () => (await database.db.selectFrom('seasons').select('depth').execute())[0]?.depth

describe('lineups', () => {
  it('reads lineups of a week and of a team as they were stored', async () => {
    const defense = buildPlayer({
      playerId: -16_003,
      slotId: 16,
      name: 'Bears “D/ST”',
      position: null,
      nflTeamId: null,
    })
    const unknown = buildPlayer({
      points: null,
      projectedPoints: null,
      injuryStatus: 'OUT',
      eligibleSlots: [],
    })
    const week = buildWeek({ lineups: [buildLineup(1, [defense, unknown]), buildLineup(9, [])] })
    expect(await saveLineups(week)).toBeNull()
    expect(await saveLineups(buildWeek({ week: 3 }))).toBeNull()
    const reader = archiveReader(database.db)
    expect(await reader.listLineups(league, 2026, 1)).toEqual(week.lineups)
    expect(await reader.findLineup(league, 2026, 1, 9)).toEqual(week.lineups[1])
    expect(await reader.findLineup(league, 2026, 1, 2)).toBeNull()
    expect(await reader.listLineups(league, 2026, 2)).toEqual([])
    expect(await reader.listLineups(league, 2025, 1)).toEqual([])
    expect(await reader.listWeeksWithLineups(league, 2026)).toEqual([1, 3])
  })

  it('stores more lineups than fit into one statement', async () => {
    const lineups = Array.from({ length: 6000 }, (_, index) =>
      buildLineup(index, [buildPlayer({ playerId: index })]),
    )
    await saveLineups(buildWeek({ lineups }))
    expect(await archiveReader(database.db).listLineups(league, 2026, 1)).toHaveLength(6000)
    expect((await findPlayers(database.db, [5999])).size).toBe(1)
  })

  it('replaces all lineups of a week, and the response to the same request', async () => {
    await saveLineups(buildWeek(), await compressedResponse('week', 'old', new Date(1)))
    const next = buildWeek({
      lineups: buildWeek().lineups.map(({ teamId }) => buildLineup(teamId, [buildPlayer({ playerId: 5 })])),
    })
    await saveLineups(next, await compressedResponse('week', 'new'))
    expect(await archiveReader(database.db).listLineups(league, 2026, 1)).toEqual(next.lineups)
    const storedResponses = await database.db.selectFrom('provider_responses').select('fetched_at').execute()
    expect(storedResponses).toEqual([{ fetched_at: NOW.getTime() }])
  })

  it('rejects less complete lineups without changing anything', async () => {
    await saveLineups(buildWeek())
    const before = await allStoredRows()
    const fewer = buildWeek({ lineups: buildWeek().lineups.slice(0, 1) })
    expect(await saveLineups(buildWeek({ lineups: [] }), await compressedResponse('week 1', 'x'))).toBe(
      'no_lineups',
    )
    expect(await saveLineups(fewer, await compressedResponse('week 1', 'x'))).toBe('fewer_lineups')
    const withoutScores = buildWeek({
      lineups: [1, 2].map((team) => buildLineup(team, [buildPlayer({ points: null })])),
    })
    expect(await saveLineups(withoutScores, await compressedResponse('week 1', 'x'))).toBe('fewer_scores')
    expect(await allStoredRows()).toEqual(before)
  })

  it('stores the response, but no week with lineups, when the provider has none', async () => {
    await saveTestSeason()
    expect(await saveLineups(buildWeek({ lineups: [] }))).toBeNull()
    expect(await archiveReader(database.db).listWeeksWithLineups(league, 2026)).toEqual([])
    expect(await storedDepth()).toBe('scores')
  })

  it('raises the depth of a season, whether lineups are stored before or after it', async () => {
    await saveLineups(buildWeek())
    expect(await saveTestSeason()).toBe('box scores')
    await database.db.deleteFrom('lineup_weeks').execute()
    expect(await saveTestSeason()).toBe('scores')
    await saveLineups(buildWeek())
    expect(await storedDepth()).toBe('box scores')
  })
})

describe('drafts', () => {
  it('replaces a draft only with one that is at least as complete', async () => {
    const reader = archiveReader(database.db)
    expect(await reader.findDraft(league, 2026)).toBeNull()
    expect([await saveTestDraft(1, false), await saveTestDraft(3, true)]).toEqual([null, null])
    const stored = await reader.findDraft(league, 2026)
    expect(stored).toEqual({
      isComplete: true,
      kind: 'snake',
      picks: [1, 2, 3].map((overall) => buildDraftPick({ overall })),
    })
    const before = await allStoredRows()
    expect(await saveTestDraft(3, false)).toBe('draft_not_over')
    expect(await saveTestDraft(2, true)).toBe('fewer_picks')
    expect(await allStoredRows()).toEqual(before)
  })
})

describe('transactions', () => {
  it('lists each transaction once, in the week in which it was decided', async () => {
    const open = buildTransaction({ id: 'trade', kind: 'trade', status: 'pending', decidedAt: null })
    const accepted = buildTransaction({ id: 'trade', kind: 'trade', week: 2, moves: [], proposedAt: null })
    expect(await saveTestTransactions(1, buildTransaction(), open)).toBeNull()
    expect(await saveTestTransactions(2, accepted)).toBeNull()
    const reader = archiveReader(database.db)
    expect((await reader.listTransactions(league, 2026)).filter(({ week }) => week === 1)).toEqual([
      buildTransaction(),
    ])
    expect(await reader.listTransactions(league, 2026)).toEqual([
      buildTransaction(),
      { ...accepted, proposedAt: open.proposedAt, moves: open.moves },
    ])
    const before = await allStoredRows()
    expect(await saveTestTransactions(1, open)).toBe('fewer_transactions')
    expect(await allStoredRows()).toEqual(before)
  })
})

describe('raw responses of an archive', () => {
  it('keeps the responses that a stored part refers to when the season is stored again', async () => {
    const shared = await compressedResponse('combined', 'both')
    await saveTestSeason(shared)
    await saveLineups(buildWeek(), shared)
    expect(await storedRequests()).toEqual(['combined'])
    await saveTestSeason(await compressedResponse('combined', 'season alone', new Date(2)))
    expect(await storedRequests()).toEqual(['combined', 'combined'])
    await saveLineups(buildWeek(), await compressedResponse('week'))
    await saveTestSeason(await compressedResponse('combined', 'season again', new Date(3)))
    expect(await storedRequests()).toEqual(['combined', 'week'])
  })

  it('requires at least one response to store a part', async () => {
    await expect(saveLineups(buildWeek(), [])).rejects.toThrow(RangeError)
    expect(await archiveReader(database.db).listWeeksWithLineups(league, 2026)).toEqual([])
  })
})

describe('deleting a league', () => {
  it('deletes its archive but no players', async () => {
    await saveLineups(buildWeek())
    await saveTestDraft(1, true)
    await saveTestTransactions(1, buildTransaction())
    await saveTestSeason(await compressedResponse('season'))
    await database.db.deleteFrom('leagues').where('id', '=', league).execute()
    const nonEmptyTables = (await allStoredRows())
      .filter(({ rows }) => rows.length > 0)
      .map(({ table }) => table.name)
    expect(nonEmptyTables).toEqual(['players'])
  })
})

describe('players', () => {
  const nameOf = async (espnId: number) => (await findPlayers(database.db, [espnId, 404])).get(espnId)?.name

  it('describes a player as in the newest lineup of any league', async () => {
    const weekWithPlayer = (name: string, week: number, season = 2026) =>
      buildWeek({ season, week, lineups: [buildLineup(1, [buildPlayer({ name })])] })
    await saveLineups(weekWithPlayer('Rook Calloway', 2))
    await saveLineups(weekWithPlayer('Rook C. Calloway', 1))
    await saveLineups(weekWithPlayer('Rook Old', 17, 2025))
    expect(await nameOf(11)).toBe('Rook Calloway')
    await saveLineups(weekWithPlayer('Rook Calloway Jr.', 3), undefined, await addLeague('Bay'))
    expect(await nameOf(11)).toBe('Rook Calloway Jr.')
  })

  it('does not rename a player because of an upload or a placeholder name', async () => {
    const weekWithPlayer = (name: string, week: number, playerId = 11) =>
      buildWeek({ week, lineups: [buildLineup(1, [buildPlayer({ name, playerId })])] })
    await saveLineups(weekWithPlayer('Early Calloway', 5), await compressedResponse('upload:a.json'))
    expect(await nameOf(11)).toBe('Early Calloway')
    await saveLineups(weekWithPlayer('Rook Calloway', 1))
    await saveLineups(weekWithPlayer('Other Calloway', 6), await compressedResponse('upload:b.json'))
    await saveLineups(weekWithPlayer('Player 11', 7))
    await saveLineups(weekWithPlayer('Player 12', 8, 12))
    expect([await nameOf(11), await nameOf(12)]).toEqual(['Rook Calloway', undefined])
  })

  it('finds players regardless of spelling, and prefers players of the given leagues', async () => {
    const bay = await addLeague('Bay')
    const rook = (playerId: number, name: string) => buildPlayer({ playerId, name })
    await saveLineups(buildWeek({ lineups: [buildLineup(1, [rook(1, 'José O’Dell Jr.')])] }))
    const roster = [rook(2, 'Jose ODell'), rook(3, 'D.J. Marsh')]
    await saveLineups(buildWeek({ week: 2, lineups: [buildLineup(1, roster)] }), undefined, bay)
    const findIds = async (names: string[], leagueIds: number[]) =>
      [...(await findPlayersByName(database.db, names, leagueIds))].map(([name, { playerId }]) => [
        name,
        playerId,
      ])
    expect(await findIds(["jose o'dell", 'DJ Marsh', 'Nobody', '…'], [])).toEqual([
      ["jose o'dell", 2],
      ['DJ Marsh', 3],
    ])
    expect(await findIds(['Jose O’Dell'], [league])).toEqual([['Jose O’Dell', 1]])
    expect(await findIds(['Jose O’Dell'], [bay, league])).toEqual([['Jose O’Dell', 2]])
    expect(await findIds([], [league])).toEqual([])
  })
})
