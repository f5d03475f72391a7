import type { Fault } from '@fieldhouse/simulator/simulated-http'
import { CAPTURES_SKIP_REASON } from '@fieldhouse/simulator/testing/captures'
import { HAS_SLEEPER_CAPTURES } from '@fieldhouse/simulator/testing/sleeper-captures'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findSeason } from '../repositories/stored-seasons.ts'
import { type SleeperApp, startSleeperApp } from '../testing/sleeper-app.ts'
import { ADMIN_CODE, type TestApp, type TestClient } from '../testing/start-app.ts'

const NEWEST = '918335334096846848'
const OLDEST = '792314138780090368'

/** The fault of the requests whose path matches. */
let failing: { path: RegExp; fault: Fault } | undefined
let sleeperApp: SleeperApp
let testApp: TestApp
let boss: TestClient

const EVERYTHING = /./

beforeEach(async () => {
  failing = undefined
  sleeperApp = await startSleeperApp({
    timeoutMs: 300,
    faults: ({ url }) => (failing?.path.test(url.pathname) === true ? failing.fault : undefined),
  })
  testApp = sleeperApp.testApp
  boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  const source = { provider: 'sleeper', league_id: NEWEST }
  await boss.post('/api/create-league/', { name: 'Jailyard', source })
})
afterEach(() => sleeperApp.close())

const refresh = async (season = 2023) => (await boss.post('/api/refresh/', { name: 'Jailyard', season })).body

const backfill = async () =>
  (
    await boss.post('/api/league/Jailyard/history/backfill-admin/', {
      password: 'boss-has-a-secret',
      start: 2020,
      end: 2023,
      scrape: true,
    })
  ).body

/** The teams, owners and games of all stored seasons, and the weeks whose lineups are stored. */
async function readData() {
  const stored = await findSeason(testApp.db, await testApp.findLeagueId('Jailyard'), 2023)
  const seasons = [stored?.teams ?? [], stored?.members ?? [], stored?.games ?? []].map((rows) =>
    rows.map((row) => JSON.stringify(row)).sort(),
  )
  const weeks = await testApp.db.selectFrom('lineup_weeks').select(['season', 'week']).execute()
  return { seasons, weeks: new Set(weeks.map(({ season, week }) => `${season} ${week}`)) }
}

/** A later refresh reads further lineups, but nothing may be lost. */
async function expectNothingLost(before: Awaited<ReturnType<typeof readData>>): Promise<void> {
  const after = await readData()
  expect(after.seasons).toEqual(before.seasons)
  expect([...before.weeks].filter((week) => !after.weeks.has(week))).toEqual([])
}

if (!HAS_SLEEPER_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => undefined)

describe.runIf(HAS_SLEEPER_CAPTURES)('Sleeper that fails', () => {
  it.each<[string, Fault, RegExp, string]>([
    ['429', { status: 429 }, EVERYTHING, 'Sleeper is rate-limiting us. Try again in a few minutes.'],
    ['429 with Retry-After', { status: 429, retryAfter: 1 }, EVERYTHING, 'Sleeper is rate-limiting us.'],
    ['429 for an hour', { status: 429, retryAfter: 3600 }, EVERYTHING, 'Sleeper is rate-limiting us.'],
    ['403', { status: 403 }, EVERYTHING, 'Sleeper is blocking this server.'],
    ['500', { status: 500 }, EVERYTHING, "Sleeper didn't respond. Showing the last good data."],
    ['500 for one week', { status: 500 }, /matchups\/9$/, "Sleeper didn't respond."],
    ['a web page with 200', { html: true }, EVERYTHING, 'Sleeper returned a web page instead of data.'],
    ['a truncated week', { truncate: true }, /matchups\/9$/, "Sleeper didn't respond."],
    ['an empty body', { empty: true }, /rosters$/, 'Sleeper returned a web page instead of data.'],
    ['no response', { hang: true }, /rosters$/, "Sleeper didn't respond."],
    ['null instead of rosters', { null: true }, /rosters$/, 'Sleeper returned'],
    ['404 for the rosters', { status: 404 }, /rosters$/, 'Sleeper returned'],
  ])('with %s loses nothing, and says what to do', async (_, fault, path, message) => {
    expect((await refresh()).ok).toBe(true)
    const before = await readData()
    failing = { path, fault }
    const failed = await refresh()
    expect([failed.ok, failed.error]).toEqual([false, expect.stringContaining(message)])
    const [row] = (await boss.get('/api/leagues/status/')).body.leagues
    expect([row.status, row.last_error]).toEqual(['error', expect.stringContaining(message)])
    await expectNothingLost(before)
    failing = undefined
    // After a 429, Sleeper is left alone for as long as it wants.
    sleeperApp.skipTime(3_600_000)
    expect(await refresh()).toMatchObject({ ok: true, error: null })
    await expectNothingLost(before)
  })

  it.each<[string, Fault]>([
    ['404', { status: 404 }],
    ['null', { null: true }],
  ])('with %s for a final week keeps its scores, and says so', async (_, fault) => {
    await refresh()
    const before = await readData()
    failing = { path: /matchups\/9$/, fault }
    sleeperApp.skipTime(3_600_000)
    expect(await refresh()).toMatchObject({ ok: true, error: null })
    await expectNothingLost(before)
    const { seasons } = (await boss.get('/api/league/Jailyard/seasons/')).body
    expect(JSON.stringify(seasons)).toContain('scores_not_taken')
  })

  it.each<[string, Fault]>([
    ['404', { status: 404 }],
    ['null', { null: true }],
  ])('with %s for a league that was read before skips it and keeps its seasons', async (_, fault) => {
    await refresh()
    const before = await readData()
    failing = { path: EVERYTHING, fault }
    expect(await refresh()).toMatchObject({ ok: true, log: expect.stringContaining('skipped') })
    await expectNothingLost(before)
  })

  it.each<[string, Fault]>([
    ['404', { status: 404 }],
    ['null', { null: true }],
  ])('with %s for a new league asks to correct the ID', async (_, fault) => {
    failing = { path: EVERYTHING, fault }
    const { ok, error } = await refresh()
    expect([ok, error]).toEqual([false, expect.stringMatching(/Sleeper couldn't find league|no 2023 season/)])
  })

  it('is waited for when it is slow', async () => {
    failing = { path: /rosters$/, fault: { delayMs: 150 } }
    expect(await refresh()).toMatchObject({ ok: true, error: null })
  })

  it('in the middle of a chain keeps the seasons that are stored, and reads the rest later', async () => {
    await refresh()
    const before = await readData()
    failing = { path: new RegExp(`league/${OLDEST}`), fault: { status: 500 } }
    const failed = await backfill()
    expect(JSON.stringify(failed)).toContain("Sleeper didn't respond.")
    const history = (await boss.get('/api/league/Jailyard/history/')).body
    expect(history.seasons.map(({ season }: { season: number }) => season)).toEqual([2023])
    await expectNothingLost(before)
    failing = undefined
    expect(await backfill()).toMatchObject({ failed: [] })
    const complete = (await boss.get('/api/league/Jailyard/history/')).body
    expect(complete.seasons.map(({ season }: { season: number }) => season)).toEqual([2022, 2023])
  })
})
