import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEspnProvider } from '../../providers/espn/espn.ts'
import type { Fault } from '../../providers/simulated/faults.ts'
import {
  type SimulatedProvider,
  startSimulatedProvider,
} from '../../providers/simulated/simulated-provider.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

/** The Sunday of week 5. */
const WEEK_5_SUNDAY = new Date('2026-10-11T18:30:00Z')
const DAY_MS = 24 * 60 * 60 * 1000

let simulatedProvider: SimulatedProvider
let testApp: TestApp
let boss: TestClient
let faultFor: ((path: string) => Fault | undefined) | undefined
beforeEach(async () => {
  faultFor = undefined
  simulatedProvider = await startSimulatedProvider({
    seed: 7,
    now: () => testApp.clock.now,
    faults: ({ url }) => faultFor?.(url.search),
  })
  const provider = createEspnProvider({
    address: simulatedProvider.url,
    userAgent: 'Tests/1.0 (+https://tests.example)',
  })
  testApp = await startApp({}, { provider })
  testApp.clock.now = WEEK_5_SUNDAY
  boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: simulatedProvider.leagueId })
})
afterEach(async () => {
  await testApp.close()
  await simulatedProvider.close()
})

const refresh = async () => (await boss.post('/api/refresh-espn/', { name: 'Harbour' })).body

const listStoredWeeks = async (table: 'lineup_weeks' | 'transaction_weeks' = 'lineup_weeks') =>
  (await testApp.db.selectFrom(table).select('week').orderBy('week').execute()).map(({ week }) => week)

const listLineups = () =>
  testApp.db
    .selectFrom('lineups')
    .select(['week', 'team_id', 'entries'])
    .orderBy('week')
    .orderBy('team_id')
    .execute()

it('reads the line-ups of this week with the season, and catches up with those before', async () => {
  expect((await refresh()).log.split('\n')).toEqual([
    'Harbour 2026: read the season, 12 teams, 84 games',
    'Harbour 2026: read the line-ups of week 3, 4 and 5',
    'Harbour 2026: ok, stored',
  ])
  expect(await listStoredWeeks('transaction_weeks')).toEqual([3, 4, 5])
  expect(await testApp.db.selectFrom('drafts').select('is_complete').execute()).toEqual([{ is_complete: 1 }])
  expect((await refresh()).log).toContain('line-ups of week 1, 2 and 5')
  expect((await refresh()).log).toContain('read the line-ups of week 5\n')
  expect(await listStoredWeeks()).toEqual([1, 2, 3, 4, 5])
})

it('reads a week once more when it has ended', async () => {
  for (let times = 0; times < 2; times += 1) await refresh()
  const scores = async () =>
    (
      await testApp.db
        .selectFrom('lineups')
        .select('points')
        .where('week', '=', 5)
        .orderBy('team_id')
        .execute()
    ).map(({ points }) => points)
  const before = await scores()
  testApp.clock.now = new Date(WEEK_5_SUNDAY.getTime() + 3 * DAY_MS)
  expect((await refresh()).log).toContain('line-ups of week 5 and 6')
  expect(await scores()).not.toEqual(before)
})

it('keeps the old line-ups where new ones cannot be read, stores the season, and says so', async () => {
  for (let times = 0; times < 2; times += 1) await refresh()
  const before = await listLineups()
  testApp.clock.now = new Date(WEEK_5_SUNDAY.getTime() + 4 * 60 * 60 * 1000)
  faultFor = (search) => (search.includes('mScoreboard') ? { status: 403 } : undefined)
  const answer = await refresh()
  expect(answer).toMatchObject({ ok: true, error: null })
  expect(answer.log).toContain('Harbour 2026: went on without week 5: ESPN refuses to answer this server.')
  expect(await listLineups()).toEqual(before)
  const { fetched_at } = await testApp.db.selectFrom('seasons').select('fetched_at').executeTakeFirstOrThrow()
  expect(fetched_at).toBe(testApp.clock.now.getTime())
  faultFor = undefined
  await refresh()
  expect(await listLineups()).not.toEqual(before)
})
