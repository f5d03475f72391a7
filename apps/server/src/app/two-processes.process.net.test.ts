import { type SimulatedProvider, startSimulatedProvider } from '@fieldhouse/simulator/simulated-provider'
import { afterEach, expect, it } from 'vitest'
import { listenToEventsAt } from '../testing/event-listener.ts'
import {
  ADMIN_CODE,
  buildRegistration,
  type Cookies,
  cleanUpServers,
  createTempFolder,
  startServer,
} from '../testing/server-process.ts'
import { createEmptyDatabase } from '../testing/test-database.ts'

const POSTGRES_SKIP_REASON = 'Skipped: TEST_DATABASE_URL is not set.'
const KICKOFF = Date.parse('2026-10-11T17:00:00Z')
const LEAGUE = '/api/league/Harbour'

let simulated: SimulatedProvider | undefined
const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  await cleanUpServers()
  await simulated?.close()
  for (const drop of cleanups.splice(0)) await drop()
})

it('sends a page on one process the event of a score refreshed by another process', async ({ skip }) => {
  if (process.env['TEST_DATABASE_URL'] === undefined) return skip(POSTGRES_SKIP_REASON)
  const { address, drop } = await createEmptyDatabase('postgres')
  cleanups.push(drop)
  if (address.engine !== 'postgres') throw new Error('expected a PostgreSQL database')
  let minute = 0
  const now = () => new Date(KICKOFF + minute * 60_000)
  simulated = await startSimulatedProvider({ seed: 7, pastSeasons: 0, now })
  const env = {
    DATABASE_URL: address.url,
    SECRET_KEY: 'one key of at least 32 bytes for both',
    ADMIN_SIGNUP_CODE: ADMIN_CODE,
    ESPN_BASE_URL: simulated.url,
    NOW: now().toISOString(),
  }
  const firstServer = await startServer(createTempFolder(), { env })
  const secondServer = await startServer(createTempFolder(), { env })
  const cookies: Cookies = new Map()
  const boss = firstServer.browser(cookies)
  await boss.post('/api/register/', buildRegistration('boss', { role: 'admin', admin_code: ADMIN_CODE }))
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: simulated.leagueId })
  await boss.post('/api/refresh-espn/', { name: 'Harbour' })

  const page = secondServer.browser(cookies)
  const before = await page.get(`${LEAGUE}/scoreboard/`)
  const events = await listenToEventsAt(secondServer.baseUrl, cookies)
  expect(events.status).toBe(200)
  minute = 45
  expect((await boss.post('/api/refresh-espn/', { name: 'Harbour' })).body).toMatchObject({ ok: true })
  const refreshedAt = performance.now()
  const jobEvents: unknown[] = []
  let event = await events.next()
  for (; event.event !== 'scoreboard'; event = await events.next()) jobEvents.push(event.data)
  const delayMs = Math.round(performance.now() - refreshedAt)
  process.stdout.write(`The other process sent the scoreboard event ${delayMs} ms after the refresh.\n`)
  expect(delayMs).toBeLessThan(2000)

  expect(event.data).toMatchObject({ season: 2026, scores: { changed: ['roster'] } })
  expect(jobEvents[0]).toMatchObject({ job: 'refresh', state: 'running' })
  const after = await page.get(`${LEAGUE}/scoreboard/`)
  expect(readScores(after.body)).not.toEqual(readScores(before.body))
  expect(after.body).toEqual((await boss.get(`${LEAGUE}/scoreboard/`)).body)
  events.close()
})

function readScores(body: unknown): (number | null)[] {
  const { matchups } = body as { matchups: { home: { score: number | null } }[] }
  return matchups.map(({ home }) => home.score)
}
