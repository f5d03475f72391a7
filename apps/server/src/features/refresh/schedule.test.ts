import { afterEach, beforeEach, expect, it } from 'vitest'
import type { JobRequest } from '../../jobs/league-job-store.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { refreshSchedule } from './schedule.ts'

const MINUTE_MS = 60_000

/** A game that is played at that time. */
const GAMES = [{ kickoff: new Date('2026-10-11T17:00:00Z'), state: 'live' }] as const

let testApp: TestApp
let admin: TestClient
let requestedLeagues: number[]
let viewedLeagues: number[]
beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  for (const name of ['Harbour', 'Island', 'Reef'])
    await admin.post('/api/create-league/', { name, espn_league_id: 4711 })
  testApp.provider.read = () => buildSeason()
  requestedLeagues = []
  viewedLeagues = []
})
afterEach(() => testApp.close())

/** What one process begins by itself. */
function createSchedule(
  ask: (job: JobRequest) => Promise<unknown> = async ({ leagueId }) => void requestedLeagues.push(leagueId),
) {
  return refreshSchedule({
    db: testApp.db,
    calendar: async () => GAMES,
    takeViewedLeagues: () => viewedLeagues.splice(0),
    requestJob: ask,
    now: () => testApp.clock.now,
    systemNow: () => testApp.clock.now,
  })
}

const advanceTo = (minutes: number) => {
  testApp.clock.now = new Date(SUNDAY.getTime() + minutes * MINUTE_MS)
}

const minutesUntilDue = async (id = 1) => {
  const query = testApp.db.selectFrom('leagues').select('refresh_due_at').where('id', '=', id)
  return ((await query.executeTakeFirstOrThrow()).refresh_due_at - SUNDAY.getTime()) / MINUTE_MS
}

const refresh = (name = 'Harbour') => admin.post('/api/refresh-espn/', { name })

it('begins every refresh that is due once, however many processes there are', async () => {
  const schedules = [createSchedule(), createSchedule(), createSchedule()]
  await Promise.all(schedules.map((schedule) => schedule.requestDueRefreshes(3)))
  expect(requestedLeagues.toSorted()).toEqual([1, 2, 3])
  await Promise.all(schedules.map((schedule) => schedule.requestDueRefreshes(3)))
  expect(requestedLeagues).toHaveLength(3)
})

it('takes no more than there is room for, and those first that have waited for longest', async () => {
  await testApp.db.updateTable('leagues').set({ refresh_due_at: 5 }).where('id', '!=', 2).execute()
  await createSchedule().requestDueRefreshes(1)
  expect(requestedLeagues).toEqual([2])
})

it('leaves a league alone until it is due again', async () => {
  await refresh()
  expect(await minutesUntilDue()).toBe(15)
  advanceTo(14.9)
  await createSchedule().requestDueRefreshes(9)
  expect(requestedLeagues).toEqual([2, 3])
  advanceTo(15)
  await createSchedule().requestDueRefreshes(9)
  expect(requestedLeagues).toContain(1)
})

it('reads a league each minute while somebody looks', async () => {
  await refresh()
  viewedLeagues = [1, 99]
  advanceTo(0.5)
  await createSchedule().requestDueRefreshes(0)
  expect(await minutesUntilDue()).toBe(1)
  advanceTo(1)
  await refresh()
  expect(await minutesUntilDue()).toBe(2)
  advanceTo(4)
  await refresh()
  expect(await minutesUntilDue()).toBe(19)
})

it('goes on when the clock is set back while somebody looks', async () => {
  const schedule = createSchedule()
  advanceTo(24 * 60)
  await refresh()
  viewedLeagues = [1]
  await schedule.requestDueRefreshes(9)
  advanceTo(0)
  viewedLeagues = [1]
  await schedule.requestDueRefreshes(9)
  advanceTo(1)
  await schedule.requestDueRefreshes(9)
  expect(requestedLeagues).toContain(1)
})

it('reads a league again that nobody looks at, once the clock is set back by years', async () => {
  const inYears = SUNDAY.getTime() + 1000 * 24 * 60 * MINUTE_MS
  await testApp.db.updateTable('leagues').set({ refresh_due_at: inYears }).execute()
  await Promise.all([createSchedule().requestDueRefreshes(3), createSchedule().requestDueRefreshes(3)])
  expect(requestedLeagues.toSorted()).toEqual([1, 2, 3])
})

it('does not read a league more often that could not be read', async () => {
  await refresh()
  testApp.provider.read = () => null
  await testApp.db.deleteFrom('seasons').execute()
  await refresh()
  viewedLeagues = [1]
  await createSchedule().requestDueRefreshes(0)
  expect(await minutesUntilDue()).toBe(15)
})

it('looks again a minute later at a league that could not be begun', async () => {
  await createSchedule(async () => undefined).requestDueRefreshes(9)
  expect(await minutesUntilDue()).toBe(1)
})
