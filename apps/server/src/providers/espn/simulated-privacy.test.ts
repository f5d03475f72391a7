import {
  type SimulatedProviderOptions,
  startSimulatedProvider,
} from '@fieldhouse/simulator/simulated-provider'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEspnProvider } from './espn-provider.ts'

const COOKIES = { swid: '{8A1B2C3D-0000-4444-8888-ABCDEF012345}', s2: 'AEB+x/y=z%2Bq' }

async function startProvider(options: Partial<SimulatedProviderOptions>) {
  const provider = await startSimulatedProvider({
    seed: 'harbor',
    now: () => new Date('2026-11-22T20:30:00Z'),
    leagueId: 77,
    pastSeasons: 14,
    ...options,
  })
  onTestFinished(() => provider.close())
  const base = `${provider.url}/apis/v3/games/ffl`
  const fetchPath = async (path: string, cookie?: string) => {
    const response = await fetch(`${base}/${path}`, cookie === undefined ? {} : { headers: { cookie } })
    return { status: response.status, body: await response.json() }
  }
  return { provider, fetchPath }
}

const SEASON = 'seasons/2026/segments/0/leagues/77'
const HISTORY = 'leagueHistory/77?seasonId=2014'
const GOOD = `other=1; SWID=${COOKIES.swid}; espn_s2=${COOKIES.s2}`

describe('a private league', () => {
  it.each([
    ['no cookies', undefined],
    ['another SWID', `SWID={OTHER}; espn_s2=${COOKIES.s2}`],
    ['another espn_s2', `SWID=${COOKIES.swid}; espn_s2=other`],
    ['a SWID without braces', `SWID=${COOKIES.swid.slice(1, -1)}; espn_s2=${COOKIES.s2}`],
    ['one cookie of the two', `SWID=${COOKIES.swid}`],
  ])("returns the provider's 401 response for %s at both endpoints", async (_, cookie) => {
    const { fetchPath } = await startProvider({ cookies: COOKIES })
    for (const path of [SEASON, HISTORY, 'leagueHistory/77']) {
      const { status, body } = await fetchPath(path, cookie)
      expect(status).toBe(401)
      expect(body).toMatchObject({ details: [{ type: 'AUTH_LEAGUE_NOT_VISIBLE' }] })
    }
  })

  it('accepts the cookies, also percent-encoded', async () => {
    const { fetchPath } = await startProvider({ cookies: COOKIES })
    const encoded = `SWID=${encodeURIComponent(COOKIES.swid)}; espn_s2=${COOKIES.s2.replace('+', '%2B')}`
    for (const cookie of [GOOD, encoded]) expect((await fetchPath(SEASON, cookie)).status).toBe(200)
    expect((await fetchPath(`${SEASON}?view=mSettings`, GOOD)).body).toMatchObject({
      settings: { isPublic: false },
    })
  })

  it('serves the NFL schedule without cookies', async () => {
    const { fetchPath } = await startProvider({ cookies: COOKIES })
    expect((await fetchPath('seasons/2026?view=proTeamSchedules_wl')).status).toBe(200)
  })

  it('can be read with cookies through the ESPN client', async () => {
    const { provider } = await startProvider({ cookies: COOKIES })
    const espn = createEspnProvider({
      baseUrl: provider.url,
      userAgent: 'Tests/1.0 (+https://tests.example)',
    })
    const query = { leagueId: '77', season: 2026 }
    expect((await espn.readSeason({ ...query, cookies: COOKIES }))?.season.teams).toHaveLength(12)
    await expect(espn.readSeason({ ...query, cookies: null })).rejects.toMatchObject({
      failure: 'not_visible',
    })
  })
})

describe('single seasons', () => {
  it('denies or omits single seasons and serves the others', async () => {
    const { fetchPath } = await startProvider({ deniedSeasons: [2014, 2025], absentSeasons: [2016, 2024] })
    const statuses = async (seasons: number[], path: (season: number) => string) =>
      Promise.all(seasons.map(async (season) => (await fetchPath(path(season))).status))
    expect(await statuses([2024, 2025, 2026], (year) => SEASON.replace('2026', `${year}`))).toEqual([
      404, 401, 200,
    ])
    expect(await statuses([2014, 2015, 2016], (year) => HISTORY.replace('2014', `${year}`))).toEqual([
      401, 200, 404,
    ])
  })

  it('leaves out denied and absent seasons when the history endpoint lists all seasons', async () => {
    const { fetchPath } = await startProvider({ deniedSeasons: [2014], absentSeasons: [2024] })
    const seasons = (await fetchPath('leagueHistory/77')).body as { seasonId: number }[]
    expect(seasons.map(({ seasonId }) => seasonId)).toEqual([
      2012, 2013, 2015, 2016, 2017, 2018, 2019, 2020, 2021, 2022, 2023, 2025, 2026,
    ])
  })
})
