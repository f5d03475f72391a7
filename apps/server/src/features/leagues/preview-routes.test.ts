import { startCaptureServer } from '@fieldhouse/simulator/capture-server'
import { startSimulatedProvider } from '@fieldhouse/simulator/simulated-provider'
import { CAPTURES_FOLDER, CAPTURES_SKIP_REASON, HAS_CAPTURES } from '@fieldhouse/simulator/testing/captures'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createEspnProvider } from '../../providers/espn/espn-provider.ts'
import {
  type LeagueArchive,
  type LeaguePreview,
  OtherSportError,
  type ProviderCookies,
  ProviderError,
  type ProviderFailure,
  type SeasonsRequest,
} from '../../providers/league-provider.ts'
import { dataTables, readAllRows } from '../../testing/all-rows.ts'
import { buildSeason, buildTeam } from '../../testing/season-fixture.ts'
import {
  ADMIN_CODE,
  SUNDAY,
  startApp,
  TEST_LOGO,
  type TestApp,
  type TestClient,
} from '../../testing/start-app.ts'

const SWID = '{0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9}'
const S2 = `AEB${'canaryDEF123+/'.repeat(10)}==`
const BOTH = `SWID=${SWID}; espn_s2=${encodeURIComponent(S2)}`
const SERVER_COOKIES = { swid: SWID.replace('0A', 'FF'), s2: S2.replace('AEB', 'ENV') }
const USER_AGENT = 'Tests/1.0 (+https://tests.example)'

const UNREAD_PROVIDER = {
  readSeason: async () => null,
  listSeasons: async () => null,
  readPart: async () => null,
} satisfies Partial<LeagueArchive>

const logLines: string[] = []
let testApp: TestApp
let admin: TestClient
let cookiesReceived: (ProviderCookies | null)[]

async function start(
  settings: Parameters<typeof startApp>[0] = {},
  options: Parameters<typeof startApp>[1] = {},
) {
  const log = pino({ level: 'trace' }, { write: (line: string) => logLines.push(line) })
  testApp = await startApp(settings, { log, ...options })
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
}

beforeEach(() => {
  logLines.length = 0
  cookiesReceived = []
})
afterEach(() => testApp.close())

const preview = (body: object = {}, client = admin) =>
  client.post('/api/leagues/preview/', { espn_league_id: 4711, ...body })

const readRows = async () => readAllRows(testApp.db, await dataTables(testApp.db))

function showLeague(): void {
  testApp.provider.read = ({ cookies, season }) => {
    cookiesReceived.push(cookies)
    const [team, ...others] = buildSeason().teams
    const owned = { logo: 'https://g.espncdn.com/logo.svg', ownerIds: ['{B}', '{A}'], primaryOwnerId: '{A}' }
    return buildSeason({
      season,
      previousSeasons: [2012, 2024, 2025],
      teams: [...others, { ...(team ?? buildTeam()), ...owned }],
    })
  }
}

function failWith(failure: ProviderFailure): void {
  testApp.provider.read = ({ cookies }) => {
    cookiesReceived.push(cookies)
    throw new ProviderError(failure, 'for the log')
  }
}

describe('previewing a league', () => {
  it('returns its name, seasons, teams, logos and owners, for an ID and for a URL', async () => {
    await start()
    showLeague()
    const { status, body } = await preview()
    expect([status, body]).toEqual([
      200,
      {
        provider: 'espn',
        league_id: '4711',
        espn_league_id: 4711,
        name: 'Harbour League',
        season: 2026,
        seasons: [2026, 2025, 2024, 2012],
        denied_seasons: [],
        is_public: false,
        read_with: 'none',
        teams: [
          {
            team_id: 1,
            name: 'Anchors',
            abbrev: 'ANC',
            logo: TEST_LOGO,
            owners: ['Ada Marlow', 'Ben Okafor'],
          },
          { team_id: 2, name: 'Buoys', abbrev: 'ANC', logo: null, owners: ['Ben Okafor'] },
        ],
      },
    ])
    const url = 'https://fantasy.espn.com/football/league?leagueId=4711&seasonId=2026'
    expect((await preview({ espn_league_id: url })).body).toEqual(body)
  })

  it('stores nothing, and logs no cookies', async () => {
    await start()
    showLeague()
    await preview()
    const before = await readRows()
    expect((await preview({ cookies: BOTH })).status).toBe(200)
    expect(cookiesReceived.at(-1)).toEqual({ swid: SWID, s2: S2 })
    expect(await readRows()).toEqual(before)
    failWith('unexpected_shape')
    expect((await preview({ cookies: BOTH })).status).toBe(502)
    expect(await readRows()).toEqual(before)
    expect(logLines.join('')).not.toMatch(/canary|0A1B2C3D/)
  })

  it('asks for cookies when the league is private, and says when they are wrong', async () => {
    await start()
    failWith('not_visible')
    const message = 'This league is private. Add ESPN cookies to read it.'
    expect((await preview()).body).toEqual({
      error: message,
      code: 'league_private',
      fields: { cookies: message },
    })
    const refused = await preview({ cookies: BOTH })
    expect([refused.status, refused.body.code, Object.keys(refused.body.fields)]).toEqual([
      400,
      'cookies_refused',
      ['cookies'],
    ])
  })

  it.each([
    ['neither cookie', 'hello', 'SWID or espn_s2'],
    ['only the SWID', `SWID=${SWID}`, 'espn_s2'],
    ['only espn_s2', `espn_s2=${S2}`, 'SWID'],
  ])('names what is missing in a text with %s, without a request', async (_, cookies, missing) => {
    await start()
    showLeague()
    const { body } = await preview({ cookies })
    expect(body.fields).toEqual({ cookies: `We didn't find ${missing} in this text. Copy both cookies.` })
    expect(cookiesReceived).toEqual([])
  })

  it('says at the field that ESPN has no league with the ID', async () => {
    await start()
    testApp.provider.read = () => null
    const { status, body } = await preview()
    const message = "ESPN couldn't find league 4711. Check the ID, or paste the URL of your league's page."
    expect([status, body]).toEqual([
      404,
      { error: message, code: 'provider_league_not_found', fields: { espn_league_id: message } },
    ])
    expect((await preview({ espn_league_id: 'my league' })).body.code).toBe('league_id_required')
  })

  it.each(['unavailable', 'busy', 'refused', 'not_json', 'too_large', 'wrong_league'] as const)(
    'returns provider_unavailable when ESPN fails as %s',
    async (failure) => {
      await start()
      failWith(failure)
      const { status, body } = await preview()
      expect([status, body.code]).toEqual([502, 'provider_unavailable'])
    },
  )

  it("uses the server's cookies only for site admins", async () => {
    await start({}, { serverCookies: SERVER_COOKIES })
    showLeague()
    await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
    const ben = await testApp.registerUser('ben')
    await admin.post('/api/assign-user/', { username: 'ben', league: 'Harbour', role: 'admin' })
    expect((await preview()).body.read_with).toBe('server')
    expect((await preview({}, ben)).body.read_with).toBe('none')
    expect((await preview({ cookies: BOTH }, ben)).body.read_with).toBe('given')
    expect(cookiesReceived).toEqual([SERVER_COOKIES, null, { swid: SWID, s2: S2 }])
  })

  it('is limited to 30 an hour', async () => {
    await start({ RATE_LIMIT_FACTOR: 1 })
    showLeague()
    for (let count = 0; count < 30; count += 1) expect((await preview()).status).toBe(200)
    const { status, body } = await preview()
    expect([status, body.code]).toEqual([429, 'too_many_attempts'])
    testApp.clock.now = new Date(SUNDAY.getTime() + 60 * 60 * 1000)
    expect((await preview()).status).toBe(200)
  })
})

describe('previewing a league of Sleeper', () => {
  const LEAGUE = '918335334096846848'
  let read: LeagueArchive['previewLeague']
  let requests: SeasonsRequest[]

  async function startWith(answer: () => LeaguePreview | null) {
    requests = []
    read = async (request) => {
      requests.push(request)
      return answer()
    }
    const sleeper: LeagueArchive = {
      ...UNREAD_PROVIDER,
      name: 'sleeper',
      previewLeague: (each) => read(each),
    }
    await start({}, { otherProviders: { sleeper }, serverCookies: SERVER_COOKIES })
  }

  const previewSleeper = (leagueId: string, body: object = {}) =>
    admin.post('/api/leagues/preview/', { source: { provider: 'sleeper', league_id: leagueId }, ...body })

  it('returns the newest season of its chain, and never sends cookies', async () => {
    const season = buildSeason({ season: 2026, providerLeagueId: '990000000000000001' })
    await startWith(() => ({ season, knownSeasons: { seasons: [2026, 2025, 2023], denied: [] } }))
    const address = `https://sleeper.com/leagues/${LEAGUE}/team`
    const { status, body } = await previewSleeper(address, { cookies: BOTH })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        provider: 'sleeper',
        league_id: '990000000000000001',
        espn_league_id: null,
        season: 2026,
        seasons: [2026, 2025, 2023],
        read_with: 'none',
      }),
    ])
    expect(requests).toMatchObject([{ leagueId: LEAGUE, newest: 2026, cookies: null }])
  })

  it('refuses a league of another sport, by what Sleeper says and by an address of ESPN', async () => {
    await startWith(() => {
      throw new OtherSportError('Hoops', 'basketball')
    })
    const message = 'Hoops is a basketball league. Fieldhouse shows fantasy football leagues.'
    const { status, body } = await previewSleeper(LEAGUE)
    expect([status, body]).toEqual([
      400,
      { error: message, code: 'other_sport', fields: { league_id: message } },
    ])
    const address = 'https://fantasy.espn.com/hockey/league?leagueId=4711'
    const refused = 'This is a hockey league. Fieldhouse shows fantasy football leagues.'
    expect((await previewSleeper(address)).body.fields).toEqual({ league_id: refused })
    expect((await preview({ espn_league_id: address })).body.fields).toEqual({ espn_league_id: refused })
    expect(requests).toHaveLength(1)
  })

  it('says at the field that Sleeper has no league with the ID, and that an ID is missing', async () => {
    await startWith(() => null)
    const { status, body } = await previewSleeper(LEAGUE)
    const message = `Sleeper couldn't find league ${LEAGUE}. Check the ID, or paste the URL of your league's page.`
    expect([status, body]).toEqual([
      404,
      { error: message, code: 'provider_league_not_found', fields: { league_id: message } },
    ])
    const unreadable = await previewSleeper('my league')
    expect([unreadable.body.code, Object.keys(unreadable.body.fields)]).toEqual([
      'league_id_required',
      ['league_id'],
    ])
  })

  it.each([
    ['busy', 'Sleeper is rate-limiting us. Try again in a few minutes.'],
    ['unavailable', "Sleeper didn't respond. Try again later."],
    ['not_json', 'Sleeper returned a web page instead of data. Check SLEEPER_BASE_URL, or try again later.'],
    ['unexpected_shape', 'Sleeper returned data in an unknown format. Check for a newer Fieldhouse release.'],
    ['not_visible', 'Sleeper denied access to this league. Check the league ID.'],
  ] as const)('says what to do when Sleeper fails as %s', async (failure, message) => {
    await startWith(() => {
      throw new ProviderError(failure, 'for the log')
    })
    const { status, body } = await previewSleeper(LEAGUE)
    expect([status, body]).toEqual([502, { error: message, code: 'provider_unavailable' }])
  })
})

it('sends one request for a league that exists', async () => {
  const requests: string[] = []
  const simulated = await startSimulatedProvider({
    seed: 1889,
    now: () => SUNDAY,
    pastSeasons: 3,
    faults: ({ url }) => void requests.push(`${url.pathname}${url.search}`),
  })
  onTestFinished(() => simulated.close())
  await start({}, { provider: createEspnProvider({ baseUrl: simulated.url, userAgent: USER_AGENT }) })
  const { body } = await preview({ espn_league_id: simulated.leagueId })
  expect(body).toMatchObject({ season: 2026, seasons: [2026, 2025, 2024, 2023] })
  expect(body.teams.length).toBeGreaterThan(7)
  expect(body.teams.every(({ owners }: { owners: string[] }) => owners.length > 0)).toBe(true)
  expect(requests).toHaveLength(1)
})

describe.skipIf(!HAS_CAPTURES)(`captured leagues (${CAPTURES_SKIP_REASON})`, () => {
  it('are shown with all their seasons and owners', async () => {
    const captures = await startCaptureServer({ folder: CAPTURES_FOLDER })
    onTestFinished(() => captures.close())
    await start({}, { provider: createEspnProvider({ baseUrl: captures.url, userAgent: USER_AGENT }) })
    const { body } = await preview({ espn_league_id: 18254195 })
    expect(body).toMatchObject({
      season: 2026,
      seasons: [2026, 2025, 2024, 2023, 2022, 2021, 2020],
      is_public: true,
    })
    expect(body.teams.length).toBeGreaterThan(7)
    const old = await preview({ espn_league_id: 899513 })
    expect(old.body).toMatchObject({ season: 2020 })
  })
})
