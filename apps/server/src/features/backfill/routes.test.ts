import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEspnProvider } from '../../providers/espn/espn.ts'
import type { LeagueArchive } from '../../providers/league-provider.ts'
import type { Fault } from '../../providers/simulated/faults.ts'
import {
  type SimulatedProvider,
  type SimulatedProviderOptions,
  startSimulatedProvider,
} from '../../providers/simulated/simulated-provider.ts'
import { createBarrier } from '../../testing/barrier.ts'
import { buildRunningJob } from '../../testing/league-job-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { createPlan } from './backfill-plan.ts'

const PASSWORD = 'boss-has-a-secret'
const COOKIES = { swid: '{01234567-89AB-CDEF-0123-456789ABCDEF}', s2: 'canary'.repeat(10) }

let simulatedProvider: SimulatedProvider
let testApp: TestApp
let boss: TestClient
/** What the provider was asked, without the secrets. */
let providerRequests: { call: string; season: number; week?: number }[]
/** What reading a season waits for. */
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
    address: simulatedProvider.url,
    userAgent: 'Tests/1.0 (+https://tests.example)',
  })
  testApp = await startApp({}, { provider: recordRequests(espn) })
  boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: simulatedProvider.leagueId })
}

function recordRequests(provider: LeagueArchive): LeagueArchive {
  return {
    listSeasons: (request) => provider.listSeasons(request),
    readSeason: async (request) => {
      providerRequests.push({ call: 'season', season: request.season })
      await seasonBarrier?.released
      return provider.readSeason(request)
    },
    readWeek: (request) => {
      providerRequests.push({ call: 'week', season: request.season, week: request.week })
      return provider.readWeek(request)
    },
    readDraft: (request) => provider.readDraft(request),
    readTransactions: (request) => provider.readTransactions(request),
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

describe('a backfill', () => {
  it('reads every season that there is, newest first, and knows who played', async () => {
    await startTestApp()
    const answer = await backfill()
    expect(answer.body).toEqual({
      ingested: yearRange(2012, 2026),
      skipped: [2011],
      failed: [],
      aggregate: { managers: expect.any(Number) },
    })
    expect(answer.body.aggregate.managers).toBeGreaterThanOrEqual(12)
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

  it('reads line-ups, the draft and transactions too, once', async () => {
    await startTestApp()
    const answer = await backfill({ start: 2018, end: 2019, scrape: true })
    expect(answer.body).toMatchObject({ ingested: [2018, 2019], failed: [] })
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

  it('notes for each season that cannot be read why, and goes on with the others', async () => {
    await startTestApp({ cookies: COOKIES, deniedSeasons: [2021], absentSeasons: [2019] })
    const answer = await backfill({ start: 2018, end: 2022, swid: COOKIES.swid, espn_s2: COOKIES.s2 })
    expect(answer.body).toMatchObject({ ingested: [2018, 2020, 2022] })
    expect(answer.body.failed).toEqual([
      { year: 2019, reason: 'ESPN has no season 2019 of this league.' },
      { year: 2021, reason: expect.stringContaining('ESPN does not accept the cookies') },
    ])
    const { missing } = (await boss.get('/api/league/Harbour/seasons/')).body
    expect(missing).toEqual(
      answer.body.failed.toReversed().map(({ year, reason }: { year: number; reason: string }) => ({
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
        backfill: { ingested: [2018, 2020, 2022], skipped: [], failed: answer.body.failed },
      },
    ])
  })

  it('forgets why a season could not be read once it is stored', async () => {
    await startTestApp()
    faultFor = (path) => (path.includes('/seasons/2020/') ? { status: 404 } : undefined)
    expect((await backfill({ start: 2020, end: 2020 })).body.failed).toHaveLength(1)
    faultFor = undefined
    expect((await backfill({ start: 2020, end: 2020 })).body).toMatchObject({ ingested: [2020], failed: [] })
    expect((await boss.get('/api/league/Harbour/seasons/')).body.missing).toEqual([])
  })

  it('keeps a season whose line-ups could not all be read, and says which lack', async () => {
    await startTestApp()
    faultFor = (path) =>
      /scoringPeriodId=3(&|$)/.test(path) && path.includes('mScoreboard') ? { status: 403 } : undefined
    const { body } = await backfill({ start: 2020, end: 2020, scrape: true })
    expect(body.ingested).toEqual([2020])
    expect(body.failed).toEqual([
      { year: 2020, reason: expect.stringMatching(/^Without week 3: ESPN refuses/) },
    ])
  })

  it('tells why nothing could be read of a private league', async () => {
    await startTestApp({ cookies: COOKIES })
    const { body } = await backfill({ start: 2025 })
    const reason = expect.stringContaining('This league is private on ESPN.')
    expect(body).toMatchObject({ ingested: [], failed: [2025, 2026].map((year) => ({ year, reason })) })
    expect(await listStored()).toEqual([])
  })

  it('uses given cookies for this run alone, and stores them nowhere', async () => {
    await startTestApp({ cookies: COOKIES })
    const header = `SWID=${COOKIES.swid}; espn_s2=${COOKIES.s2}`
    expect((await backfill({ start: 2026, cookie_header: header })).body.ingested).toEqual([2026])
    expect((await backfill({ start: 2025 })).body.ingested).toEqual([])
    const tables = ['league_jobs', 'league_credentials', 'audit_log', 'league_events'] as const
    for (const table of tables) {
      expect(JSON.stringify(await testApp.db.selectFrom(table).selectAll().execute())).not.toContain('canary')
    }
  })

  it('goes on after a crash with what is left', async () => {
    await startTestApp()
    const plan = { ...createPlan({ start: 2020, end: 2023, force: true, scrape: false }), ingested: [2023] }
    await testApp.db
      .insertInto('league_jobs')
      .values(
        buildRunningJob({
          kind: 'backfill',
          plan: JSON.stringify({ ...plan, seasons: [2022, 2021, 2020] }),
          lease_until: 0,
        }),
      )
      .execute()
    await testApp.app.listen({ port: 0, host: '127.0.0.1' })
    const newest = async () => (await boss.get('/api/league/Harbour/jobs/')).body.jobs[0]
    await expect.poll(async () => (await newest()).state, { timeout: 10_000 }).toBe('done')
    expect((await newest()).backfill).toEqual({ ingested: [2020, 2021, 2022, 2023], skipped: [], failed: [] })
    expect(listReadSeasons()).toEqual([2022, 2021, 2020])
  })

  it('is the only one of its league', async () => {
    await startTestApp()
    seasonBarrier = createBarrier()
    const first = backfill({ start: 2025 })
    await expect.poll(() => providerRequests).not.toHaveLength(0)
    const second = await backfill({ start: 2025 })
    seasonBarrier.release()
    expect([second.status, second.body.code, second.body.error]).toEqual([
      409,
      'job_running',
      'Past seasons of this league are being read already.',
    ])
    expect((await first).body.ingested).toEqual([2025, 2026])
  })
})

describe('a backfill is refused', () => {
  beforeEach(() => startTestApp({ pastSeasons: 0 }))

  it.each([
    ['start', { start: 1998 }],
    ['start', { start: 2027 }],
    ['end', { end: 2027 }],
    ['end', { start: 2020, end: 2019 }],
    ['password', { password: '' }],
    ['swid', { espn_s2: COOKIES.s2 }],
    ['espn_s2', { swid: COOKIES.swid }],
    ['swid', { cookie_header: 'nothing of the kind' }],
  ])('for a wrong %s: %j', async (field, body) => {
    const answer = await backfill(body)
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
    expect(await testApp.db.selectFrom('league_jobs').selectAll().execute()).toEqual([])
  })

  it('without the caller’s own password, and tries are counted', async () => {
    const answer = await backfill({ password: 'somebody else’s' })
    expect([answer.status, answer.body.error]).toEqual([403, 'Password is incorrect.'])
    for (let count = 1; count < 10; count += 1) await backfill({ password: 'wrong' })
    const { status, body } = await backfill()
    expect([status, body.code]).toEqual([429, 'too_many_attempts'])
    expect(await testApp.db.selectFrom('league_jobs').selectAll().execute()).toEqual([])
  })

  it('while the league is refreshed by somebody', async () => {
    const other = buildRunningJob({ asked_by: 1 })
    await testApp.db.insertInto('league_jobs').values(other).execute()
    expect((await backfill()).body.error).toBe('This league is being refreshed. Try again in a moment.')
  })
})
