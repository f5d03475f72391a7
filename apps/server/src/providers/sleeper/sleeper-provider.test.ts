import type { Fault } from '@fieldhouse/simulator/simulated-http'
import { startSleeperServer } from '@fieldhouse/simulator/sleeper/sleeper-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../http/attempts.ts'
import { readDraft, readTransactions, readWeek } from '../testing/read-part.ts'
import { sleeperClient, sleeperProvider } from './sleeper-provider.ts'
import { generatedSeason, LEAGUE_ID, leagueBody } from './testing/bodies.ts'

const OLDER_ID = '800000000000000777'
const NEWER_ID = '990000000000000001'
const PLAYERS = new Map()

/** Answers of a chain of two seasons, 2024 and 2025. */
function bodies(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const season = generatedSeason()
  const of = (id: string, league: unknown) => ({
    [`league/${id}`]: league,
    [`league/${id}/users`]: season.users,
    [`league/${id}/rosters`]: season.rosters,
    [`league/${id}/winners_bracket`]: season.winners,
    [`league/${id}/losers_bracket`]: [],
    [`league/${id}/drafts`]: [],
    ...Object.fromEntries(season.weeks.map((rows, index) => [`league/${id}/matchups/${index + 1}`, rows])),
    ...Object.fromEntries(season.weeks.map((_, index) => [`league/${id}/transactions/${index + 1}`, []])),
  })
  return {
    ...of(LEAGUE_ID, leagueBody({ previous_league_id: OLDER_ID })),
    ...of(OLDER_ID, leagueBody({ league_id: OLDER_ID, season: '2024', previous_league_id: '0' })),
    ...changes,
  }
}

async function start(
  answers: Record<string, unknown> = bodies(),
  faults: (path: string) => Fault | undefined = () => undefined,
  timeoutMs = 5000,
) {
  const server = await startSleeperServer({
    respond: (path) => (path in answers ? answers[path] : path.startsWith('user/') ? [] : null),
    faults: ({ url }) => faults(url.pathname.slice('/v1/'.length)),
  })
  onTestFinished(() => server.close())
  const waits: number[] = []
  let time = Date.UTC(2025, 10, 2, 18)
  const client = sleeperClient({
    ...systemClock,
    now: () => new Date(time),
    random: () => 0.5,
    sleep: (ms) => {
      waits.push(ms)
      time += ms
      return Promise.resolve()
    },
    baseUrl: `${server.url}/v1`,
    userAgent: 'Tests/1.0 (+https://tests.example)',
    timeoutMs,
  })
  const provider = sleeperProvider(client, () => Promise.resolve(PLAYERS))
  return { provider, client, waits, requests: server.requests, advance: (ms: number) => (time += ms) }
}

const request = (season = 2025, leagueId = LEAGUE_ID) => ({ leagueId, season, cookies: null })
const list = (newest = 2025, leagueId = LEAGUE_ID) => ({ leagueId, newest, cookies: null })
const unavailable = expect.objectContaining({ name: 'ProviderError', failure: 'unavailable' })

describe('a season', () => {
  it('is read from the fewest requests, all of which are kept', async () => {
    const { provider, requests } = await start()
    const response = await provider.readSeason(request())
    expect(response?.season).toMatchObject({
      season: 2025,
      providerLeagueId: LEAGUE_ID,
      previousSeasons: [2024],
    })
    expect(response?.raw.map((raw) => raw.request)).toEqual([
      `league/${LEAGUE_ID}`,
      ...['users', 'rosters', 'winners_bracket', 'losers_bracket', 'drafts'].map(
        (part) => `league/${LEAGUE_ID}/${part}`,
      ),
      ...[1, 2, 3, 4].map((week) => `league/${LEAGUE_ID}/matchups/${week}`),
    ])
    expect(requests).toHaveLength(12)
  })

  it('has the new date of a draft that is moved, and no date once it has none', async () => {
    const draft = { draft_id: '900000000000000101', season: '2025', status: 'pre_draft' }
    const answers = bodies({ [`league/${LEAGUE_ID}`]: leagueBody({ status: 'pre_draft' }) })
    const { provider, advance } = await start(answers)
    const dates: unknown[] = []
    for (const start_time of [Date.UTC(2025, 7, 30, 23), Date.UTC(2025, 7, 31, 23), null]) {
      answers[`league/${LEAGUE_ID}/drafts`] = [{ ...draft, start_time }]
      dates.push((await provider.readSeason(request()))?.season.draftAt)
      advance(60_000)
    }
    expect(dates).toEqual([new Date('2025-08-30T23:00:00Z'), new Date('2025-08-31T23:00:00Z'), null])
  })

  it('asks for the drafts of a league that has drafted at most once an hour', async () => {
    const { provider, requests, advance } = await start(
      bodies({ [`league/${LEAGUE_ID}`]: leagueBody({ status: 'in_season' }) }),
    )
    const reads = () => requests.filter((path) => path.endsWith('/drafts')).length
    for (let minute = 0; minute < 3; minute += 1) {
      await provider.readSeason(request())
      advance(60_000)
    }
    expect(reads()).toBe(1)
    advance(3_600_000)
    await provider.readSeason(request())
    expect(reads()).toBe(2)
  })

  it('is found along the chain, from the ID of any season, back and forth', async () => {
    const { provider } = await start()
    expect((await provider.readSeason(request(2024)))?.season.providerLeagueId).toBe(OLDER_ID)
    const path = `user/800000000000000001/leagues/nfl/2025`
    const forward = await start(bodies({ [path]: [leagueBody({ previous_league_id: OLDER_ID })] }))
    const found = await forward.provider.readSeason(request(2025, OLDER_ID))
    expect(found?.season).toMatchObject({
      providerLeagueId: LEAGUE_ID,
      season: 2025,
      previousSeasons: [2024],
    })
  })

  it.each([
    ['the chain does not have', 2023, LEAGUE_ID],
    ['has not begun', 2026, LEAGUE_ID],
    ['belongs to a league that Sleeper does not know', 2025, '123'],
    ['has an ID that is none', 2025, '../user/1'],
    ['has an ID in words', 2025, 'abc'],
  ])('that %s is null', async (_, season, leagueId) => {
    const { provider } = await start()
    const wanted = request(season, leagueId)
    expect(await provider.readSeason(wanted)).toBeNull()
    expect(await readWeek(provider, { ...wanted, week: 1 })).toBeNull()
    expect(await readDraft(provider, wanted)).toBeNull()
    expect(await readTransactions(provider, { ...wanted, week: 1 })).toBeNull()
  })

  it('of a league that is gone is null, also with a 404', async () => {
    expect(
      await (await start(bodies({ [`league/${LEAGUE_ID}`]: null }))).provider.readSeason(request()),
    ).toBeNull()
    expect(
      await (await start(bodies({ [`league/${LEAGUE_ID}`]: undefined }))).provider.readSeason(request()),
    ).toBeNull()
  })

  it.each(['rosters', 'matchups/2', 'users', ''])('is not read when %j fails', async (part) => {
    const path = [`league/${LEAGUE_ID}`, part].filter(Boolean).join('/')
    const { provider } = await start(bodies(), (each) => (each === path ? { status: 500 } : undefined))
    await expect(provider.readSeason(request())).rejects.toEqual(unavailable)
  })

  it('is not read from rosters that are null or an object', async () => {
    for (const rosters of [null, {}]) {
      const { provider } = await start(bodies({ [`league/${LEAGUE_ID}/rosters`]: rosters }))
      await expect(provider.readSeason(request())).rejects.toEqual(
        expect.objectContaining({ failure: 'unexpected_shape' }),
      )
    }
  })

  it('does without the list of earlier seasons when they cannot be read', async () => {
    const { provider } = await start(bodies(), (path) =>
      path.includes(OLDER_ID) ? { status: 500 } : undefined,
    )
    expect((await provider.readSeason(request()))?.season.previousSeasons).toEqual([])
  })

  it('that belongs to another league is refused', async () => {
    const { provider } = await start(bodies({ [`league/${LEAGUE_ID}`]: leagueBody({ league_id: NEWER_ID }) }))
    await expect(provider.readSeason(request())).rejects.toEqual(
      expect.objectContaining({ failure: 'wrong_league' }),
    )
  })

  it.each([
    ['nba', 'Hoops is a basketball league. Fieldhouse shows fantasy football leagues.'],
    ['clubsoccer:epl', 'Hoops is a league of another sport. Fieldhouse shows fantasy football leagues.'],
  ])('of another sport is refused everywhere: %s', async (sport, reason) => {
    const league = leagueBody({ sport, name: 'Hoops ' })
    const { provider } = await start(bodies({ [`league/${LEAGUE_ID}`]: league }))
    const refused = expect.objectContaining({ name: 'OtherSportError', failure: 'wrong_league', reason })
    const { leagueId, season, cookies } = request()
    const any = { leagueId, newest: season, cookies }
    await expect(provider.readSeason(request())).rejects.toEqual(refused)
    await expect(provider.previewLeague(any)).rejects.toEqual(refused)
    await expect(provider.listSeasons(any)).rejects.toEqual(refused)
  })

  it('that is running asks for its current and last week again, and for others once an hour', async () => {
    const league = leagueBody({ status: 'in_season' }, { leg: 3, last_scored_leg: 2 })
    const { provider, requests, advance } = await start(bodies({ [`league/${LEAGUE_ID}`]: league }))
    await provider.readSeason(request())
    const count = requests.length
    advance(60_000)
    await provider.readSeason(request())
    const weeks = requests.slice(count).filter((path) => path.includes('matchups'))
    expect(weeks.map((path) => path.split('/').at(-1))).toEqual(['2', '3'])
    advance(3_600_000)
    await provider.readSeason(request())
    expect(requests.slice(count).filter((path) => path.endsWith('matchups/1'))).toHaveLength(1)
  })

  it('that is live asks for the league and its current week only, until a week is scored', async () => {
    const league = (scored: number) =>
      leagueBody({ status: 'in_season' }, { leg: scored + 1, last_scored_leg: scored })
    const answers = bodies({ [`league/${LEAGUE_ID}`]: league(1) })
    const { provider, requests, advance } = await start(answers)
    const readLive = async (week: number) => {
      const count = requests.length
      const live = { ...request(), maxAgeMs: 14 * 60_000 }
      await provider.readSeason(live)
      await readWeek(provider, { ...live, week })
      await readTransactions(provider, { ...live, week })
      return requests.slice(count).map((path) => path.slice(`league/${LEAGUE_ID}`.length))
    }
    expect((await readLive(2)).length).toBeGreaterThan(9)
    advance(60_000)
    expect(await readLive(2)).toEqual(['', '/matchups/2'])
    answers[`league/${LEAGUE_ID}`] = league(2)
    advance(60_000)
    expect(await readLive(3)).toEqual(expect.arrayContaining(['/rosters', '/winners_bracket', '/matchups/2']))
    advance(60_000)
    expect(await readLive(3)).toEqual(['', '/matchups/3'])
    advance(15 * 60_000)
    expect(await readLive(3)).toEqual(expect.arrayContaining(['/users', '/rosters', '/transactions/3']))
    const count = requests.length
    await provider.readSeason(request())
    expect(requests.slice(count)).toContain(`league/${LEAGUE_ID}/rosters`)
  })

  it('that is running has no weeks after its playoffs, and a completed one none after its last score', async () => {
    const { provider, requests } = await start(
      bodies({
        [`league/${LEAGUE_ID}`]: leagueBody({ status: 'in_season' }, { leg: 1, last_scored_leg: null }),
      }),
    )
    await provider.readSeason(request())
    expect(requests.filter((path) => path.includes('matchups'))).toHaveLength(4)
  })
})

describe('the list of seasons', () => {
  it('is the chain, the newest first, in one step', async () => {
    const { provider, requests } = await start()
    const response = await provider.listSeasons(list())
    expect(response?.knownSeasons).toEqual({ seasons: [2025, 2024], denied: [] })
    expect(response?.raw).toHaveLength(1)
    expect(requests).toHaveLength(2)
  })

  it.each([
    ['null', null],
    ['0', '0'],
    ['missing', undefined],
    ['text', 'none'],
    ['unknown', '123456789012345678'],
  ])('ends without an error where the previous league is %s', async (_, previous) => {
    const { provider } = await start(
      bodies({ [`league/${LEAGUE_ID}`]: leagueBody({ previous_league_id: previous }) }),
    )
    expect((await provider.listSeasons(list()))?.knownSeasons.seasons).toEqual([2025])
  })

  it('ends where a chain bites its tail', async () => {
    const { provider } = await start(
      bodies({
        [`league/${OLDER_ID}`]: leagueBody({
          league_id: OLDER_ID,
          season: '2024',
          previous_league_id: LEAGUE_ID,
        }),
      }),
    )
    expect((await provider.listSeasons(list()))?.knownSeasons.seasons).toEqual([2025, 2024])
  })

  it('fails rather than showing half a chain', async () => {
    const { provider } = await start(bodies(), (path) =>
      path.includes(OLDER_ID) ? { status: 503 } : undefined,
    )
    await expect(provider.listSeasons(list())).rejects.toEqual(unavailable)
  })

  it('contains the season that the members already play', async () => {
    const path = 'user/800000000000000001/leagues/nfl/2026'
    const next = leagueBody({
      league_id: NEWER_ID,
      season: '2026',
      previous_league_id: LEAGUE_ID,
      status: 'pre_draft',
    })
    const { provider } = await start(
      bodies({
        [path]: [leagueBody({ league_id: '5', season: '2026', previous_league_id: '4' }), next],
        [`league/${NEWER_ID}`]: next,
        [`league/${NEWER_ID}/users`]: generatedSeason().users,
        [`league/${NEWER_ID}/rosters`]: generatedSeason().rosters,
      }),
    )
    expect((await provider.listSeasons(list(2026)))?.knownSeasons.seasons).toEqual([2026, 2025, 2024])
    const preview = await provider.previewLeague(list(2026))
    expect(preview?.season).toMatchObject({ season: 2026, games: [], progress: { isDrafted: false } })
    expect(preview?.knownSeasons.seasons).toEqual([2026, 2025, 2024])
  })

  it('is null for an unknown league, and begins with the newest season that is wanted', async () => {
    const { provider } = await start()
    expect(await provider.listSeasons(list(2025, '999'))).toBeNull()
    expect(await provider.previewLeague(list(2025, '999'))).toBeNull()
    expect((await provider.listSeasons(list(2024)))?.knownSeasons.seasons).toEqual([2024])
  })
})

describe('the archive', () => {
  it('has the lineups of a week with the answers that they are made of', async () => {
    const { provider } = await start()
    const week = await readWeek(provider, { ...request(), week: 2 })
    expect(week?.week).toMatchObject({ season: 2025, week: 2, providerLeagueId: LEAGUE_ID })
    expect(week?.raw.map((raw) => raw.request)).toEqual([
      `league/${LEAGUE_ID}`,
      `league/${LEAGUE_ID}/matchups/2`,
    ])
  })

  it('reads no answer of a refresh twice', async () => {
    const { provider, requests } = await start()
    await provider.readSeason(request())
    const count = requests.length
    await readWeek(provider, { ...request(), week: 2 })
    expect(requests).toHaveLength(count)
  })

  it('has the drafts of the season with their picks', async () => {
    const pick = { pick_no: 1, round: 1, roster_id: 2, player_id: '4046', picked_by: '', is_keeper: null }
    const { provider } = await start(
      bodies({
        [`league/${LEAGUE_ID}/drafts`]: [
          { draft_id: '71', season: '2025', status: 'complete' },
          { draft_id: '72', season: '2026', status: 'pre_draft' },
        ],
        'draft/71': { draft_id: '71', season: '2025', status: 'complete', slot_to_roster_id: { 1: 2 } },
        'draft/71/picks': [pick],
      }),
    )
    const response = await readDraft(provider, request())
    expect(response?.draft).toMatchObject({
      isComplete: true,
      picks: [{ teamId: 2, playerId: 1_000_004_046 }],
    })
    expect(response?.raw.map((raw) => raw.request.split('/').slice(-2).join('/'))).toEqual([
      `league/${LEAGUE_ID}`,
      `${LEAGUE_ID}/drafts`,
      'draft/71',
      '71/picks',
    ])
  })

  it('has transactions by week, those before week 1 with it', async () => {
    const { provider } = await start()
    expect(await readTransactions(provider, { ...request(), week: 0 })).toBeNull()
    expect(await readTransactions(provider, { ...request(), week: 1 })).toMatchObject({ transactions: [] })
  })
})

describe('a failing provider', () => {
  it.each<[string, Fault, string]>([
    ['HTML', { html: true }, 'not_json'],
    ['an empty body', { empty: true }, 'not_json'],
    ['a truncated body', { truncate: true }, 'unavailable'],
    ['a hanging connection', { hang: true }, 'unavailable'],
    ['a 400', { status: 400 }, 'refused'],
    ['a 503', { status: 503 }, 'unavailable'],
    ['a 429', { status: 429 }, 'busy'],
    ['a 429 for an hour', { status: 429, retryAfter: 3600 }, 'busy'],
  ])('with %s is an error, never an empty season', async (_, fault, failure) => {
    const { provider } = await start(bodies(), () => fault, 300)
    await expect(provider.readSeason(request())).rejects.toEqual(expect.objectContaining({ failure }))
  })

  it('that asks for a short pause gets it, for all requests', async () => {
    let failures = 1
    const { provider, waits } = await start(bodies(), () =>
      failures-- > 0 ? { status: 429, retryAfter: 7 } : undefined,
    )
    expect(await provider.readSeason(request())).not.toBeNull()
    expect(waits).toContain(7000)
  })

  it('that limits the rate without a time is left alone for a minute', async () => {
    let isLimited = true
    const { client, requests, advance } = await start(bodies(), () =>
      isLimited ? { status: 429 } : undefined,
    )
    const get = () => client.get({ path: `league/${LEAGUE_ID}` })
    await expect(get()).rejects.toEqual(expect.objectContaining({ failure: 'busy' }))
    isLimited = false
    advance(20_000)
    await expect(get()).rejects.toEqual(expect.objectContaining({ failure: 'busy' }))
    expect(requests).toHaveLength(1)
    advance(40_000)
    expect(await get()).not.toBeNull()
  })
})
