import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildGame, buildSeason, buildSide, buildTeam } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

let testApp: TestApp
let admin: TestClient
let player: TestClient

/** Ada plays with a different account in each season; Ben keeps his. */
beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  player = await testApp.registerUser('player')
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  await admin.post('/api/assign-user/', { username: 'player', league: 'Harbour', role: 'player' })
  testApp.provider.read = ({ season }) => {
    const account = season === 2025 ? '{A}' : '{C}'
    return buildSeason({
      season,
      members: [
        { memberId: account, name: 'Ada Marlow', isManager: true, isCreator: false },
        { memberId: '{B}', name: 'Ben Okafor', isManager: false, isCreator: false },
      ],
      teams: buildSeason().teams.map((team) =>
        buildTeam({ ...team, ownerIds: [team.teamId === 1 ? account : '{B}'] }),
      ),
    })
  }
  for (const season of [2025, 2026]) await admin.post('/api/refresh-espn/', { name: 'Harbour', season })
})
afterEach(() => testApp.close())

const MERGES_URL = '/api/league/Harbour/history/merges/'
const EXCLUSIONS_URL = '/api/league/Harbour/history/exclusions/'

const getHistory = () => player.get('/api/league/Harbour/history/')
const mergeOwners = (owner: string, into: string) => admin.post(MERGES_URL, { owner, into })
const listAuditEntries = async () =>
  (await testApp.db.selectFrom('audit_log').select('action').orderBy('id').execute())
    .map(({ action }) => action)
    .filter((action) => /^(?:owner|season)\./.test(action))

describe('merging owners', () => {
  it('counts both as one owner everywhere, and undoing it restores the exact response', async () => {
    const before = await getHistory()
    expect(before.body.owners).toEqual(['Ada Marlow', 'Ada Marlow (2)', 'Ben Okafor'])
    expect((await admin.get(MERGES_URL)).body).toMatchObject({
      merges: [],
      suggestions: [
        {
          owner: 'Ada Marlow (2)',
          into: 'Ada Marlow',
          confidence: 'medium',
          reasons: ['They have the same name.'],
        },
      ],
      people: [
        {
          owner: 'Ada Marlow',
          accounts: [{ name: 'Ada Marlow', provider: 'espn', seasons: [2025], merge_id: null }],
        },
        { owner: 'Ada Marlow (2)' },
        { owner: 'Ben Okafor', accounts: [{ seasons: [2025, 2026], team: 'Buoys', co_owners: [] }] },
      ],
    })

    const merged = await mergeOwners('ada marlow (2)', 'Ada Marlow')
    expect([merged.status, merged.body.message]).toEqual([200, 'Merged Ada Marlow (2) into Ada Marlow.'])
    const after = await getHistory()
    expect(after.headers['etag']).not.toBe(before.headers['etag'])
    expect(after.body.owners).toEqual(['Ada Marlow', 'Ben Okafor'])
    expect(after.body.all_time.by_owner).toMatchObject([
      { owner: 'Ada Marlow', years: 2, wins: 2 },
      { owner: 'Ben Okafor', years: 2, losses: 2 },
    ])
    const comparison = await player.get('/api/league/Harbour/owner-compare/?a=Ada%20Marlow&b=Ben%20Okafor')
    expect(comparison.body.summary).toMatchObject({ games: 2, wins: 2 })

    const { merges, suggestions } = (await admin.get(MERGES_URL)).body
    expect([merges, suggestions]).toEqual([
      [
        {
          id: expect.any(Number),
          owner: 'Ada Marlow',
          alias: 'Ada Marlow',
          alias_seasons: [2026],
          merged_at: testApp.clock.now.toISOString(),
        },
      ],
      [],
    ])
    expect((await admin.delete(`${MERGES_URL}${merges[0].id}/`)).status).toBe(200)
    const restored = await getHistory()
    expect([restored.headers['etag'], restored.body]).toEqual([before.headers['etag'], before.body])
    expect(await listAuditEntries()).toEqual(['owner.merge', 'owner.undo_merge'])
    // The member ID is part of the provider's sign-in cookies, so it must not be logged.
    const auditEntries = await testApp.db.selectFrom('audit_log').select('detail').execute()
    expect(auditEntries.filter(({ detail }) => /\{[AC]\}/.test(detail))).toEqual([])
  })

  it('persists when a season is refreshed', async () => {
    await mergeOwners('Ada Marlow (2)', 'Ada Marlow')
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2026 })
    expect((await getHistory()).body.owners).toEqual(['Ada Marlow', 'Ben Okafor'])
  })

  it("can be undone after the account's seasons are deleted", async () => {
    await mergeOwners('Ada Marlow (2)', 'Ada Marlow')
    await testApp.db.deleteFrom('seasons').where('season', '=', 2026).execute()
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2025 })
    const [stored] = (await admin.get(MERGES_URL)).body.merges
    expect(stored).toMatchObject({
      owner: 'Ada Marlow',
      alias: 'Unknown owner',
      alias_seasons: [],
    })
    expect((await admin.delete(`${MERGES_URL}${stored.id}/`)).status).toBe(200)
  })

  it('rejects unknown owners, identical owners and owners who already have merges', async () => {
    await mergeOwners('Ada Marlow (2)', 'Ada Marlow')
    const responses = [
      await mergeOwners('Nobody', 'Ben Okafor'),
      await mergeOwners('Ben Okafor', 'Nobody'),
      await mergeOwners('Ben Okafor', 'ben okafor'),
      await mergeOwners('Ada Marlow', 'Ben Okafor'),
      await mergeOwners('Ada Marlow (2)', 'Ben Okafor'),
      await admin.delete(`${MERGES_URL}999/`),
    ]
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'owner_not_found'],
      [404, 'owner_not_found'],
      [400, 'same_owner'],
      [409, 'owner_has_merges'],
      [404, 'owner_not_found'],
      [404, 'item_not_found'],
    ])
    expect((await mergeOwners('Ben Okafor', 'Ada Marlow')).status).toBe(200)
    expect((await getHistory()).body.owners).toEqual(['Ada Marlow'])
  })

  it('stores only one of several conflicting concurrent merges', async () => {
    const responses = await Promise.all([
      mergeOwners('Ada Marlow', 'Ben Okafor'),
      mergeOwners('Ben Okafor', 'Ada Marlow (2)'),
      mergeOwners('Ada Marlow (2)', 'Ada Marlow'),
    ])
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await testApp.db.selectFrom('owner_merges').selectAll().execute()).toHaveLength(1)
  })

  it('does not affect other leagues', async () => {
    await admin.post('/api/create-league/', { name: 'Other', espn_league_id: 4711 })
    for (const season of [2025, 2026]) await admin.post('/api/refresh-espn/', { name: 'Other', season })
    await mergeOwners('Ada Marlow (2)', 'Ada Marlow')
    const [stored] = (await admin.get(MERGES_URL)).body.merges
    expect((await admin.delete(`/api/league/Other/history/merges/${stored.id}/`)).status).toBe(404)
    expect((await admin.get('/api/league/Other/history/')).body.owners).toHaveLength(3)
    expect((await getHistory()).body.owners).toHaveLength(2)
  })
})

it('records a league event for each accepted change and none for a rejected change', async () => {
  const listHistoryEvents = async () => {
    const rows = await testApp.db.selectFrom('league_events').selectAll().orderBy('id').execute()
    return rows.filter(({ name }) => name === 'history').map(({ data }) => JSON.parse(data))
  }
  await mergeOwners('Ada Marlow (2)', 'Ada Marlow')
  await mergeOwners('Ada Marlow', 'Ben Okafor')
  const [stored] = (await admin.get(MERGES_URL)).body.merges
  await admin.delete(`${MERGES_URL}${stored.id}/`)
  await admin.post(EXCLUSIONS_URL, { season: 2025, reason: 'Scores were doubled.' })
  await admin.post(EXCLUSIONS_URL, { season: 2011, reason: 'Never played.' })
  await admin.delete('/api/league/Harbour/owners/Ben%20Okafor/picture/')
  const expected = ['owners', 'owners', 'records', 'pictures'].map((change) => ({ change }))
  expect(await listHistoryEvents()).toEqual(expected)
})

describe('excluding a season from records', () => {
  it('removes the season from records only and shows the reason to all members', async () => {
    testApp.provider.read = () =>
      buildSeason({
        season: 2025,
        games: [
          buildGame({
            home: buildSide({ teamId: 1, points: 99_900 as never }),
            away: buildSide({ teamId: 2 }),
          }),
        ],
        // With the totals of the stored game, it would not be taken.
        teams: buildSeason().teams.map((team) => ({ ...team, pointsFor: 99_900 as never })),
      })
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2025 })
    const before = (await getHistory()).body
    expect(before.all_time.league_records.highest_team_game).toMatchObject({ season: 2025, value: 999 })

    const response = await admin.post(EXCLUSIONS_URL, { season: 2025, reason: ' Scores were doubled. ' })
    expect([response.status, response.body.message]).toEqual([
      200,
      'The 2025 season is excluded from league records.',
    ])
    const { seasons, all_time } = (await getHistory()).body
    expect(seasons.map((season: { records_excluded: unknown }) => season.records_excluded)).toEqual([
      { reason: 'Scores were doubled.' },
      null,
    ])
    expect(all_time.league_records.highest_team_game).toMatchObject({ season: 2026, value: 101.5 })
    expect(all_time.by_owner).toEqual(before.all_time.by_owner)

    await admin.post(EXCLUSIONS_URL, { season: '2025', reason: 'Another reason.' })
    expect((await getHistory()).body.seasons[0].records_excluded).toEqual({ reason: 'Another reason.' })
    await admin.post(EXCLUSIONS_URL, { season: 2025, reason: null })
    expect((await getHistory()).body).toEqual(before)
    expect(await listAuditEntries()).toEqual(['season.exclude', 'season.exclude', 'season.exclude'])
  })

  it.each([
    [{ season: 2011, reason: 'x' }, 404, 'season_not_found'],
    [{ season: 2025, reason: '  ' }, 400, 'invalid_input'],
    [{ season: 2025 }, 400, 'invalid_input'],
    [{ season: 2025, reason: 'x'.repeat(301) }, 400, 'invalid_input'],
  ])('rejects an unknown season or an invalid reason: %j', async (body, status, code) => {
    const response = await admin.post(EXCLUSIONS_URL, body)
    expect([response.status, response.body.code]).toEqual([status, code])
    expect(await listAuditEntries()).toEqual([])
  })
})
