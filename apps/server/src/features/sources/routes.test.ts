import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../database/engine/database.ts'
import { OtherSportError, ProviderError } from '../../providers/http/attempts.ts'
import type { LeagueArchive, SeasonRequest } from '../../providers/league-provider.ts'
import { listSources, saveSources } from '../../repositories/league-sources.ts'
import { buildRunningJob } from '../../testing/league-job-fixture.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

const COOKIES = { swid: '{01234567-89AB-CDEF-0123-456789ABCDEF}', s2: 'canary'.repeat(10) }
const URL = '/api/league/Harbour/sources/'

let testApp: TestApp
let boss: TestClient
/** The requests for seasons of Sleeper. */
let sleeperRequests: SeasonRequest[]
/** Why the seasons of Sleeper cannot be listed; null if they can. */
let listingFailure: ProviderError | null

/** A league that has a new ID every season: 90 and the season. */
const sleeper: LeagueArchive = {
  name: 'sleeper',
  async readSeason(request) {
    sleeperRequests.push(request)
    const { season } = request
    const raw = [{ request: `league/90${season}`, fetchedAt: SUNDAY, body: '{}' }]
    return { season: buildSeason({ season, providerLeagueId: `90${season}` }), raw }
  },
  async listSeasons() {
    if (listingFailure !== null) throw listingFailure
    return { knownSeasons: { seasons: [2026, 2025, 2024], denied: [] }, raw: [] }
  },
  previewLeague: async () => null,
  readPart: async () => null,
}

beforeEach(async () => {
  sleeperRequests = []
  listingFailure = null
  testApp = await startApp({}, { otherProviders: { sleeper }, serverCookies: COOKIES })
  testApp.provider.read = ({ season }) => buildSeason({ season })
  boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
})
afterEach(() => testApp.close())

const listed = async () =>
  (await boss.get(URL)).body.sources.map((source: Record<string, unknown>) => [
    source['provider'],
    source['league_id'],
    source['first_season'],
    source['last_season'],
    source['seasons'],
  ])

const refresh = async (season: number) => (await boss.post('/api/refresh/', { name: 'Harbour', season })).body

/** Moves the league to Sleeper with the 2024 season. */
async function moveToSleeper(): Promise<void> {
  const { id } = await testApp.db.selectFrom('leagues').select('id').executeTakeFirstOrThrow()
  await inTransaction(testApp.db, async (transaction) => {
    const [espn] = await listSources(transaction, id)
    if (espn === undefined) throw new Error('the league has no source')
    const next = { provider: 'sleeper', leagueId: '902026', firstSeason: 2024, lastSeason: null } as const
    await saveSources(transaction, id, [{ ...espn, lastSeason: 2023 }, next])
  })
}

describe('a source of another sport', () => {
  const HOOPS = 'Hoops is a basketball league. Fieldhouse shows fantasy football leagues.'
  const source = { provider: 'sleeper', league_id: '900000000000000001' }

  beforeEach(() => {
    listingFailure = new OtherSportError('Hoops', 'basketball')
  })

  it('is refused, and no league is created with it', async () => {
    const added = await boss.post(URL, { ...source, from: 2026 })
    expect([added.status, added.body.code, added.body.fields]).toEqual([
      400,
      'other_sport',
      { league_id: HOOPS },
    ])
    expect((await boss.post('/api/create-league/', { name: 'Hoops', source })).body.error).toBe(HOOPS)
    expect((await listed()).length).toBe(1)
    expect((await boss.get('/api/leagues/')).body.leagues).toEqual([{ name: 'Harbour' }])
  })

  it('is not what a source is that cannot be read', async () => {
    listingFailure = new ProviderError('unavailable', 'for the log')
    expect((await boss.post(URL, { ...source, from: 2026 })).status).toBe(200)
  })
})

describe('the sources of a league', () => {
  it('start with its ESPN league, for all seasons', async () => {
    testApp.provider.read = ({ season }) => buildSeason({ season, previousSeasons: [2012, 2024] })
    await refresh(2025)
    const { body } = await boss.get(URL)
    expect(body.sources).toEqual([
      {
        id: expect.any(Number),
        provider: 'espn',
        league_id: '4711',
        seasons: [2025],
        missing: [2024, 2012],
        gives_back: [],
        first_season: null,
        last_season: null,
        url: 'https://fantasy.espn.com/football/league?leagueId=4711',
      },
    ])
  })

  it('can be given with the new league under their neutral name', async () => {
    const source = { provider: 'espn', league_id: 'https://fantasy.espn.com/football/league?leagueId=815' }
    const { status } = await boss.post('/api/create-league/', { name: 'Island', source })
    expect(status).toBe(200)
    expect((await boss.get('/api/league/Island/sources/')).body.sources).toMatchObject([{ league_id: '815' }])
    expect((await boss.get('/api/league/Island/meta/')).body.espn_league_id).toBe(815)
  })

  it.each([
    ['no ID', {}, 'league_id_required'],
    ['text without an ID', { source: { provider: 'espn', league_id: 'our league' } }, 'league_id_required'],
    ['two IDs', { espn_league_id: 7, source: { provider: 'espn', league_id: '8' } }, 'invalid_input'],
    ['a provider that is not read', { source: { provider: 'yahoo', league_id: '8' } }, 'invalid_input'],
  ])('are refused for a new league with %s', async (_, fields, code) => {
    const { body } = await boss.post('/api/create-league/', { name: 'Island', ...fields })
    expect(body.code).toBe(code)
  })

  it('end with the season before the move when the next one is added', async () => {
    const { body } = await boss.post(URL, { provider: 'espn', league_id: '815', from: 2024 })
    expect(body.message).toBe('ESPN added. Read its seasons next.')
    expect(await listed()).toEqual([
      ['espn', '4711', null, 2023, []],
      ['espn', '815', 2024, null, []],
    ])
    expect((await boss.get('/api/league/Harbour/meta/')).body.espn_league_id).toBe(815)
  })

  it('are shown with the seasons of each before one is added', async () => {
    await refresh(2025)
    const source = { provider: 'espn', league_id: '815', from: 2018, to: 2019 }
    const { body } = await boss.post(URL, { ...source, preview: true })
    const rangesOf = (sources: Record<string, unknown>[]) =>
      sources.map((each) => [each['id'] === 0, each['first_season'], each['last_season'], each['seasons']])
    expect([body.message, rangesOf(body.sources)]).toEqual([
      'No stored season changes.',
      [
        [true, 2018, 2019, []],
        [false, 2020, null, [2025]],
      ],
    ])
    expect(await listed()).toEqual([['espn', '4711', null, null, [2025]]])
  })

  it('never take a season that another has stored', async () => {
    await refresh(2024)
    const refused = await boss.post(URL, { provider: 'espn', league_id: '815', from: 2024 })
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'source_overlaps',
      'ESPN league 4711 has stored 2024. Enter other seasons, or change which ones it is read for.',
    ])
    const [{ id }] = (await boss.get(URL)).body.sources
    expect((await boss.post(`${URL}edit/`, { id, to: 2023, preview: true })).body.message).toBe(
      '2024 stays, and is no longer refreshed.',
    )
    expect((await boss.post(`${URL}edit/`, { id, to: 2023 })).status).toBe(200)
    const shown = await boss.post(URL, { provider: 'espn', league_id: '815', from: 2024, preview: true })
    expect(shown.body.message).toBe(
      '2024 came from elsewhere, and no source has them now. ESPN replaces those that it has.',
    )
    expect((await boss.post(URL, { provider: 'espn', league_id: '815', from: 2024 })).status).toBe(200)
  })

  it('give back what they were given when they are removed', async () => {
    await boss.post(URL, { provider: 'espn', league_id: '815', from: 2024 })
    const [, newer] = (await boss.get(URL)).body.sources
    expect(newer.gives_back).toEqual([
      { provider: 'espn', league_id: '4711', first_season: null, last_season: null },
    ])
    await boss.post(`${URL}remove/`, { id: newer.id })
    expect(await listed()).toEqual([['espn', '4711', null, null, []]])
  })

  it('are read for other seasons when their range is edited, and leave the others theirs', async () => {
    await boss.post(URL, { provider: 'espn', league_id: '815', from: 2024 })
    const [, { id }] = (await boss.get(URL)).body.sources
    const { body } = await boss.post(`${URL}edit/`, { id, from: 2025 })
    expect(body.message).toBe('Saved.')
    expect(await listed()).toEqual([
      ['espn', '4711', null, 2024, []],
      ['espn', '815', 2025, null, []],
    ])
    expect((await boss.post(`${URL}edit/`, { id: 999 })).body.code).toBe('source_not_found')
  })

  it('are refused for years that no league has played', async () => {
    const source = { provider: 'espn', league_id: '815' }
    const message = 'The latest season can be 2027.'
    expect((await boss.post(URL, { ...source, from: 2028 })).body.fields).toEqual({ from: message })
    expect((await boss.post(URL, { ...source, from: 2024, to: 2028 })).body.fields).toEqual({ to: message })
  })

  it('do not have the same season twice', async () => {
    const { status, body } = await boss.post(URL, { provider: 'espn', league_id: '815' })
    expect([status, body.code, body.error]).toEqual([
      409,
      'source_overlaps',
      'ESPN league 4711 is read for all seasons, so nothing would be left for it. Enter other seasons, or remove it first.',
    ])
    expect((await boss.post(URL, { provider: 'espn', league_id: '815', from: 2024, to: 2020 })).body).toEqual(
      expect.objectContaining({ fields: { to: 'The last season is before the first one.' } }),
    )
    expect(await listed()).toEqual([['espn', '4711', null, null, []]])
  })

  it('keep their stored seasons when they are removed', async () => {
    await refresh(2025)
    const [source] = (await boss.get(URL)).body.sources
    const { body } = await boss.post(`${URL}remove/`, { id: source.id })
    expect(body).toEqual({ message: 'ESPN removed. The stored seasons stay.', sources: [] })
    expect((await boss.get('/api/league/Harbour/meta/')).body).toMatchObject({
      seasons: [2025],
      espn_league_id: null,
    })
    expect((await refresh(2025)).error).toContain('This league has no source for the 2025 season.')
    expect((await boss.post(`${URL}remove/`, { id: source.id })).body.code).toBe('source_not_found')
  })

  it('stay while a refresh reads the league', async () => {
    await testApp.db
      .insertInto('jobs')
      .values(buildRunningJob({ league_id: await testApp.findLeagueId() }))
      .execute()
    expect((await boss.post(URL, { provider: 'espn', league_id: '815', from: 2024 })).body.code).toBe(
      'job_running',
    )
    const [source] = (await boss.get(URL)).body.sources
    expect((await boss.post(`${URL}remove/`, { id: source.id })).body.code).toBe('job_running')
  })
})

describe('a league with two sources', () => {
  beforeEach(moveToSleeper)

  it('reads each season from its source, and sends cookies only to ESPN', async () => {
    const espnCookies: unknown[] = []
    testApp.provider.read = ({ season, cookies }) => {
      espnCookies.push(cookies)
      return buildSeason({ season })
    }
    await refresh(2023)
    await refresh(2025)
    await refresh(2024)
    expect(espnCookies).toEqual([COOKIES])
    expect(sleeperRequests.map(({ season, leagueId, cookies }) => [season, leagueId, cookies])).toEqual([
      [2025, '902026', null],
      [2024, '902025', null],
    ])
    expect(await listed()).toEqual([
      ['espn', '4711', null, 2023, [2023]],
      ['sleeper', '902026', 2024, null, [2025, 2024]],
    ])
  })

  it('says of each season which platform it is from, and leads to the pages there', async () => {
    testApp.provider.read = ({ season }) => buildSeason({ season })
    await refresh(2023)
    await refresh(2025)
    const { body } = await boss.get('/api/league/Harbour/seasons/')
    expect(
      body.seasons.map(({ season, source, provider }: Record<string, unknown>) => [season, source, provider]),
    ).toEqual([
      [2025, 'sleeper', 'sleeper'],
      [2023, 'espn', 'espn'],
    ])
    const team = async (season: number) => {
      const { provider, team_url } = (await boss.get(`/api/league/Harbour/teams/1/?season=${season}`)).body
      return [provider, team_url]
    }
    expect(await team(2025)).toEqual(['sleeper', 'https://sleeper.com/roster/902025/1'])
    expect(await team(2023)).toEqual([
      'espn',
      'https://fantasy.espn.com/football/team?leagueId=4711&teamId=1&seasonId=2023',
    ])
    expect((await boss.get('/api/league/Harbour/meta/')).body.provider_page).toEqual({
      provider: 'sleeper',
      url: 'https://sleeper.com/leagues/902025',
    })
  })

  it('is backfilled over both, each for its own seasons', async () => {
    const past = { password: 'boss-has-a-secret', start: 2023, end: 2026 }
    const { body } = await boss.post('/api/league/Harbour/history/backfill-admin/', past)
    expect(body).toMatchObject({ failed: [] })
    expect(sleeperRequests.map(({ season }) => season).sort()).toEqual([2024, 2025, 2026])
  })

  it('replaces a season of the other platform, however many games that has', async () => {
    await testApp.db.deleteFrom('league_sources').where('provider', '=', 'sleeper').execute()
    await testApp.db.updateTable('league_sources').set({ last_season: null }).execute()
    await refresh(2024)
    await moveToSleeper()
    testApp.provider.read = () => null
    expect((await refresh(2024)).ok).toBe(true)
    const stored = await testApp.db
      .selectFrom('seasons')
      .select(['season', 'provider', 'provider_league_id'])
      .execute()
    expect(stored).toEqual([{ season: 2024, provider: 'sleeper', provider_league_id: '902024' }])
  })
})

describe('the leagues of a Sleeper user', () => {
  const PATH = '/api/providers/sleeper/leagues/?username=ada_m&season=2026'
  let find: NonNullable<LeagueArchive['listLeaguesOfUser']>

  async function startWith(): Promise<TestClient> {
    await testApp.close()
    testApp = await startApp(
      {},
      { otherProviders: { sleeper: { listLeaguesOfUser: (user) => find(user) } as LeagueArchive } },
    )
    return testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  }

  it('are listed with the IDs to add them by', async () => {
    const league = { leagueId: '902026', name: 'Harbour', season: 2026, totalRosters: 12 }
    find = async ({ username, season }) =>
      username === 'ada_m' && season === 2026 ? [{ ...league, previousLeagueId: '902025' }] : null
    const { body } = await (await startWith()).get(PATH)
    expect(body.leagues).toEqual([
      {
        league_id: '902026',
        name: 'Harbour',
        season: 2026,
        total_rosters: 12,
        previous_league_id: '902025',
      },
    ])
  })

  it('are those of the newest season with leagues if none is named', async () => {
    const league = { leagueId: '902024', name: 'Harbour', totalRosters: 12, previousLeagueId: null }
    find = async ({ season }) => (season > 2024 ? [] : [{ ...league, season }])
    const client = await startWith()
    const { body } = await client.get('/api/providers/sleeper/leagues/?username=ada_m')
    expect([body.season, body.leagues.length]).toEqual([2024, 1])
    find = async () => []
    const none = await client.get('/api/providers/sleeper/leagues/?username=ada_m')
    expect(none.body).toEqual({ season: 2026, leagues: [] })
  })

  it('say that Sleeper does not know the user, or does not answer', async () => {
    find = async () => null
    const admin = await startWith()
    const unknown = await admin.get(PATH)
    const message = "Sleeper has no user ada_m. Enter the username of a Sleeper account, not a team's name."
    expect([unknown.status, unknown.body]).toEqual([
      404,
      { error: message, code: 'provider_user_not_found', fields: { username: message } },
    ])
    find = () => Promise.reject(new ProviderError('busy', '429'))
    const busy = await admin.get(PATH)
    expect([busy.status, busy.body.error]).toEqual([
      502,
      'Sleeper is rate-limiting us. Try again in a few minutes.',
    ])
  })
})
