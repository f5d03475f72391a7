import { gunzipSync } from 'node:zlib'
import { pointsFromDecimal } from '@fieldhouse/domain/points'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProviderError, type ProviderFailure } from '../../providers/league-provider.ts'
import { buildRunningJob } from '../../testing/league-job-fixture.ts'
import { buildGame, buildSeason, buildTeam } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

let testApp: TestApp
let admin: TestClient
beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  for (const name of ['Harbour', 'Island'])
    await admin.post('/api/create-league/', { name, espn_league_id: 4711 })
})
afterEach(() => testApp.close())

const refresh = (season = 2026, name: string | undefined = 'Harbour') =>
  admin.post('/api/refresh-espn/', { name, season })

const getStatus = async (name = 'Harbour') => {
  const { body } = await admin.get('/api/leagues/status/')
  return body.leagues.find((league: { name: string }) => league.name === name)
}

const getStandings = async (season = 2026) =>
  (await admin.get(`/api/league/Harbour/standings/?season=${season}`)).body

function failRequests(failure: ProviderFailure): void {
  testApp.provider.read = () => {
    throw new ProviderError(failure, 'for the log')
  }
}

/** A line a step. */
function expectedLog(season: string, noted = ''): string {
  return `${season}: read the season, 2 teams, 1 game${noted}\n${season}: ok, stored`
}

describe('a refresh', () => {
  it('stores the season and says so', async () => {
    testApp.provider.read = () => buildSeason()
    const answer = await refresh()
    expect(answer.body).toEqual({ ok: true, log: expectedLog('Harbour 2026'), error: null })
    expect(await getStatus()).toEqual({
      name: 'Harbour',
      season: 2026,
      last_status: 'ok',
      status: 'ok',
      updated_at: SUNDAY.toISOString(),
      last_updated: SUNDAY.toISOString(),
      last_error: null,
      progress: null,
    })
    expect((await getStandings()).standings.map((team: { name: string }) => team.name)).toEqual([
      'Anchors',
      'Buoys',
    ])
  })

  it('asks for the league, the season and nothing else', async () => {
    const asked: unknown[] = []
    testApp.provider.read = (request) => {
      asked.push(request)
      return buildSeason({ season: request.season })
    }
    await admin.post('/api/refresh-espn/', { name: 'harbour', season: '2024' })
    const signal = expect.any(AbortSignal)
    expect(asked).toEqual([{ leagueId: 4711, season: 2024, cookies: null, signal }])
  })

  it('reads the current season when none is named', async () => {
    testApp.provider.read = ({ season }) => buildSeason({ season })
    testApp.clock.now = new Date('2026-02-28T23:59:59Z')
    expect((await admin.post('/api/refresh-espn/', { name: 'Harbour' })).body.log).toContain('2025')
    expect((await admin.post('/api/refresh-espn/', { name: 'Harbour', season: null })).body.log).toContain(
      '2025',
    )
  })

  it('begins a new season once the provider shows it, and stays with the old one until then', async () => {
    testApp.provider.read = () => buildSeason()
    await refresh()
    testApp.clock.now = new Date('2027-03-01T00:00:00Z')
    await admin.post('/api/login/', { username: 'boss', password: 'boss-has-a-secret' })
    const again = async () => (await admin.post('/api/refresh-espn/', { name: 'Harbour' })).body.log
    testApp.provider.read = ({ season }) => (season === 2026 ? buildSeason() : null)
    expect(await again()).toBe(expectedLog('Harbour 2026'))
    testApp.provider.read = ({ season }) => {
      if (season === 2026) return buildSeason()
      throw new ProviderError('not_visible', 'nobody has opened it yet')
    }
    expect(await again()).toBe(expectedLog('Harbour 2026'))
    testApp.provider.read = ({ season }) => buildSeason({ season })
    expect(await again()).toBe(expectedLog('Harbour 2027'))
    expect((await admin.get('/api/league/Harbour/meta/')).body.current_year).toBe(2027)
  })

  it('puts the new season in the place of the old one, whole', async () => {
    testApp.provider.read = () => buildSeason()
    await refresh()
    testApp.provider.read = () =>
      buildSeason({
        teams: [buildTeam({ teamId: 9, name: 'Cranes', ownerIds: ['{B}'] })],
        games: [buildGame({ gameId: 5 })],
      })
    await refresh()
    expect((await getStandings()).standings.map((team: { name: string }) => team.name)).toEqual(['Cranes'])
    expect(await testApp.db.selectFrom('season_games').select('game_id').execute()).toEqual([{ game_id: 5 }])
    expect(await testApp.db.selectFrom('season_weeks').selectAll().execute()).toEqual([])
  })

  it('keeps the answer as it came, the newest of each request', async () => {
    testApp.provider.read = () => buildSeason()
    await refresh()
    await refresh()
    const answers = await testApp.db.selectFrom('provider_answers').selectAll().execute()
    expect(answers).toHaveLength(1)
    expect(answers[0]).toMatchObject({ request: '/seasons/2026', season: 2026, fetched_at: SUNDAY.getTime() })
    expect(gunzipSync(answers[0]?.body ?? '').toString()).toBe('{}')
    expect(answers[0]?.sha256).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
  })

  it('keeps who runs the league where the answer cannot tell', async () => {
    testApp.provider.read = () => buildSeason()
    await refresh()
    testApp.provider.read = () =>
      buildSeason({
        members: buildSeason().members.map((member) => ({ ...member, isManager: false })),
        findings: [{ code: 'commissioner_unknown', detail: 'No answer.', week: null, gameId: null }],
      })
    expect((await refresh()).body.log).toBe(expectedLog('Harbour 2026', ', 1 noted'))
    expect((await admin.get('/api/league/Harbour/meta/')).body.league_info.commissioner).toBe('Ada Marlow')
  })
})

describe('a provider that fails', () => {
  it.each([
    ['not_visible', 'This league is private on ESPN.'],
    ['refused', 'PROVIDER_USER_AGENT'],
    ['busy', 'Try again in a few minutes.'],
    ['unavailable', 'did not answer'],
    ['not_json', 'a web page'],
    ['too_large', 'more than a season can hold'],
    ['unexpected_shape', 'newer release'],
    ['wrong_league', 'check the league id'],
  ] as const)('(%s) leaves the last good season and says what to do', async (failure, sentence) => {
    testApp.provider.read = () => buildSeason()
    await refresh()
    failRequests(failure)
    testApp.clock.now = new Date(SUNDAY.getTime() + 60_000)
    const answer = await refresh()
    expect([answer.status, answer.body.ok]).toEqual([200, false])
    expect(answer.body.error).toContain(sentence)
    const status = await getStatus()
    expect(status).toMatchObject({
      last_status: 'error',
      status: 'error',
      last_updated: SUNDAY.toISOString(),
    })
    expect(status.last_error).toContain(sentence)
    const shown = await getStandings()
    expect(shown.standings).toHaveLength(2)
    expect(shown).toMatchObject({ updated_at: SUNDAY.toISOString(), last_error: status.last_error })
  })

  it('is told apart from a defect of ours, which says nothing of its own', async () => {
    testApp.provider.read = () => {
      throw new Error('undefined is not a function at secret.ts:7')
    }
    const answer = await refresh()
    expect(answer.body.error).toBe(
      'Harbour: Something went wrong on our side while reading this season. The last good data stay.',
    )
  })

  it('knows no such league while nothing of it was ever read', async () => {
    const answer = await refresh()
    expect(answer.body.error).toBe('Harbour: ESPN knows no league with the id 4711. Check the league id.')
    expect(await getStatus()).toMatchObject({ last_status: 'error', last_updated: null })
  })

  it('skips a season that it does not have of a league that it knows', async () => {
    testApp.provider.read = () => buildSeason()
    await refresh()
    testApp.provider.read = () => null
    const answer = await refresh(2019)
    expect(answer.body).toEqual({
      ok: true,
      log: 'Harbour 2019: skipped, ESPN has no season 2019 of this league.',
      error: null,
    })
    expect(await getStatus()).toMatchObject({ season: 2019, last_status: 'skipped' })
    expect((await getStandings()).standings).toHaveLength(2)
  })

  it.each([
    ['no team', { teams: [], games: [] }],
    ['no game, where there were some', { games: [] }],
  ])('never replaces a season by one with %s', async (_, poorer) => {
    testApp.provider.read = () => buildSeason()
    await refresh()
    testApp.provider.read = () => buildSeason(poorer)
    expect((await refresh()).body.error).toContain('only a part of the season')
    expect((await getStandings()).standings).toHaveLength(2)
  })

  it('changes nothing when the season cannot be stored to its end', async () => {
    testApp.provider.read = () => buildSeason()
    await refresh()
    testApp.provider.read = () =>
      buildSeason({
        games: [buildGame({ home: { ...buildGame().home, points: 0.5 as never } }), buildGame()],
      })
    expect((await refresh()).body.ok).toBe(false)
    expect(await testApp.db.selectFrom('season_games').select('home_points').execute()).toEqual([
      { home_points: pointsFromDecimal(101.5) },
    ])
    expect(await getStatus()).toMatchObject({ last_status: 'error', status: 'error' })
  })
})

describe('one league', () => {
  it('is refreshed by one at a time', async () => {
    let letGo: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    testApp.provider.read = async () => {
      await gate
      return buildSeason()
    }
    const first = refresh()
    await expect.poll(async () => (await getStatus()).status).toBe('running')
    await expect
      .poll(async () => (await getStatus()).progress)
      .toEqual({ job: 'refresh', step: 'Reading the season 2026', done: 0, total: 3 })
    const second = await refresh()
    expect(second.body).toEqual({
      ok: true,
      log: 'Harbour 2026: skipped, A refresh of this league is running already.',
      error: null,
    })
    letGo()
    expect((await first).body.ok).toBe(true)
  })

  it('is free again after a refresh that died', async () => {
    const died = buildRunningJob({ plan: '{"season":2019}', lease_until: SUNDAY.getTime() })
    await testApp.db.insertInto('league_jobs').values(died).execute()
    expect((await getStatus()).status).toBe('running')
    testApp.provider.read = () => buildSeason()
    expect((await refresh()).body.log).toContain('Harbour 2026: ok, stored')
    expect((await getStatus()).status).toBe('ok')
  })

  it('waits while its past seasons are read', async () => {
    await testApp.db
      .insertInto('league_jobs')
      .values(buildRunningJob({ kind: 'backfill' }))
      .execute()
    expect((await refresh()).body).toEqual({
      ok: true,
      log: 'Harbour 2026: skipped, Past seasons of this league are being read. Refresh it when that is done.',
      error: null,
    })
  })
})

describe('all leagues', () => {
  it('are refreshed, and one that fails does not stop the others', async () => {
    await admin.post('/api/create-league/', { name: 'Reef', espn_league_id: 4712 })
    testApp.provider.read = ({ leagueId }) => {
      if (leagueId === 4712) throw new ProviderError('unavailable', 'down')
      return buildSeason()
    }
    const answer = await admin.post('/api/refresh-espn/', { season: 2026 })
    expect(answer.body.ok).toBe(false)
    expect(answer.body.log.split('\n')).toEqual([
      ...expectedLog('Harbour 2026').split('\n'),
      ...expectedLog('Island 2026').split('\n'),
      'Reef 2026: error, ESPN did not answer. The last good data stay; try again later.',
    ])
  })
})

describe('who may refresh', () => {
  it('is an admin of the league, for that league; staff for all', async () => {
    testApp.provider.read = () => buildSeason()
    const commissioner = await testApp.registerUser('commissioner')
    const player = await testApp.registerUser('player')
    await admin.post('/api/assign-user/', { username: 'commissioner', league: 'Harbour', role: 'admin' })
    await admin.post('/api/assign-user/', { username: 'player', league: 'Harbour', role: 'player' })
    const ask = async (who: TestClient, body: object) => {
      const answer = await who.post('/api/refresh-espn/', body)
      return answer.status === 200 ? 200 : `${answer.status} ${answer.body.code}`
    }
    expect(await ask(testApp.client(), { name: 'Harbour' })).toBe('401 not_signed_in')
    expect(await ask(player, { name: 'Harbour' })).toBe('403 not_admin')
    expect(await ask(commissioner, { name: 'Island' })).toBe('403 not_league_admin')
    expect(await ask(commissioner, { name: 'Nowhere' })).toBe('404 league_not_found')
    expect(await ask(commissioner, {})).toBe('403 not_staff')
    expect(await testApp.db.selectFrom('seasons').selectAll().execute()).toEqual([])
    expect(await ask(commissioner, { name: 'Harbour' })).toBe(200)
    expect(await ask(admin, {})).toBe(200)
    expect(
      (await commissioner.get('/api/leagues/status/')).body.leagues.map((row: { name: string }) => row.name),
    ).toEqual(['Harbour'])
    expect((await player.get('/api/leagues/status/')).status).toBe(403)
  })

  it.each([
    ['season', '26'],
    ['season', 1998],
    ['season', 2026.5],
    ['season', 'twenty'],
    ['name', 7],
    ['name', 'x'.repeat(500)],
  ])('sends a sensible %s, not %j', async (field, value) => {
    const answer = await admin.post('/api/refresh-espn/', { name: 'Harbour', [field]: value })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
    expect(await testApp.db.selectFrom('refreshes').selectAll().execute()).toEqual([])
  })
})
