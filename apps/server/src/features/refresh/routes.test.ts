import { gunzipSync } from 'node:zlib'
import { pointsFromDecimal } from '@fieldhouse/domain/points'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProviderError, type ProviderFailure } from '../../providers/league-provider.ts'
import { aRunningJob } from '../../testing/a-league-job.ts'
import { aGame, aSeason, aTeam } from '../../testing/a-season.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type Visitor } from '../../testing/start-app.ts'

let world: TestApp
let admin: Visitor
beforeEach(async () => {
  world = await startApp()
  admin = await world.member('boss', { role: 'admin', admin_code: ADMIN_CODE })
  for (const name of ['Harbour', 'Island'])
    await admin.post('/api/create-league/', { name, espn_league_id: 4711 })
})
afterEach(() => world.close())

const refresh = (season = 2026, name: string | undefined = 'Harbour') =>
  admin.post('/api/refresh-espn/', { name, season })

const statusOf = async (name = 'Harbour') => {
  const { body } = await admin.get('/api/leagues/status/')
  return body.leagues.find((league: { name: string }) => league.name === name)
}

const standings = async (season = 2026) =>
  (await admin.get(`/api/league/Harbour/standings/?season=${season}`)).body

function failing(failure: ProviderFailure): void {
  world.provider.read = () => {
    throw new ProviderError(failure, 'for the log')
  }
}

/** A line a step. */
function logOf(season: string, noted = ''): string {
  return `${season}: read the season, 2 teams, 1 game${noted}\n${season}: ok, stored`
}

describe('a refresh', () => {
  it('stores the season and says so', async () => {
    world.provider.read = () => aSeason()
    const answer = await refresh()
    expect(answer.body).toEqual({ ok: true, log: logOf('Harbour 2026'), error: null })
    expect(await statusOf()).toEqual({
      name: 'Harbour',
      season: 2026,
      last_status: 'ok',
      status: 'ok',
      updated_at: SUNDAY.toISOString(),
      last_updated: SUNDAY.toISOString(),
      last_error: null,
      progress: null,
    })
    expect((await standings()).standings.map((team: { name: string }) => team.name)).toEqual([
      'Anchors',
      'Buoys',
    ])
  })

  it('asks for the league, the season and nothing else', async () => {
    const asked: unknown[] = []
    world.provider.read = (request) => {
      asked.push(request)
      return aSeason({ season: request.season })
    }
    await admin.post('/api/refresh-espn/', { name: 'harbour', season: '2024' })
    const signal = expect.any(AbortSignal)
    expect(asked).toEqual([{ leagueId: 4711, season: 2024, cookies: null, signal }])
  })

  it('reads the current season when none is named', async () => {
    world.provider.read = ({ season }) => aSeason({ season })
    world.clock.now = new Date('2026-02-28T23:59:59Z')
    expect((await admin.post('/api/refresh-espn/', { name: 'Harbour' })).body.log).toContain('2025')
    expect((await admin.post('/api/refresh-espn/', { name: 'Harbour', season: null })).body.log).toContain(
      '2025',
    )
  })

  it('begins a new season once the provider shows it, and stays with the old one until then', async () => {
    world.provider.read = () => aSeason()
    await refresh()
    world.clock.now = new Date('2027-03-01T00:00:00Z')
    await admin.post('/api/login/', { username: 'boss', password: 'boss-has-a-secret' })
    const again = async () => (await admin.post('/api/refresh-espn/', { name: 'Harbour' })).body.log
    world.provider.read = ({ season }) => (season === 2026 ? aSeason() : null)
    expect(await again()).toBe(logOf('Harbour 2026'))
    world.provider.read = ({ season }) => {
      if (season === 2026) return aSeason()
      throw new ProviderError('not_visible', 'nobody has opened it yet')
    }
    expect(await again()).toBe(logOf('Harbour 2026'))
    world.provider.read = ({ season }) => aSeason({ season })
    expect(await again()).toBe(logOf('Harbour 2027'))
    expect((await admin.get('/api/league/Harbour/meta/')).body.current_year).toBe(2027)
  })

  it('puts the new season in the place of the old one, whole', async () => {
    world.provider.read = () => aSeason()
    await refresh()
    world.provider.read = () =>
      aSeason({
        teams: [aTeam({ teamId: 9, name: 'Cranes', ownerIds: ['{B}'] })],
        games: [aGame({ gameId: 5 })],
      })
    await refresh()
    expect((await standings()).standings.map((team: { name: string }) => team.name)).toEqual(['Cranes'])
    expect(await world.db.selectFrom('season_games').select('game_id').execute()).toEqual([{ game_id: 5 }])
    expect(await world.db.selectFrom('season_weeks').selectAll().execute()).toEqual([])
  })

  it('keeps the answer as it came, the newest of each request', async () => {
    world.provider.read = () => aSeason()
    await refresh()
    await refresh()
    const answers = await world.db.selectFrom('provider_answers').selectAll().execute()
    expect(answers).toHaveLength(1)
    expect(answers[0]).toMatchObject({ request: '/seasons/2026', season: 2026, fetched_at: SUNDAY.getTime() })
    expect(gunzipSync(answers[0]?.body ?? '').toString()).toBe('{}')
    expect(answers[0]?.sha256).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
  })

  it('keeps who runs the league where the answer cannot tell', async () => {
    world.provider.read = () => aSeason()
    await refresh()
    world.provider.read = () =>
      aSeason({
        members: aSeason().members.map((member) => ({ ...member, isManager: false })),
        findings: [{ code: 'commissioner_unknown', detail: 'No answer.', week: null, gameId: null }],
      })
    expect((await refresh()).body.log).toBe(logOf('Harbour 2026', ', 1 noted'))
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
    world.provider.read = () => aSeason()
    await refresh()
    failing(failure)
    world.clock.now = new Date(SUNDAY.getTime() + 60_000)
    const answer = await refresh()
    expect([answer.status, answer.body.ok]).toEqual([200, false])
    expect(answer.body.error).toContain(sentence)
    const status = await statusOf()
    expect(status).toMatchObject({
      last_status: 'error',
      status: 'error',
      last_updated: SUNDAY.toISOString(),
    })
    expect(status.last_error).toContain(sentence)
    const shown = await standings()
    expect(shown.standings).toHaveLength(2)
    expect(shown).toMatchObject({ updated_at: SUNDAY.toISOString(), last_error: status.last_error })
  })

  it('is told apart from a defect of ours, which says nothing of its own', async () => {
    world.provider.read = () => {
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
    expect(await statusOf()).toMatchObject({ last_status: 'error', last_updated: null })
  })

  it('skips a season that it does not have of a league that it knows', async () => {
    world.provider.read = () => aSeason()
    await refresh()
    world.provider.read = () => null
    const answer = await refresh(2019)
    expect(answer.body).toEqual({
      ok: true,
      log: 'Harbour 2019: skipped, ESPN has no season 2019 of this league.',
      error: null,
    })
    expect(await statusOf()).toMatchObject({ season: 2019, last_status: 'skipped' })
    expect((await standings()).standings).toHaveLength(2)
  })

  it.each([
    ['no team', { teams: [], games: [] }],
    ['no game, where there were some', { games: [] }],
  ])('never replaces a season by one with %s', async (_, poorer) => {
    world.provider.read = () => aSeason()
    await refresh()
    world.provider.read = () => aSeason(poorer)
    expect((await refresh()).body.error).toContain('only a part of the season')
    expect((await standings()).standings).toHaveLength(2)
  })

  it('changes nothing when the season cannot be stored to its end', async () => {
    world.provider.read = () => aSeason()
    await refresh()
    world.provider.read = () =>
      aSeason({ games: [aGame({ home: { ...aGame().home, points: 0.5 as never } }), aGame()] })
    expect((await refresh()).body.ok).toBe(false)
    expect(await world.db.selectFrom('season_games').select('home_points').execute()).toEqual([
      { home_points: pointsFromDecimal(101.5) },
    ])
    expect(await statusOf()).toMatchObject({ last_status: 'error', status: 'error' })
  })
})

describe('one league', () => {
  it('is refreshed by one at a time', async () => {
    let letGo: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    world.provider.read = async () => {
      await gate
      return aSeason()
    }
    const first = refresh()
    await expect.poll(async () => (await statusOf()).status).toBe('running')
    await expect
      .poll(async () => (await statusOf()).progress)
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
    const died = aRunningJob({ plan: '{"season":2019}', lease_until: SUNDAY.getTime() })
    await world.db.insertInto('league_jobs').values(died).execute()
    expect((await statusOf()).status).toBe('running')
    world.provider.read = () => aSeason()
    expect((await refresh()).body.log).toContain('Harbour 2026: ok, stored')
    expect((await statusOf()).status).toBe('ok')
  })

  it('waits while its past seasons are read', async () => {
    await world.db
      .insertInto('league_jobs')
      .values(aRunningJob({ kind: 'backfill' }))
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
    world.provider.read = ({ leagueId }) => {
      if (leagueId === 4712) throw new ProviderError('unavailable', 'down')
      return aSeason()
    }
    const answer = await admin.post('/api/refresh-espn/', { season: 2026 })
    expect(answer.body.ok).toBe(false)
    expect(answer.body.log.split('\n')).toEqual([
      ...logOf('Harbour 2026').split('\n'),
      ...logOf('Island 2026').split('\n'),
      'Reef 2026: error, ESPN did not answer. The last good data stay; try again later.',
    ])
  })
})

describe('who may refresh', () => {
  it('is an admin of the league, for that league; staff for all', async () => {
    world.provider.read = () => aSeason()
    const commissioner = await world.member('commissioner')
    const player = await world.member('player')
    await admin.post('/api/assign-user/', { username: 'commissioner', league: 'Harbour', role: 'admin' })
    await admin.post('/api/assign-user/', { username: 'player', league: 'Harbour', role: 'player' })
    const ask = async (who: Visitor, body: object) => {
      const answer = await who.post('/api/refresh-espn/', body)
      return answer.status === 200 ? 200 : `${answer.status} ${answer.body.code}`
    }
    expect(await ask(world.visitor(), { name: 'Harbour' })).toBe('401 not_signed_in')
    expect(await ask(player, { name: 'Harbour' })).toBe('403 not_admin')
    expect(await ask(commissioner, { name: 'Island' })).toBe('403 not_league_admin')
    expect(await ask(commissioner, { name: 'Nowhere' })).toBe('404 league_not_found')
    expect(await ask(commissioner, {})).toBe('403 not_staff')
    expect(await world.db.selectFrom('seasons').selectAll().execute()).toEqual([])
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
    expect(await world.db.selectFrom('refreshes').selectAll().execute()).toEqual([])
  })
})
