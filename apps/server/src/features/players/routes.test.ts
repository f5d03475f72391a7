import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../database/engine/database.ts'
import { archiveReader } from '../../repositories/archive-reader.ts'
import { writePart } from '../../repositories/archive-store.ts'
import { saveScoreboard } from '../../repositories/nfl.ts'
import { NO_PROGRESS } from '../../testing/nfl-progress.ts'
import { SUNDAY, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { buildCurrentSeason, createTwoSeasons } from '../../testing/two-seasons-fixture.ts'
import { buildWeek } from '../../testing/week-fixture.ts'

const COLOR = /^#[0-9a-f]{6}$/

let testApp: TestApp
let admin: TestClient
beforeAll(async () => {
  ;({ testApp, admin } = await createTwoSeasons())
  const venue = { venueId: 3798, venueName: 'Lambeau Field', isNeutral: false, isIndoor: false }
  const game = {
    season: 2026,
    isTimeSet: true,
    state: 'pre' as const,
    ...venue,
    line: null,
    progress: NO_PROGRESS,
  }
  const games = [
    {
      ...game,
      gameId: 400,
      week: 1,
      homeTeamId: 3,
      awayTeamId: 9,
      kickoff: new Date('2026-09-13T17:00:00Z'),
    },
    {
      ...game,
      gameId: 401,
      week: 2,
      homeTeamId: 9,
      awayTeamId: 3,
      kickoff: new Date('2026-09-20T17:00:00Z'),
    },
  ]
  for (const each of games)
    await saveScoreboard(testApp.db, { season: 2026, week: each.week, games: [each], byes: [] }, SUNDAY)
})
afterAll(() => testApp.close())

const get = async (path: string) => (await admin.get(`/api/league/Harbour/players/${path}`)).body

describe('GET a player', () => {
  it('returns this week, the team that has the player, and how it got him', async () => {
    const body = await get('11/')
    expect(body).toMatchObject({
      season: 2026,
      seasons: [2026, 2025],
      scoring_format: 'points',
      espn_id: 11,
      player: 'Rook Calloway',
      position: 'QB',
      week: 2,
      has_lineups: true,
      this_week: {
        nfl_team: 'GB',
        opp: 'CHI',
        home_away: 'home',
        is_bye: false,
        kickoff_ts: Date.parse('2026-09-20T17:00:00Z'),
        proj: 19,
        actual: null,
        injury_status: 'QUESTIONABLE',
      },
    })
    const trade = {
      how: 'trade',
      team_id: 3,
      from_team_id: 1,
      week: 2,
      at: '2026-09-16T08:00:00.000Z',
      bid: null,
      pick: null,
      round: null,
    }
    expect(body.team).toEqual({ team_id: 3, slot_id: 0, acquisition: trade })
    expect(body.acquisitions).toEqual([
      { how: 'draft', team_id: 1, from_team_id: null, week: null, at: null, bid: null, pick: 3, round: 1 },
      trade,
    ])
    expect(body.teams).toEqual([
      {
        team_id: 1,
        name: 'Anchors',
        logo: null,
        color: expect.stringMatching(COLOR),
        owners: ['Ada Marlow'],
        assigned_user: 'Ada Lark',
      },
      {
        team_id: 3,
        name: 'Cleats',
        logo: null,
        color: expect.stringMatching(COLOR),
        owners: ['Cal Winter'],
        assigned_user: null,
      },
    ])
  })

  it('lists the stored weeks of a season with the team, slot and NFL opponent', async () => {
    expect((await get('11/')).games).toEqual([
      {
        week: 1,
        team_id: 1,
        slot_id: 0,
        is_starter: true,
        points: 20.5,
        proj: 11,
        nfl_team: 'GB',
        opp: 'CHI',
        home_away: '@',
      },
      {
        week: 2,
        team_id: 3,
        slot_id: 0,
        is_starter: true,
        points: null,
        proj: 19,
        nfl_team: 'GB',
        opp: 'CHI',
        home_away: 'home',
      },
    ])
    const past = await get('11/?season=2025')
    expect(past).toMatchObject({
      season: 2025,
      week: 1,
      team: { team_id: 2, acquisition: null },
      teams: [{ name: 'Old Buoys', owners: ['Ben Okafor'] }],
      games: [{ week: 1, points: 30, opp: null }],
      acquisitions: [],
    })
  })

  it('tells the bench from the starters, and knows a waiver claim', async () => {
    const body = await get('12/')
    expect(body.games.map(({ is_starter }: { is_starter: boolean }) => is_starter)).toEqual([false, true])
    // The claim of the other team failed.
    expect(body.acquisitions).toMatchObject([{ how: 'waiver', team_id: 1, bid: 7 }])
  })

  it('finds a team defense by its negative ID', async () => {
    expect(await get('-16003/')).toMatchObject({
      espn_id: -16_003,
      player: 'Bears D/ST',
      position: 'D/ST',
      team: { team_id: 1, slot_id: 16, acquisition: { how: 'trade', from_team_id: 3 } },
      games: [
        { week: 1, team_id: 3, points: -2 },
        { week: 2, team_id: 1, points: 8 },
      ],
    })
  })

  it('has no data of a season without the player, and does not invent any', async () => {
    expect(await get('12/?season=2025')).toMatchObject({
      season: 2025,
      seasons: [2026],
      player: 'Ned Castle',
      week: 1,
      has_lineups: true,
      team: null,
      games: [],
      acquisitions: [],
      teams: [],
      this_week: { proj: null, actual: null, injury_status: null },
    })
    expect(await get('12/?season=2011')).toMatchObject({ week: null, has_lineups: false, team: null })
  })

  it('returns 404 for a player who is in no lineup of the league', async () => {
    for (const id of [77, 13, -16_004, 1]) {
      const response = await admin.get(`/api/league/Harbour/players/${id}/`)
      expect([id, response.status, response.body.code]).toEqual([id, 404, 'player_not_found'])
    }
  })

  it('does not know the players of another league', async () => {
    await admin.post('/api/create-league/', { name: 'Island', espn_league_id: 4712 })
    expect((await admin.get('/api/league/Island/players/11/')).status).toBe(404)
  })

  it.each(['x/', '1.5/', '99999999999/', '11/?season=26'])('returns 400 for %s', async (path) => {
    expect((await admin.get(`/api/league/Harbour/players/${path}`)).status).toBe(400)
  })

  it('shows the NFL game of a free agent, also the red zone', async () => {
    const game = {
      gameId: 402,
      season: 2026,
      week: 2,
      homeTeamId: 12,
      awayTeamId: 1,
      kickoff: new Date('2026-09-20T17:00:00Z'),
      isTimeSet: true,
      state: 'in' as const,
      venueId: null,
      venueName: null,
      isNeutral: null,
      isIndoor: null,
      line: null,
      progress: { ...NO_PROGRESS, period: 2, clockSeconds: 30, ballTeamId: 12, isRedZone: true },
    }
    await saveScoreboard(testApp.db, { season: 2026, week: 2, games: [game], byes: [] }, SUNDAY)
    const lineups = await archiveReader(testApp.db).listLineups(await testApp.findLeagueId(), 2026, 2)
    const others = lineups.map((lineup) => ({
      ...lineup,
      entries: lineup.entries.filter(({ playerId }) => playerId !== 12),
    }))
    await inTransaction(testApp.db, async (transaction) =>
      writePart(
        transaction,
        await testApp.findLeagueId(),
        { name: 'line-ups', week: buildWeek({ week: 2, lineups: others }) },
        { receivedAt: SUNDAY, isFetched: true },
      ),
    )
    expect(await get('12/')).toMatchObject({
      week: 2,
      team: null,
      has_lineups: true,
      this_week: {
        nfl_team: 'KC',
        opp: 'ATL',
        proj: null,
        nfl_game: { phase: 'playing', period: 2, is_red_zone: true },
      },
    })
  })

  it('has no points in a league that does not play for points', async () => {
    testApp.provider.read = () => ({ ...buildCurrentSeason(), scoringType: 'H2H_CATEGORY' })
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2026 })
    expect(await get('12/')).toMatchObject({
      scoring_format: 'categories',
      this_week: { proj: null, actual: null },
      games: [{ points: null, proj: null }],
    })
  })
})
