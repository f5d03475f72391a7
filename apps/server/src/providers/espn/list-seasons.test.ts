import { startCaptureServer } from '@fieldhouse/simulator/capture-server'
import { startSimulatedProvider } from '@fieldhouse/simulator/simulated-provider'
import { CAPTURES_FOLDER, CAPTURES_SKIP_REASON, HAS_CAPTURES } from '@fieldhouse/simulator/testing/captures'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ProviderError, type ProviderFailure } from '../league-provider.ts'
import { createEspnProvider, type EspnClient, espnProvider } from './espn-provider.ts'
import { buildBody } from './testing/bodies.ts'

type Reply = ProviderFailure | readonly number[]

const FETCHED = new Date('2026-03-05T09:00:00Z')

/** Replies by endpoint and year: the season's list of other seasons, or a failure. */
function leagueWith(replies: Record<string, Reply>) {
  const requestedKeys: string[] = []
  const client: EspnClient = {
    async get({ path, query }) {
      const year = path.startsWith('seasons') ? path.split('/')[1] : query[0]?.[1]
      const key = path.startsWith('seasons') ? `${year}` : `history ${year}`
      requestedKeys.push(key)
      const reply = replies[key]
      if (reply === undefined) return null
      if (typeof reply === 'string') throw new ProviderError(reply, key)
      const body = buildBody({ seasonId: Number(year), status: { previousSeasons: reply } })
      return { request: key, fetchedAt: FETCHED, body: JSON.stringify(body), json: body }
    },
  }
  const list = (oldest?: number) =>
    espnProvider(client).listSeasons({
      leagueId: '77',
      newest: 2026,
      cookies: null,
      ...(oldest === undefined ? {} : { oldest }),
    })
  return { list, requestedKeys }
}

describe('listSeasons', () => {
  it.each([
    ['the newest season and the ones it lists', { 2026: [2020, 2022, 2021] }, [2026, 2022, 2021, 2020]],
    ['only the first season of a new league', { 2026: [] }, [2026]],
    ['earlier seasons when the newest is missing', { 2025: [2024] }, [2025, 2024]],
    [
      'seasons from history, whose list includes the season itself',
      { 'history 2017': [2015, 2016, 2017] },
      [2017, 2016, 2015],
    ],
    [
      'seasons from history, whose list includes a later one',
      { 'history 2016': [2015, 2016, 2018] },
      [2018, 2016, 2015],
    ],
    ['2019 when only history has it', { 'history 2019': [2018, 2019] }, [2019, 2018]],
  ])('returns %s', async (_, replies, seasons) => {
    const response = await leagueWith(replies).list()
    expect(response?.knownSeasons).toEqual({ seasons, denied: [] })
    expect(response?.raw).toHaveLength(1)
  })

  it('sends one request when the newest season exists', async () => {
    const { list, requestedKeys } = leagueWith({ 2026: [2025] })
    await list()
    expect(requestedKeys).toEqual(['2026'])
  })

  it('includes denied seasons and continues with earlier ones', async () => {
    const { list } = leagueWith({ 2026: 'not_visible', 2025: 'not_visible', 2024: [2023] })
    expect((await list())?.knownSeasons).toEqual({ seasons: [2026, 2025, 2024, 2023], denied: [2026, 2025] })
  })

  it('throws not_visible after four denied seasons', async () => {
    const years = Array.from({ length: 12 }, (_, index) => [`${2026 - index}`, 'not_visible'] as const)
    const { list, requestedKeys } = leagueWith(Object.fromEntries(years))
    await expect(list()).rejects.toMatchObject({ failure: 'not_visible' })
    expect(requestedKeys.filter((key) => !key.startsWith('history'))).toEqual([
      '2026',
      '2025',
      '2024',
      '2023',
    ])
  })

  it('throws not_visible when one season is denied and no other is found', async () => {
    await expect(leagueWith({ 2025: 'not_visible' }).list()).rejects.toMatchObject({ failure: 'not_visible' })
  })

  it('returns null for a league without seasons after twelve years', async () => {
    const { list, requestedKeys } = leagueWith({})
    expect(await list()).toBeNull()
    const years = new Set(requestedKeys.map((key) => key.replace('history ', '')))
    expect([...years]).toEqual(Array.from({ length: 12 }, (_, index) => `${2026 - index}`))
  })

  it('tries every season back to the oldest', async () => {
    const replies = { 'history 2005': [2004, 2005] }
    expect(await leagueWith(replies).list()).toBeNull()
    const { list, requestedKeys } = leagueWith(replies)
    expect((await list(2004))?.knownSeasons.seasons).toEqual([2005, 2004])
    expect(requestedKeys.at(-1)).toBe('history 2005')
  })

  it.each(['unavailable', 'busy', 'refused', 'not_json'] as const)(
    'throws without trying earlier seasons after the failure %s',
    async (failure) => {
      await expect(leagueWith({ 2026: failure, 2025: [2024] }).list()).rejects.toMatchObject({ failure })
    },
  )
})

const userAgent = 'Fieldhouse/1.0 (+https://fieldhouse.example)'

it('listSeasons returns the simulated seasons of both endpoints', async () => {
  const now = new Date('2026-10-11T18:30:00Z')
  const provider = await startSimulatedProvider({ seed: 'harbor', now: () => now, pastSeasons: 10 })
  onTestFinished(() => provider.close())
  const espn = createEspnProvider({ baseUrl: provider.url, userAgent })
  const league = { leagueId: String(provider.leagueId), cookies: null }
  const seasons = Array.from({ length: 11 }, (_, index) => 2026 - index)
  expect((await espn.listSeasons({ ...league, newest: 2026 }))?.knownSeasons).toEqual({ seasons, denied: [] })
  const oldSeason = await espn.readSeason({ ...league, season: 2016 })
  expect(oldSeason?.season.season).toBe(2016)
})

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => {})

describe.runIf(HAS_CAPTURES)('listSeasons of a recorded league', () => {
  it.each([
    [18254195, 2026, [2026, 2025, 2024, 2023, 2022, 2021, 2020]],
    [18254195, 2027, [2026, 2025, 2024, 2023, 2022, 2021, 2020]],
    // Its list includes 2016 and 2017, which have no data.
    [368876, 2026, [2018, 2017, 2016, 2015]],
    [368876, 2016, [2017, 2016, 2015]],
    [1446375, 2024, [2024, 2023, 2022, 2021, 2020, 2019, 2018, 2017, 2016, 2015]],
    [4, 2026, null],
  ])('returns the seasons of league %d when requested in %d', async (leagueId, newest, seasons) => {
    const server = await startCaptureServer({ folder: CAPTURES_FOLDER })
    onTestFinished(() => server.close())
    const espn = createEspnProvider({ baseUrl: server.url, userAgent })
    const response = await espn.listSeasons({ leagueId: String(leagueId), newest, cookies: null })
    expect(response?.knownSeasons.seasons ?? null).toEqual(seasons)
  })

  it('368876: listed seasons without data are null, and the others are returned', async () => {
    const server = await startCaptureServer({ folder: CAPTURES_FOLDER })
    onTestFinished(() => server.close())
    const espn = createEspnProvider({ baseUrl: server.url, userAgent })
    const read = async (season: number) =>
      (await espn.readSeason({ leagueId: '368876', season, cookies: null }))?.season
    expect([await read(2017), await read(2016)]).toEqual([undefined, undefined])
    expect([(await read(2018))?.season, (await read(2015))?.season]).toEqual([2018, 2015])
  })
})
