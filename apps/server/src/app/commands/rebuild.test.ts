import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { espnAt } from '../../providers/espn/espn.ts'
import {
  type SimulatedProvider,
  startSimulatedProvider,
} from '../../providers/simulated/simulated-provider.ts'
import { postFiles } from '../../testing/a-form.ts'
import { aDraftBody, aLeagueBody, aTransactionsBody, aWeekBody } from '../../testing/a-league-body.ts'
import { aRunningJob } from '../../testing/a-league-job.ts'
import { allRows, dataTables, withoutVersions } from '../../testing/all-rows.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type Visitor } from '../../testing/start-app.ts'
import { rebuildIn } from './rebuild.ts'

let simulated: SimulatedProvider
let world: TestApp
let admin: Visitor
beforeEach(async () => {
  simulated = await startSimulatedProvider({ seed: 7, now: () => SUNDAY })
  const provider = espnAt({ address: simulated.url, userAgent: 'Tests/1.0 (+https://tests.example)' })
  world = await startApp({}, { provider })
  admin = await world.member('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Island', espn_league_id: simulated.leagueId })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
})
afterEach(async () => {
  await world.close()
  await simulated.close()
})

async function rebuild(league: string | null = null): Promise<string[]> {
  const lines: string[] = []
  await rebuildIn(world.db, league, (line) => lines.push(line))
  return lines
}

/** What can be made again; the rest of a season goes with its row. */
const DERIVED = ['seasons', 'lineup_weeks', 'drafts', 'transaction_weeks', 'players'] as const

/** Every row of every table, without what tells whether a refresh runs, and how often a history has changed. */
async function everything() {
  const tables = (await dataTables(world.db)).filter(({ name }) => !['sessions', 'refreshes'].includes(name))
  return withoutVersions(await allRows(world.db, tables))
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
    await upload(aWeekBody(), aLeagueBody(), aLeagueBody({ seasonId: 2013 }))
    await upload(aDraftBody(), aTransactionsBody())
    await uploadFile(
      'old.csv',
      'season,team,owner,wins,losses,ties,points_for,points_against\n2009,Crew,Cy,0,0,0,0,0',
    )
    const before = await everything()
    for (const table of DERIVED) await world.db.deleteFrom(table).execute()
    expect(await everything()).not.toEqual(before)
    const lines = await rebuild()
    expect(lines.slice(0, 3)).toEqual([
      'Harbour 2009: made again, 1 teams, 0 games',
      'Harbour 2012: made again, 4 teams, 4 games, line-ups of 1 week, the draft, transactions of 1 week',
      'Harbour 2013: made again, 4 teams, 4 games',
    ])
    expect(lines.at(-1)).toBe('Seasons made again: 5, left as they were: 0.')
    expect(withoutTime(await everything())).toEqual(withoutTime(before))
  })

  it('puts right what was changed by hand, and keeps when the season was read', async () => {
    await refresh(2026)
    const before = await everything()
    await world.db.updateTable('season_teams').set({ wins: 99, name: 'Wrong' }).execute()
    await world.db.deleteFrom('season_games').execute()
    expect(await rebuild('iSLAND')).toHaveLength(2)
    expect(await everything()).toEqual(before)
  })

  it('leaves a season whose answers do not make one as it is, and goes on', async () => {
    await upload(...[2011, 2012, 2013, 2014].map((seasonId) => aLeagueBody({ seasonId })))
    const damage = (season: number, body: Uint8Array) =>
      world.db.updateTable('provider_answers').set({ body }).where('season', '=', season).execute()
    await damage(2011, Buffer.from('no gzip'))
    await damage(2012, gzipSync('{"teams":[]}'))
    await damage(2013, gzipSync('{"id":'))
    const before = await everything()
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
    expect(await everything()).toEqual(before)
  })

  it('leaves a season of which no answer is kept', async () => {
    await upload(aLeagueBody())
    await world.db.deleteFrom('provider_answers').execute()
    expect(await rebuild('Harbour')).toEqual([
      'Harbour 2012: left as it is: none of the answers that it was made of are kept',
      'Seasons made again: 0, left as they were: 1.',
    ])
  })

  it('passes over a league that is refreshed at the moment', async () => {
    await upload(aLeagueBody())
    await world.db
      .insertInto('league_jobs')
      .values(aRunningJob({ league_id: 2 }))
      .execute()
    expect((await rebuild('Harbour'))[0]).toContain('left as it is: This is running already.')
  })

  it('knows no league Nowhere', async () => {
    await expect(rebuild('Nowhere')).rejects.toThrow('There is no league Nowhere.')
  })
})

/** When a wiped season was stored is known only from its answers, which are a moment older. */
function withoutTime(tables: unknown): unknown {
  return JSON.parse(
    JSON.stringify(tables, (key, value: unknown) => (key === 'fetched_at' ? undefined : value)),
  )
}
