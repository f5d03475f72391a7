import type { Matchup } from '@fieldhouse/contract/matchups'
import { pointsFromDecimal } from '@fieldhouse/domain/points'
import type { Game } from '@fieldhouse/domain/seasons/season'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ScoreboardGame } from '../../providers/nfl-provider.ts'
import { saveScoreboard } from '../../repositories/nfl.ts'
import { NO_PROGRESS } from '../../testing/nfl-progress.ts'
import { buildGame, buildSeason, buildSide, buildTeam } from '../../testing/season-fixture.ts'
import {
  ADMIN_CODE,
  SUNDAY,
  startApp,
  TEST_IMAGES,
  type TestApp,
  type TestClient,
} from '../../testing/start-app.ts'
import { storeWeek } from '../../testing/store-week.ts'
import { buildLineup, buildPlayer, buildWeek } from '../../testing/week-fixture.ts'

const COLOR = /^#[0-9a-f]{6}$/

let testApp: TestApp
let admin: TestClient
beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
})
afterEach(() => testApp.close())

const points = pointsFromDecimal
const logoOf = (teamId: number) => TEST_IMAGES.ofLogo(`https://i.imgur.com/${teamId}.png`)

function toSide(teamId: number, total: number, live: number | null = null, projected: number | null = null) {
  return buildSide({
    teamId,
    points: points(total),
    livePoints: live === null ? null : points(live),
    projectedPoints: projected === null ? null : points(projected),
  })
}

/**
 * Stores five teams with two games and a bye per week. Week 2 is in progress; period 3 is a playoff round of
 * two weeks.
 */
async function storeLeague({ games = GAMES, period = 2, week = 2 } = {}) {
  testApp.provider.read = () =>
    buildSeason({
      size: 5,
      calendar: {
        regularSeasonPeriods: 2,
        playoffTeams: 4,
        periods: [
          { period: 1, weeks: [1] },
          { period: 2, weeks: [2] },
          { period: 3, weeks: [3, 4] },
        ],
      },
      progress: {
        isDrafted: true,
        isFinished: false,
        currentPeriod: period,
        currentWeek: week,
        finalWeek: 4,
      },
      teams: ['Anchors', 'Buoys', 'Cleats', 'Docks', 'Eddies'].map((name, index) =>
        buildTeam({ teamId: index + 1, name, logo: `https://i.imgur.com/${index + 1}.png` }),
      ),
      games,
    })
  await admin.post('/api/refresh-espn/', { name: 'Harbour' })
  await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 3, username: 'boss' })
}

/** A team without games, seed and lineup. */
const NEW_TEAM = { record: { wins: 0, losses: 0, ties: 0 }, seed: null, top_scorer: null }

const GAMES: Game[] = [
  buildGame({ gameId: 1, period: 1, home: toSide(1, 101.5), away: toSide(2, 88.02), result: 'home' }),
  buildGame({ gameId: 2, period: 1, home: toSide(3, 77), away: toSide(4, 77), result: 'tie' }),
  buildGame({ gameId: 3, period: 1, home: toSide(5, 90), away: null, result: 'undecided' }),
  buildGame({
    gameId: 4,
    period: 2,
    home: toSide(1, 0, 0, 120),
    away: toSide(5, 0, 0, 100),
    result: 'undecided',
  }),
  buildGame({
    gameId: 5,
    period: 2,
    home: toSide(2, 0, 100, 100),
    away: toSide(3, 0, 70, 110),
    result: 'undecided',
  }),
  buildGame({ gameId: 6, period: 2, home: toSide(4, 0), away: null, result: 'undecided' }),
  buildGame({
    gameId: 7,
    period: 3,
    bracket: 'winners consolation',
    home: toSide(1, 0),
    away: toSide(2, 0),
    result: 'undecided',
  }),
  buildGame({
    gameId: 8,
    period: 3,
    bracket: 'winners',
    home: toSide(4, 0, 90, 110),
    away: toSide(5, 0, 80, 80),
    result: 'undecided',
  }),
]

async function storeLineups(week: ReturnType<typeof buildWeek>) {
  return storeWeek(testApp.db, await testApp.findLeagueId(), week)
}

describe('GET scoreboard', () => {
  it("returns the current week with the user's game first and the teams on bye", async () => {
    await storeLeague()
    const { body } = await admin.get('/api/league/Harbour/scoreboard/')
    expect(body).toMatchObject({ season: 2026, week: 2, weeks: [1, 2, 3], updated_at: SUNDAY.toISOString() })
    expect(body.matchups).toEqual([
      {
        id: 5,
        status: 'Live',
        state: 'live',
        result: null,
        is_playoff: false,
        round: null,
        nfl_weeks: [2],
        away: {
          team_id: 3,
          name: 'Cleats',
          logo: logoOf(3),
          color: expect.stringMatching(COLOR),
          is_mine: true,
          score: 70,
          proj: 110,
          win_chance: expect.closeTo(0.718583, 5),
          categories: null,
          ...NEW_TEAM,
          remaining: null,
        },
        home: {
          team_id: 2,
          name: 'Buoys',
          logo: logoOf(2),
          color: expect.stringMatching(COLOR),
          is_mine: false,
          score: 100,
          proj: 100,
          win_chance: expect.closeTo(0.281417, 5),
          categories: null,
          ...NEW_TEAM,
          remaining: null,
        },
      },
      expect.objectContaining({
        id: 4,
        status: 'Not started',
        state: 'before',
        home: expect.objectContaining({ name: 'Anchors', score: null, proj: 120 }),
        away: expect.objectContaining({ name: 'Eddies', score: null, proj: 100 }),
      }),
    ])
    expect(body.byes).toEqual([
      { team_id: 4, name: 'Docks', logo: logoOf(4), color: expect.stringMatching(COLOR), is_mine: false },
    ])
  })

  it.each(['scoreboard/?week=', 'me/matchup/?week=', 'games/2026/$/8/', 'games/2026/$/8/timeline/'])(
    'finds the matchups of two weeks by each of them: %s',
    async (call) => {
      await storeLeague({ period: 3, week: 3 })
      await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 4, username: 'boss' })
      const get = async (week: number) => {
        const path = call.includes('$') ? call.replace('$', `${week}`) : `${call}${week}`
        const { status, body } = await admin.get(`/api/league/Harbour/${path}`)
        expect(status).toBe(200)
        return body
      }
      expect(await get(4)).toEqual(await get(3))
    },
  )

  it('lists the teams without a game, such as eliminated ones, apart from those on bye', async () => {
    await storeLeague({ period: 3, week: 3 })
    const { body } = await admin.get('/api/league/Harbour/scoreboard/')
    expect([body.week, body.byes]).toEqual([3, []])
    expect(body.no_game).toEqual([
      { team_id: 3, name: 'Cleats', logo: logoOf(3), color: expect.stringMatching(COLOR), is_mine: true },
    ])
    const { body: mine } = await admin.get('/api/league/Harbour/me/matchup/')
    expect(mine).toMatchObject({ assigned: true, matchup: null, no_matchup: 'no_game' })
    const { body: regular } = await admin.get('/api/league/Harbour/scoreboard/?week=2')
    expect(regular.no_game).toEqual([])
    const { body: future } = await admin.get('/api/league/Harbour/scoreboard/?week=9')
    expect([future.byes, future.no_game]).toEqual([[], []])
  })

  it('says that the user is on bye, and nothing before the schedule is set', async () => {
    await storeLeague()
    await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 4, username: 'boss' })
    const matchupOf = async (week: number) =>
      (await admin.get(`/api/league/Harbour/me/matchup/?week=${week}`)).body
    expect(await matchupOf(2)).toMatchObject({ matchup: null, no_matchup: 'bye' })
    expect(await matchupOf(3)).toMatchObject({ matchup: { id: 8 }, no_matchup: null })
    expect(await matchupOf(9)).toMatchObject({ matchup: null, no_matchup: null })
  })

  it('returns only final scores for an earlier week', async () => {
    await storeLeague()
    const { body } = await admin.get('/api/league/Harbour/scoreboard/?week=1')
    const rows = body.matchups.map(({ id, status, state, result, home, away }: Matchup) => [
      id,
      status,
      state,
      result,
      ...[home, away].map(({ name, score, proj, win_chance }) => [name, score, proj, win_chance]),
    ])
    expect(rows).toEqual([
      [2, 'Final, tied', 'final', 'tie', ['Cleats', 77, null, null], ['Docks', 77, null, null]],
      [1, 'Final', 'final', 'home', ['Anchors', 101.5, null, null], ['Buoys', 88.02, null, null]],
    ])
  })

  it('orders playoff games by bracket and lists all their NFL weeks', async () => {
    await storeLeague({ period: 3, week: 3 })
    const { body } = await admin.get('/api/league/Harbour/scoreboard/')
    expect(body.matchups).toMatchObject([
      // Only one of two weeks is projected, so there is no win probability.
      { id: 8, is_playoff: true, nfl_weeks: [3, 4], home: { score: 90, proj: 110, win_chance: null } },
      { id: 7, is_playoff: true, nfl_weeks: [3, 4] },
    ])
  })

  it('returns a game as live once a player has started, even with no points scored', async () => {
    await storeLeague()
    const idle = buildPlayer({ points: null })
    await storeLineups(buildWeek({ week: 2, lineups: [buildLineup(1, [idle]), buildLineup(5, [idle])] }))
    const stateOf = async () => {
      const { body } = await admin.get('/api/league/Harbour/scoreboard/')
      return body.matchups[1].state
    }
    expect(await stateOf()).toBe('before')
    await storeLineups(
      buildWeek({
        week: 2,
        lineups: [buildLineup(1, [buildPlayer({ points: points(0) })]), buildLineup(5, [idle])],
      }),
    )
    expect(await stateOf()).toBe('live')
  })

  it("sums the starters' projections before the provider projects the game", async () => {
    const lineup = { ...buildLineup(2, [buildPlayer({ points: null })]), projectedPoints: points(91.5) }
    const games = [
      buildGame({ gameId: 9, period: 2, home: toSide(2, 0), away: toSide(3, 0), result: 'undecided' }),
    ]
    await storeLeague({ games, period: 2, week: 2 })
    await storeLineups(buildWeek({ week: 2, lineups: [lineup] }))
    const { body } = await admin.get('/api/league/Harbour/scoreboard/?week=2')
    expect(body.matchups).toMatchObject([{ home: { proj: 91.5, win_chance: null }, away: { proj: null } }])
  })

  it('returns an empty scoreboard before the first refresh and for a week without games', async () => {
    const empty = { season: 2026, week: null, weeks: [], matchups: [], byes: [], updated_at: null }
    expect((await admin.get('/api/league/Harbour/scoreboard/')).body).toMatchObject(empty)
    await storeLeague()
    const { body } = await admin.get('/api/league/Harbour/scoreboard/?week=17')
    expect(body).toMatchObject({ week: 17, weeks: [1, 2, 3], matchups: [], byes: [] })
  })
})

describe('GET my matchup', () => {
  it("returns the user's game with both lineups in slot order, including empty slots", async () => {
    await storeLeague()
    const bench = buildPlayer({
      slotId: 20,
      playerId: -16_033,
      name: 'Ravens D/ST',
      nflTeamId: 33,
      points: null,
    })
    await storeLineups(
      buildWeek({
        week: 2,
        lineups: [buildLineup(3, [bench, buildPlayer()]), buildLineup(1, [buildPlayer()])],
      }),
    )
    const { body } = await admin.get('/api/league/Harbour/me/matchup/')
    expect(body).toMatchObject({
      assigned: true,
      week: 2,
      matchup: {
        week: 2,
        lineup_week: 2,
        status: 'Live',
        away: { name: 'Cleats', is_mine: true },
        home: { lineup: null },
      },
    })
    const unknownGame = { injury_status: null, is_bye: false, nfl_game: null }
    const emptySlot = {
      espn_id: null,
      player: null,
      nfl_team: null,
      proj: null,
      actual: null,
      ...unknownGame,
    }
    const starter = { espn_id: 11, player: 'Rook Calloway', nfl_team: 'KC', proj: 11, actual: 12.34 }
    const defense = { espn_id: -16_033, player: 'Ravens D/ST', nfl_team: 'BAL', proj: 11, actual: null }
    expect(body.matchup.away.lineup).toEqual([
      { slot_id: 0, ...starter, ...unknownGame },
      { slot_id: 2, ...emptySlot },
      { slot_id: 2, ...emptySlot },
      { slot_id: 20, ...defense, ...unknownGame },
    ])
  })

  it('returns the state of the NFL games, and how many starters can still score', async () => {
    await storeLeague()
    const game = (
      gameId: number,
      homeTeamId: number,
      overrides: Partial<ScoreboardGame>,
    ): ScoreboardGame => ({
      gameId,
      season: 2026,
      week: 2,
      homeTeamId,
      awayTeamId: homeTeamId + 1,
      kickoff: SUNDAY,
      isTimeSet: true,
      state: 'pre',
      venueId: null,
      venueName: null,
      isNeutral: null,
      isIndoor: null,
      line: null,
      progress: NO_PROGRESS,
      ...overrides,
    })
    const progress = { ...NO_PROGRESS, period: 4, clockSeconds: 90, score: { home: 7, away: 3 } }
    const games = [game(1, 1, { state: 'in', progress }), game(2, 3, {})]
    await saveScoreboard(testApp.db, { season: 2026, week: 2, games, byes: [] }, SUNDAY)
    const starters = [1, 2, 3].map((nflTeamId) => buildPlayer({ slotId: 2, playerId: nflTeamId, nflTeamId }))
    const noPoints = starters.map((player) => ({ ...player, points: null }))
    await storeLineups(
      buildWeek({ week: 2, lineups: [buildLineup(3, noPoints), buildLineup(2, [buildPlayer()])] }),
    )
    const { matchup } = (await admin.get('/api/league/Harbour/me/matchup/')).body
    expect(matchup.away.remaining).toEqual({ yet_to_play: 1, in_play: 2, minutes_left: 64 })
    expect(matchup.away.lineup[0].nfl_game).toMatchObject({ phase: 'playing', period: 4, home_score: 7 })
    // The NFL game of a starter is unknown.
    expect(matchup.home.remaining).toBeNull()
    const board = (await admin.get('/api/league/Harbour/scoreboard/')).body
    expect(board.matchups[0].away.remaining).toEqual(matchup.away.remaining)
    const final = (await admin.get('/api/league/Harbour/scoreboard/?week=1')).body.matchups[0]
    expect(final.away.remaining).toBeNull()
  })

  it('returns null lineups if none are stored', async () => {
    await storeLeague()
    const { body } = await admin.get('/api/league/Harbour/me/matchup/')
    expect(body.matchup).toMatchObject({ lineup_week: null, away: { lineup: null }, home: { lineup: null } })
  })

  it('returns no matchup in a bye week', async () => {
    await storeLeague()
    await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 4, username: 'boss' })
    expect((await admin.get('/api/league/Harbour/me/matchup/')).body).toMatchObject({
      assigned: true,
      matchup: null,
    })
  })

  it('returns no matchup without a team', async () => {
    await storeLeague()
    await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 3, username: '' })
    expect((await admin.get('/api/league/Harbour/me/matchup/')).body).toMatchObject({
      assigned: false,
      matchup: null,
    })
  })

  it("returns the current week's lineups for a game over two weeks", async () => {
    await storeLeague({ period: 3, week: 4 })
    await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 5, username: 'boss' })
    for (const week of [3, 4])
      await storeLineups(
        buildWeek({ week, lineups: [buildLineup(5, [buildPlayer({ name: `of ${week}` })])] }),
      )
    const { body } = await admin.get('/api/league/Harbour/me/matchup/')
    expect(body.matchup).toMatchObject({
      lineup_week: 4,
      is_playoff: true,
      away: { lineup: [{ player: 'of 4' }, {}, {}] },
    })
  })
})
