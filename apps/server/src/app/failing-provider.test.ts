import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { espnClient, FANTASY_PATH } from '../providers/espn/client.ts'
import { espnProvider } from '../providers/espn/espn-provider.ts'
import type { Fault } from '../providers/simulated/faults.ts'
import { type SimulatedProvider, startSimulatedProvider } from '../providers/simulated/simulated-provider.ts'
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
  ['403', { status: 403 }, 'ESPN refuses to answer this server.'],
  ['429 with Retry-After', { status: 429, retryAfter: 1 }, 'ESPN asks for fewer requests.'],
  ['429 that asks for an hour', { status: 429, retryAfter: 3600 }, 'ESPN asks for fewer requests.'],
  ['500', { status: 500 }, 'ESPN did not answer.'],
  ['a web page with 200', { html: true }, 'ESPN answered with a web page instead of data.'],
  ['a body that breaks off', { truncate: true }, 'ESPN did not answer.'],
  ['an empty body', { empty: true }, 'ESPN answered with a web page instead of data.'],
  ['the body of another league', { wrongLeague: true }, 'ESPN answered with another league or season.'],
  ['silence', { hang: true }, 'ESPN did not answer.'],
])('%s leaves the last good season and tells a person what to do', async (_, answer, sentence) => {
  const before = await readStandings()
  expect(before.standings).toHaveLength(12)
  fault = answer
  const refreshed = await refresh()
  expect(refreshed.ok).toBe(false)
  expect(refreshed.error).toContain(sentence)
  const [row] = (await admin.get('/api/leagues/status/')).body.leagues
  expect(row.status).toBe('error')
  expect(row.last_error).toContain(sentence)
  expect(await readStandings()).toEqual(before)
  fault = undefined
  expect((await refresh()).ok).toBe(true)
})

it('a 404 of a league that was read before is skipped', async () => {
  const before = await readStandings()
  fault = { status: 404 }
  expect(await refresh()).toMatchObject({ ok: true, log: expect.stringContaining('skipped') })
  expect(await readStandings()).toEqual(before)
})

it('a refused connection leaves the last good season', async () => {
  const nobody = createServer()
  await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve))
  const { port } = nobody.address() as AddressInfo
  await new Promise((resolve) => nobody.close(resolve))
  const other = await startApp({}, { provider: createProvider(`http://127.0.0.1:${port}`) })
  const boss = await other.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 1 })
  const answer = await boss.post('/api/refresh-espn/', { name: 'Harbour' })
  await other.close()
  expect(answer.body.error).toContain('ESPN did not answer.')
})
