import { describe, expect, it, onTestFinished } from 'vitest'
import type { SimulatedRequest } from './simulated-http.ts'
import { type SimulatedProviderOptions, startSimulatedProvider } from './simulated-provider.ts'

const SUNDAY_OF_WEEK_11 = new Date('2026-11-22T20:30:00Z')
const SEASON_2026 = 'seasons/2026/segments/0/leagues/77'

describe('startSimulatedProvider', () => {
  it('returns identical responses for the same seed and time', async () => {
    const views =
      '?view=mSettings&view=mTeam&view=mRoster&view=mMatchupScore&view=mBoxscore&view=mDraftDetail'
    const [first, second] = [await sendRequest(SEASON_2026 + views), await sendRequest(SEASON_2026 + views)]
    const other = await sendRequest(SEASON_2026 + views, { seed: 'another' })
    expect(first.text).toBe(second.text)
    expect(first.text).not.toBe(other.text)
  })

  it('uses the week of the clock', async () => {
    let now = new Date('2026-09-20T12:00:00Z')
    const base = await startProvider({ now: () => now })
    const week = async () => {
      const response = await fetch(`${base}/apis/v3/games/ffl/seasons/2026?view=kona_game_state`)
      return ((await response.json()) as { currentScoringPeriod: { id: number } }).currentScoringPeriod.id
    }
    expect(await week()).toBe(2)
    now = new Date('2026-09-22T12:00:00Z')
    expect(await week()).toBe(3)
  })

  it('has two finished seasons with a champion before the current one', async () => {
    const { json } = await sendRequest(`${SEASON_2026}?view=mTeam`)
    const current = json as League
    expect(current.status.previousSeasons).toEqual([2024, 2025])
    for (const season of current.status.previousSeasons) {
      const past = (await sendRequest(`seasons/${season}/segments/0/leagues/77?view=mTeam`)).json as League
      expect(past.teams.filter((team) => team.rankCalculatedFinal === 1)).toHaveLength(1)
    }
  })

  it('wraps seasons of the history endpoint in an array, and serves old seasons only there', async () => {
    const old = { pastSeasons: 12 }
    const history = await sendRequest('leagueHistory/77?seasonId=2015&view=mTeam', old)
    expect(history.json).toMatchObject([{ id: 77, seasonId: 2015, status: { finalScoringPeriod: 0 } }])
    expect((await sendRequest('seasons/2015/segments/0/leagues/77?view=mTeam', old)).status).toBe(404)
  })

  it.each([
    ['another league', 'seasons/2026/segments/0/leagues/78'],
    ['a season before the first', 'seasons/2023/segments/0/leagues/77'],
    ['a season to come', 'seasons/2027/segments/0/leagues/77'],
    ["another league's history", 'leagueHistory/78?seasonId=2025'],
  ])("returns the provider's 404 response for %s", async (_, path) => {
    const { status, json } = await sendRequest(path)
    expect(status).toBe(404)
    expect(json).toMatchObject({ details: [{ type: 'GENERAL_NOT_FOUND' }] })
  })

  it('narrows the schedule by the filter header', async () => {
    const base = await startProvider()
    const headers = { 'x-fantasy-filter': '{"schedule":{"filterMatchupPeriodIds":{"value":[3,4]}}}' }
    const response = await fetch(`${base}/apis/v3/games/ffl/${SEASON_2026}?view=mMatchup`, { headers })
    const { schedule } = (await response.json()) as { schedule: { matchupPeriodId: number }[] }
    expect(new Set(schedule.map((game) => game.matchupPeriodId))).toEqual(new Set([3, 4]))
  })

  it('serves a cached season in under 30 ms', async () => {
    const base = await startProvider()
    const url = `${base}/apis/v3/games/ffl/${SEASON_2026}?view=mSettings&view=mTeam&view=mMatchupScore&view=mMatchup`
    const times: number[] = []
    for (let run = 0; run < 20; run++) {
      const startedAt = performance.now()
      await (await fetch(url)).text()
      times.push(performance.now() - startedAt)
    }
    expect(Math.min(...times)).toBeLessThan(30)
  })
})

describe('faults', () => {
  it('applies faults per request', async () => {
    const faults = ({ url }: SimulatedRequest) =>
      url.pathname.includes('/2025/') ? { status: 503 } : undefined
    expect((await sendRequest('seasons/2025/segments/0/leagues/77', { faults })).status).toBe(503)
    expect((await sendRequest(SEASON_2026, { faults })).status).toBe(200)
  })

  it('sends a status with its error body and a Retry-After header', async () => {
    const { status, headers, json } = await sendRequest(SEASON_2026, {
      faults: () => ({ status: 429, retryAfter: 7 }),
    })
    expect([status, headers.get('retry-after')]).toEqual([429, '7'])
    expect(json).toMatchObject({ details: [{ type: 'GENERAL' }] })
  })

  it('sends the error of a league that is not visible', async () => {
    const { json } = await sendRequest(SEASON_2026, { faults: () => ({ status: 401 }) })
    expect(json).toMatchObject({ details: [{ type: 'AUTH_LEAGUE_NOT_VISIBLE' }] })
  })

  it('sends a web page with status 200', async () => {
    const base = await startProvider({ faults: () => ({ html: true }) })
    const response = await fetch(`${base}/apis/v3/games/ffl/${SEASON_2026}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html;charset=utf-8'])
    expect(await response.text()).toContain('<!doctype html>')
  })

  it('sends an empty body', async () => {
    const base = await startProvider({ faults: () => ({ empty: true }) })
    expect(await (await fetch(`${base}/apis/v3/games/ffl/${SEASON_2026}`)).text()).toBe('')
  })

  it('sends a different league', async () => {
    const { json } = await sendRequest(SEASON_2026, { faults: () => ({ wrongLeague: true }) })
    expect(json).toMatchObject({ id: 78 })
  })

  it('closes the connection in the middle of the body', async () => {
    const base = await startProvider({ faults: () => ({ truncate: true }) })
    const response = await fetch(`${base}/apis/v3/games/ffl/${SEASON_2026}?view=mTeam`)
    await expect(response.text()).rejects.toThrow('terminated')
  })

  it('delays the response', async () => {
    const startedAt = performance.now()
    await sendRequest(SEASON_2026, { faults: () => ({ delayMs: 150 }) })
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(145)
  })

  it.each([
    ['hangs', { hang: true }],
    ['delays the response for 10 minutes', { delayMs: 600_000 }],
  ])('%s until the client gives up', async (_, fault) => {
    const base = await startProvider({ faults: () => fault })
    const response = fetch(`${base}/apis/v3/games/ffl/${SEASON_2026}`, { signal: AbortSignal.timeout(100) })
    await expect(response).rejects.toThrow('aborted due to timeout')
  })

  it('closes delayed responses when the server closes', async () => {
    const provider = await startSimulatedProvider({
      seed: 'harbor',
      now: () => SUNDAY_OF_WEEK_11,
      faults: () => ({ delayMs: 600_000 }),
    })
    const outcome = fetch(provider.url).then(
      () => 'responded',
      () => 'aborted',
    )
    await new Promise((resolve) => setTimeout(resolve, 50))
    await provider.close()
    expect(await outcome).toBe('aborted')
  })
})

type League = {
  status: { previousSeasons: number[] }
  teams: { rankCalculatedFinal: number }[]
}

async function startProvider(options: Partial<SimulatedProviderOptions> = {}): Promise<string> {
  const defaults = { seed: 'harbor', now: () => SUNDAY_OF_WEEK_11, leagueId: 77 }
  const provider = await startSimulatedProvider({ ...defaults, ...options })
  onTestFinished(() => provider.close())
  return provider.url
}

async function sendRequest(path: string, options: Partial<SimulatedProviderOptions> = {}) {
  const response = await fetch(`${await startProvider(options)}/apis/v3/games/ffl/${path}`)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) as unknown }
}
