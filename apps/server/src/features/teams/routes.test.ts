import { ZERO_POINTS } from '@fieldhouse/domain/points'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveReader } from '../../repositories/archive-reader.ts'
import { saveScoreboard } from '../../repositories/nfl.ts'
import { createPhoto } from '../../testing/media-files.ts'
import { postFiles } from '../../testing/multipart-form.ts'
import { NO_PROGRESS } from '../../testing/nfl-progress.ts'
import { buildLine } from '../../testing/reported-line.ts'
import { SUNDAY, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { storeWeek } from '../../testing/store-week.ts'
import { buildCurrentSeason, createTwoSeasons } from '../../testing/two-seasons-fixture.ts'
import { buildLineup, buildPlayer, buildWeek } from '../../testing/week-fixture.ts'

const COLOR = /^#[0-9a-f]{6}$/

let testApp: TestApp
let admin: TestClient
beforeAll(async () => {
  ;({ testApp, admin } = await createTwoSeasons())
  const game = {
    gameId: 401,
    season: 2026,
    week: 2,
    homeTeamId: 9,
    awayTeamId: 3,
    kickoff: new Date('2026-10-11T20:25:00Z'),
    isTimeSet: true,
    state: 'pre' as const,
  }
  const venue = { venueId: 3798, venueName: 'Lambeau Field', isNeutral: false, isIndoor: false }
  const line = buildLine({ spread: -3.5, total: 44 })
  const byes = [{ season: 2026, week: 2, teamId: 12 }]
  await saveScoreboard(
    testApp.db,
    { season: 2026, week: 2, games: [{ ...game, ...venue, line, progress: NO_PROGRESS }], byes },
    SUNDAY,
  )
})
afterAll(() => testApp.close())

const get = async (path: string) => (await admin.get(`/api/league/Harbour/teams/${path}`)).body

describe('GET a team', () => {
  it('returns its record, manager, streak and results', async () => {
    const body = await get('1/')
    expect(body).toMatchObject({
      season: 2026,
      seasons: [2026, 2025],
      scoring_format: 'points',
      is_finished: false,
      espn_league_id: 4711,
      provider: 'espn',
      team_url: 'https://fantasy.espn.com/football/team?leagueId=4711&teamId=1&seasonId=2026',
      last_error: null,
    })
    expect(body.team).toEqual({
      team_id: 1,
      name: 'Anchors',
      abbrev: 'ANC',
      logo: null,
      color: expect.stringMatching(COLOR),
      owners: ['Ada Marlow'],
      assigned_user: 'Ada Lark',
      owner: { owner: 'Ada Marlow', slug: 'ada-marlow', picture: null },
      // Ada had team 4 then.
      titles: [{ season: 2025, name: 'Old Anchors' }],
      record: { wins: 1, losses: 0, ties: 0 },
      rank: 1,
      seed: 1,
      streak: { outcome: 'win', length: 1 },
      last_five: [{ week: 1, game_id: 1, result: 'win' }],
      points_for: 101.5,
      points_against: 88.02,
      points_per_game: 101.5,
    })
  })

  it("returns a past season with the team's owner at that time", async () => {
    const body = await get('1/?season=2025')
    expect(body).toMatchObject({ season: 2025, is_finished: true })
    expect(body.team).toMatchObject({
      name: 'Old Docks',
      owner: { owner: 'Dee Finch' },
      assigned_user: null,
      titles: [],
      rank: 4,
      // Of the regular season; the results include the playoffs.
      streak: { outcome: 'tie', length: 1 },
      points_per_game: 65,
    })
    expect(body.team.last_five.map(({ result }: { result: string }) => result)).toEqual([
      'loss',
      'tie',
      'loss',
      'loss',
    ])
  })

  it('compares each completed week with the average of all teams', async () => {
    expect((await get('1/')).weekly_points).toEqual([
      { week: 1, points: 101.5, league_average: expect.closeTo((101.5 + 88.02 + 77 + 90) / 4, 9) },
    ])
  })

  it('returns the schedule with opponents, results, byes and rounds', async () => {
    const { schedule } = await get('3/')
    const docks = {
      team_id: 4,
      name: 'Docks',
      logo: null,
      color: expect.stringMatching(COLOR),
      record: { wins: 1, losses: 0, ties: 0 },
      rank: 2,
    }
    const noScore = { score: null, opponent_score: null, categories: null, result: null }
    const regular = { is_playoff: false, round: null }
    expect(schedule).toEqual([
      {
        ...regular,
        week: 1,
        nfl_weeks: [1],
        game_id: 2,
        opponent: docks,
        is_home: true,
        state: 'final',
        result: 'loss',
        score: 77,
        opponent_score: 90,
        categories: null,
      },
      {
        ...regular,
        week: 2,
        nfl_weeks: [2],
        game_id: 3,
        opponent: expect.objectContaining({ team_id: 1 }),
        is_home: false,
        state: 'live',
        result: null,
        score: 40,
        opponent_score: 50,
        categories: null,
      },
      {
        ...regular,
        ...noScore,
        week: 3,
        nfl_weeks: [3],
        game_id: null,
        opponent: null,
        is_home: true,
        state: 'before',
      },
    ])
    expect((await get('2/?season=2025')).schedule.at(-1)).toMatchObject({
      week: 4,
      nfl_weeks: [4, 5],
      is_playoff: true,
      round: { name: 'Championship', bracket: 'championship' },
      result: 'loss',
      score: 190,
    })
  })

  it("returns the roster of the current week, or of another one, like the user's own", async () => {
    const { roster } = await get('1/')
    expect([roster.week, roster.weeks]).toEqual([2, [1, 2]])
    expect(roster.players).toMatchObject([
      { slot_id: 2, player: 'Ned Castle', nfl_team: 'KC', is_bye: true, actual: 12 },
      { slot_id: 2, player: null },
      { slot_id: 2, player: null },
      {
        espn_id: -16_003,
        player: 'Bears D/ST',
        opp: 'GB',
        home_away: '@',
        kickoff_ts: Date.parse('2026-10-11T20:25:00Z'),
        vegas_spread: 3.5,
        vegas_total: 44,
        proj: 6,
        actual: 8,
      },
    ])
    const other = (await get('1/?week=1')).roster
    expect([other.week, other.players.at(-1).player]).toEqual([1, 'Ned Castle'])
    expect((await get('2/')).roster).toEqual({ week: 2, weeks: [1, 2], players: [] })
  })

  it('returns the transactions that everyone may see, newest first', async () => {
    const { transactions } = await get('1/')
    expect(transactions).toEqual([
      {
        id: 'trade',
        kind: 'trade',
        status: 'done',
        reason: null,
        week: 2,
        decided_at: '2026-09-16T08:00:00.000Z',
        proposed_at: '2026-09-08T12:00:00.000Z',
        bid: null,
        other_teams: [{ team_id: 3, name: 'Cleats', logo: null, color: expect.stringMatching(COLOR) }],
        moves: [
          { espn_id: 11, player: 'Rook Calloway', from_team_id: 1, to_team_id: 3 },
          { espn_id: -16_003, player: 'Bears D/ST', from_team_id: 3, to_team_id: 1 },
        ],
        picks: [
          {
            season: 2027,
            round: 2,
            original_team_id: 4,
            original_team: 'Docks',
            from_team_id: 3,
            to_team_id: 1,
          },
        ],
        budget: [{ amount: 12, from_team_id: 1, to_team_id: 3 }],
      },
      {
        id: 'claim',
        kind: 'waiver',
        status: 'done',
        reason: null,
        week: 1,
        decided_at: '2026-09-09T08:00:00.000Z',
        proposed_at: '2026-09-08T12:00:00.000Z',
        bid: 7,
        other_teams: [],
        moves: [{ espn_id: 12, player: 'Ned Castle', from_team_id: null, to_team_id: 1 }],
        picks: [],
        budget: [],
      },
    ])
    expect((await get('2/')).transactions).toMatchObject([
      { id: 'failed', status: 'failed', reason: 'FAILED_INVALIDPLAYERSOURCE', bid: 5 },
    ])
    expect((await get('3/')).transactions).toMatchObject([
      { id: 'trade', other_teams: [{ team_id: 1, name: 'Anchors' }] },
    ])
    expect((await get('4/')).transactions).toEqual([])
  })

  it('says which data of a season are not stored', async () => {
    expect(await get('1/?season=2025')).toMatchObject({
      transactions: null,
      roster: { week: 1, weeks: [1], players: [] },
    })
  })

  it('agrees with the scoreboard that a game without points has begun', async () => {
    const states = async () => [
      (await get('4/')).schedule.map(({ state }: { state: string }) => state),
      (await admin.get('/api/league/Harbour/scoreboard/')).body.matchups.map(
        ({ id, state }: { id: number; state: string }) => `${id} ${state}`,
      ),
    ]
    expect(await states()).toEqual([
      ['final', 'before'],
      ['3 live', '4 before'],
    ])
    const scoreless = buildLineup(4, [buildPlayer({ playerId: 41, points: ZERO_POINTS })])
    const lineups = await archiveReader(testApp.db).listLineups(await testApp.findLeagueId(), 2026, 2)
    await storeWeek(
      testApp.db,
      await testApp.findLeagueId(),
      buildWeek({ week: 2, lineups: [...lineups, scoreless] }),
    )
    expect(await states()).toEqual([
      ['final', 'live'],
      ['3 live', '4 live'],
    ])
  })

  it('returns 404 for a team that is not in the season', async () => {
    for (const path of ['9/', '1/?season=2011']) {
      const response = await admin.get(`/api/league/Harbour/teams/${path}`)
      expect([response.status, response.body.code]).toEqual([404, 'team_not_found'])
    }
  })

  it.each(['x/', '-1/', '99999999999/', '1/?season=26', '1/?week=19'])('returns 400 for %s', async (path) => {
    expect((await admin.get(`/api/league/Harbour/teams/${path}`)).status).toBe(400)
  })

  it('shows a new picture of the owner', async () => {
    const before = (await get('2/')).team.owner.picture
    await postFiles(admin, '/api/league/Harbour/owners/Ben Okafor/picture/', [
      { name: 'ben.jpg', field: 'file', content: await createPhoto() },
    ])
    const after = (await get('2/')).team.owner.picture
    expect([before, after]).toEqual([null, expect.stringContaining('/owners/Ben%20Okafor/picture/?v=')])
  })

  it('has neither results nor points without matchups, and none that are invented', async () => {
    testApp.provider.read = () => ({ ...buildCurrentSeason(), scoringType: 'ROTO' })
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2026 })
    expect(await get('1/')).toMatchObject({
      scoring_format: 'roto',
      schedule: [],
      weekly_points: [],
      team: { streak: null, last_five: [], seed: null, points_per_game: null },
    })
  })
})
