import { pointsFromDecimal } from '@fieldhouse/domain/points'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ScoreboardGame } from '../../providers/nfl-provider.ts'
import { saveScoreboard, saveWeather } from '../../repositories/nfl.ts'
import { NO_PROGRESS } from '../../testing/nfl-progress.ts'
import { buildLine } from '../../testing/reported-line.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { storeWeek } from '../../testing/store-week.ts'
import { buildLineup, buildPlayer, buildWeek } from '../../testing/week-fixture.ts'

const KICKOFF = new Date('2026-10-11T20:25:00Z')

let testApp: TestApp
let admin: TestClient
beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  testApp.provider.read = () => buildSeason()
  await admin.post('/api/refresh-espn/', { name: 'Harbour' })
  await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'boss' })
})
afterEach(() => testApp.close())

async function storeLineups(week: number, entries: ReturnType<typeof buildPlayer>[]) {
  return storeWeek(
    testApp.db,
    await testApp.findLeagueId(),
    buildWeek({ week, lineups: [buildLineup(1, entries)] }),
  )
}

async function getRoster(query = '') {
  return (await admin.get(`/api/league/Harbour/me/roster/${query}`)).body
}

/** Green Bay hosts Chicago as a 3.5-point favorite; Kansas City is on bye. */
async function storeNflWeek(overrides: Partial<ScoreboardGame> = {}) {
  const game = {
    gameId: 401,
    season: 2026,
    week: 2,
    homeTeamId: 9,
    awayTeamId: 3,
    kickoff: KICKOFF,
    isTimeSet: true,
    state: 'pre' as const,
  }
  const venue = { venueId: 3798, venueName: 'Lambeau Field', isNeutral: false, isIndoor: false }
  const line = buildLine({ spread: -3.5, total: 44 })
  const byes = [{ season: 2026, week: 2, teamId: 12 }]
  await saveScoreboard(
    testApp.db,
    {
      season: 2026,
      week: 2,
      games: [{ ...game, ...venue, line, progress: NO_PROGRESS, ...overrides }],
      byes,
    },
    SUNDAY,
  )
  await saveWeather(testApp.db, game, { description: 'Light snow', fahrenheit: 31, icon: 'snow' }, SUNDAY)
}

describe('GET my roster', () => {
  it('returns every slot in order with the data of each source', async () => {
    await storeNflWeek()
    await storeLineups(2, [
      buildPlayer({
        slotId: 21,
        playerId: 5,
        name: 'Kip Farrow',
        nflTeamId: null,
        injuryStatus: 'INJURY_RESERVE',
      }),
      buildPlayer({ slotId: 20, playerId: 4, name: 'Ned Castle', nflTeamId: 12, points: null }),
      buildPlayer({
        slotId: 16,
        playerId: -16_003,
        name: 'Bears D/ST',
        nflTeamId: 3,
        injuryStatus: 'NORMAL',
      }),
      buildPlayer({ slotId: 0, playerId: 3, name: 'Rook Calloway', nflTeamId: 9, injuryStatus: 'ACTIVE' }),
    ])
    const body = await getRoster()
    expect(body).toMatchObject({
      season: 2026,
      week: 2,
      weeks: [2],
      season_note: null,
      espn_team_id: 1,
      espn_league_id: 4711,
      updated_at: SUNDAY.toISOString(),
    })
    const noGame = {
      nfl_team: null,
      opp: null,
      home_away: null,
      is_bye: false,
      kickoff_ts: null,
      nfl_game: null,
      injury_status: null,
      vegas_spread: null,
      vegas_total: null,
      weather_desc: null,
      weather_temp_f: null,
      weather_icon: null,
    }
    const game = {
      ...noGame,
      kickoff_ts: KICKOFF.getTime(),
      nfl_game: {
        phase: 'scheduled',
        kickoff_ts: KICKOFF.getTime(),
        home_team: 'GB',
        away_team: 'CHI',
        home_score: null,
        away_score: null,
        period: null,
        clock_seconds: null,
        is_red_zone: false,
        observed_ts: SUNDAY.getTime(),
      },
      vegas_total: 44,
      weather_desc: 'Light snow',
      weather_temp_f: 31,
      weather_icon: 'snow',
    }
    const scored = { proj: 11, actual: 12.34 }
    const emptySlot = { ...noGame, espn_id: null, player: null, proj: null, actual: null }
    expect(body.players).toEqual([
      {
        id: 1,
        slot_id: 0,
        espn_id: 3,
        player: 'Rook Calloway',
        ...scored,
        ...game,
        nfl_team: 'GB',
        opp: 'CHI',
        home_away: 'home',
        vegas_spread: -3.5,
      },
      { id: 2, slot_id: 2, ...emptySlot },
      { id: 3, slot_id: 2, ...emptySlot },
      {
        id: 4,
        slot_id: 16,
        espn_id: -16_003,
        player: 'Bears D/ST',
        ...scored,
        ...game,
        nfl_team: 'CHI',
        opp: 'GB',
        home_away: '@',
        vegas_spread: 3.5,
      },
      {
        id: 5,
        slot_id: 20,
        espn_id: 4,
        player: 'Ned Castle',
        ...noGame,
        proj: 11,
        actual: null,
        nfl_team: 'KC',
        is_bye: true,
      },
      {
        id: 6,
        slot_id: 21,
        espn_id: 5,
        player: 'Kip Farrow',
        ...noGame,
        ...scored,
        injury_status: 'INJURY_RESERVE',
      },
    ])
  })

  it.each([
    ['in play', { state: 'in', period: 3, clockSeconds: 252 }, { phase: 'playing', is_red_zone: true }],
    ['at halftime', { state: 'in', period: 2, clockSeconds: 0, hold: 'halftime' }, { phase: 'halftime' }],
    ['over', { state: 'post', period: 5, clockSeconds: 0 }, { phase: 'final', period: 5 }],
    ['canceled', { state: 'off', hold: 'canceled' }, { phase: 'canceled', kickoff_ts: null }],
  ] as const)('returns the state and score of a game that is %s', async (_, { state, ...progress }, game) => {
    const score = { home: 10, away: 17 }
    await storeNflWeek({
      state,
      progress: { ...NO_PROGRESS, score, ...progress, ballTeamId: 9, isRedZone: true },
    })
    await storeLineups(2, [
      buildPlayer({ slotId: 0, playerId: 3, nflTeamId: 9 }),
      buildPlayer({ slotId: 16, playerId: -16_009, nflTeamId: 9 }),
      buildPlayer({ slotId: 20, playerId: 4, nflTeamId: 3 }),
    ])
    const { players } = await getRoster()
    expect(players[0].nfl_game).toMatchObject({ home_score: 10, away_score: 17, ...game })
    // Neither the other team nor a defense has a scoring chance.
    const [defense, opponent] = players.slice(-2)
    expect([defense.nfl_game.is_red_zone, opponent.nfl_game.is_red_zone]).toEqual([false, false])
  })

  it('returns null for the data of external sources that returned nothing', async () => {
    await storeLineups(2, [buildPlayer({ nflTeamId: 9 })])
    const { players } = await getRoster()
    expect(players[0]).toMatchObject({
      nfl_team: 'GB',
      opp: null,
      home_away: null,
      kickoff_ts: null,
      is_bye: false,
    })
    expect(players[0]).toMatchObject({ vegas_spread: null, vegas_total: null, weather_desc: null })
  })

  it('returns the requested week, and by default the last week with lineups', async () => {
    await storeLineups(1, [buildPlayer({ name: 'of week 1', points: pointsFromDecimal(3) })])
    expect(await getRoster()).toMatchObject({
      week: 1,
      weeks: [1],
      players: [{ player: 'of week 1' }, {}, {}],
    })
    await storeLineups(2, [buildPlayer({ name: 'of week 2' })])
    expect(await getRoster()).toMatchObject({
      week: 2,
      weeks: [1, 2],
      players: [{ player: 'of week 2' }, {}, {}],
    })
    expect(await getRoster('?week=1')).toMatchObject({ week: 1, players: [{ player: 'of week 1' }, {}, {}] })
    expect(await getRoster('?week=9')).toMatchObject({ week: 9, players: [] })
  })

  it('returns no players without a team, before the draft and before the first refresh', async () => {
    expect(await getRoster()).toMatchObject({ week: 2, weeks: [], players: [], espn_team_id: 1 })
    await storeLineups(2, [buildPlayer()])
    await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: '' })
    expect(await getRoster()).toMatchObject({ week: 2, players: [], espn_team_id: null })
    expect(await getRoster('?season=2019')).toMatchObject({
      season: 2019,
      week: null,
      weeks: [],
      players: [],
    })
  })

  it('returns the season note of the league', async () => {
    await testApp.db.updateTable('leagues').set({ season_note: 'Keepers are due on Friday.' }).execute()
    expect(await getRoster()).toMatchObject({ season_note: 'Keepers are due on Friday.' })
  })
})
