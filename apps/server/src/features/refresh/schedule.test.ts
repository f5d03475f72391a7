import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LeagueJobRequest } from '../../jobs/job.ts'
import { listViewedLeagues } from '../../repositories/league-sources.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { refreshSchedule } from './refresh-job.ts'

let testApp: TestApp
let admin: TestClient
let requestedLeagues: number[]
let viewedLeagues: number[]
let systemNow: Date
let [harbour, island, reef] = [0, 0, 0]
beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  for (const name of ['Harbour', 'Island', 'Reef'])
    await admin.post('/api/create-league/', { name, espn_league_id: 4711 })
  ;[harbour, island, reef] = [
    await testApp.findLeagueId('Harbour'),
    await testApp.findLeagueId('Island'),
    await testApp.findLeagueId('Reef'),
  ]
  testApp.provider.read = () => buildSeason()
  requestedLeagues = []
  viewedLeagues = []
  systemNow = SUNDAY
  await addLiveGame()
})
afterEach(() => testApp.close())

async function addLiveGame(): Promise<void> {
  await testApp.db
    .insertInto('nfl_games')
    .values({
      game_id: 1,
      season: 2026,
      week: 5,
      home_team_id: 12,
      away_team_id: 13,
      kickoff_at: Date.parse('2026-10-11T17:00:00Z'),
      is_time_set: 1,
      state: 'in',
      venue_id: null,
      venue_name: null,
      is_neutral: 0,
      is_indoor: 0,
    })
    .execute()
}

/** The schedule of one process. */
function createSchedule(
  requestJob: (job: LeagueJobRequest) => Promise<unknown> = async ({ leagueId }) =>
    void requestedLeagues.push(leagueId),
  isOn = true,
) {
  return refreshSchedule({
    db: testApp.db,
    isOn,
    takeViewedLeagues: () => viewedLeagues.splice(0),
    requestJob,
    now: () => testApp.clock.now,
    systemNow: () => systemNow,
  })
}

const advanceTo = (minutes: number) => {
  systemNow = testApp.clock.now = new Date(SUNDAY.getTime() + minutes * MINUTE_MS)
}

const minutesUntilDue = async () => {
  const query = testApp.db.selectFrom('leagues').select('refresh_due_at').where('id', '=', harbour)
  return ((await query.executeTakeFirstOrThrow()).refresh_due_at - SUNDAY.getTime()) / MINUTE_MS
}

const refresh = (name = 'Harbour') => admin.post('/api/refresh-espn/', { name })

it('starts every due refresh once across several processes', async () => {
  const schedules = [createSchedule(), createSchedule(), createSchedule()]
  await Promise.all(schedules.map((schedule) => schedule(3)))
  expect(requestedLeagues.toSorted()).toEqual([harbour, island, reef])
  await Promise.all(schedules.map((schedule) => schedule(3)))
  expect(requestedLeagues).toHaveLength(3)
})

it('starts at most the given number of refreshes, longest overdue first', async () => {
  await testApp.db.updateTable('leagues').set({ refresh_due_at: 5 }).where('id', '!=', island).execute()
  await createSchedule()(1)
  expect(requestedLeagues).toEqual([island])
})

it('does not refresh a league before it is due again', async () => {
  await refresh()
  expect(await minutesUntilDue()).toBe(15)
  advanceTo(14.9)
  await createSchedule()(9)
  expect(requestedLeagues).toEqual([island, reef])
  advanceTo(15)
  await createSchedule()(9)
  expect(requestedLeagues).toContain(harbour)
})

it('refreshes a league every minute while it is being viewed', async () => {
  await refresh()
  viewedLeagues = [harbour, 99]
  advanceTo(0.5)
  await createSchedule()(0)
  expect(await minutesUntilDue()).toBe(1)
  advanceTo(1)
  await refresh()
  expect(await minutesUntilDue()).toBe(2)
  advanceTo(4)
  await refresh()
  expect(await minutesUntilDue()).toBe(19)
})

it('keeps refreshing when the clock is set back while a league is being viewed', async () => {
  const schedule = createSchedule()
  advanceTo(24 * 60)
  await refresh()
  viewedLeagues = [harbour]
  await schedule(9)
  advanceTo(0)
  viewedLeagues = [harbour]
  await schedule(9)
  advanceTo(1)
  await schedule(9)
  expect(requestedLeagues).toContain(harbour)
})

it('saves who is viewing without a schedule and without free slots, but requests no refresh', async () => {
  const unscheduled = createSchedule(undefined, false)
  viewedLeagues = [harbour]
  await unscheduled(3)
  viewedLeagues = [island]
  await createSchedule()(0)
  expect(await listViewedLeagues(testApp.db, testApp.clock.now)).toEqual([harbour, island])
  expect(requestedLeagues).toEqual([])
})

it('saves who is viewing at once after the clock of the app is set forward', async () => {
  const schedule = createSchedule()
  viewedLeagues = [harbour]
  await schedule(3)
  testApp.clock.now = new Date(SUNDAY.getTime() + 60 * MINUTE_MS)
  expect(await listViewedLeagues(testApp.db, testApp.clock.now)).toEqual([])
  viewedLeagues = [harbour]
  await schedule(3)
  expect(await listViewedLeagues(testApp.db, testApp.clock.now)).toEqual([harbour])
})

it('refreshes a league that is not being viewed after the clock is set back by years', async () => {
  const yearsFromNow = SUNDAY.getTime() + 1000 * DAY_MS
  await testApp.db.updateTable('leagues').set({ refresh_due_at: yearsFromNow }).execute()
  await Promise.all([createSchedule()(3), createSchedule()(3)])
  expect(requestedLeagues.toSorted()).toEqual([harbour, island, reef])
})

it('does not refresh a failing league more often while it is being viewed', async () => {
  await refresh()
  testApp.provider.read = () => null
  await testApp.db.deleteFrom('seasons').execute()
  await refresh()
  viewedLeagues = [harbour]
  await createSchedule()(0)
  expect(await minutesUntilDue()).toBe(15)
})

it('retries a league after a minute when its job could not be requested', async () => {
  await createSchedule(async () => undefined)(9)
  expect(await minutesUntilDue()).toBe(1)
})
