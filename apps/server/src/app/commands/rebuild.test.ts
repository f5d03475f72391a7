import { gzipSync } from 'node:zlib'
import { type SimulatedProvider, startSimulatedProvider } from '@fieldhouse/simulator/simulated-provider'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEspnProvider } from '../../providers/espn/espn-provider.ts'
import { dataTables, readAllRows, withoutHistoryVersions } from '../../testing/all-rows.ts'
import { changeSeason } from '../../testing/change-season.ts'
import {
  buildDraftBody,
  buildLeagueBody,
  buildTransactionsBody,
  buildWeekBody,
} from '../../testing/league-body-fixture.ts'
import { buildRunningJob } from '../../testing/league-job-fixture.ts'
import { postFiles } from '../../testing/multipart-form.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { rebuildLeagues } from './refresh.ts'

let simulated: SimulatedProvider
let testApp: TestApp
let admin: TestClient
beforeEach(async () => {
  simulated = await startSimulatedProvider({ seed: 7, now: () => SUNDAY })
  const provider = createEspnProvider({
    baseUrl: simulated.url,
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

/** Tables that a rebuild fills. */
const DERIVED_TABLES = ['seasons', 'lineup_weeks', 'drafts', 'transaction_weeks', 'players'] as const

/** Every row of every table, except sessions, refresh states and history versions. */
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
  const response = await postFiles(admin, '/api/league/Harbour/seasons/upload/', [{ name, content }])
  expect(response.status).toBe(200)
}

describe('npm run admin -- rebuild', () => {
  it('restores every row from the raw responses, however the season was added', async () => {
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
      'Harbour 2009: rebuilt, 1 team, 0 games',
      'Harbour 2012: rebuilt, 4 teams, 4 games, lineups for 1 week, draft, transactions for 1 week',
      'Harbour 2013: rebuilt, 4 teams, 4 games',
    ])
    expect(lines.at(-1)).toBe('Seasons rebuilt: 5, unchanged: 0.')
    expect(withoutTimestamps(await readDatabase())).toEqual(withoutTimestamps(before))
  })

  it('reverts manual changes and preserves the fetch time of the season', async () => {
    await refresh(2026)
    const before = await readDatabase()
    await changeSeason(testApp.db, await testApp.findLeagueId('Island'), 2026, (stored) => ({
      ...stored,
      teams: stored.teams.map((team) => ({
        ...team,
        name: 'Wrong',
        record: { wins: 99, losses: 0, ties: 0 },
      })),
      games: [],
    }))
    expect(await readDatabase()).not.toEqual(before)
    expect(await rebuild('iSLAND')).toHaveLength(2)
    expect(await readDatabase()).toEqual(before)
  })

  it('skips a season whose responses are unusable and continues with the next one', async () => {
    await upload(...[2011, 2012, 2013, 2014].map((seasonId) => buildLeagueBody({ seasonId })))
    const damage = (season: number, body: Uint8Array) =>
      testApp.db.updateTable('provider_responses').set({ body }).where('season', '=', season).execute()
    await damage(2011, Buffer.from('no gzip'))
    await damage(2012, gzipSync('{"teams":[]}'))
    await damage(2013, gzipSync('{"id":'))
    const before = await readDatabase()
    const lines = await rebuild('Harbour')
    expect(lines.slice(0, 2)).toEqual([
      'Harbour 2011: unchanged: the stored response to upload:0.json is damaged',
      'Harbour 2012: unchanged: teams: no teams found',
    ])
    expect(lines[2]).toMatch(/^Harbour 2013: unchanged: .*JSON/)
    expect(lines.slice(3)).toEqual([
      'Harbour 2014: rebuilt, 4 teams, 4 games',
      'Seasons rebuilt: 1, unchanged: 3.',
    ])
    expect(await readDatabase()).toEqual(before)
  })

  describe('of a league file', () => {
    const lineups = [1, 2, 3].map((week) => ({
      week,
      teams: [{ team: 1, players: [{ slot: 'RB', player: 'Marcus Vale', points: 10 }] }],
    }))
    const season = { season: 2014, teams: [{ id: 1, name: 'Anchors', owners: ['Ada'] }], lineups }
    const file = { format: 'fieldhouse-league', version: 1, seasons: [season] }

    /** Counts how often the file is parsed, and calls `onFirst` at the first time. */
    function countParsing(onFirst: () => void) {
      const parse = JSON.parse
      let count = 0
      vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
        if (text.includes('fieldhouse-league')) {
          count += 1
          if (count === 1) onFirst()
        }
        return parse(text, reviver)
      })
      return () => count
    }
    afterEach(() => vi.restoreAllMocks())

    it('translates the file once for the season and all of its parts', async () => {
      await uploadFile('league.json', JSON.stringify(file))
      const count = countParsing(() => undefined)
      expect((await rebuild('Harbour'))[0]).toBe(
        'Harbour 2014: rebuilt, 1 team, 0 games, lineups for 3 weeks',
      )
      expect(count()).toBe(1)
    })

    it('translates before its transaction, and again if the season has changed in the meantime', async () => {
      await uploadFile('league.json', JSON.stringify(file))
      const changes: Promise<unknown>[] = []
      const count = countParsing(() => {
        changes.push(testApp.db.updateTable('seasons').set({ is_imported: 1 }).execute())
      })
      await rebuild('Harbour')
      await Promise.all(changes)
      const stored = await testApp.db.selectFrom('seasons').select('is_imported').execute()
      expect([count(), stored]).toEqual([2, [{ is_imported: 1 }]])
    })
  })

  it('skips a season without stored responses', async () => {
    await upload(buildLeagueBody())
    await testApp.db.deleteFrom('provider_responses').execute()
    expect(await rebuild('Harbour')).toEqual([
      'Harbour 2012: unchanged: no provider responses are stored',
      'Seasons rebuilt: 0, unchanged: 1.',
    ])
  })

  it('skips a league that is being refreshed', async () => {
    await upload(buildLeagueBody())
    await testApp.db
      .insertInto('jobs')
      .values(buildRunningJob({ league_id: await testApp.findLeagueId() }))
      .execute()
    expect((await rebuild('Harbour'))[0]).toContain('unchanged: This league is being refreshed (started ')
  })

  it('rejects an unknown league', async () => {
    await expect(rebuild('Nowhere')).rejects.toThrow('League not found: Nowhere.')
  })
})

/** The fetch time of a deleted season is derived from its responses, which are slightly older. */
function withoutTimestamps(tables: unknown): unknown {
  return JSON.parse(
    JSON.stringify(tables, (key, value: unknown) => (key === 'fetched_at' ? undefined : value)),
  )
}
