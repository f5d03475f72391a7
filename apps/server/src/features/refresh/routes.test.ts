import { gunzipSync } from 'node:zlib'
import { pointsFromDecimal } from '@fieldhouse/domain/points'
import { weeklyScoresOf } from '@fieldhouse/domain/seasons/season-views'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OtherSportError, ProviderError, type ProviderFailure } from '../../providers/league-provider.ts'
import { createBarrier } from '../../testing/barrier.ts'
import { readSeason } from '../../testing/change-season.ts'
import { buildRunningJob } from '../../testing/league-job-fixture.ts'
import { buildGame, buildSeason, buildSide, buildTeam } from '../../testing/season-fixture.ts'
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

/** The expected log, one line per step. */
function expectedLog(season: string, findingsNote = ''): string {
  return `${season}: read the season (2 teams, 1 game${findingsNote})\n${season}: ok, saved`
}

describe('a refresh', () => {
  it('stores the season and reports it', async () => {
    testApp.provider.read = () => buildSeason()
    const response = await refresh()
    expect(response.body).toEqual({
      ok: true,
      log: expectedLog('Harbour 2026'),
      error: null,
      progress: null,
    })
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

  it('requests only the given season of the league', async () => {
    const requests: unknown[] = []
    testApp.provider.read = (request) => {
      requests.push(request)
      return buildSeason({ season: request.season })
    }
    await admin.post('/api/refresh-espn/', { name: 'harbour', season: '2024' })
    const signal = expect.any(AbortSignal)
    expect(requests).toEqual([{ leagueId: '4711', season: 2024, cookies: null, signal }])
  })

  it('reads the current season by default', async () => {
    testApp.provider.read = ({ season }) => buildSeason({ season })
    testApp.clock.now = new Date('2026-02-28T23:59:59Z')
    expect((await admin.post('/api/refresh-espn/', { name: 'Harbour' })).body.log).toContain('2025')
    expect((await admin.post('/api/refresh-espn/', { name: 'Harbour', season: null })).body.log).toContain(
      '2025',
    )
  })

  it('switches to a new season once the provider shows it', async () => {
    testApp.provider.read = () => buildSeason()
    await refresh()
    testApp.clock.now = new Date('2027-03-01T00:00:00Z')
    await admin.post('/api/login/', { username: 'boss', password: 'boss-has-a-secret' })
    const refreshAgain = async () => (await admin.post('/api/refresh-espn/', { name: 'Harbour' })).body.log
    testApp.provider.read = ({ season }) => (season === 2026 ? buildSeason() : null)
    expect(await refreshAgain()).toBe(expectedLog('Harbour 2026'))
    testApp.provider.read = ({ season }) => {
      if (season === 2026) return buildSeason()
      throw new ProviderError('not_visible', 'not opened yet')
    }
    expect(await refreshAgain()).toBe(expectedLog('Harbour 2026'))
    testApp.provider.read = ({ season }) => buildSeason({ season })
    expect(await refreshAgain()).toBe(expectedLog('Harbour 2027'))
    expect((await admin.get('/api/league/Harbour/meta/')).body.current_year).toBe(2027)
  })

  it('replaces the whole stored season', async () => {
    testApp.provider.read = () => buildSeason()
    await refresh()
    testApp.provider.read = () =>
      buildSeason({
        teams: [buildTeam({ teamId: 9, name: 'Cranes', ownerIds: ['{B}'] })],
        games: [buildGame({ gameId: 5 })],
      })
    await refresh()
    expect((await getStandings()).standings.map((team: { name: string }) => team.name)).toEqual(['Cranes'])
    const stored = await readSeason(testApp.db, await testApp.findLeagueId(), 2026)
    expect(stored.games.map(({ gameId }) => gameId)).toEqual([5])
    expect(weeklyScoresOf(stored)).toEqual([])
  })

  it('stores the newest raw provider response of each request', async () => {
    testApp.provider.read = () => buildSeason()
    await refresh()
    await refresh()
    const storedResponses = await testApp.db.selectFrom('provider_responses').selectAll().execute()
    expect(storedResponses).toHaveLength(1)
    expect(storedResponses[0]).toMatchObject({
      request: '/seasons/2026',
      season: 2026,
      fetched_at: SUNDAY.getTime(),
    })
    expect(gunzipSync(storedResponses[0]?.body ?? '').toString()).toBe('{}')
    expect(storedResponses[0]?.sha256).toBe(
      '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    )
  })

  it('keeps the stored commissioner when the provider does not name one', async () => {
    testApp.provider.read = () => buildSeason()
    await refresh()
    testApp.provider.read = () =>
      buildSeason({
        members: buildSeason().members.map((member) => ({ ...member, isManager: false })),
        findings: [{ code: 'commissioner_unknown', detail: 'No response.', week: null, gameId: null }],
      })
    expect((await refresh()).body.log).toBe(expectedLog('Harbour 2026', ', 1 finding'))
    expect((await admin.get('/api/league/Harbour/meta/')).body.league_info.commissioner).toBe('Ada Marlow')
  })

  it('names the commissioner as in the newest season that has one', async () => {
    testApp.provider.read = ({ season }) =>
      buildSeason({
        season,
        members: buildSeason().members.map((member) =>
          season === 2025 ? member : { ...member, name: `${member.name} II`, isManager: false },
        ),
      })
    for (const season of [2025, 2026]) await admin.post('/api/refresh-espn/', { name: 'Harbour', season })
    expect((await admin.get('/api/league/Harbour/meta/')).body.league_info.commissioner).toBe('Ada Marlow')
  })
})

describe('a failing provider', () => {
  it.each([
    ['not_visible', 'This league is private on ESPN.'],
    ['refused', 'PROVIDER_USER_AGENT'],
    ['busy', 'Try again in a few minutes.'],
    ['unavailable', "didn't respond"],
    ['not_json', 'a web page'],
    ['too_large', 'more data than a season can have'],
    ['unexpected_shape', 'newer Fieldhouse release'],
    ['wrong_league', 'Check the league ID'],
  ] as const)(
    'keeps the stored season and says what to do when the provider fails with %s',
    async (failure, message) => {
      testApp.provider.read = () => buildSeason()
      await refresh()
      failRequests(failure)
      testApp.clock.now = new Date(SUNDAY.getTime() + 60_000)
      const response = await refresh()
      expect([response.status, response.body.ok]).toEqual([200, false])
      expect(response.body.error).toContain(message)
      const status = await getStatus()
      expect(status).toMatchObject({
        last_status: 'error',
        status: 'error',
        last_updated: SUNDAY.toISOString(),
      })
      expect(status.last_error).toContain(message)
      const displayed = await getStandings()
      expect(displayed.standings).toHaveLength(2)
      expect(displayed).toMatchObject({ updated_at: SUNDAY.toISOString(), last_error: status.last_error })
    },
  )

  it('says nothing of the league when only an earlier season is refused', async () => {
    testApp.provider.read = ({ season }) => buildSeason({ season, previousSeasons: [2020] })
    await refresh()
    const before = await getStatus()
    failRequests('not_visible')
    testApp.clock.now = new Date(SUNDAY.getTime() + 60_000)
    expect((await refresh(2020)).body.ok).toBe(false)
    expect(await getStatus()).toEqual(before)
    const { body } = await admin.get('/api/league/Harbour/seasons/')
    expect(body.missing).toMatchObject([{ season: 2020 }])
  })

  it.each([
    [2028, 'The latest season is 2027.'],
    [2019, "ESPN has this league's seasons since 2020."],
  ])('refuses the year %i outside of the league at its field', async (season, message) => {
    testApp.provider.read = () => buildSeason({ previousSeasons: [2020] })
    await refresh()
    expect((await refresh(season)).body.fields).toEqual({ season: message })
  })

  it('is no failure of a league whose seasons come as files', async () => {
    await admin.post('/api/create-league/', { name: 'Files', source: null })
    expect((await admin.post('/api/refresh/', { name: 'Files' })).body.ok).toBe(true)
    expect(await getStatus('Files')).toMatchObject({ last_status: 'skipped' })
  })

  it('hides the details of an internal error', async () => {
    testApp.provider.read = () => {
      throw new Error('undefined is not a function at secret.ts:7')
    }
    const response = await refresh()
    expect(response.body.error).toBe(
      'Harbour: Something went wrong on our end while reading this season. Showing the last good data.',
    )
  })

  it('reports an unknown league when no season of it was ever read', async () => {
    const response = await refresh()
    expect(response.body.error).toBe(
      "Harbour: ESPN couldn't find league 4711. Correct the ESPN league ID in the league settings.",
    )
    expect(await getStatus()).toMatchObject({ last_status: 'error', last_updated: null })
  })

  it('skips a season that the provider does not have of a known league', async () => {
    testApp.provider.read = () => buildSeason()
    await refresh()
    testApp.provider.read = () => null
    const response = await refresh(2019)
    expect(response.body).toEqual({
      ok: true,
      log: 'Harbour 2019: skipped. ESPN has no 2019 season for this league.',
      error: null,
      progress: null,
    })
    expect(await getStatus()).toMatchObject({ season: 2026, last_status: 'ok' })
    expect((await getStandings()).standings).toHaveLength(2)
  })

  it.each([
    ['no teams', { teams: [], games: [] }],
    ['no games although some are stored', { games: [] }],
    [
      'an emptied week, although others have more games',
      {
        games: [
          buildGame({ result: 'undecided' }),
          buildGame({ gameId: 2, period: 2 }),
          buildGame({ gameId: 3, period: 2 }),
        ],
      },
    ],
  ])('never replaces a season with one that has %s', async (_, incomplete) => {
    testApp.provider.read = () => buildSeason()
    await refresh()
    testApp.provider.read = () => buildSeason(incomplete)
    expect((await refresh()).body.error).toContain('only part of the season')
    expect((await getStandings()).standings).toHaveLength(2)
  })

  it('says so when the league is one of another sport', async () => {
    testApp.provider.read = () => {
      throw new OtherSportError('Hoops', null)
    }
    expect((await refresh()).body.error).toContain(
      'Hoops is a league of another sport. Fieldhouse shows fantasy football leagues.',
    )
  })

  it('changes nothing when storing the season fails', async () => {
    testApp.provider.read = () => buildSeason()
    await refresh()
    testApp.provider.read = () =>
      buildSeason({
        games: [buildGame({ home: { ...buildGame().home, points: pointsFromDecimal(102) } })],
        // Fails after the season itself is written.
        teams: buildSeason().teams.map((team) => ({ ...team, logo: 7 as never })),
      })
    expect((await refresh()).body.ok).toBe(false)
    const { games } = await readSeason(testApp.db, await testApp.findLeagueId(), 2026)
    expect(games.map(({ home }) => home.points)).toEqual([pointsFromDecimal(101.5)])
    expect(await getStatus()).toMatchObject({ last_status: 'error', status: 'error' })
  })
})

describe('scores that a provider has lost', () => {
  const NOTE = { bracket: 'regular', categories: null } as const
  const points = pointsFromDecimal
  const running = (home: number, away: number) =>
    buildGame({
      ...NOTE,
      gameId: 2,
      period: 2,
      result: 'undecided',
      home: buildSide({
        teamId: 1,
        livePoints: points(home),
        pointsByWeek: [{ week: 2, points: points(home) }],
      }),
      away: buildSide({
        teamId: 2,
        livePoints: points(away),
        pointsByWeek: [{ week: 2, points: points(away) }],
      }),
    })
  const findings = async () =>
    (await admin.get('/api/league/Harbour/seasons/')).body.seasons[0].findings.map(
      ({ code, week }: { code: string; week: number }) => [code, week],
    )
  const scores = async (week: number) => {
    const { body } = await admin.get(`/api/league/Harbour/scoreboard/?season=2026&week=${week}`)
    return body.matchups.map(({ home, away }: Record<'home' | 'away', { score: number | null }>) => [
      home.score,
      away.score,
    ])
  }
  const accept = (week: number) =>
    admin.post('/api/league/Harbour/seasons/accept-zeros/', { season: 2026, week })

  it('stay while a running week has zeros, until an admin accepts them', async () => {
    testApp.provider.read = () => buildSeason({ games: [buildGame(), running(55.5, 44.4)] })
    await refresh()
    expect((await accept(2)).body.ok).toBe(true)
    testApp.provider.read = () => buildSeason({ games: [buildGame(), running(0, 0)] })
    expect((await refresh()).body.log).toContain('2 games, 1 finding')
    await refresh()
    expect([await scores(2), await findings()]).toEqual([[[55.5, 44.4]], [['zeros_not_taken', 2]]])
    expect((await admin.get('/api/league/Harbour/seasons/')).body.seasons[0].last_failure).toBeNull()
    expect((await accept(2)).body).toMatchObject({ ok: true, error: null })
    expect([await scores(2), await findings()]).toEqual([[[null, null]], []])
    const { body } = await admin.get('/api/audit/?action=season.accept_zeros')
    expect(body.acts.length).toBe(1)
  })

  it('stay in a final week that comes back damaged', async () => {
    testApp.provider.read = () => buildSeason()
    await refresh()
    const damaged = buildGame({ home: buildSide({ teamId: 1, points: points(1) }) })
    testApp.provider.read = () => buildSeason({ games: [damaged] })
    await refresh()
    expect([await scores(1), await findings()]).toEqual([[[101.5, 88.02]], [['scores_not_taken', 1]]])
  })
})

describe('a league', () => {
  it('runs only one refresh of a league at a time', async () => {
    let release: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    testApp.provider.read = async () => {
      await gate
      return buildSeason()
    }
    const first = refresh()
    await expect.poll(async () => (await getStatus()).status).toBe('running')
    await expect
      .poll(async () => (await getStatus()).progress)
      .toEqual({ job: 'refresh', step: 'Reading the 2026 season', done: 0, total: 3 })
    const second = await refresh()
    expect(second.body).toEqual({
      ok: true,
      log: 'Harbour 2026: skipped. A refresh of this league is already running.',
      error: null,
      progress: null,
    })
    release()
    expect((await first).body.ok).toBe(true)
  })

  it('refreshes a league again after a crashed refresh', async () => {
    const expiredJob = buildRunningJob({
      league_id: await testApp.findLeagueId(),
      payload: '{"season":2019}',
      lease_until: SUNDAY.getTime(),
    })
    await testApp.db.insertInto('jobs').values(expiredJob).execute()
    expect((await getStatus()).status).toBe('running')
    testApp.provider.read = () => buildSeason()
    expect((await refresh()).body.log).toContain('Harbour 2026: ok, saved')
    expect((await getStatus()).status).toBe('ok')
  })

  it('skips the refresh while past seasons are being imported', async () => {
    await testApp.db
      .insertInto('jobs')
      .values(buildRunningJob({ league_id: await testApp.findLeagueId(), kind: 'backfill' }))
      .execute()
    expect((await refresh()).body).toEqual({
      ok: true,
      log: 'Harbour 2026: skipped. Past seasons of this league are being imported. Try again when that finishes.',
      error: null,
      progress: null,
    })
  })
})

describe('refreshing all leagues', () => {
  it('continues with the other leagues when one fails', async () => {
    await admin.post('/api/create-league/', { name: 'Reef', espn_league_id: 4712 })
    testApp.provider.read = ({ leagueId }) => {
      if (leagueId === '4712') throw new ProviderError('unavailable', 'down')
      return buildSeason()
    }
    const response = await admin.post('/api/refresh-espn/', { season: 2026 })
    expect(response.body.ok).toBe(false)
    expect(response.body.log.split('\n')).toEqual([
      ...expectedLog('Harbour 2026').split('\n'),
      ...expectedLog('Island 2026').split('\n'),
      "Reef 2026: error. ESPN didn't respond. Showing the last good data. Try again later.",
    ])
  })
})

describe('a refresh of all leagues that takes longer than a request', () => {
  const refreshAll = (wait_seconds = 0) => admin.post('/api/refresh-espn/', { season: 2026, wait_seconds })
  const getRefresh = async () => (await admin.get('/api/refresh-espn/')).body.refresh

  it('queues all leagues, responds with the progress, and continues', async () => {
    const { released, release } = createBarrier()
    testApp.provider.read = async () => {
      await released
      return buildSeason()
    }
    expect(await getRefresh()).toBe(null)
    const running = { ok: true, log: '', error: null, progress: { done: 0, total: 2 } }
    expect((await refreshAll()).body).toEqual(running)
    await expect
      .poll(async () => [await getStatus('Harbour'), await getStatus('Island')].map(({ status }) => status))
      .toEqual(['running', 'running'])
    expect(await getRefresh()).toEqual({ ...running, started_at: SUNDAY.toISOString(), ended_at: null })
    // A second request follows the first one instead of skipping the leagues.
    expect((await refreshAll()).body).toEqual(running)
    release()
    await expect.poll(async () => (await getRefresh()).progress).toBe(null)
    expect(await getRefresh()).toEqual({
      ok: true,
      log: `${expectedLog('Harbour 2026')}\n${expectedLog('Island 2026')}`,
      error: null,
      progress: null,
      started_at: SUNDAY.toISOString(),
      ended_at: SUNDAY.toISOString(),
    })
  })

  it('queues the other leagues while a scheduled refresh of the first one is running', async () => {
    testApp.provider.read = () => buildSeason()
    await testApp.db
      .insertInto('jobs')
      .values(buildRunningJob({ league_id: await testApp.findLeagueId() }))
      .execute()
    await refreshAll()
    await expect.poll(async () => (await getRefresh()).progress).toEqual({ done: 1, total: 2 })
    expect((await getRefresh()).log).toBe(expectedLog('Island 2026'))
    await testApp.db
      .updateTable('jobs')
      .set({ status: 'done', ended_at: SUNDAY.getTime() })
      .where('lease_token', '=', 'another process')
      .execute()
    await expect.poll(async () => (await getRefresh()).progress).toBe(null)
    expect((await getRefresh()).log).toBe(`${expectedLog('Harbour 2026')}\n${expectedLog('Island 2026')}`)
  })

  it('skips a league with a backfill, and reports one that is deleted', async () => {
    testApp.provider.read = () => buildSeason()
    await testApp.db
      .insertInto('jobs')
      .values(buildRunningJob({ league_id: await testApp.findLeagueId(), kind: 'backfill' }))
      .execute()
    expect((await refreshAll(20)).body).toEqual({
      ok: true,
      log: `Harbour 2026: skipped. Past seasons of this league are being imported. Try again when that finishes.\n${expectedLog('Island 2026')}`,
      error: null,
      progress: null,
    })
    await testApp.db.deleteFrom('leagues').where('name', '=', 'Island').execute()
    expect((await getRefresh()).error).toBe('Island: This league was deleted.')
  })

  it('continues in another process after a crash', async () => {
    testApp.provider.read = () => buildSeason()
    const leagues = await testApp.db.selectFrom('leagues').select(['id', 'name']).orderBy('id').execute()
    const payload = {
      season: 2026,
      requestedBy: 1,
      leagues: leagues.map((league) => ({ ...league, jobId: null, report: null })),
    }
    await testApp.db
      .insertInto('jobs')
      .values({
        ...buildRunningJob({ kind: 'refresh-all', unique_key: 'refresh-all', lease_until: 0 }),
        league_id: null,
        payload: JSON.stringify(payload),
      })
      .execute()
    expect((await refreshAll(20)).body.log).toBe(
      `${expectedLog('Harbour 2026')}\n${expectedLog('Island 2026')}`,
    )
    expect(
      await testApp.db.selectFrom('jobs').select('id').where('kind', '=', 'refresh-all').execute(),
    ).toEqual([{ id: 1 }])
  })

  it('responds with an empty log when there are no leagues', async () => {
    await testApp.db.deleteFrom('leagues').execute()
    expect((await refreshAll(20)).body).toEqual({ ok: true, log: '', error: null, progress: null })
  })
})

describe('POST /api/refresh-espn/', () => {
  it('lets league admins refresh their league and staff refresh all leagues', async () => {
    testApp.provider.read = () => buildSeason()
    const commissioner = await testApp.registerUser('commissioner')
    await admin.post('/api/assign-user/', { username: 'commissioner', league: 'Harbour', role: 'admin' })
    const request = async (client: TestClient, body: object) => {
      const response = await client.post('/api/refresh-espn/', body)
      return response.status === 200 ? 200 : `${response.status} ${response.body.code}`
    }
    expect(await request(commissioner, { name: 'Nowhere' })).toBe('404 league_not_found')
    expect(await request(commissioner, {})).toBe('403 not_staff')
    expect(await testApp.db.selectFrom('seasons').selectAll().execute()).toEqual([])
    expect(await request(commissioner, { name: 'Harbour' })).toBe(200)
    expect(await request(admin, {})).toBe(200)
    expect(
      (await commissioner.get('/api/leagues/status/')).body.leagues.map((row: { name: string }) => row.name),
    ).toEqual(['Harbour'])
  })

  it.each([
    ['season', '26'],
    ['season', 1998],
    ['season', 2026.5],
    ['season', 'twenty'],
    ['name', 7],
    ['name', 'x'.repeat(500)],
  ])('returns 400 for the %s %j', async (field, value) => {
    const response = await admin.post('/api/refresh-espn/', { name: 'Harbour', [field]: value })
    expect([response.status, Object.keys(response.body.fields)]).toEqual([400, [field]])
    expect(await testApp.db.selectFrom('refreshes').selectAll().execute()).toEqual([])
  })
})
