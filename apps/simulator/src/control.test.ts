import { networkInterfaces } from 'node:os'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type SimulatedProviderOptions, startSimulatedProvider } from './simulated-provider.ts'

const NOON = new Date('2026-11-22T12:00:00.000Z')

async function startProvider(options: Partial<SimulatedProviderOptions> = {}) {
  const real = { ms: 0 }
  const provider = await startSimulatedProvider({
    seed: 'harbor',
    now: () => NOON,
    elapsedMs: () => real.ms,
    leagueId: 77,
    ...options,
  })
  onTestFinished(() => provider.close())
  const send = async (method: string, path: string, body?: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(
      provider.url + path,
      body === undefined ? { method } : { method, body: text },
    )
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { provider, real, send }
}

const LEAGUE = '/apis/v3/games/ffl/seasons/2026/segments/0/leagues/77'

describe('/__clock', () => {
  it('runs the simulated Sunday at the set speed', async () => {
    const { provider, real, send } = await startProvider()
    const set = await send('PUT', '/__clock', { now: '2026-11-22T18:00:00Z', speed: 60 })
    expect(set).toEqual({ status: 200, body: { now: '2026-11-22T18:00:00.000Z', speed: 60 } })
    const liveTotal = async () => {
      const response = await fetch(`${provider.url}${LEAGUE}?view=mMatchupScore&view=mScoreboard`)
      const { schedule } = (await response.json()) as { schedule: { home: { totalPointsLive: number } }[] }
      return schedule.reduce((sum, { home }) => sum + home.totalPointsLive, 0)
    }
    const before = await liveTotal()
    real.ms += 190_000
    expect((await send('GET', '/__clock')).body).toMatchObject({ now: '2026-11-22T21:10:00.000Z' })
    expect(await liveTotal()).toBeGreaterThan(before)
    expect(provider.clock.now().toISOString()).toBe('2026-11-22T21:10:00.000Z')
  })

  it('stops without a speed, and follows the base clock again after null', async () => {
    const { real, send } = await startProvider()
    await send('PUT', '/__clock', { now: '2026-12-01T00:00:00Z' })
    real.ms += 60_000
    expect((await send('GET', '/__clock')).body).toEqual({ now: '2026-12-01T00:00:00.000Z', speed: 0 })
    await send('PUT', '/__clock', { now: null })
    expect((await send('GET', '/__clock')).body).toEqual({ now: NOON.toISOString(), speed: null })
  })

  it.each([
    [{ now: 'soon' }],
    [{ speed: -1 }],
    [{ when: '2026-12-01T00:00:00Z' }],
    ['no JSON'],
    ['"'.padEnd(70_000, ' ')],
  ])('rejects invalid input %# and does not change the clock', async (body) => {
    const { send } = await startProvider()
    expect((await send('PUT', '/__clock', body)).status).toBe(400)
    expect((await send('GET', '/__clock')).body).toEqual({ now: NOON.toISOString(), speed: null })
  })
})

describe('/__faults', () => {
  it('makes requests under a path fail until cleared', async () => {
    const { send } = await startProvider()
    await send('PUT', '/__faults', { path: '/apis/v3/games/ffl/seasons/2026', status: 503 })
    expect((await send('GET', LEAGUE)).status).toBe(503)
    expect((await send('GET', LEAGUE.replace('2026', '2025'))).status).toBe(200)
    await send('DELETE', '/__faults')
    expect((await send('GET', LEAGUE)).status).toBe(200)
  })

  it('applies the first matching fault, at most the given number of times', async () => {
    const { send } = await startProvider()
    const faults = [
      { times: 2, status: 500 },
      { path: LEAGUE, status: 429 },
    ]
    expect((await send('PUT', '/__faults', faults)).body).toEqual({ faults: 2 })
    const statuses = [await send('GET', LEAGUE), await send('GET', LEAGUE), await send('GET', LEAGUE)]
    expect(statuses.map(({ status }) => status)).toEqual([500, 500, 429])
  })

  it('responds with a web page', async () => {
    const { provider, send } = await startProvider()
    await send('PUT', '/__faults', { html: true })
    expect(await (await fetch(provider.url + LEAGUE)).text()).toContain('<!doctype html>')
  })

  it('keeps the current faults after invalid input', async () => {
    const { send } = await startProvider()
    await send('PUT', '/__faults', { status: 503 })
    expect((await send('PUT', '/__faults', { status: 'bad' })).status).toBe(400)
    expect((await send('POST', '/__faults', {})).status).toBe(405)
    expect((await send('GET', LEAGUE)).status).toBe(503)
  })
})

it('serves the control endpoints only to the same machine', async ({ skip }) => {
  const externalInterface = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)
  if (externalInterface === undefined) return skip('Skipped: this machine has no external IPv4 address.')
  const { provider } = await startProvider({ host: '0.0.0.0' })
  const address = provider.url.replace('0.0.0.0', externalInterface.address)
  const body = JSON.stringify({ now: '2026-12-01T00:00:00Z' })
  expect((await fetch(`${address}/__clock`, { method: 'PUT', body })).status).toBe(403)
  expect(provider.clock.now()).toEqual(NOON)
  expect((await fetch(address + LEAGUE)).status).toBe(200)
})
