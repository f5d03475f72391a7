import { afterEach, expect, it } from 'vitest'
import { type SimulatedProvider, startSimulatedProvider } from '../providers/simulated/simulated-provider.ts'
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

const POSTGRES_SKIP_REASON = 'Skipped: TEST_DATABASE_URL names no PostgreSQL.'
const KICKOFF = Date.parse('2026-10-11T17:00:00Z')
const LEAGUE = '/api/league/Harbour'

let simulated: SimulatedProvider | undefined
const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  await cleanUpServers()
  await simulated?.close()
  for (const drop of cleanups.splice(0)) await drop()
})

it('tells a page at one process of the score that a refresh at the other has read', async ({ skip }) => {
  if (process.env['TEST_DATABASE_URL'] === undefined) return skip(POSTGRES_SKIP_REASON)
  const { address, drop } = await createEmptyDatabase('postgres')
  cleanups.push(drop)
  if (address.engine !== 'postgres') throw new Error('not a PostgreSQL')
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
  const one = await startServer(createTempFolder(), { env })
  const other = await startServer(createTempFolder(), { env })
  const cookies: Cookies = new Map()
  const boss = one.browser(cookies)
  await boss.post('/api/register/', buildRegistration('boss', { role: 'admin', admin_code: ADMIN_CODE }))
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: simulated.leagueId })
  await boss.post('/api/refresh-espn/', { name: 'Harbour' })

  const page = other.browser(cookies)
  const before = await page.get(`${LEAGUE}/scoreboard/`)
  const events = await listenToEventsAt(other.address, cookies)
  expect(events.status).toBe(200)
  minute = 45
  expect((await boss.post('/api/refresh-espn/', { name: 'Harbour' })).body).toMatchObject({ ok: true })
  const refreshedAt = performance.now()
  const steps: unknown[] = []
  let told = await events.next()
  for (; told.event !== 'scoreboard'; told = await events.next()) steps.push(told.data)
  const afterMs = Math.round(performance.now() - refreshedAt)
  process.stdout.write(`The other process told of the new score ${afterMs} ms after the refresh.\n`)
  expect(afterMs).toBeLessThan(2000)

  expect(told.data).toEqual({ season: 2026 })
  expect(steps[0]).toMatchObject({ job: 'refresh', state: 'running' })
  const after = await page.get(`${LEAGUE}/scoreboard/`)
  expect(readScores(after.body)).not.toEqual(readScores(before.body))
  expect(after.body).toEqual((await boss.get(`${LEAGUE}/scoreboard/`)).body)
  events.close()
}, 60_000)

function readScores(body: unknown): (number | null)[] {
  const { matchups } = body as { matchups: { home: { score: number | null } }[] }
  return matchups.map(({ home }) => home.score)
}
