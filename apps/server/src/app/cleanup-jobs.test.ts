import { HOUR_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Db } from '../database/engine/database.ts'
import type { ScheduledJob } from '../jobs/job.ts'
import { jobsCleanUp } from '../jobs/job-store.ts'
import { eventsCleanUp } from '../live/live-events.ts'
import { buildRunningJob } from '../testing/league-job-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp } from '../testing/start-app.ts'

let testApp: TestApp
beforeEach(async () => {
  testApp = await startApp()
  const admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
})
afterEach(() => testApp.close())

async function runJob(createJob: (db: Db, now: () => Date) => ScheduledJob): Promise<void> {
  await createJob(testApp.db, () => SUNDAY).run(new AbortController().signal)
}

it('deletes events after an hour', async () => {
  const leagueId = await testApp.findLeagueId()
  const buildEvent = (ageMs: number) => ({
    league_id: leagueId,
    name: 'scoreboard',
    data: '{"season":2026}',
    at: SUNDAY.getTime() - ageMs,
  })
  await testApp.db
    .insertInto('league_events')
    .values([buildEvent(HOUR_MS), buildEvent(HOUR_MS - 1)])
    .execute()
  await runJob(eventsCleanUp)
  const remaining = await testApp.db.selectFrom('league_events').select('at').execute()
  expect(remaining).toEqual([{ at: SUNDAY.getTime() - HOUR_MS + 1 }])
})

it('deletes ended jobs after 30 days, and never open ones', async () => {
  const league_id = await testApp.findLeagueId()
  const buildEndedJob = (daysAgo: number) =>
    buildRunningJob({
      league_id,
      status: 'done',
      step: `${daysAgo}`,
      lease_token: null,
      ended_at: SUNDAY.getTime() - daysAgo * 24 * HOUR_MS,
    })
  const openJob = buildRunningJob({ league_id, step: 'open', created_at: 0 })
  await testApp.db
    .insertInto('jobs')
    .values([buildEndedJob(31), buildEndedJob(29), openJob])
    .execute()
  await runJob((db, now) => jobsCleanUp(db, now))
  const remaining = await testApp.db.selectFrom('jobs').select('step').orderBy('id').execute()
  expect(remaining).toEqual([{ step: '29' }, { step: 'open' }])
})
