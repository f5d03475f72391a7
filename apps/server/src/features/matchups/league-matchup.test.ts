import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp, TestClient } from '../../testing/start-app.ts'
import { buildPastSeason, createTwoSeasons } from '../../testing/two-seasons-fixture.ts'

const COLOR = /^#[0-9a-f]{6}$/

let testApp: TestApp
let admin: TestClient
let player: TestClient
beforeAll(async () => {
  ;({ testApp, admin, player } = await createTwoSeasons())
})
afterAll(() => testApp.close())

const get = async (path: string) => (await admin.get(`/api/league/Harbour/${path}`)).body

describe('GET a game', () => {
  it('returns a live game of two other teams, with both lineups', async () => {
    const body = await get('games/2026/2/3/')
    expect(body).toMatchObject({
      season: 2026,
      seasons: [2026, 2025],
      scoring_format: 'points',
      weeks: [1, 2, 3],
      last_error: null,
      previous_game: null,
      next_game: 4,
    })
    const { home, away, ...matchup } = body.matchup
    expect(matchup).toEqual({
      id: 3,
      status: 'Live',
      state: 'live',
      result: null,
      is_playoff: false,
      round: null,
      nfl_weeks: [2],
      week: 2,
      lineup_week: 2,
    })
    const { lineup, ...team } = home
    expect(team).toEqual({
      team_id: 1,
      name: 'Anchors',
      logo: null,
      color: expect.stringMatching(COLOR),
      score: 50,
      proj: 120,
      win_chance: expect.closeTo(0.745, 2),
      categories: null,
      // The NFL schedule is not stored.
      remaining: null,
      record: { wins: 1, losses: 0, ties: 0 },
      seed: 1,
      rank: 1,
      owners: ['Ada Marlow'],
      assigned_user: 'Ada Lark',
      top_scorer: { espn_id: 12, player: 'Ned Castle', points: 12 },
    })
    expect(lineup.map((spot: { player: string | null }) => spot.player)).toEqual([
      'Ned Castle',
      null,
      null,
      'Bears D/ST',
    ])
    // The only starter has not played.
    expect(away).toMatchObject({ team_id: 3, assigned_user: null, top_scorer: null })
  })

  it('returns a finished game without projections, and one to come without scores', async () => {
    expect((await get('games/2026/1/1/')).matchup).toMatchObject({
      status: 'Final',
      result: 'home',
      home: { score: 101.5, proj: null, win_chance: null },
      away: { score: 88.02, proj: null, lineup: null },
    })
    expect(await get('games/2026/3/5/')).toMatchObject({
      matchup: { state: 'before', home: { team_id: 2, score: null }, away: { team_id: 1, score: null } },
      previous_game: null,
      next_game: null,
    })
  })

  it('names the round of a playoff game, and orders the championship first', async () => {
    const final = await get('games/2025/4/8/')
    expect(final).toMatchObject({
      matchup: {
        is_playoff: true,
        round: { name: 'Championship', bracket: 'championship' },
        nfl_weeks: [4, 5],
        home: { team_id: 4, score: 200, seed: 1, owners: ['Ada Marlow'] },
      },
      previous_game: null,
      next_game: 7,
    })
    expect((await get('games/2025/4/7/')).matchup.round).toEqual({
      name: 'Third place',
      bracket: 'third_place',
    })
    expect((await get('games/2025/3/5/')).matchup.round).toEqual({
      name: 'Semifinal',
      bracket: 'championship',
    })
  })

  it('lists where the two teams met in the season, and their owners in other seasons', async () => {
    const meetings = [
      { season: 2025, week: 1, game_id: 1 },
      { season: 2025, week: 2, game_id: 3 },
      { season: 2025, week: 4, game_id: 8 },
      { season: 2026, week: 1, game_id: 1 },
      { season: 2026, week: 3, game_id: 5 },
    ]
    expect((await get('games/2026/1/1/')).meetings).toEqual(meetings)
    // In 2025, Ada had team 4.
    expect((await get('games/2025/1/1/')).meetings).toEqual(meetings.slice(0, 4))
  })

  it.each(['games/2026/2/1/', 'games/2026/1/99/', 'games/2024/1/1/', 'games/2026/3/6/'])(
    'returns 404 for %s: another week, an unknown game or season, and a bye',
    async (path) => {
      const response = await admin.get(`/api/league/Harbour/${path}`)
      expect([response.status, response.body]).toEqual([
        404,
        { error: 'Game not found.', code: 'game_not_found' },
      ])
    },
  )

  it.each([
    'games/2026/2/x/',
    'games/2026/x/1/',
    'games/26/1/1/',
    'games/2026/1/-1/',
    'games/2026/1/9999999999/',
  ])('returns 400 for %s', async (path) => {
    expect((await admin.get(`/api/league/Harbour/${path}`)).status).toBe(400)
  })

  it('keeps the finished game of the history', async () => {
    expect(await get('games/2025/8/')).toMatchObject({ game: { home_owner: 'Ada Marlow', result: 'home' } })
  })
})

describe('GET scoreboard', () => {
  it('has records, seeds and top scorers', async () => {
    const { matchups } = await get('scoreboard/')
    expect(matchups[0].home).toMatchObject({
      record: { wins: 1, losses: 0, ties: 0 },
      seed: 1,
      top_scorer: { espn_id: 12, player: 'Ned Castle', points: 12 },
      is_mine: false,
    })
  })

  it("has the championship first in the playoffs, after the user's own game", async () => {
    const rounds = async (client: TestClient) =>
      (await client.get('/api/league/Harbour/scoreboard/?season=2025&week=4')).body.matchups.map(
        (matchup: { round: { name: string } }) => matchup.round.name,
      )
    expect(await rounds(admin)).toEqual(['Championship', 'Third place'])
    expect(await rounds(player)).toEqual(['Championship', 'Third place'])
    await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 4, username: 'boss' })
    // Dee had team 1 in 2025, which lost the semifinal.
    expect(await rounds(admin)).toEqual(['Third place', 'Championship'])
  })

  it('has no round and no projection for finished playoff games whose bracket is unknown', async () => {
    testApp.provider.read = () => {
      const season = buildPastSeason()
      const teams = season.teams.map((team) => ({ ...team, playoffSeed: null }))
      const games = season.games.map((game) => ({
        ...game,
        bracket: game.bracket === 'regular' ? game.bracket : ('playoffs' as const),
      }))
      return { ...season, season: 2025, teams, games }
    }
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2025 })
    const { matchups } = await get('scoreboard/?season=2025&week=4')
    expect(matchups).toMatchObject([
      { id: 7, is_playoff: true, round: null, home: { proj: null, seed: null } },
      { id: 8, is_playoff: true, round: null, home: { proj: null } },
    ])
  })
})
