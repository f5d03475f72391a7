import type { Insertable } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../database/schema/schema.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

const FAILED_JOBS = '/api/jobs/failed/'

let testApp: TestApp
let boss: TestClient
beforeEach(async () => {
  testApp = await startApp()
  boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
})
afterEach(() => testApp.close())

/** A webhook message that Discord did not accept. */
async function insertJob(more: Partial<Insertable<Database['jobs']>> = {}): Promise<number> {
  const { id } = await testApp.db
    .insertInto('jobs')
    .values({
      kind: 'webhook',
      league_id: await testApp.findLeagueId(),
      unique_key: 'webhook:1',
      payload: '{"text":"Week 5"}',
      status: 'failed',
      priority: 1,
      run_at: 0,
      attempts: 8,
      last_error: "Discord didn't accept the message: HTTP 503.",
      created_at: SUNDAY.getTime() - 7_200_000,
      ended_at: SUNDAY.getTime(),
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const listFailed = async () => (await boss.get(FAILED_JOBS)).body
const listAuditEntries = async (action: string) =>
  (await boss.get(`/api/audit/?action=${action}`)).body.acts.map(
    ({ league, detail }: { league: string | null; detail: object }) => [league, detail],
  )

it('lists the jobs that have failed for good, most recent first', async () => {
  expect(await listFailed()).toEqual({ jobs: [], total: 0 })
  const id = await insertJob()
  const mailId = await insertJob({
    kind: 'reset-email',
    league_id: null,
    unique_key: null,
    ended_at: SUNDAY.getTime() + 1,
  })
  // Still tried, done, or with a result that its requester has seen.
  await insertJob({ status: 'queued', ended_at: null })
  await insertJob({ status: 'done', last_error: null })
  await insertJob({ kind: 'refresh', last_error: null, result: '{}' })
  expect(await listFailed()).toEqual({
    jobs: [
      expect.objectContaining({ id: mailId, kind: 'reset-email', league: null }),
      {
        id,
        kind: 'webhook',
        league: 'Harbour',
        attempts: 8,
        error: "Discord didn't accept the message: HTTP 503.",
        created_at: new Date(SUNDAY.getTime() - 7_200_000).toISOString(),
        failed_at: SUNDAY.toISOString(),
      },
    ],
    total: 2,
  })
})

it('runs a job again with all its attempts, and records who asked for it', async () => {
  const id = await insertJob()
  const response = await boss.post(`${FAILED_JOBS}${id}/retry/`)
  expect([response.status, response.body]).toEqual([200, { message: 'The job will run again.' }])
  // The league has no webhook, so there is nothing to send.
  await expect.poll(() => testApp.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  expect(await listAuditEntries('job.retry')).toEqual([['Harbour', { kind: 'webhook' }]])
  expect((await boss.post(`${FAILED_JOBS}${id}/retry/`)).body.code).toBe('job_not_found')
})

it('does not run a job again that a newer one has replaced', async () => {
  const id = await insertJob()
  await insertJob({ status: 'queued', ended_at: null, last_error: null, run_at: SUNDAY.getTime() + 60_000 })
  const response = await boss.post(`${FAILED_JOBS}${id}/retry/`)
  expect([response.status, response.body.code]).toEqual([409, 'job_running'])
  expect((await listFailed()).total).toBe(1)
})

it('dismisses one failed job or all of them, and never others', async () => {
  const [first] = [await insertJob(), await insertJob(), await insertJob()]
  const queued = await insertJob({ status: 'queued', ended_at: null })
  expect((await boss.post(`${FAILED_JOBS}${queued}/dismiss/`)).body.code).toBe('job_not_found')
  expect((await boss.post(`${FAILED_JOBS}${first}/dismiss/`)).body).toEqual({
    message: 'Failed job dismissed.',
  })
  expect((await listFailed()).total).toBe(2)
  expect((await boss.post(`${FAILED_JOBS}dismiss/`)).body).toEqual({ message: '2 failed jobs dismissed.' })
  expect(await listFailed()).toEqual({ jobs: [], total: 0 })
  expect(await testApp.db.selectFrom('jobs').select('id').execute()).toEqual([{ id: queued }])
  expect(await listAuditEntries('job.dismiss')).toEqual([
    [null, { count: 2 }],
    [null, { count: 1 }],
  ])
})
