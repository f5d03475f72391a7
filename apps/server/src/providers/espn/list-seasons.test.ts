import { describe, expect, it, onTestFinished } from 'vitest'
import { CAPTURES_FOLDER, CAPTURES_SKIP_REASON, HAS_CAPTURES } from '../../testing/captures.ts'
import { startCaptureServer } from '../captures/capture-server.ts'
import { ProviderError, type ProviderFailure } from '../league-provider.ts'
import { startSimulatedProvider } from '../simulated/simulated-provider.ts'
import { buildBody } from './bodies-for-tests.ts'
import type { EspnClient } from './client.ts'
import { createEspnProvider } from './espn.ts'
import { espnProvider } from './espn-provider.ts'

type Reply = ProviderFailure | readonly number[]

const FETCHED = new Date('2026-03-05T09:00:00Z')

/** Seasons by their endpoint and year: the list of others that they tell of, or a failure. */
function leagueWith(replies: Record<string, Reply>) {
  const asked: string[] = []
  const client: EspnClient = {
    async get({ path, query }) {
      const year = path.startsWith('seasons') ? path.split('/')[1] : query[0]?.[1]
      const key = path.startsWith('seasons') ? `${year}` : `history ${year}`
      asked.push(key)
      const reply = replies[key]
      if (reply === undefined) return null
      if (typeof reply === 'string') throw new ProviderError(reply, key)
      const body = buildBody({ seasonId: Number(year), status: { previousSeasons: reply } })
      return { request: key, fetchedAt: FETCHED, body: JSON.stringify(body), json: body }
    },
  }
  const list = () => espnProvider(client).listSeasons({ leagueId: 77, newest: 2026, cookies: null })
  return { list, asked }
}

describe('the seasons of a league', () => {
  it.each([
    ['the newest and those that it names', { 2026: [2020, 2022, 2021] }, [2026, 2022, 2021, 2020]],
    ['one alone in its first season', { 2026: [] }, [2026]],
    ['those of the season before, while the newest is not there', { 2025: [2024] }, [2025, 2024]],
    [
      'found in history, which lists the season itself',
      { 'history 2017': [2015, 2016, 2017] },
      [2017, 2016, 2015],
    ],
    [
      'found in history, which knows of later ones',
      { 'history 2016': [2015, 2016, 2018] },
      [2018, 2016, 2015],
    ],
    ['found in history where only that has 2019', { 'history 2019': [2018, 2019] }, [2019, 2018]],
  ])('are %s', async (_, replies, seasons) => {
    const answer = await leagueWith(replies).list()
    expect(answer?.knownSeasons).toEqual({ seasons, denied: [] })
    expect(answer?.raw).toHaveLength(1)
  })

  it('are asked for once when the newest is there', async () => {
    const { list, asked } = leagueWith({ 2026: [2025] })
    await list()
    expect(asked).toEqual(['2026'])
  })

  it('include those that are denied, and the search goes on behind them', async () => {
    const { list } = leagueWith({ 2026: 'not_visible', 2025: 'not_visible', 2024: [2023] })
    expect((await list())?.knownSeasons).toEqual({ seasons: [2026, 2025, 2024, 2023], denied: [2026, 2025] })
  })

  it('are denied when nothing but denials is found, after a few of them', async () => {
    const years = Array.from({ length: 12 }, (_, index) => [`${2026 - index}`, 'not_visible'] as const)
    const { list, asked } = leagueWith(Object.fromEntries(years))
    await expect(list()).rejects.toMatchObject({ failure: 'not_visible' })
    expect(asked.filter((key) => !key.startsWith('history'))).toEqual(['2026', '2025', '2024', '2023'])
  })

  it('are denied when one is denied and no other is there', async () => {
    await expect(leagueWith({ 2025: 'not_visible' }).list()).rejects.toMatchObject({ failure: 'not_visible' })
  })

  it('are null for a league that has none, after twelve years', async () => {
    const { list, asked } = leagueWith({})
    expect(await list()).toBeNull()
    const years = new Set(asked.map((key) => key.replace('history ', '')))
    expect([...years]).toEqual(Array.from({ length: 12 }, (_, index) => `${2026 - index}`))
  })

  it.each(['unavailable', 'busy', 'refused', 'not_json'] as const)(
    'are not guessed when a season is %s',
    async (failure) => {
      await expect(leagueWith({ 2026: failure, 2025: [2024] }).list()).rejects.toMatchObject({ failure })
    },
  )
})

const userAgent = 'Fieldhouse/1.0 (+https://fieldhouse.example)'

it('the seasons of the simulated league are those that it serves, over both endpoints', async () => {
  const now = new Date('2026-10-11T18:30:00Z')
  const provider = await startSimulatedProvider({ seed: 'harbor', now: () => now, pastSeasons: 10 })
  onTestFinished(() => provider.close())
  const espn = createEspnProvider({ address: provider.url, userAgent })
  const league = { leagueId: provider.leagueId, cookies: null }
  const seasons = Array.from({ length: 11 }, (_, index) => 2026 - index)
  expect((await espn.listSeasons({ ...league, newest: 2026 }))?.knownSeasons).toEqual({ seasons, denied: [] })
  const old = await espn.readSeason({ ...league, season: 2016 })
  expect(old?.season.season).toBe(2016)
})

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => {})

describe.runIf(HAS_CAPTURES)('the seasons of a recorded league', () => {
  it.each([
    [18254195, 2026, [2026, 2025, 2024, 2023, 2022, 2021, 2020]],
    [18254195, 2027, [2026, 2025, 2024, 2023, 2022, 2021, 2020]],
    // Its list names 2016 and 2017 too, of which there is nothing to read.
    [368876, 2026, [2018, 2017, 2016, 2015]],
    [368876, 2016, [2017, 2016, 2015]],
    [1446375, 2024, [2024, 2023, 2022, 2021, 2020, 2019, 2018, 2017, 2016, 2015]],
    [4, 2026, null],
  ])('%d, asked in %d', async (leagueId, newest, seasons) => {
    const server = await startCaptureServer({ folder: CAPTURES_FOLDER })
    onTestFinished(() => server.close())
    const espn = createEspnProvider({ address: server.url, userAgent })
    const answer = await espn.listSeasons({ leagueId, newest, cookies: null })
    expect(answer?.knownSeasons.seasons ?? null).toEqual(seasons)
  })

  it('368876: a season that the list names and that holds nothing is absent, the others are there', async () => {
    const server = await startCaptureServer({ folder: CAPTURES_FOLDER })
    onTestFinished(() => server.close())
    const espn = createEspnProvider({ address: server.url, userAgent })
    const read = async (season: number) =>
      (await espn.readSeason({ leagueId: 368876, season, cookies: null }))?.season
    expect([await read(2017), await read(2016)]).toEqual([undefined, undefined])
    expect([(await read(2018))?.season, (await read(2015))?.season]).toEqual([2018, 2015])
  })
})
