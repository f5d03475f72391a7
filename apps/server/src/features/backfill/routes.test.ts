import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { espnAt } from '../../providers/espn/espn.ts'
import type { LeagueArchive } from '../../providers/league-provider.ts'
import type { Fault } from '../../providers/simulated/faults.ts'
import {
  type SimulatedProvider,
  type SimulatedProviderOptions,
  startSimulatedProvider,
} from '../../providers/simulated/simulated-provider.ts'
import { aGate } from '../../testing/a-gate.ts'
import { aRunningJob } from '../../testing/a-league-job.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type Visitor } from '../../testing/start-app.ts'
import { newPlan } from './backfill-plan.ts'

const PASSWORD = 'boss-has-a-secret'
const COOKIES = { swid: '{01234567-89AB-CDEF-0123-456789ABCDEF}', s2: 'canary'.repeat(10) }

let simulated: SimulatedProvider
let world: TestApp
let boss: Visitor
/** What the provider was asked, without the secrets. */
let asked: { call: string; season: number; week?: number }[]
/** What reading a season waits for. */
let gate: ReturnType<typeof aGate> | undefined
let fault: ((path: string) => Fault | undefined) | undefined

async function start(options: Partial<SimulatedProviderOptions> = {}): Promise<void> {
  simulated = await startSimulatedProvider({
    seed: 1889,
    now: () => SUNDAY,
    pastSeasons: 14,
    faults: ({ url }) => fault?.(`${url.pathname}${url.search}`),
    ...options,
  })
  const espn = espnAt({ address: simulated.url, userAgent: 'Tests/1.0 (+https://tests.example)' })
  world = await startApp({}, { provider: watched(espn) })
  boss = await world.member('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: simulated.leagueId })
}

function watched(provider: LeagueArchive): LeagueArchive {
  return {
    listSeasons: (request) => provider.listSeasons(request),
    readSeason: async (request) => {
      asked.push({ call: 'season', season: request.season })
      await gate?.passed
      return provider.readSeason(request)
    },
    readWeek: (request) => {
      asked.push({ call: 'week', season: request.season, week: request.week })
      return provider.readWeek(request)
    },
    readDraft: (request) => provider.readDraft(request),
    readTransactions: (request) => provider.readTransactions(request),
  }
}

beforeEach(() => {
  asked = []
  fault = undefined
  gate = undefined
})
afterEach(async () => {
  await world.close()
  await simulated.close()
})

const backfill = (body: object = {}) =>
  boss.post('/api/league/Harbour/history/backfill-admin/', { password: PASSWORD, ...body })

const seasonsRead = () => asked.filter(({ call }) => call === 'season').map(({ season }) => season)

const years = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

const stored = async () => {
  const { body } = await boss.get('/api/league/Harbour/seasons/')
  return body.seasons.map(({ season }: { season: number }) => season)
}

describe('a backfill', () => {
  it('reads every season that there is, newest first, and knows who played', async () => {
    await start()
    const answer = await backfill()
    expect(answer.body).toEqual({
      ingested: years(2012, 2026),
      skipped: [2011],
      failed: [],
      aggregate: { managers: expect.any(Number) },
    })
    expect(answer.body.aggregate.managers).toBeGreaterThanOrEqual(12)
    expect(seasonsRead()).toEqual(years(2012, 2026).toReversed())
    expect(await stored()).toEqual(years(2012, 2026).toReversed())
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
    asked = []
    expect((await backfill()).body).toMatchObject({ ingested: [2026], skipped: years(2011, 2025) })
    expect(seasonsRead()).toEqual([2026])
    asked = []
    expect((await backfill({ start: '2024', end: 2025, force: true })).body.ingested).toEqual([2024, 2025])
    expect(seasonsRead()).toEqual([2025, 2024])
  })

  it('reads line-ups, the draft and transactions too, once', async () => {
    await start()
    const answer = await backfill({ start: 2018, end: 2019, scrape: true })
    expect(answer.body).toMatchObject({ ingested: [2018, 2019], failed: [] })
    const weeks = await world.db
      .selectFrom('lineup_weeks')
      .select(['season', 'week'])
      .orderBy('week')
      .execute()
    expect(weeks).toEqual(years(1, 17).map((week) => ({ season: 2019, week })))
    expect(await world.db.selectFrom('drafts').select('season').orderBy('season').execute()).toEqual([
      { season: 2018 },
      { season: 2019 },
    ])
    const moves = world.db.selectFrom('transaction_weeks').select('week').where('season', '=', 2019)
    expect(await moves.execute()).toHaveLength(18)
    const { body } = await boss.get('/api/league/Harbour/seasons/')
    expect(body.seasons.map((each: { depth: string }) => each.depth)).toEqual(['box scores', 'scores'])
    asked = []
    await world.db.deleteFrom('lineup_weeks').where('week', '=', 9).execute()
    await world.db.deleteFrom('transaction_weeks').where('season', '=', 2019).where('week', '=', 9).execute()
    expect((await backfill({ start: 2018, end: 2019, scrape: true })).body).toMatchObject({
      ingested: [2019],
      skipped: [2018],
    })
    expect(asked).toEqual([{ call: 'week', season: 2019, week: 9 }])
  })

  it('notes for each season that cannot be read why, and goes on with the others', async () => {
    await start({ cookies: COOKIES, deniedSeasons: [2021], absentSeasons: [2019] })
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
    await start()
    fault = (path) => (path.includes('/seasons/2020/') ? { status: 404 } : undefined)
    expect((await backfill({ start: 2020, end: 2020 })).body.failed).toHaveLength(1)
    fault = undefined
    expect((await backfill({ start: 2020, end: 2020 })).body).toMatchObject({ ingested: [2020], failed: [] })
    expect((await boss.get('/api/league/Harbour/seasons/')).body.missing).toEqual([])
  })

  it('keeps a season whose line-ups could not all be read, and says which lack', async () => {
    await start()
    fault = (path) =>
      /scoringPeriodId=3(&|$)/.test(path) && path.includes('mScoreboard') ? { status: 403 } : undefined
    const { body } = await backfill({ start: 2020, end: 2020, scrape: true })
    expect(body.ingested).toEqual([2020])
    expect(body.failed).toEqual([
      { year: 2020, reason: expect.stringMatching(/^Without week 3: ESPN refuses/) },
    ])
  })

  it('tells why nothing could be read of a private league', async () => {
    await start({ cookies: COOKIES })
    const { body } = await backfill({ start: 2025 })
    const reason = expect.stringContaining('This league is private on ESPN.')
    expect(body).toMatchObject({ ingested: [], failed: [2025, 2026].map((year) => ({ year, reason })) })
    expect(await stored()).toEqual([])
  })

  it('uses given cookies for this run alone, and stores them nowhere', async () => {
    await start({ cookies: COOKIES })
    const header = `SWID=${COOKIES.swid}; espn_s2=${COOKIES.s2}`
    expect((await backfill({ start: 2026, cookie_header: header })).body.ingested).toEqual([2026])
    expect((await backfill({ start: 2025 })).body.ingested).toEqual([])
    const tables = ['league_jobs', 'league_credentials', 'audit_log', 'league_events'] as const
    for (const table of tables) {
      expect(JSON.stringify(await world.db.selectFrom(table).selectAll().execute())).not.toContain('canary')
    }
  })

  it('goes on after a crash with what is left', async () => {
    await start()
    const plan = { ...newPlan({ start: 2020, end: 2023, force: true, scrape: false }), ingested: [2023] }
    await world.db
      .insertInto('league_jobs')
      .values(
        aRunningJob({
          kind: 'backfill',
          plan: JSON.stringify({ ...plan, seasons: [2022, 2021, 2020] }),
          lease_until: 0,
        }),
      )
      .execute()
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    const newest = async () => (await boss.get('/api/league/Harbour/jobs/')).body.jobs[0]
    await expect.poll(async () => (await newest()).state, { timeout: 10_000 }).toBe('done')
    expect((await newest()).backfill).toEqual({ ingested: [2020, 2021, 2022, 2023], skipped: [], failed: [] })
    expect(seasonsRead()).toEqual([2022, 2021, 2020])
  })

  it('is the only one of its league', async () => {
    await start()
    gate = aGate()
    const first = backfill({ start: 2025 })
    await expect.poll(() => asked).not.toHaveLength(0)
    const second = await backfill({ start: 2025 })
    gate.pass()
    expect([second.status, second.body.code, second.body.error]).toEqual([
      409,
      'job_running',
      'Past seasons of this league are being read already.',
    ])
    expect((await first).body.ingested).toEqual([2025, 2026])
  })
})

describe('a backfill is refused', () => {
  beforeEach(() => start({ pastSeasons: 0 }))

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
    expect(await world.db.selectFrom('league_jobs').selectAll().execute()).toEqual([])
  })

  it('without the caller’s own password, and tries are counted', async () => {
    const answer = await backfill({ password: 'somebody else’s' })
    expect([answer.status, answer.body.error]).toEqual([403, 'Password is incorrect.'])
    for (let count = 1; count < 10; count += 1) await backfill({ password: 'wrong' })
    const { status, body } = await backfill()
    expect([status, body.code]).toEqual([429, 'too_many_attempts'])
    expect(await world.db.selectFrom('league_jobs').selectAll().execute()).toEqual([])
  })

  it('while the league is refreshed by somebody', async () => {
    const other = aRunningJob({ asked_by: 1 })
    await world.db.insertInto('league_jobs').values(other).execute()
    expect((await backfill()).body.error).toBe('This league is being refreshed. Try again in a moment.')
  })
})
