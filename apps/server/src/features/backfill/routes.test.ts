import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import type { Fault } from '@fieldhouse/simulator/simulated-http'
import {
  type SimulatedProvider,
  type SimulatedProviderOptions,
  startSimulatedProvider,
} from '@fieldhouse/simulator/simulated-provider'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlan } from '../../ingestion/backfill-plan.ts'
import { createEspnProvider } from '../../providers/espn/espn-provider.ts'
import type { LeagueArchive } from '../../providers/league-provider.ts'
import { createBarrier } from '../../testing/barrier.ts'
import { buildRunningJob } from '../../testing/league-job-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

const PASSWORD = 'boss-has-a-secret'
const COOKIES = { swid: '{01234567-89AB-CDEF-0123-456789ABCDEF}', s2: 'canary'.repeat(10) }

/** Reading four seasons takes a moment. */
const POLL = { timeout: 20_000 }

let simulatedProvider: SimulatedProvider
let testApp: TestApp
let boss: TestClient
/** The requests sent to the provider, without secrets. */
let providerRequests: { call: string; season: number; week?: number }[]
/** Blocks the reading of seasons while it is set and not released. */
let seasonBarrier: ReturnType<typeof createBarrier> | undefined
let faultFor: ((path: string) => Fault | undefined) | undefined

async function startTestApp(options: Partial<SimulatedProviderOptions> = {}): Promise<void> {
  simulatedProvider = await startSimulatedProvider({
    seed: 1889,
    now: () => SUNDAY,
    pastSeasons: 14,
    faults: ({ url }) => faultFor?.(`${url.pathname}${url.search}`),
    ...options,
  })
  const espn = createEspnProvider({
    baseUrl: simulatedProvider.url,
    userAgent: 'Tests/1.0 (+https://tests.example)',
  })
  testApp = await startApp({}, { provider: recordRequests(espn) })
  boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: simulatedProvider.leagueId })
}

function recordRequests(provider: LeagueArchive): LeagueArchive {
  return {
    name: 'espn',
    listSeasons: (request) => provider.listSeasons(request),
    previewLeague: (request) => provider.previewLeague(request),
    readSeason: async (request) => {
      providerRequests.push({ call: 'season', season: request.season })
      await seasonBarrier?.released
      return provider.readSeason(request)
    },
    readPart: (request) => {
      const { name, season, week } = request
      if (name === 'line-ups') providerRequests.push({ call: 'week', season, week })
      return provider.readPart(request)
    },
  }
}

beforeEach(() => {
  providerRequests = []
  faultFor = undefined
  seasonBarrier = undefined
})
afterEach(async () => {
  await testApp.close()
  await simulatedProvider.close()
})

const backfill = (body: object = {}) =>
  boss.post('/api/league/Harbour/history/backfill-admin/', { password: PASSWORD, ...body })

const listReadSeasons = () =>
  providerRequests.filter(({ call }) => call === 'season').map(({ season }) => season)

const yearRange = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

const listStored = async () => {
  const { body } = await boss.get('/api/league/Harbour/seasons/')
  return body.seasons.map(({ season }: { season: number }) => season)
}

describe('backfill', () => {
  it('reads every existing season, newest first, and counts the managers', async () => {
    await startTestApp()
    const response = await backfill()
    expect(response.body).toEqual({
      ingested: yearRange(2012, 2026),
      skipped: [2011],
      failed: [],
      aggregate: { managers: expect.any(Number) },
    })
    expect(response.body.aggregate.managers).toBeGreaterThanOrEqual(12)
    expect(listReadSeasons()).toEqual(yearRange(2012, 2026).toReversed())
    expect(await listStored()).toEqual(yearRange(2012, 2026).toReversed())
    const { body } = await boss.get('/api/league/Harbour/seasons/')
    expect(body.missing).toEqual([])
    expect(body.seasons[1]).toMatchObject({
      season: 2025,
      source: 'espn',
      depth: 'scores',
      is_final: true,
      teams: 12,
      findings: [],
      fetched_at: SUNDAY.toISOString(),
      last_failure: null,
    })
    providerRequests = []
    expect((await backfill()).body).toMatchObject({ ingested: [2026], skipped: yearRange(2011, 2025) })
    expect(listReadSeasons()).toEqual([2026])
    providerRequests = []
    expect((await backfill({ start: '2024', end: 2025, force: true })).body.ingested).toEqual([2024, 2025])
    expect(listReadSeasons()).toEqual([2025, 2024])
  })

  it('finds a league whose last season is more than twelve years back', async () => {
    await startTestApp({ pastSeasons: 20 })
    const isLater = (path: string) => yearRange(2011, 2026).some((year) => path.includes(`${year}`))
    faultFor = (path) => (isLater(path) ? { status: 404 } : undefined)
    const response = await backfill({ start: 2008, end: 2026 })
    expect(response.body.ingested).toEqual([2008, 2009, 2010])
    expect((await backfill({ start: 2006, end: 2012 })).body.ingested).toEqual([2006, 2007])
  })

  it('reads what is missing of a new league without a password, the newest season with its lineups', async () => {
    await startTestApp({ pastSeasons: 3 })
    const { body } = await boss.post('/api/league/Harbour/seasons/read/', {})
    expect(body.message).toBe('Reading the seasons. This keeps running if you leave the page.')
    const findJob = async () => (await boss.get('/api/league/Harbour/jobs/')).body.jobs[0]
    await expect.poll(findJob, POLL).toMatchObject({ kind: 'backfill', state: 'done', done: 3, total: 3 })
    expect((await findJob()).backfill).toEqual({ ingested: yearRange(2023, 2026), skipped: [], failed: [] })
    expect(listReadSeasons()).toEqual([2026, 2025, 2024, 2023])
    expect(providerRequests.some(({ call }) => call === 'week')).toBe(true)
  })

  it('stops at a new league whose newest season cannot be read, and says why', async () => {
    await startTestApp({ pastSeasons: 3 })
    faultFor = () => ({ status: 401 })
    await boss.post('/api/league/Harbour/seasons/read/', {})
    const findJob = async () => (await boss.get('/api/league/Harbour/jobs/')).body.jobs[0]
    await expect
      .poll(findJob, POLL)
      .toMatchObject({ state: 'failed', step: expect.stringContaining('This league is private on ESPN') })
    expect(await listStored()).toEqual([])
  })

  it('says that a league exists whose seasons are all later', async () => {
    await startTestApp({ pastSeasons: 2 })
    const { body } = await backfill({ start: 2015, end: 2016 })
    expect(body).toMatchObject({ ingested: [], skipped: [2015, 2016], failed: [] })
  })

  it('also reads lineups, the draft and transactions when scrape is set, each once', async () => {
    await startTestApp()
    const response = await backfill({ start: 2018, end: 2019, scrape: true })
    expect(response.body).toMatchObject({ ingested: [2018, 2019], failed: [] })
    const weeks = await testApp.db
      .selectFrom('lineup_weeks')
      .select(['season', 'week'])
      .orderBy('week')
      .execute()
    expect(weeks).toEqual(yearRange(1, 17).map((week) => ({ season: 2019, week })))
    expect(await testApp.db.selectFrom('drafts').select('season').orderBy('season').execute()).toEqual([
      { season: 2018 },
      { season: 2019 },
    ])
    const moves = testApp.db.selectFrom('transaction_weeks').select('week').where('season', '=', 2019)
    expect(await moves.execute()).toHaveLength(18)
    const { body } = await boss.get('/api/league/Harbour/seasons/')
    expect(body.seasons.map((each: { depth: string }) => each.depth)).toEqual(['box scores', 'scores'])
    providerRequests = []
    await testApp.db.deleteFrom('lineup_weeks').where('week', '=', 9).execute()
    await testApp.db
      .deleteFrom('transaction_weeks')
      .where('season', '=', 2019)
      .where('week', '=', 9)
      .execute()
    expect((await backfill({ start: 2018, end: 2019, scrape: true })).body).toMatchObject({
      ingested: [2019],
      skipped: [2018],
    })
    expect(providerRequests).toEqual([{ call: 'week', season: 2019, week: 9 }])
  })

  it('records why each unreadable season failed and continues with the others', async () => {
    await startTestApp({ cookies: COOKIES, deniedSeasons: [2021], absentSeasons: [2019] })
    const response = await backfill({ start: 2018, end: 2022, swid: COOKIES.swid, espn_s2: COOKIES.s2 })
    expect(response.body).toMatchObject({ ingested: [2018, 2020, 2022] })
    expect(response.body.failed).toEqual([
      { year: 2019, reason: 'ESPN has no 2019 season for this league.' },
      { year: 2021, reason: expect.stringContaining('ESPN rejected the cookies') },
    ])
    const { missing } = (await boss.get('/api/league/Harbour/seasons/')).body
    expect(missing).toEqual(
      response.body.failed.toReversed().map(({ year, reason }: { year: number; reason: string }) => ({
        season: year,
        reason,
        at: SUNDAY.toISOString(),
      })),
    )
    const { body } = await boss.get('/api/league/Harbour/jobs/')
    expect(body.jobs).toEqual([
      {
        id: expect.any(Number),
        kind: 'backfill',
        state: 'done',
        asked_by: 'boss',
        step: 'Seasons read: 3, skipped: 0, failed: 2.',
        done: 5,
        total: 5,
        created_at: SUNDAY.toISOString(),
        started_at: SUNDAY.toISOString(),
        ended_at: SUNDAY.toISOString(),
        backfill: { ingested: [2018, 2020, 2022], skipped: [], failed: response.body.failed },
      },
    ])
  })

  it('clears the failure of a season once it is stored', async () => {
    await startTestApp()
    faultFor = (path) => (/seasons\/2020\/|leagueHistory/.test(path) ? { status: 404 } : undefined)
    expect((await backfill({ start: 2020, end: 2020 })).body.failed).toHaveLength(1)
    faultFor = undefined
    expect((await backfill({ start: 2020, end: 2020 })).body).toMatchObject({ ingested: [2020], failed: [] })
    expect((await boss.get('/api/league/Harbour/seasons/')).body.missing).toEqual([])
  })

  it('stores a season with incomplete lineups and reports the missing weeks', async () => {
    await startTestApp()
    faultFor = (path) =>
      /scoringPeriodId=3(&|$)/.test(path) && path.includes('mScoreboard') ? { status: 403 } : undefined
    const { body } = await backfill({ start: 2020, end: 2020, scrape: true })
    expect(body.ingested).toEqual([2020])
    expect(body.failed).toEqual([
      {
        year: 2020,
        reason: expect.stringMatching(/^Missing the lineups of week 3: ESPN is blocking this server/),
      },
    ])
  })

  it('reports why no season of a private league could be read', async () => {
    await startTestApp({ cookies: COOKIES })
    const { body } = await backfill({ start: 2025 })
    const reason = expect.stringContaining('This league is private on ESPN.')
    expect(body).toMatchObject({ ingested: [], failed: [2025, 2026].map((year) => ({ year, reason })) })
    expect(await listStored()).toEqual([])
  })

  it('uses the given cookies for this run only and does not store them', async () => {
    await startTestApp({ cookies: COOKIES })
    const header = `SWID=${COOKIES.swid}; espn_s2=${COOKIES.s2}`
    expect((await backfill({ start: 2026, cookie_header: header })).body.ingested).toEqual([2026])
    expect((await backfill({ start: 2025 })).body.ingested).toEqual([])
    const tables = ['jobs', 'league_credentials', 'audit_log', 'league_events'] as const
    for (const table of tables) {
      expect(JSON.stringify(await testApp.db.selectFrom(table).selectAll().execute())).not.toContain('canary')
    }
  })

  it('resumes with the remaining seasons after a crash', async () => {
    await startTestApp()
    const plan = { ...createPlan({ start: 2020, end: 2023, force: true, scrape: false }), ingested: [2023] }
    await testApp.db
      .insertInto('jobs')
      .values(
        buildRunningJob({
          league_id: await testApp.findLeagueId(),
          kind: 'backfill',
          payload: JSON.stringify({ ...plan, seasons: [2022, 2021, 2020] }),
          lease_until: 0,
        }),
      )
      .execute()
    await testApp.app.listen({ port: 0, host: '127.0.0.1' })
    const newest = async () => (await boss.get('/api/league/Harbour/jobs/')).body.jobs[0]
    await expect.poll(async () => (await newest()).state).toBe('done')
    expect((await newest()).backfill).toEqual({ ingested: [2020, 2021, 2022, 2023], skipped: [], failed: [] })
    expect(listReadSeasons()).toEqual([2022, 2021, 2020])
  })

  it('rejects a second backfill of the same league', async () => {
    await startTestApp()
    seasonBarrier = createBarrier()
    const first = backfill({ start: 2025 })
    await expect.poll(() => providerRequests).not.toHaveLength(0)
    const second = await backfill({ start: 2025 })
    seasonBarrier.release()
    expect([second.status, second.body.code, second.body.error]).toEqual([
      409,
      'job_running',
      'A backfill of this league is already running.',
    ])
    expect((await first).body.ingested).toEqual([2025, 2026])
  })

  it('stops on request, keeps what it has read, and lets another one start', async () => {
    await startTestApp()
    const stop = () => boss.post('/api/league/Harbour/history/backfill-admin/stop/')
    expect((await stop()).body).toEqual({ message: 'No backfill is running.' })
    const run = backfill({ start: 2020 })
    await expect.poll(async () => (await listStored()).length).toBeGreaterThanOrEqual(2)
    seasonBarrier = createBarrier()
    await expect.poll(() => providerRequests.length).toBeGreaterThanOrEqual(4)
    const { status, body } = await stop()
    expect([status, body.message]).toEqual([200, expect.stringMatching(/^Stopped\. [2-6] seasons read\.$/)])
    const report = (await run).body
    expect(report.ingested.length).toBeGreaterThanOrEqual(2)
    seasonBarrier.release()
    const [job] = (await boss.get('/api/league/Harbour/jobs/')).body.jobs
    expect(job).toMatchObject({ state: 'done', backfill: { ingested: report.ingested } })
    const { acts } = (await boss.get('/api/audit/?action=league.stop-backfill')).body
    expect(acts).toMatchObject([{ actor: 'boss', league: 'Harbour' }])
    seasonBarrier = undefined
    expect((await backfill({ start: 2024 })).body.failed).toEqual([])
    expect((await stop()).body).toEqual({ message: 'No backfill is running.' })
  })
})

describe('backfill validation', () => {
  beforeEach(() => startTestApp({ pastSeasons: 0 }))

  it.each([
    ['start', { start: 1998 }],
    ['start', { start: 2027 }],
    ['end', { end: 2027 }],
    ['end', { start: 2020, end: 2019 }],
    ['password', { password: '' }],
    ['swid', { espn_s2: COOKIES.s2 }],
    ['espn_s2', { swid: COOKIES.swid }],
    ['swid', { cookie_header: 'not a cookie header' }],
  ])('rejects an invalid %s: %j', async (field, body) => {
    const response = await backfill(body)
    expect([response.status, Object.keys(response.body.fields)]).toEqual([400, [field]])
    expect(await testApp.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  it('rejects a wrong password and limits the number of attempts', async () => {
    const response = await backfill({ password: "someone else's" })
    expect([response.status, response.body.error]).toEqual([403, 'Password is incorrect.'])
    for (let count = 1; count < 10; count += 1) await backfill({ password: 'wrong' })
    const { status, body } = await backfill()
    expect([status, body.code]).toEqual([429, 'too_many_attempts'])
    expect(await testApp.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  it('asks who reads a league that somebody else has created, or a day ago', async () => {
    testApp.clock.now = new Date(SUNDAY.getTime() + 11 * MINUTE_MS)
    const read = () => boss.post('/api/league/Harbour/seasons/read/', { from: 2026 })
    expect((await read()).status).toBe(200)
    testApp.clock.now = new Date(SUNDAY.getTime() + DAY_MS)
    expect((await read()).body.code).toBe('identity_unconfirmed')
    const late = await boss.post('/api/league/Harbour/seasons/read/', { from: 2027 })
    expect(late.body.code).toBe('identity_unconfirmed')
  })

  it('needs no password from a user who has just proved who they are', async () => {
    expect((await backfill({ password: undefined })).body.ingested).toEqual([2026])
    testApp.clock.now = new Date(SUNDAY.getTime() + 10 * MINUTE_MS)
    const { status, body } = await backfill({ password: null })
    expect([status, body.code]).toEqual([403, 'identity_unconfirmed'])
    expect((await testApp.db.selectFrom('jobs').select('kind').execute()).length).toBe(1)
  })

  it('rejects a backfill while the league is being refreshed', async () => {
    const refreshJob = buildRunningJob({ league_id: await testApp.findLeagueId(), requested_by: 1 })
    await testApp.db.insertInto('jobs').values(refreshJob).execute()
    expect((await backfill()).body.error).toBe('This league is being refreshed. Try again in a moment.')
  })
})
