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
    const answer = await fetch(provider.url + path, body === undefined ? { method } : { method, body: text })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  return { provider, real, send }
}

const LEAGUE = '/apis/v3/games/ffl/seasons/2026/segments/0/leagues/77'

describe('/__clock', () => {
  it('lets a Sunday advance in its own time', async () => {
    const { provider, real, send } = await startProvider()
    const set = await send('PUT', '/__clock', { now: '2026-11-22T18:00:00Z', speed: 60 })
    expect(set).toEqual({ status: 200, body: { now: '2026-11-22T18:00:00.000Z', speed: 60 } })
    const liveTotal = async () => {
      const answer = await fetch(`${provider.url}${LEAGUE}?view=mMatchupScore&view=mScoreboard`)
      const { schedule } = (await answer.json()) as { schedule: { home: { totalPointsLive: number } }[] }
      return schedule.reduce((sum, { home }) => sum + home.totalPointsLive, 0)
    }
    const before = await liveTotal()
    real.ms += 190_000
    expect((await send('GET', '/__clock')).body).toMatchObject({ now: '2026-11-22T21:10:00.000Z' })
    expect(await liveTotal()).toBeGreaterThan(before)
    expect(provider.now().toISOString()).toBe('2026-11-22T21:10:00.000Z')
  })

  it('stands without a speed, and follows its own clock again after null', async () => {
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
  ])('refuses what it cannot read and stays as it is', async (body) => {
    const { send } = await startProvider()
    expect((await send('PUT', '/__clock', body)).status).toBe(400)
    expect((await send('GET', '/__clock')).body).toEqual({ now: NOON.toISOString(), speed: null })
  })
})

describe('/__faults', () => {
  it('makes the requests under a path fail until it is cleared', async () => {
    const { send } = await startProvider()
    await send('PUT', '/__faults', { path: '/apis/v3/games/ffl/seasons/2026', status: 503 })
    expect((await send('GET', LEAGUE)).status).toBe(503)
    expect((await send('GET', LEAGUE.replace('2026', '2025'))).status).toBe(200)
    await send('DELETE', '/__faults')
    expect((await send('GET', LEAGUE)).status).toBe(200)
  })

  it('takes several, the first that fits first, each as often as it says', async () => {
    const { send } = await startProvider()
    const faults = [
      { times: 2, status: 500 },
      { path: LEAGUE, status: 429 },
    ]
    expect((await send('PUT', '/__faults', faults)).body).toEqual({ faults: 2 })
    const statuses = [await send('GET', LEAGUE), await send('GET', LEAGUE), await send('GET', LEAGUE)]
    expect(statuses.map(({ status }) => status)).toEqual([500, 500, 429])
  })

  it('sends a web page', async () => {
    const { provider, send } = await startProvider()
    await send('PUT', '/__faults', { html: true })
    expect(await (await fetch(provider.url + LEAGUE)).text()).toContain('<!doctype html>')
  })

  it('leaves the faults as they are when it cannot read new ones', async () => {
    const { send } = await startProvider()
    await send('PUT', '/__faults', { status: 503 })
    expect((await send('PUT', '/__faults', { status: 'bad' })).status).toBe(400)
    expect((await send('POST', '/__faults', {})).status).toBe(405)
    expect((await send('GET', LEAGUE)).status).toBe(503)
  })
})

it('is for callers on the same machine only', async ({ skip }) => {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)
  if (outside === undefined) return skip('Skipped: this machine has no address in a network.')
  const { provider } = await startProvider({ host: '0.0.0.0' })
  const address = provider.url.replace('0.0.0.0', outside.address)
  const body = JSON.stringify({ now: '2026-12-01T00:00:00Z' })
  expect((await fetch(`${address}/__clock`, { method: 'PUT', body })).status).toBe(403)
  expect(provider.now()).toEqual(NOON)
  expect((await fetch(address + LEAGUE)).status).toBe(200)
})
