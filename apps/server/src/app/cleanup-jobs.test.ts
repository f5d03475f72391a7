import { afterEach, beforeEach, expect, it } from 'vitest'
import { leagueJobsCleanUp } from '../jobs/league-jobs-clean-up.ts'
import { eventsCleanUp } from '../live/clean-up.ts'
import { buildRunningJob } from '../testing/league-job-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp } from '../testing/start-app.ts'

const HOUR_MS = 60 * 60 * 1000

let testApp: TestApp
beforeEach(async () => {
  testApp = await startApp()
  const admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
})
afterEach(() => testApp.close())

async function runJob(job: typeof eventsCleanUp): Promise<void> {
  await job(testApp.db, () => SUNDAY).run(new AbortController().signal)
}

it('keeps events for an hour, for whoever comes back', async () => {
  const anEvent = (ageMs: number) => ({
    league_id: 1,
    name: 'scoreboard',
    data: '{"season":2026}',
    at: SUNDAY.getTime() - ageMs,
  })
  await testApp.db
    .insertInto('league_events')
    .values([anEvent(HOUR_MS), anEvent(HOUR_MS - 1)])
    .execute()
  await runJob(eventsCleanUp)
  const left = await testApp.db.selectFrom('league_events').select('at').execute()
  expect(left).toEqual([{ at: SUNDAY.getTime() - HOUR_MS + 1 }])
})

it('keeps jobs for a month, and whatever has not ended', async () => {
  const ended = (days: number) =>
    buildRunningJob({
      status: 'done',
      step: `${days}`,
      lease_token: null,
      ended_at: SUNDAY.getTime() - days * 24 * HOUR_MS,
    })
  const open = buildRunningJob({ step: 'open', created_at: 0 })
  await testApp.db
    .insertInto('league_jobs')
    .values([ended(31), ended(29), open])
    .execute()
  await runJob(leagueJobsCleanUp)
  const left = await testApp.db.selectFrom('league_jobs').select('step').orderBy('id').execute()
  expect(left).toEqual([{ step: '29' }, { step: 'open' }])
})
