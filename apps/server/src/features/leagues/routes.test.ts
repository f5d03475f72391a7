import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProviderError } from '../../providers/league-provider.ts'
import { buildSeason, buildTeam } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

const SWID = '{0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9}'
const S2 = 'canary'.repeat(10)
const COOKIES = `SWID=${SWID}; espn_s2=${S2}`

const COLOR = /^#[0-9a-f]{6}$/

let testApp: TestApp
let admin: TestClient
beforeEach(async () => {
  testApp = await startApp({ BETSLIP_LEAGUE: 'Parlay Pals' })
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
})
afterEach(() => testApp.close())

const HARBOUR = { name: 'Harbour League', espn_league_id: '4711' }

async function listStoredLeagues() {
  return testApp.db
    .selectFrom('leagues')
    .select(['name', 'espn_league_id', 'sheet_id', 'sheet_gid'])
    .orderBy('id')
    .execute()
}

describe('POST create-league', () => {
  it('creates a league with its creator as the admin', async () => {
    const response = await admin.post('/api/create-league/', HARBOUR)
    expect([response.status, response.body]).toEqual([200, { message: 'League Harbour League created.' }])
    expect((await admin.get('/api/user-leagues/boss/')).body).toEqual({
      leagues: [{ name: 'Harbour League', season: null, role: 'admin', team: null }],
    })
  })

  it('saves the cookies with the league, and reads it with them in the background', async () => {
    const used: unknown[] = []
    testApp.provider.read = ({ season, cookies }) => {
      used.push(cookies)
      return buildSeason({ season, previousSeasons: [2025] })
    }
    await admin.post('/api/create-league/', { ...HARBOUR, cookies: COOKIES, reads_season: 2026 })
    const listSeasons = async () =>
      (await admin.get('/api/league/Harbour%20League/meta/')).body.seasons as number[]
    await expect.poll(listSeasons, { timeout: 10_000 }).toContain(2026)
    const cookies = { swid: SWID, s2: S2 }
    expect(used.every((each) => JSON.stringify(each) === JSON.stringify(cookies))).toBe(true)
    const { body } = await admin.get('/api/league/Harbour%20League/cookie-status/')
    expect(body).toMatchObject({ has_swid: true, has_s2: true, tested: true })
  })

  it('creates nothing with cookies that ESPN rejects', async () => {
    testApp.provider.read = () => {
      throw new ProviderError('not_visible', 'for the log')
    }
    const { status, body } = await admin.post('/api/create-league/', { ...HARBOUR, cookies: COOKIES })
    expect([status, body.code]).toEqual([400, 'cookies_refused'])
    expect(await listStoredLeagues()).toEqual([])
  })

  it('creates a league without a source, for seasons from files', async () => {
    const response = await admin.post('/api/create-league/', { name: 'Harbour League', source: null })
    expect(response.status).toBe(200)
    expect((await admin.get('/api/league/Harbour%20League/sources/')).body).toEqual({ sources: [] })
    expect((await admin.get('/api/league/Harbour%20League/meta/')).body.provider_page).toBeNull()
  })

  it.each([
    [4711],
    ['4711'],
    [' 4711 '],
    ['https://fantasy.espn.com/football/league?leagueId=4711&seasonId=2026'],
    ['leagueId=4711'],
  ])('reads the league id in %j', async (espn_league_id) => {
    await admin.post('/api/create-league/', { ...HARBOUR, espn_league_id })
    expect((await listStoredLeagues())[0]?.espn_league_id).toBe(4711)
  })

  it.each([
    [
      'https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOpQrStUv/edit#gid=42',
      undefined,
      '1AbCdEfGhIjKlMnOpQrStUv',
      '42',
    ],
    ['1AbCdEfGhIjKlMnOpQrStUv', '7', '1AbCdEfGhIjKlMnOpQrStUv', '7'],
    ['1AbCdEfGhIjKlMnOpQrStUv', 7, '1AbCdEfGhIjKlMnOpQrStUv', '7'],
    ['', null, null, null],
  ])('reads the sheet in %j and %j', async (google_sheet_id, google_sheet_gid, sheet_id, sheet_gid) => {
    await admin.post('/api/create-league/', { ...HARBOUR, google_sheet_id, google_sheet_gid })
    expect(await listStoredLeagues()).toEqual([expect.objectContaining({ sheet_id, sheet_gid })])
  })

  it.each([
    ['an empty name', { name: '  ' }, 'League name required.'],
    ['a name that is too long', { name: 'x'.repeat(101) }, 'League name must be 100 characters or fewer.'],
    [
      'a name with a line break',
      { name: 'two\nlines' },
      "League name can't contain line breaks or other control characters.",
    ],
    ['a name of dots only', { name: '..' }, "League name can't be only dots."],
    ['no id', { espn_league_id: '' }, 'Enter ESPN leagueId or URL containing leagueId=…'],
    ['an id of zero', { espn_league_id: 0 }, 'Enter ESPN leagueId or URL containing leagueId=…'],
    [
      'a URL without an id',
      { espn_league_id: 'https://espn.com/' },
      'Enter ESPN leagueId or URL containing leagueId=…',
    ],
    ['an invalid sheet', { google_sheet_id: 'my sheet' }, 'Enter a Google Sheets URL or a spreadsheet ID.'],
    [
      'an invalid tab',
      { google_sheet_id: '1AbCdEfGhIjKlMnOpQrStUv', google_sheet_gid: 'the second' },
      "Enter the tab's gid: the number at the end of its URL.",
    ],
  ])('rejects %s', async (_, invalidFields, message) => {
    const response = await admin.post('/api/create-league/', { ...HARBOUR, ...invalidFields })
    expect([response.status, response.body.error]).toEqual([400, message])
    expect(await listStoredLeagues()).toEqual([])
  })

  it('rejects a name that differs only in case', async () => {
    await admin.post('/api/create-league/', HARBOUR)
    const response = await admin.post('/api/create-league/', { ...HARBOUR, name: 'HARBOUR league' })
    expect([response.status, response.body.error]).toEqual([409, 'A league with that name exists.'])
    expect(await listStoredLeagues()).toHaveLength(1)
  })

  it.each([
    '50% / 50% & more?',
    'Żubry 🏈',
    "O'Neil <b>",
    'a+b=c#d',
    '..hidden',
    'x'.repeat(100),
    '🏈'.repeat(100),
  ])('accepts the name %j and serves the league under it', async (name) => {
    await admin.post('/api/create-league/', { ...HARBOUR, name })
    const response = await admin.get(`/api/league/${encodeURIComponent(name)}/meta/`)
    expect([response.status, response.body.name]).toEqual([200, name])
  })
})

describe('a league', () => {
  beforeEach(async () => {
    await admin.post('/api/create-league/', HARBOUR)
  })

  it('returns the metadata of a league before its first refresh', async () => {
    const { body } = await admin.get('/api/league/harbour%20league/meta/')
    expect(body).toEqual({
      name: 'Harbour League',
      current_year: 2026,
      scoring_format: 'points',
      seasons: [],
      league_info: null,
      espn_league_id: 4711,
      provider_page: {
        provider: 'espn',
        url: 'https://fantasy.espn.com/football/league?leagueId=4711',
      },
      espn_team_id: null,
      features: [],
      people: [],
    })
    expect((await admin.get('/api/league/Harbour%20League/snapshot/')).body).toEqual({ payload: null })
  })

  it('returns the seasons, first year and commissioner after a refresh', async () => {
    testApp.provider.read = ({ season }) => buildSeason({ season, previousSeasons: [2025, 2024, 2019] })
    for (const season of [2024, 2026])
      await admin.post('/api/refresh-espn/', { name: 'Harbour League', season })
    await admin.post('/api/league/Harbour League/assign-team/', { league_team_id: 2, username: 'boss' })
    const { body } = await admin.get('/api/league/Harbour%20League/meta/')
    expect(body).toMatchObject({
      current_year: 2026,
      seasons: [2026, 2024],
      league_info: { season_number: 4, first_year: 2019, commissioner: 'Ada Marlow' },
      provider_page: { url: 'https://fantasy.espn.com/football/league?leagueId=4711&seasonId=2026' },
      espn_team_id: 2,
    })
    expect((await admin.get('/api/league/Harbour%20League/snapshot/')).body).toEqual({
      payload: { id: 4711, leagueId: 4711, seasonId: 2026 },
    })
  })

  it('calls the commissioner by the name of the person into whom the account is merged', async () => {
    const member = (memberId: string, name: string, isManager: boolean) => ({
      memberId,
      name,
      isManager,
      isCreator: false,
    })
    const ownedBy = (season: number, ...people: Parameters<typeof member>) =>
      buildSeason({
        season,
        games: [],
        members: [member(...people)],
        teams: [buildTeam({ teamId: 1, ownerIds: [people[0]], primaryOwnerId: people[0] })],
      })
    testApp.provider.read = ({ season }) =>
      season === 2026 ? ownedBy(2026, '{B}', 'GretaLund', true) : ownedBy(season, '{A}', 'Greta Lund', true)
    await admin.post('/api/create-league/', { ...HARBOUR, name: 'Lunds' })
    for (const season of [2025, 2026]) await admin.post('/api/refresh-espn/', { name: 'Lunds', season })
    const commissioner = async () =>
      (await admin.get('/api/league/Lunds/meta/')).body.league_info.commissioner
    expect(await commissioner()).toBe('GretaLund')
    await admin.post('/api/league/Lunds/history/merges/', { owner: 'GretaLund', into: 'Greta Lund' })
    expect(await commissioner()).toBe('Greta Lund')
  })

  it('enables the Betslip for the league named in BETSLIP_LEAGUE', async () => {
    await admin.post('/api/create-league/', { ...HARBOUR, name: 'parlay PALS' })
    expect((await admin.get('/api/league/Parlay%20Pals/meta/')).body.features).toEqual(['betslip'])
  })

  it('returns null for the role of a non-member', async () => {
    const nonMember = await testApp.registerUser('stranger')
    expect((await nonMember.get('/api/league/Harbour%20League/me/role/')).body).toEqual({
      role: null,
      is_admin: false,
    })
  })

  it('returns the role of each kind of user', async () => {
    for (const role of ['viewer', 'player', 'admin']) {
      const client = await testApp.registerUser(role)
      await admin.post('/api/assign-user/', { username: role, league: 'Harbour League', role })
      const response = await client.get('/api/league/Harbour%20League/me/role/')
      expect(response.body).toEqual({ role, is_admin: role === 'admin' })
    }
    const other = await testApp.registerUser('other-admin', { role: 'admin', admin_code: ADMIN_CODE })
    expect((await other.get('/api/league/Harbour%20League/me/role/')).body).toEqual({
      role: null,
      is_admin: true,
    })
  })

  it('returns 404 for an unknown league', async () => {
    const response = await admin.get('/api/league/Nowhere/meta/')
    expect([response.status, response.body.error]).toEqual([404, 'League not found.'])
    expect((await admin.get('/api/league/nul%00l/meta/')).status).toBe(404)
    expect((await admin.get('/api/league/%E0%A4%A/meta/')).body.code).toBe('invalid_input')
  })
})

describe('lists of leagues', () => {
  beforeEach(async () => {
    for (const name of ['Wharf', 'anchor', 'Buoy'])
      await admin.post('/api/create-league/', { ...HARBOUR, name })
  })

  it('lists every league', async () => {
    const player = await testApp.registerUser('player')
    expect((await player.get('/api/leagues/')).body).toEqual({
      leagues: [{ name: 'anchor' }, { name: 'Buoy' }, { name: 'Wharf' }],
    })
  })

  it("lists a user's leagues, for that user and staff only", async () => {
    const player = await testApp.registerUser('player')
    await admin.post('/api/assign-user/', { username: 'player', league: 'Buoy', role: 'viewer' })
    const own = await player.get('/api/user-leagues/PLAYER/')
    expect(own.body.leagues).toEqual([{ name: 'Buoy', season: null, role: 'viewer', team: null }])
    expect((await admin.get('/api/user-leagues/player/')).body).toEqual(own.body)
    expect((await player.get('/api/user-leagues/boss/')).body.code).toBe('not_allowed')
    expect((await player.get('/api/user-leagues/nobody/')).body.code).toBe('not_allowed')
    expect((await admin.get('/api/user-leagues/nobody/')).body.code).toBe('user_not_found')
  })

  it("includes the user's team in the newest season", async () => {
    testApp.provider.read = ({ season }) => buildSeason({ season })
    await admin.post('/api/refresh-espn/', { name: 'Buoy', season: 2025 })
    await admin.post('/api/league/Buoy/assign-team/', { league_team_id: 1, username: 'boss' })
    const { body } = await admin.get('/api/user-leagues/boss/')
    expect(body.leagues[1]).toEqual({
      name: 'Buoy',
      season: 2025,
      role: 'admin',
      team: {
        name: 'Anchors',
        logo: null,
        color: expect.stringMatching(COLOR),
        rank: null,
        wins: 1,
        losses: 0,
        ties: 0,
        points_for: 101.5,
        scoring_format: 'points',
      },
    })
  })
})
