import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { archiveReader } from '../../repositories/archive-reader.ts'
import { dataTables, readAllRows } from '../../testing/all-rows.ts'
import { readSeason } from '../../testing/change-season.ts'
import {
  buildDraftBody,
  buildLeagueBody,
  buildTransactionsBody,
  buildWeekBody,
} from '../../testing/league-body-fixture.ts'
import { type FormFile, postFiles } from '../../testing/multipart-form.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

let testApp: TestApp
let admin: TestClient
let leagueId: number
beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  leagueId = (await testApp.db.selectFrom('leagues').select('id').executeTakeFirstOrThrow()).id
})
afterEach(() => testApp.close())

const jsonFile = (name: string, body: unknown): FormFile => ({ name, content: JSON.stringify(body) })
const upload = (...files: FormFile[]) => postFiles(admin, '/api/league/Harbour/seasons/upload/', files)
const SEASON_FILE = jsonFile('2012.json', buildLeagueBody())

/** Returns all rows except sessions, whose last-seen time changes with every request. */
async function readStoredRows() {
  const tables = (await dataTables(testApp.db)).filter(({ name }) => name !== 'sessions')
  return (await readAllRows(testApp.db, tables)).map(({ rows }) => rows)
}

async function readArchive() {
  const reader = archiveReader(testApp.db)
  return {
    players: (await reader.listLineups(leagueId, 2012, 1)).map(({ entries }) =>
      entries.map(({ name }) => name),
    ),
    picks: (await reader.findDraft(leagueId, 2012))?.picks.length,
    moves: (await reader.listTransactions(leagueId, 2012)).map(({ id, week }) => `${id} in week ${week}`),
  }
}

const FULL_ARCHIVE = { players: [['Quentin Back']], picks: 2, moves: ['add-0 in week 2', 'add-1 in week 2'] }

describe('uploaded lineups, drafts and transactions', () => {
  it('stores lineups, the draft and transactions with the season in the same upload', async () => {
    const files = [
      jsonFile('w.json', buildWeekBody()),
      jsonFile('t.json', buildTransactionsBody()),
      jsonFile('d.json', buildDraftBody()),
    ]
    const response = await upload(...files, SEASON_FILE)
    expect(response.body.seasons).toMatchObject([{ season: 2012, depth: 'box scores', findings: [] }])
    expect(await readArchive()).toEqual(FULL_ARCHIVE)
  })

  it('stores lineups, the draft and transactions from a single file', async () => {
    const { draftDetail } = buildDraftBody()
    await upload(
      jsonFile(
        'all.json',
        buildLeagueBody({ draftDetail, transactions: buildTransactionsBody()['transactions'] }),
      ),
    )
    expect(await readArchive()).toMatchObject({ picks: 2, moves: ['add-0 in week 17', 'add-1 in week 17'] })
  })

  it('adds archive parts to a stored season from any source without changing its teams', async () => {
    testApp.provider.read = () => buildSeason({ season: 2012 })
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2012 })
    const leagueId = await testApp.findLeagueId()
    const teams = async () => (await readSeason(testApp.db, leagueId, 2012)).teams
    const before = await teams()
    const response = await upload(
      jsonFile('d.json', buildDraftBody()),
      jsonFile('w.json', buildWeekBody({ teams: [{ id: 1 }] })),
    )
    expect(response.body.seasons).toMatchObject([
      { season: 2012, source: 'espn', depth: 'box scores', teams: 2, games: 1, files: ['d.json', 'w.json'] },
    ])
    expect(await teams()).toEqual(before)
    expect(await readArchive()).toEqual({ ...FULL_ARCHIVE, moves: [] })
  })

  it('preserves archive parts when the season is uploaded again', async () => {
    await upload(SEASON_FILE, jsonFile('w.json', buildWeekBody()), jsonFile('d.json', buildDraftBody()))
    await upload(SEASON_FILE)
    expect(await readArchive()).toEqual({ ...FULL_ARCHIVE, moves: [] })
    expect((await testApp.db.selectFrom('seasons').select('depth').execute())[0]?.depth).toBe('box scores')
  })

  it('ignores draft picks and lineups before the draft', async () => {
    const body = { ...buildDraftBody(), draftDetail: { drafted: false, picks: [{ playerId: -1 }] } }
    const places = { overallPickNumber: 1, roundId: 1, roundPickNumber: 1, teamId: 1, playerId: -1 }
    body.draftDetail.picks = [places]
    const response = await upload(
      jsonFile('2012.json', buildLeagueBody(body)),
      jsonFile('d.json', { ...buildWeekBody(), ...body }),
    )
    expect(response.body.seasons).toMatchObject([{ depth: 'scores' }])
    expect(await readArchive()).toEqual({ players: [], picks: undefined, moves: [] })
  })

  it("adds a finding while the uploaded starters do not add up to the team's score", async () => {
    const response = await upload(SEASON_FILE, jsonFile('w.json', buildWeekBody({}, 100.5)))
    const finding = {
      code: 'lineup_score',
      detail: 'Team A scored 110.00 in Week 1, but its starters add up to 100.50.',
      week: 1,
      game_id: null,
    }
    expect(response.body.seasons[0].findings).toEqual([finding])
    expect((await upload(jsonFile('w.json', buildWeekBody()))).body.seasons[0].findings).toEqual([])
  })

  it('adds a finding for transactions that cannot be read, and stores the others', async () => {
    const body = buildTransactionsBody()
    const rows = [
      ...(body['transactions'] as object[]),
      { id: 'declined', type: 'TRADE_DECLINE', items: [{}] },
    ]
    const response = await upload(SEASON_FILE, jsonFile('t.json', { ...body, transactions: rows }))
    expect(response.body.seasons[0].findings).toMatchObject([{ code: 'unreadable_transactions', week: 2 }])
    expect((await readArchive()).moves).toHaveLength(2)
  })

  it("adds a finding when starters do not add up to the provider's lineup total", async () => {
    const week = JSON.parse(JSON.stringify(buildWeekBody()))
    week.schedule[0].home.rosterForCurrentScoringPeriod.appliedStatTotal = 99
    const response = await upload(SEASON_FILE, jsonFile('w.json', week))
    expect(response.body.seasons[0].findings).toMatchObject([{ code: 'lineup_total', week: 1 }])
  })
})

describe('a less complete archive part', () => {
  it.each([
    [
      'lineups',
      {
        ...buildWeekBody(),
        schedule: JSON.parse(
          JSON.stringify(buildWeekBody()['schedule']).replace(/"stats":\[.*?\]/, '"stats":[]'),
        ),
      },
      'The stored lineups for Week 1 of 2012 have more players with a score than these files.',
    ],
    ['draft', buildDraftBody(1), 'The stored draft for 2012 has more picks than these files.'],
    [
      'transactions',
      buildTransactionsBody(1),
      'There are more stored transactions for Week 2 of 2012 than in these files.',
    ],
  ])('rejects a less complete part without changing anything: %s', async (_, body, message) => {
    await upload(
      SEASON_FILE,
      ...[buildWeekBody(), buildDraftBody(), buildTransactionsBody()].map((each, i) =>
        jsonFile(`${i}.json`, each),
      ),
    )
    const before = await readStoredRows()
    const response = await upload(
      jsonFile('2011.json', buildLeagueBody({ seasonId: 2011 })),
      jsonFile('x.json', body),
    )
    expect([response.status, response.body]).toEqual([
      409,
      { code: 'poorer_season', error: `${message} Nothing was changed.` },
    ])
    expect(await readStoredRows()).toEqual(before)
  })
})

describe('an unreadable archive part', () => {
  it.each([
    [
      'draft',
      { ...buildDraftBody(), draftDetail: { drafted: true, picks: [{ teamId: 1 }] } },
      'draftDetail.picks.0',
    ],
    ['transactions', { ...buildTransactionsBody(), transactions: [{ id: 7 }] }, 'transactions.0.id'],
    ['team of a lineup', weekBodyWithHome({ teamId: 3_000_000_000 }), 'schedule.0.home.teamId'],
    ['score of a lineup', buildWeekBody({}, 1e300), 'schedule.0.home.rosterForCurrentScoringPeriod'],
    ['game', weekBodyWithHome({ totalPoints: 1e12 }), 'schedule.0.home.totalPoints'],
  ])('rejects an unreadable part with the path of the invalid field: %s', async (_, body, path) => {
    await upload(SEASON_FILE)
    const before = await readStoredRows()
    const response = await upload(jsonFile('x.json', body))
    expect([response.status, response.body.code]).toEqual([400, 'invalid_input'])
    expect(response.body.error).toContain(`x.json: ${path}`)
    expect(await readStoredRows()).toEqual(before)
  })

  it('accepts lineups when only optional fields are invalid', async () => {
    const player = { fullName: 'X'.repeat(10_000), proTeamId: 1e15, injuryStatus: 7, stats: null }
    const entry = { playerId: -9e15, lineupSlotId: 9e15, playerPoolEntry: { player } }
    const rosterForCurrentScoringPeriod = { entries: [entry, entry] }
    const body = { ...(weekBodyWithHome({ rosterForCurrentScoringPeriod }) as object), scoringPeriodId: 1 }
    expect((await upload(SEASON_FILE, jsonFile('x.json', body))).status).toBe(200)
    const stored = await archiveReader(testApp.db).findLineup(leagueId, 2012, 1, 1)
    expect(stored?.entries[0]).toMatchObject({ playerId: -9e15, slotId: 9e15, nflTeamId: null, points: null })
  })
})

function weekBodyWithHome(home: object): unknown {
  const body = JSON.parse(JSON.stringify(buildWeekBody()))
  Object.assign(body.schedule[0].home, home)
  return body
}
