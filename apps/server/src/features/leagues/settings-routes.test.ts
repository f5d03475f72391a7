import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { comparableText, dataTables, readAllRows } from '../../testing/all-rows.ts'
import { buildRunningJob } from '../../testing/league-job-fixture.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import { type Actor, createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'

const SHEET = '1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789'

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague()
})
afterEach(() => league.testApp.close())

const save = (body: object, name = 'Harbour') =>
  league.clients.skipper.post(`/api/league/${encodeURIComponent(name)}/settings/`, body)

const listAuditEntries = async (query = '') =>
  (await league.clients.boss.get(`/api/audit/${query}`)).body.acts

async function expectUnchanged(run: () => Promise<unknown>): Promise<void> {
  const tables = await dataTables(league.testApp.db)
  const before = comparableText(await readAllRows(league.testApp.db, tables))
  await run()
  expect(comparableText(await readAllRows(league.testApp.db, tables)) === before).toBe(true)
}

describe('league settings', () => {
  it('changes settings individually, records them in the audit log and applies all but hidden picks immediately', async () => {
    expect((await league.clients.skipper.get('/api/league/Harbour/settings/')).body).toEqual({
      name: 'Harbour',
      season_note: '',
      has_betslip: false,
      hides_picks: false,
      hides_picks_from: null,
      has_recap: true,
      recap_sections: ['results', 'awards', 'power', 'odds', 'records', 'standings'],
      google_sheet_id: '',
      google_sheet_gid: '',
      espn_league_id: 4711,
    })
    const saved = await save({
      season_note: '  Keepers by Friday. ',
      has_betslip: true,
      hides_picks: true,
      has_recap: false,
      recap_sections: ['results', 'awards', 'power', 'odds', 'records', 'standings'],
      google_sheet_id: `https://docs.google.com/spreadsheets/d/${SHEET}/edit#gid=42`,
    })
    expect(saved.body.settings).toEqual({
      name: 'Harbour',
      season_note: 'Keepers by Friday.',
      has_betslip: true,
      hides_picks: true,
      hides_picks_from: '2026-10-13T09:00:00.000Z',
      has_recap: false,
      recap_sections: ['results', 'awards', 'power', 'odds', 'records', 'standings'],
      google_sheet_id: SHEET,
      google_sheet_gid: '42',
      espn_league_id: 4711,
    })
    expect((await league.clients.player.get('/api/league/Harbour/meta/')).body.features).toEqual(['betslip'])
    expect((await save({ google_sheet_id: '' })).body.settings).toMatchObject({
      google_sheet_id: '',
      google_sheet_gid: '',
      season_note: 'Keepers by Friday.',
    })
    expect(await listAuditEntries('?action=league.settings')).toMatchObject([
      { actor: 'skipper', league: 'Harbour', detail: { sheetId: null, sheetGid: null } },
      { actor: 'skipper', detail: { hasBetslip: true, hidesPicks: true, hasRecap: false, sheetId: SHEET } },
    ])
    await expectUnchanged(() => save({ has_betslip: true }))
  })

  it('renames a league and keeps its data', async () => {
    await league.post('player', 'posts/', { content: 'Still here' })
    const { body } = await save({ name: ' Häfen & Söhne ' })
    expect(body.settings.name).toBe('Häfen & Söhne')
    const feed = await league.clients.player.get(
      `/api/league/${encodeURIComponent('häfen & söhne')}/social/feed/`,
    )
    expect(feed.body.items).toHaveLength(1)
    expect((await league.clients.player.get('/api/league/Harbour/meta/')).status).toBe(404)
    expect((await save({ name: 'HÄFEN & Söhne' }, 'Häfen & Söhne')).body.settings.name).toBe('HÄFEN & Söhne')
    expect(await listAuditEntries('?action=league.settings')).toMatchObject([
      { detail: { was: 'Häfen & Söhne' } },
      { detail: { name: 'Häfen & Söhne', was: 'Harbour' } },
    ])
  })

  it('changes no setting when one of them is invalid', async () => {
    await league.clients.boss.post('/api/create-league/', { name: 'Island', espn_league_id: 1 })
    await expectUnchanged(async () => {
      for (const [body, status, code] of [
        [{ name: 'ISLAND', has_betslip: true }, 409, 'league_name_taken'],
        [{ name: ' ', has_betslip: true }, 400, 'league_name_required'],
        [{ name: '..', has_betslip: true }, 400, 'invalid_input'],
        [{ google_sheet_id: 'what', has_betslip: true }, 400, 'invalid_input'],
        [{ season_note: 'x'.repeat(501) }, 400, 'invalid_input'],
        [{ espn_league_id: 'what', has_betslip: true }, 400, 'league_id_required'],
      ] as const)
        expect(await save(body)).toMatchObject({ status, body: { code } })
    })
  })
})

describe('the ESPN league ID', () => {
  const NEW_URL = 'https://fantasy.espn.com/football/league?leagueId=815&seasonId=2026'

  async function refresh() {
    const { body } = await league.clients.skipper.post('/api/refresh-espn/', { name: 'Harbour' })
    return body
  }

  it('is corrected after a wrong one, and the next refresh reads that league', async () => {
    league.testApp.provider.read = ({ leagueId }) => (leagueId === '815' ? buildSeason() : null)
    expect((await refresh()).error).toBe(
      "Harbour: ESPN couldn't find league 4711. Correct the ESPN league ID in the league settings.",
    )
    expect((await save({ espn_league_id: NEW_URL })).body.settings.espn_league_id).toBe(815)
    expect((await league.clients.boss.get('/api/leagues/status/')).body.leagues[0]).toMatchObject({
      name: 'Harbour',
      status: 'never',
      last_error: null,
    })
    expect((await refresh()).ok).toBe(true)
    expect((await league.clients.player.get('/api/league/Harbour/meta/')).body.espn_league_id).toBe(815)
    expect(await listAuditEntries('?action=league.espn-id')).toMatchObject([
      { actor: 'skipper', league: 'Harbour', detail: { from: 4711, to: 815, deleted: '' } },
    ])
  })

  it('keeps the seasons of another ESPN league until an admin confirms that they are deleted', async () => {
    const { clients, testApp } = league
    testApp.provider.read = ({ season }) => buildSeason({ season })
    await refresh()
    await clients.skipper.post('/api/refresh-espn/', { name: 'Harbour', season: 2025 })
    await clients.boss.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'player' })
    await expectUnchanged(async () => {
      const { status, body } = await save({ espn_league_id: 815, has_betslip: true })
      expect([status, body.code]).toEqual([409, 'espn_seasons_stored'])
      expect(body.error).toBe(
        'The 2025 and 2026 seasons of ESPN league 4711 are stored. Changing the ID deletes them.',
      )
    })
    expect((await save({ espn_league_id: 815, deletes_espn_seasons: true })).status).toBe(200)
    expect((await clients.player.get('/api/league/Harbour/meta/')).body).toMatchObject({
      espn_league_id: 815,
      espn_team_id: null,
      seasons: [],
    })
    for (const table of ['seasons', 'league_logos', 'provider_responses', 'lineup_weeks', 'team_assignments'])
      expect(await countRows(table), table).toBe(0)
    expect(await listAuditEntries('?action=league.espn-id')).toMatchObject([
      { detail: { from: 4711, to: 815, deleted: '2025, 2026' } },
    ])
  })

  it('keeps seasons from CSV files, which belong to no ESPN league, and their assignments', async () => {
    const { clients, testApp } = league
    testApp.provider.read = () => buildSeason()
    await refresh()
    await clients.boss.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'player' })
    await testApp.db
      .updateTable('seasons')
      .set({ source: 'csv', provider: null, provider_league_id: null })
      .execute()
    expect((await save({ espn_league_id: 815 })).status).toBe(200)
    expect((await clients.player.get('/api/league/Harbour/meta/')).body).toMatchObject({
      seasons: [2026],
      espn_team_id: 1,
    })
  })

  it('stays while a refresh reads the league', async () => {
    await league.testApp.db
      .insertInto('jobs')
      .values(buildRunningJob({ league_id: league.leagueId }))
      .execute()
    await expectUnchanged(async () => {
      const { status, body } = await save({ espn_league_id: 815 })
      expect([status, body.code]).toEqual([409, 'job_running'])
      expect(body.error).toMatch(/^This league is being refreshed \(started less than a minute ago\)\./)
    })
    expect((await save({ espn_league_id: 4711, has_betslip: true })).status).toBe(200)
  })

  async function countRows(table: string): Promise<number> {
    return (await sql`select 1 from ${sql.table(table)}`.execute(league.testApp.db)).rows.length
  }
})

describe('league members', () => {
  const remove = (username: string) =>
    league.clients.skipper.post('/api/league/Harbour/members/remove/', { username })

  it('lists members with role and team, and removes one together with the team but not the posts', async () => {
    const { testApp, clients } = league
    testApp.provider.read = () => buildSeason()
    await clients.boss.post('/api/refresh-espn/', { name: 'Harbour' })
    await clients.boss.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'player' })
    await league.post('player', 'posts/', { content: 'Farewell' })
    const { body } = await clients.skipper.get('/api/league/Harbour/members/')
    expect(
      body.members.map(({ username, name, role, team }: Record<string, string>) => [
        username,
        name,
        role,
        team,
      ]),
    ).toEqual([
      ['boss', 'boss', 'admin', null],
      ['skipper', 'skipper', 'admin', null],
      ['player', 'Rosa Field', 'player', 'Anchors'],
      ['viewer', 'viewer', 'viewer', null],
    ])
    expect((await remove('PLAYER')).body.message).toBe('Rosa Field was removed from Harbour.')
    expect((await clients.player.get('/api/league/Harbour/standings/')).body.code).toBe('not_member')
    const teams = (await clients.boss.get('/api/league/Harbour/teams/')).body.teams
    expect(teams[0]).toMatchObject({ name: 'Anchors', assigned_user: null })
    expect(await league.feed('viewer')).toMatchObject([{ content: 'Farewell', user: 'Rosa Field' }])
    expect(await listAuditEntries('?action=league.remove-member')).toMatchObject([
      { actor: 'skipper', detail: { username: 'player', role: 'player' } },
    ])
  })

  it('never removes the last admin of a league', async () => {
    expect((await remove('boss')).status).toBe(200)
    await expectUnchanged(async () => {
      expect((await remove('skipper')).body).toMatchObject({
        code: 'last_league_admin',
        error: 'The last admin of a league cannot be removed.',
      })
      expect((await remove('stranger')).body.code).toBe('member_not_found')
      expect((await remove('unknown')).body.code).toBe('user_not_found')
    })
  })

  it('keeps one admin when two admins remove each other at the same time', async () => {
    const { boss, skipper } = league.clients
    const responses = await Promise.all([
      boss.post('/api/league/Harbour/members/remove/', { username: 'skipper' }),
      skipper.post('/api/league/Harbour/members/remove/', { username: 'boss' }),
    ])
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('leaving a league', () => {
  const leave = (actor: Actor) => league.clients[actor].post('/api/league/Harbour/leave/')

  it('ends the membership and unassigns the team, but keeps the posts', async () => {
    const { testApp, clients } = league
    testApp.provider.read = () => buildSeason()
    await clients.boss.post('/api/refresh-espn/', { name: 'Harbour' })
    await clients.boss.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'player' })
    await league.post('player', 'posts/', { content: 'Farewell' })
    expect((await leave('player')).body).toEqual({ message: 'You left Harbour.' })
    expect((await clients.player.get('/api/league/Harbour/standings/')).body.code).toBe('not_member')
    const teams = (await clients.boss.get('/api/league/Harbour/teams/')).body.teams
    expect(teams[0]).toMatchObject({ name: 'Anchors', assigned_user: null })
    expect(await league.feed('viewer')).toMatchObject([{ content: 'Farewell', user: 'Rosa Field' }])
    expect(await listAuditEntries('?action=league.leave')).toMatchObject([
      { actor: 'player', league: 'Harbour', detail: { role: 'player' } },
    ])
  })

  it('is refused to the last admin, until somebody else is one', async () => {
    await leave('skipper')
    await expectUnchanged(async () => {
      expect((await leave('boss')).body).toMatchObject({
        code: 'last_league_admin',
        error:
          "You're the only admin of Harbour. Make somebody else an admin, or delete the league, before you leave.",
      })
    })
    await league.clients.boss.post('/api/assign-user/', {
      username: 'viewer',
      league: 'Harbour',
      role: 'admin',
    })
    expect((await leave('boss')).status).toBe(200)
  })

  it('is refused to site staff who are no members', async () => {
    await leave('boss')
    expect((await leave('boss')).body).toMatchObject({
      code: 'member_not_found',
      error: "You're not a member of Harbour.",
    })
  })

  it('keeps one admin when two admins leave at the same time', async () => {
    const responses = await Promise.all([leave('boss'), leave('skipper')])
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('deleting a league', () => {
  const remove = (name: string) => league.clients.skipper.post('/api/league/Harbour/delete/', { name })

  it('deletes a league and its data except the audit log, only with the exact name', async () => {
    const { testApp, clients } = league
    testApp.provider.read = () => buildSeason()
    await clients.boss.post('/api/refresh-espn/', { name: 'Harbour' })
    await league.post('player', 'posts/', { content: 'Gone soon' })
    await clients.boss.post('/api/create-league/', { name: 'Island', espn_league_id: 1 })
    await expectUnchanged(async () => {
      for (const name of ['', 'harbour', 'Harbour ', 'Island'])
        expect((await remove(name)).body).toMatchObject({ code: 'name_not_confirmed' })
    })
    expect((await remove('Harbour')).body.message).toBe('League Harbour deleted.')
    expect((await clients.skipper.get('/api/league/Harbour/meta/')).body.code).toBe('league_not_found')
    expect((await clients.boss.get('/api/leagues/')).body.leagues).toEqual([{ name: 'Island' }])
    const rows = await readAllRows(testApp.db, await dataTables(testApp.db))
    const remaining = rows.filter(
      ({ table, rows: tableRows }) =>
        table.name !== 'audit_log' && tableRows.some((row) => row['league_id'] === league.leagueId),
    )
    expect(remaining.map(({ table }) => table.name)).toEqual([])
    expect((await listAuditEntries())[0]).toMatchObject({
      actor: 'skipper',
      action: 'league.delete',
      league: null,
      detail: { name: 'Harbour' },
    })
  })
})

describe('the audit log', () => {
  it('filters and paginates the audit log', async () => {
    const { boss } = league.clients
    const first = await boss.get('/api/audit/?limit=3')
    expect(first.body.acts).toHaveLength(3)
    const all = (await listAuditEntries('?limit=100')).map(({ id }: { id: number }) => id)
    const second = await boss.get(`/api/audit/?limit=100&older_than=${first.body.next}`)
    expect([...first.body.acts, ...second.body.acts].map(({ id }: { id: number }) => id)).toEqual(all)
    expect(second.body.next).toBe(null)
    expect(
      (await listAuditEntries('?actor=BOSS&action=league.create')).map(
        (entry: { league: string }) => entry.league,
      ),
    ).toEqual(['Harbour'])
    expect(first.body.actions).toEqual(expect.arrayContaining(['account.register', 'league.create']))
    expect(await listAuditEntries('?to=2026-10-01T00:00:00Z')).toEqual([])
    expect(await listAuditEntries('?from=2026-10-01T00:00:00Z&limit=100')).toHaveLength(all.length)
    expect(await listAuditEntries('?action=league.unknown')).toEqual([])
  })

  it('shows a league admin only the audit entries of their leagues', async () => {
    const { boss, skipper } = league.clients
    await boss.post('/api/create-league/', { name: 'Island', espn_league_id: 1 })
    const { body } = await skipper.get('/api/audit/?limit=100')
    expect(new Set(body.acts.map((entry: { league: string }) => entry.league))).toEqual(new Set(['Harbour']))
    expect(body.actions).toEqual(['league.create'])
    expect((await boss.get('/api/audit/?league=island')).body.acts).toMatchObject([{ league: 'Island' }])
  })
})
