import type { WeekLineups } from '@fieldhouse/domain/lineup'
import { completenessOf } from '@fieldhouse/domain/season-replacement'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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
import { saveDraft, saveTransactions, saveWeek } from './archive-store.ts'
import { playerReader } from './player-reader.ts'
import { type CompressedResponse, compressResponses } from './provider-response-store.ts'
import { replaceSeason } from './season-store.ts'
import { inTransaction } from './transaction.ts'

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

async function saveLineups(week: WeekLineups, answers?: CompressedResponse[], leagueId = league) {
  const packed = answers ?? (await compressedResponse(`week ${week.week}`))
  return inTransaction(database.db, (transaction) => saveWeek(transaction, leagueId, week, packed))
}

async function saveTestDraft(picks: number, isComplete: boolean) {
  const draft = {
    providerLeagueId: 4711,
    season: 2026,
    isComplete,
    picks: Array.from({ length: picks }, (_, index) => buildDraftPick({ overall: index + 1 })),
  }
  const packed = await compressedResponse('draft', `${picks}`)
  return inTransaction(database.db, (transaction) => saveDraft(transaction, league, draft, packed))
}

async function saveTestTransactions(week: number, ...transactions: ReturnType<typeof buildTransaction>[]) {
  const packed = await compressedResponse(`transactions ${week}`, JSON.stringify(transactions))
  return inTransaction(database.db, (transaction) =>
    saveTransactions(transaction, league, { season: 2026, week, transactions }, packed),
  )
}

async function saveTestSeason(answers: CompressedResponse[] = []) {
  const season = buildSeason()
  return inTransaction(database.db, (transaction) =>
    replaceSeason(
      transaction,
      league,
      { season, completeness: completenessOf(season, 'espn'), responses: answers },
      NOW,
    ),
  )
}

const allStoredRows = async () => readAllRows(database.db, await dataTables(database.db))
const storedRequests = async () =>
  (await database.db.selectFrom('provider_answers').select('request').orderBy('request').execute()).map(
    ({ request }) => request,
  )
const storedDepth = async () => (await database.db.selectFrom('seasons').select('depth').execute())[0]?.depth

describe('line-ups', () => {
  it('are read back as they were stored, week by week and team by team', async () => {
    const odd = buildPlayer({
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
    const week = buildWeek({ lineups: [buildLineup(1, [odd, unknown]), buildLineup(9, [])] })
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

  it('may be more than go into one statement', async () => {
    const lineups = Array.from({ length: 6000 }, (_, index) =>
      buildLineup(index, [buildPlayer({ playerId: index })]),
    )
    await saveLineups(buildWeek({ lineups }))
    expect(await archiveReader(database.db).listLineups(league, 2026, 1)).toHaveLength(6000)
    expect((await playerReader(database.db).findByIds([5999])).size).toBe(1)
  })

  it('of a week are replaced whole, with the answer to the same request', async () => {
    await saveLineups(buildWeek(), await compressedResponse('week', 'old', new Date(1)))
    const next = buildWeek({
      lineups: buildWeek().lineups.map(({ teamId }) => buildLineup(teamId, [buildPlayer({ playerId: 5 })])),
    })
    await saveLineups(next, await compressedResponse('week', 'new'))
    expect(await archiveReader(database.db).listLineups(league, 2026, 1)).toEqual(next.lineups)
    const kept = await database.db.selectFrom('provider_answers').select('fetched_at').execute()
    expect(kept).toEqual([{ fetched_at: NOW.getTime() }])
  })

  it('that are poorer change nothing at all', async () => {
    await saveLineups(buildWeek())
    const before = await allStoredRows()
    const fewer = buildWeek({ lineups: buildWeek().lineups.slice(0, 1) })
    expect(await saveLineups(buildWeek({ lineups: [] }), await compressedResponse('week 1', 'x'))).toBe(
      'no_lineups',
    )
    expect(await saveLineups(fewer, await compressedResponse('week 1', 'x'))).toBe('fewer_lineups')
    const silent = buildWeek({
      lineups: [1, 2].map((team) => buildLineup(team, [buildPlayer({ points: null })])),
    })
    expect(await saveLineups(silent, await compressedResponse('week 1', 'x'))).toBe('fewer_scores')
    expect(await allStoredRows()).toEqual(before)
  })

  it('that the provider did not have leave what it said of them, and no week', async () => {
    await saveTestSeason()
    expect(await saveLineups(buildWeek({ lineups: [] }))).toBeNull()
    expect(await archiveReader(database.db).listWeeksWithLineups(league, 2026)).toEqual([])
    expect(await storedDepth()).toBe('scores')
  })

  it('make a season deeper, before and after it is stored', async () => {
    await saveLineups(buildWeek())
    expect(await saveTestSeason()).toBe('box scores')
    await database.db.deleteFrom('lineup_weeks').execute()
    expect(await saveTestSeason()).toBe('scores')
    await saveLineups(buildWeek())
    expect(await storedDepth()).toBe('box scores')
  })
})

describe('a draft', () => {
  it('is kept, and replaced by one that holds no less', async () => {
    const reader = archiveReader(database.db)
    expect(await reader.findDraft(league, 2026)).toBeNull()
    expect([await saveTestDraft(1, false), await saveTestDraft(3, true)]).toEqual([null, null])
    const stored = await reader.findDraft(league, 2026)
    expect(stored).toEqual({
      isComplete: true,
      picks: [1, 2, 3].map((overall) => buildDraftPick({ overall })),
    })
    const before = await allStoredRows()
    expect(await saveTestDraft(3, false)).toBe('draft_not_over')
    expect(await saveTestDraft(2, true)).toBe('fewer_picks')
    expect(await allStoredRows()).toEqual(before)
  })
})

describe('transactions', () => {
  it('are read by the week in which they were decided, each once', async () => {
    const open = buildTransaction({ id: 'trade', kind: 'trade', status: 'pending', decidedAt: null })
    const answered = buildTransaction({ id: 'trade', kind: 'trade', week: 2, moves: [], proposedAt: null })
    expect(await saveTestTransactions(1, buildTransaction(), open)).toBeNull()
    expect(await saveTestTransactions(2, answered)).toBeNull()
    const reader = archiveReader(database.db)
    expect(await reader.listTransactions(league, 2026, 1)).toEqual([buildTransaction()])
    expect(await reader.listTransactions(league, 2026)).toEqual([
      buildTransaction(),
      { ...answered, proposedAt: open.proposedAt, moves: open.moves },
    ])
    const before = await allStoredRows()
    expect(await saveTestTransactions(1, open)).toBe('fewer_transactions')
    expect(await allStoredRows()).toEqual(before)
  })
})

describe('the raw answers of an archive', () => {
  it('stay when the season is stored again, and when one of theirs is', async () => {
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

  it('are needed: nothing is stored without its source', async () => {
    await expect(saveLineups(buildWeek(), [])).rejects.toThrow(RangeError)
    expect(await archiveReader(database.db).listWeeksWithLineups(league, 2026)).toEqual([])
  })
})

describe('a league that is deleted', () => {
  it('takes its archive along, and leaves the players to the others', async () => {
    await saveLineups(buildWeek())
    await saveTestDraft(1, true)
    await saveTestTransactions(1, buildTransaction())
    await saveTestSeason(await compressedResponse('season'))
    await database.db.deleteFrom('leagues').where('id', '=', league).execute()
    const left = (await allStoredRows()).filter(({ rows }) => rows.length > 0).map(({ table }) => table.name)
    expect(left).toEqual(['players'])
  })
})

describe('players', () => {
  const nameOf = async (espnId: number) =>
    (await playerReader(database.db).findByIds([espnId, 404])).get(espnId)?.name

  it('are known as the newest line-up of any league has them', async () => {
    const named = (name: string, week: number, season = 2026) =>
      buildWeek({ season, week, lineups: [buildLineup(1, [buildPlayer({ name })])] })
    await saveLineups(named('Rook Calloway', 2))
    await saveLineups(named('Rook C. Calloway', 1))
    await saveLineups(named('Rook Old', 17, 2025))
    expect(await nameOf(11)).toBe('Rook Calloway')
    await saveLineups(named('Rook Calloway Jr.', 3), undefined, await addLeague('Bay'))
    expect(await nameOf(11)).toBe('Rook Calloway Jr.')
  })

  it('are not renamed by a file that somebody brought, nor by one who is only a number', async () => {
    const named = (name: string, week: number, playerId = 11) =>
      buildWeek({ week, lineups: [buildLineup(1, [buildPlayer({ name, playerId })])] })
    await saveLineups(named('Early Calloway', 5), await compressedResponse('upload:a.json'))
    expect(await nameOf(11)).toBe('Early Calloway')
    await saveLineups(named('Rook Calloway', 1))
    await saveLineups(named('Other Calloway', 6), await compressedResponse('upload:b.json'))
    await saveLineups(named('Player 11', 7))
    await saveLineups(named('Player 12', 8, 12))
    expect([await nameOf(11), await nameOf(12)]).toEqual(['Rook Calloway', undefined])
  })

  it('are found by name however it is spelled, namesakes by the leagues that ask', async () => {
    const bay = await addLeague('Bay')
    const rook = (playerId: number, name: string) => buildPlayer({ playerId, name })
    await saveLineups(buildWeek({ lineups: [buildLineup(1, [rook(1, 'José O’Dell Jr.')])] }))
    const roster = [rook(2, 'Jose ODell'), rook(3, 'D.J. Marsh')]
    await saveLineups(buildWeek({ week: 2, lineups: [buildLineup(1, roster)] }), undefined, bay)
    const reader = playerReader(database.db)
    const ids = async (names: string[], leagueIds: number[]) =>
      [...(await reader.findByNames(names, leagueIds))].map(([name, { espnId }]) => [name, espnId])
    expect(await ids(["jose o'dell", 'DJ Marsh', 'Nobody', '…'], [])).toEqual([
      ["jose o'dell", 2],
      ['DJ Marsh', 3],
    ])
    expect(await ids(['Jose O’Dell'], [league])).toEqual([['Jose O’Dell', 1]])
    expect(await ids(['Jose O’Dell'], [bay, league])).toEqual([['Jose O’Dell', 2]])
    expect(await ids([], [league])).toEqual([])
  })
})
