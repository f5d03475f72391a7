import { describe, expect, it } from 'vitest'
import { ProviderError } from '../league-provider.ts'
import { readDraft, readTransactions, readWeek } from '../testing/read-part.ts'
import { type EspnRequest, espnProvider } from './espn-provider.ts'
import { buildBody, buildEntry, buildGame, buildSide, REQUESTED } from './testing/bodies.ts'

const COOKIES = { swid: '{A}', s2: 's' }
const FETCHED = new Date('2024-10-06T17:00:00Z')
const WEEK_2 = { ...REQUESTED, cookies: COOKIES, week: 2 }

type Reply = object | 'not_visible' | 'unavailable' | null

function providerWith(replies: { season?: Reply; history?: Reply }) {
  const requests: EspnRequest[] = []
  const provider = espnProvider({
    async get(request) {
      requests.push(request)
      const reply = replies[request.path.startsWith('leagueHistory') ? 'history' : 'season'] ?? null
      if (typeof reply === 'string') throw new ProviderError(reply, 'failed')
      return reply && { request: request.path, fetchedAt: FETCHED, body: JSON.stringify(reply), json: reply }
    },
  })
  const lines = () =>
    requests.map(({ path, query }) => `${path}?${query.map((each) => each.join('=')).join('&')}`)
  return { provider, requests, lines }
}

/** Week 2 with all games of the season, as when ESPN ignores the filter. */
function buildWholeSchedule(season = REQUESTED.season) {
  return buildBody({
    seasonId: season,
    scoringPeriodId: 2,
    schedule: [1, 2, 3].map((period) =>
      buildGame({
        id: period,
        matchupPeriodId: period,
        home: buildSide(1, [buildEntry({ playerId: 100 + period })]),
        away: buildSide(2, []),
      }),
    ),
  })
}

describe('readPart of lineups', () => {
  it('requests the week, filtered by its matchup period when that is known', async () => {
    const { provider, requests, lines } = providerWith({ season: buildWholeSchedule() })
    await readWeek(provider, WEEK_2)
    await readWeek(provider, { ...WEEK_2, period: 2 })
    const expectedLine =
      'seasons/2024/segments/0/leagues/77?view=mMatchupScore&view=mScoreboard&view=mSettings&scoringPeriodId=2'
    expect(lines()).toEqual([expectedLine, expectedLine])
    expect(requests.map((request) => request.filter)).toEqual([
      undefined,
      { schedule: { filterMatchupPeriodIds: { value: [2] } } },
    ])
    expect(requests.map((request) => request.cookies)).toEqual([COOKIES, COOKIES])
  })

  it('returns the same lineups when ESPN ignores the filter', async () => {
    const { provider } = providerWith({ season: buildWholeSchedule() })
    const response = await readWeek(provider, { ...WEEK_2, period: 2 })
    expect(response?.week.lineups.map(({ entries }) => entries.map((entry) => entry.playerId))).toEqual([
      [102],
      [],
    ])
    expect(response?.raw).toEqual([
      {
        request: 'seasons/2024/segments/0/leagues/77',
        fetchedAt: FETCHED,
        body: JSON.stringify(buildWholeSchedule()),
      },
    ])
  })

  it('reads 2019 from history when the season endpoint denies access', async () => {
    const { provider, lines } = providerWith({ season: 'not_visible', history: [buildWholeSchedule(2019)] })
    const response = await readWeek(provider, { ...WEEK_2, season: 2019 })
    expect(response?.week).toMatchObject({ season: 2019, week: 2 })
    expect(lines()[1]).toBe(
      'leagueHistory/77?seasonId=2019&view=mMatchupScore&view=mScoreboard&view=mSettings&scoringPeriodId=2',
    )
  })

  it('returns null for 2018 without a request, because ESPN has no lineups for it', async () => {
    const { provider, requests } = providerWith({ season: buildWholeSchedule(2018) })
    expect(await readWeek(provider, { ...WEEK_2, season: 2018 })).toBeNull()
    expect(requests).toEqual([])
  })
})

describe('readPart of a draft and of transactions', () => {
  it('requests their views', async () => {
    const { provider, lines } = providerWith({ season: buildBody({ transactions: [] }) })
    await readDraft(provider, { ...REQUESTED, cookies: null })
    await readTransactions(provider, { ...WEEK_2, week: 0 })
    expect(lines()).toEqual([
      'seasons/2024/segments/0/leagues/77?view=mDraftDetail',
      'seasons/2024/segments/0/leagues/77?view=mTransactions2&scoringPeriodId=0',
    ])
  })
})

describe('readPart of each part', () => {
  const methods = {
    week: (replies: Parameters<typeof providerWith>[0]) => readWeek(providerWith(replies).provider, WEEK_2),
    draft: (replies: Parameters<typeof providerWith>[0]) => readDraft(providerWith(replies).provider, WEEK_2),
    transactions: (replies: Parameters<typeof providerWith>[0]) =>
      readTransactions(providerWith(replies).provider, WEEK_2),
  }

  it.each(Object.entries(methods))('(%s) returns null for a 404 and throws on failures', async (_, read) => {
    expect(await read({})).toBeNull()
    await expect(read({ season: 'not_visible' })).rejects.toMatchObject({ failure: 'not_visible' })
    await expect(read({ season: 'unavailable' })).rejects.toMatchObject({ failure: 'unavailable' })
    await expect(read({ season: { id: 78 } })).rejects.toMatchObject({ failure: 'wrong_league' })
    await expect(read({ season: { id: 77, seasonId: 2023 } })).rejects.toMatchObject({
      failure: 'wrong_league',
    })
  })
})
