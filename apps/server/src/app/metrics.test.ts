import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Context } from '../context.ts'
import { createMemoryLog } from '../testing/memory-log.ts'
import { startApp, type TestApp } from '../testing/start-app.ts'
import { registerSiteMetrics } from './monitoring.ts'

const TOKEN = 'a-token-for-the-metrics'

let testApp: TestApp
beforeEach(async () => {
  testApp = await startApp({ METRICS_TOKEN: TOKEN })
})
afterEach(() => testApp.close())

function readMetrics(headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
  return testApp.app.inject({ method: 'GET', url: '/metrics', headers, remoteAddress })
}

it('reports request durations by declared route, without the values in the URL', async () => {
  await testApp.client().get('/api/league/Secret%20League/standings/?season=2024')
  const { headers, body } = await readMetrics()
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toContain(
    'fieldhouse_http_request_duration_seconds_count{method="GET",route="/api/league/:league/standings/",status="401"} 1',
  )
  expect(body).not.toContain('Secret')
})

it.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])(
  'allows the machine itself at %s',
  async (address) => {
    expect((await readMetrics({}, address)).statusCode).toBe(200)
  },
)

it.each([
  { from: '10.0.0.7', headers: {} },
  { from: '::ffff:10.0.0.7', headers: {} },
  { from: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.9' } },
  { from: '127.0.0.1', headers: { forwarded: 'for=203.0.113.9' } },
  { from: '10.0.0.7', headers: { authorization: 'Bearer another-token-altogether' } },
  { from: '10.0.0.7', headers: { authorization: `Basic ${TOKEN}` } },
])('rejects $from with headers $headers', async ({ from, headers }) => {
  const { statusCode, body } = await readMetrics(headers, from)
  expect([statusCode, body]).toEqual([
    403,
    'Metrics are available from this machine, or with METRICS_TOKEN.\n',
  ])
})

it('allows any client with the token', async () => {
  const response = await readMetrics(
    { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.9' },
    '10.0.0.7',
  )
  expect(response.statusCode).toBe(200)
})

it('reports the state of the site', async () => {
  const at = testApp.clock.now.getTime()
  const job = {
    status: 'done' as const,
    payload: 'null',
    priority: 1,
    run_at: 0,
    created_at: at,
    ended_at: at,
  }
  await testApp.db
    .insertInto('jobs')
    .values([
      { ...job, kind: 'backup', step: '', result: '{}' },
      { ...job, kind: 'backup-check', status: 'failed', step: 'The backup is damaged.', result: 'null' },
    ])
    .execute()
  const { body } = await readMetrics()
  expect(body.split('\n')).toEqual(
    expect.arrayContaining([
      'fieldhouse_backups_on 1',
      'fieldhouse_backup_failed 0',
      `fieldhouse_backup_last_success_timestamp_seconds ${at / 1000}`,
      'fieldhouse_backup_check_failed 1',
      'fieldhouse_backup_check_last_success_timestamp_seconds 0',
      'fieldhouse_failed_jobs 0',
      'fieldhouse_mail_on 0',
    ]),
  )
})

it('leaves out the state of the site while it cannot be read', async () => {
  const { log, lines } = createMemoryLog()
  const registry = new Registry()
  registerSiteMetrics(registry, { log, settings: { dataDir: '/' } } as unknown as Context)
  expect(await registry.metrics()).not.toMatch(/^fieldhouse_\w+(?:\{.*\})? \d/m)
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['failed to read the metrics of the site'])
})
