import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fault } from '@fieldhouse/simulator/simulated-http'
import { type SimulatedProvider, startSimulatedProvider } from '@fieldhouse/simulator/simulated-provider'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { espnClient, espnProvider, FANTASY_PATH } from '../providers/espn/espn-provider.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../testing/start-app.ts'

let fault: Fault | undefined
let simulated: SimulatedProvider
let testApp: TestApp
let admin: TestClient

beforeEach(async () => {
  fault = undefined
  simulated = await startSimulatedProvider({ seed: 7, now: () => SUNDAY, faults: () => fault })
  testApp = await startApp({}, { provider: createProvider(simulated.url) })
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: simulated.leagueId })
  await refresh()
})
afterEach(async () => {
  await testApp.close()
  await simulated.close()
})

function createProvider(address: string) {
  return espnProvider(
    espnClient({
      baseUrl: `${address}${FANTASY_PATH}`,
      userAgent: 'Tests/1.0 (+https://tests.example)',
      now: () => new Date(),
      sleep: async () => undefined,
      random: () => 0,
      timeoutMs: 300,
    }),
  )
}

const refresh = async () => (await admin.post('/api/refresh-espn/', { name: 'Harbour' })).body

const readStandings = async () => {
  const { body } = await admin.get('/api/league/Harbour/standings/')
  return { standings: body.standings, updated_at: body.updated_at }
}

it.each<[string, Fault, string]>([
  ['401', { status: 401 }, 'This league is private on ESPN.'],
  ['403', { status: 403 }, 'ESPN is blocking this server.'],
  ['429 with Retry-After', { status: 429, retryAfter: 1 }, 'ESPN is rate-limiting us.'],
  ['429 with a Retry-After of an hour', { status: 429, retryAfter: 3600 }, 'ESPN is rate-limiting us.'],
  ['500', { status: 500 }, "ESPN didn't respond."],
  ['a web page with 200', { html: true }, 'ESPN returned a web page instead of data.'],
  ['a truncated body', { truncate: true }, "ESPN didn't respond."],
  ['an empty body', { empty: true }, 'ESPN returned a web page instead of data.'],
  ['the body of another league', { wrongLeague: true }, 'ESPN returned another league or season.'],
  ['no response', { hang: true }, "ESPN didn't respond."],
])('keeps the last good season and reports an error after %s', async (_, simulatedFault, message) => {
  const before = await readStandings()
  expect(before.standings).toHaveLength(12)
  fault = simulatedFault
  const refreshed = await refresh()
  expect(refreshed.ok).toBe(false)
  expect(refreshed.error).toContain(message)
  const [row] = (await admin.get('/api/leagues/status/')).body.leagues
  expect(row.status).toBe('error')
  expect(row.last_error).toContain(message)
  expect(await readStandings()).toEqual(before)
  fault = undefined
  expect((await refresh()).ok).toBe(true)
})

it('skips a 404 for a league that was read before', async () => {
  const before = await readStandings()
  fault = { status: 404 }
  expect(await refresh()).toMatchObject({ ok: true, log: expect.stringContaining('skipped') })
  expect(await readStandings()).toEqual(before)
})

it('reports an error after a refused connection', async () => {
  const closedServer = createServer()
  await new Promise<void>((resolve) => closedServer.listen(0, '127.0.0.1', resolve))
  const { port } = closedServer.address() as AddressInfo
  await new Promise((resolve) => closedServer.close(resolve))
  const unconnectedApp = await startApp({}, { provider: createProvider(`http://127.0.0.1:${port}`) })
  const boss = await unconnectedApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 1 })
  const response = await boss.post('/api/refresh-espn/', { name: 'Harbour' })
  await unconnectedApp.close()
  expect(response.body.error).toContain("ESPN didn't respond.")
})
