import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEspnProvider } from '../../providers/espn/espn.ts'
import {
  type SimulatedProvider,
  startSimulatedProvider,
} from '../../providers/simulated/simulated-provider.ts'
import { dataTables, readAllRows, withoutHistoryVersions } from '../../testing/all-rows.ts'
import {
  buildDraftBody,
  buildLeagueBody,
  buildTransactionsBody,
  buildWeekBody,
} from '../../testing/league-body-fixture.ts'
import { buildRunningJob } from '../../testing/league-job-fixture.ts'
import { postFiles } from '../../testing/multipart-form.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { rebuildLeagues } from './rebuild.ts'

let simulated: SimulatedProvider
let testApp: TestApp
let admin: TestClient
beforeEach(async () => {
  simulated = await startSimulatedProvider({ seed: 7, now: () => SUNDAY })
  const provider = createEspnProvider({
    address: simulated.url,
    userAgent: 'Tests/1.0 (+https://tests.example)',
  })
  testApp = await startApp({}, { provider })
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Island', espn_league_id: simulated.leagueId })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
})
afterEach(async () => {
  await testApp.close()
  await simulated.close()
})

async function rebuild(league: string | null = null): Promise<string[]> {
  const lines: string[] = []
  await rebuildLeagues(testApp.db, league, (line) => lines.push(line))
  return lines
}

/** What can be made again; the rest of a season goes with its row. */
const DERIVED_TABLES = ['seasons', 'lineup_weeks', 'drafts', 'transaction_weeks', 'players'] as const

/** Every row of every table, without what tells whether a refresh runs, and how often a history has changed. */
async function readDatabase() {
  const tables = (await dataTables(testApp.db)).filter(
    ({ name }) => !['sessions', 'refreshes'].includes(name),
  )
  return withoutHistoryVersions(await readAllRows(testApp.db, tables))
}

const refresh = async (season: number) =>
  expect((await admin.post('/api/refresh-espn/', { name: 'Island', season })).body.ok).toBe(true)

const upload = async (...bodies: unknown[]) => {
  const files = bodies.map((body, index) => ({ name: `${index}.json`, content: JSON.stringify(body) }))
  expect((await postFiles(admin, '/api/league/Harbour/seasons/upload/', files)).status).toBe(200)
}

const uploadFile = async (name: string, content: string) => {
  const answer = await postFiles(admin, '/api/league/Harbour/seasons/upload/', [{ name, content }])
  expect(answer.status).toBe(200)
}

describe('npm run admin -- rebuild', () => {
  it('makes every row again from the raw answers alone, whatever way the season came in', async () => {
    await refresh(2026)
    await refresh(2025)
    await upload(buildWeekBody(), buildLeagueBody(), buildLeagueBody({ seasonId: 2013 }))
    await upload(buildDraftBody(), buildTransactionsBody())
    await uploadFile(
      'old.csv',
      'season,team,owner,wins,losses,ties,points_for,points_against\n2009,Crew,Cy,0,0,0,0,0',
    )
    const before = await readDatabase()
    for (const table of DERIVED_TABLES) await testApp.db.deleteFrom(table).execute()
    expect(await readDatabase()).not.toEqual(before)
    const lines = await rebuild()
    expect(lines.slice(0, 3)).toEqual([
      'Harbour 2009: made again, 1 teams, 0 games',
      'Harbour 2012: made again, 4 teams, 4 games, line-ups of 1 week, the draft, transactions of 1 week',
      'Harbour 2013: made again, 4 teams, 4 games',
    ])
    expect(lines.at(-1)).toBe('Seasons made again: 5, left as they were: 0.')
    expect(withoutTimestamps(await readDatabase())).toEqual(withoutTimestamps(before))
  })

  it('puts right what was changed by hand, and keeps when the season was read', async () => {
    await refresh(2026)
    const before = await readDatabase()
    await testApp.db.updateTable('season_teams').set({ wins: 99, name: 'Wrong' }).execute()
    await testApp.db.deleteFrom('season_games').execute()
    expect(await rebuild('iSLAND')).toHaveLength(2)
    expect(await readDatabase()).toEqual(before)
  })

  it('leaves a season whose answers do not make one as it is, and goes on', async () => {
    await upload(...[2011, 2012, 2013, 2014].map((seasonId) => buildLeagueBody({ seasonId })))
    const damage = (season: number, body: Uint8Array) =>
      testApp.db.updateTable('provider_answers').set({ body }).where('season', '=', season).execute()
    await damage(2011, Buffer.from('no gzip'))
    await damage(2012, gzipSync('{"teams":[]}'))
    await damage(2013, gzipSync('{"id":'))
    const before = await readDatabase()
    const lines = await rebuild('Harbour')
    expect(lines.slice(0, 2)).toEqual([
      'Harbour 2011: left as it is: the kept answer to upload:0.json is damaged',
      'Harbour 2012: left as it is: teams: there are none',
    ])
    expect(lines[2]).toMatch(/^Harbour 2013: left as it is: .*JSON/)
    expect(lines.slice(3)).toEqual([
      'Harbour 2014: made again, 4 teams, 4 games',
      'Seasons made again: 1, left as they were: 3.',
    ])
    expect(await readDatabase()).toEqual(before)
  })

  it('leaves a season of which no answer is kept', async () => {
    await upload(buildLeagueBody())
    await testApp.db.deleteFrom('provider_answers').execute()
    expect(await rebuild('Harbour')).toEqual([
      'Harbour 2012: left as it is: none of the answers that it was made of are kept',
      'Seasons made again: 0, left as they were: 1.',
    ])
  })

  it('passes over a league that is refreshed at the moment', async () => {
    await upload(buildLeagueBody())
    await testApp.db
      .insertInto('league_jobs')
      .values(buildRunningJob({ league_id: 2 }))
      .execute()
    expect((await rebuild('Harbour'))[0]).toContain('left as it is: This is running already.')
  })

  it('knows no league Nowhere', async () => {
    await expect(rebuild('Nowhere')).rejects.toThrow('There is no league Nowhere.')
  })
})

/** When a wiped season was stored is known only from its answers, which are a moment older. */
function withoutTimestamps(tables: unknown): unknown {
  return JSON.parse(
    JSON.stringify(tables, (key, value: unknown) => (key === 'fetched_at' ? undefined : value)),
  )
}
