import { pointsFromDecimal } from '@fieldhouse/domain/points'
import type { LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProviderError } from '../../providers/league-provider.ts'
import { buildGame, buildSeason, buildSide, buildTeam } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, startApp, TEST_IMAGES, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { storeWeek } from '../../testing/store-week.ts'
import { buildLineup, buildPlayer, buildWeek } from '../../testing/week-fixture.ts'

const BUOYS_LOGO = TEST_IMAGES.ofLogo('https://i.imgur.com/buoys.png')
const PERIODS = [1, 2, 3].map((period) => ({ period, weeks: period === 3 ? [3, 4] : [period] }))

const side = (teamId: number, points: number) => buildSide({ teamId, points: pointsFromDecimal(points) })

/** Ada beats Ben, they tie, then Ben wins the two-week championship game. */
function finishedSeason(season: number): LeagueSeason {
  return buildSeason({
    season,
    calendar: { regularSeasonPeriods: 2, periods: PERIODS, playoffTeams: 2 },
    progress: { isDrafted: true, isFinished: true, currentPeriod: 3, currentWeek: 4, finalWeek: 4 },
    teams: [
      buildTeam({
        teamId: 1,
        name: 'Anchors',
        ownerIds: ['{A}'],
        record: { wins: 1, losses: 0, ties: 1 },
        pointsFor: pointsFromDecimal(181.55),
        pointsAgainst: pointsFromDecimal(170),
        finalRank: 2,
      }),
      buildTeam({
        teamId: 2,
        name: 'Buoys',
        logo: 'https://i.imgur.com/buoys.png',
        ownerIds: ['{B}'],
        record: { wins: 0, losses: 1, ties: 1 },
        pointsFor: pointsFromDecimal(170),
        pointsAgainst: pointsFromDecimal(181.55),
        finalRank: 1,
      }),
    ],
    games: [
      buildGame({ gameId: 1, period: 1, home: side(1, 101.55), away: side(2, 90) }),
      buildGame({ gameId: 2, period: 2, home: side(2, 80), away: side(1, 80), result: 'tie' }),
      buildGame({
        gameId: 3,
        period: 3,
        home: side(1, 150),
        away: side(2, 210.5),
        result: 'away',
        bracket: 'winners',
      }),
    ],
  })
}

const readHarbour = ({ season }: { season: number }) =>
  season === 2026 ? buildSeason() : finishedSeason(season)

let testApp: TestApp
let admin: TestClient
let player: TestClient

beforeAll(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  player = await testApp.registerUser('player')
  for (const name of ['Harbour', 'Empty', 'Crowd']) {
    await admin.post('/api/create-league/', { name, espn_league_id: 4711 })
    await admin.post('/api/assign-user/', { username: 'player', league: name, role: 'player' })
  }
  testApp.provider.read = readHarbour
  for (const season of [2025, 2026]) await admin.post('/api/refresh-espn/', { name: 'Harbour', season })
})
afterAll(() => testApp.close())

const getHistory = async (league = 'Harbour', client = player) =>
  (await client.get(`/api/league/${league}/history/`)).body

const EXPECTED_GAME = {
  season: 2025,
  week: 1,
  game_id: 1,
  is_playoff: false,
  result: 'home',
  home_owner: 'Ada Marlow',
  away_owner: 'Ben Okafor',
  home_team: 'Anchors',
  away_team: 'Buoys',
  home_score: 101.55,
  away_score: 90,
}

describe('GET history', () => {
  it('shows what a refresh has changed since the last read', async () => {
    await admin.post('/api/create-league/', { name: 'Renamed', espn_league_id: 4712 })
    const refreshAs = async (name: string) => {
      const season = finishedSeason(2025)
      const teams = season.teams.map((team) => (team.teamId === 2 ? { ...team, name } : team))
      testApp.provider.read = () => ({ ...season, teams })
      await admin.post('/api/refresh-espn/', { name: 'Renamed', season: 2025 })
    }
    for (const name of ['Buoys', 'Rafts']) {
      await refreshAs(name)
      expect((await getHistory('Renamed', admin)).seasons[0].champion.name).toBe(name)
    }
    testApp.provider.read = readHarbour
  })

  it('returns the seasons in order, with the champion and podium of the finished one', async () => {
    const { seasons, owners, people, updated_at, last_error } = await getHistory()
    expect(owners).toEqual(['Ada Marlow', 'Ben Okafor'])
    expect(people[0]).toEqual({
      owner: 'Ada Marlow',
      slug: 'ada-marlow',
      picture: null,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    })
    expect([updated_at, last_error]).toEqual([testApp.clock.now.toISOString(), null])
    const buoys = { rank: 1, owner: 'Ben Okafor', name: 'Buoys', logo: BUOYS_LOGO }
    const anchors = { rank: 2, owner: 'Ada Marlow', name: 'Anchors', logo: null }
    expect(seasons[0]).toEqual({
      season: 2025,
      scoring_format: 'points',
      is_finished: true,
      champion: { name: 'Buoys', owner: 'Ben Okafor' },
      standings: [
        { ...buoys, team_id: 2, wins: 0, losses: 1, ties: 1, games: 2, pf: 170, pa: 181.55 },
        { ...anchors, team_id: 1, wins: 1, losses: 0, ties: 1, games: 2, pf: 181.55, pa: 170 },
      ],
      podium: [buoys, anchors],
      source: 'espn',
      provider: 'espn',
      depth: 'scores',
      records_excluded: null,
    })
    expect(seasons[1]).toMatchObject({ season: 2026, is_finished: false, champion: null, podium: [] })
  })

  it('counts a week once for points per game if each team also plays the median of the week', async () => {
    await admin.post('/api/create-league/', { name: 'Median', espn_league_id: 4711 })
    testApp.provider.read = ({ season }) => {
      const stored = finishedSeason(season)
      const [anchors, buoys] = stored.teams.map(({ record, ...team }, index) => ({
        ...team,
        record: { wins: 0, losses: 0, ties: 0, ...record, ...(index === 0 ? { wins: 3 } : { losses: 3 }) },
      }))
      return { ...stored, hasMedianGame: true, teams: [anchors, buoys].flatMap((team) => team ?? []) }
    }
    await admin.post('/api/refresh-espn/', { name: 'Median', season: 2025 })
    testApp.provider.read = readHarbour
    const { seasons, all_time } = await getHistory('Median', admin)
    expect(seasons[0].standings[1]).toMatchObject({ wins: 3, losses: 0, ties: 1, games: 2, pf: 181.55 })
    const [ada] = all_time.by_owner_enhanced.filter(({ owner }: { owner: string }) => owner === 'Ada Marlow')
    expect(ada).toMatchObject({ wins: 3, win_pct: 3.5 / 4, ppg: 90.775 })
    const { body } = await admin.get('/api/league/Median/seasons/')
    expect(body.seasons.map(({ findings }: { findings: unknown[] }) => findings)).toEqual([[]])
  })

  it('returns the first season and the missing ones that the provider lists', async () => {
    await admin.post('/api/create-league/', { name: 'Old', espn_league_id: 4711 })
    testApp.provider.read = ({ season }) => buildSeason({ season, previousSeasons: [2019, 2024, 2025] })
    for (const season of [2025, 2026]) await admin.post('/api/refresh-espn/', { name: 'Old', season })
    testApp.provider.read = readHarbour
    expect((await getHistory('Old', admin)).all_time).toMatchObject({
      first_year: 2019,
      seasons_count: 2,
      missing_seasons: [2019, 2024],
    })
  })

  it('returns all-time totals, team names, records and fun facts', async () => {
    const { all_time } = await getHistory()
    expect(all_time).toMatchObject({
      commissioner: 'Ada Marlow',
      first_year: 2025,
      seasons_count: 2,
      missing_seasons: [],
    })
    expect(all_time.by_owner).toEqual([
      { owner: 'Ben Okafor', years: 2, wins: 0, losses: 2, ties: 1, pf: 258.02, titles: 1 },
      { owner: 'Ada Marlow', years: 2, wins: 2, losses: 0, ties: 1, pf: 283.05, titles: 0 },
    ])
    expect(all_time.by_owner_enhanced[1]).toEqual({
      owner: 'Ada Marlow',
      years: 2,
      wins: 2,
      losses: 0,
      ties: 1,
      pf: 283.05,
      pa: 258.02,
      titles: 0,
      runner_up: 1,
      thirds: 0,
      win_pct: 2.5 / 3,
      ppg: 94.35,
    })
    expect(all_time.by_team).toEqual([
      { name: 'Buoys', years: 2, titles: 1, first_year: 2025, last_year: 2026, owners: ['Ben Okafor'] },
      { name: 'Anchors', years: 2, titles: 0, first_year: 2025, last_year: 2026, owners: ['Ada Marlow'] },
    ])
    expect(all_time.league_records).toMatchObject({
      highest_game: { ...EXPECTED_GAME, value: 191.55, side: null },
      biggest_blowout: { season: 2026, value: 13.48, side: 'home' },
      highest_team_game: { season: 2025, value: 101.55, side: 'home' },
      highest_loser: { season: 2025, value: 90, side: 'away' },
      lowest_winner: { season: 2026, value: 101.5, side: 'home' },
      closest_win: { season: 2025, value: 11.55, side: 'home' },
    })
    expect(all_time.fun_facts).toMatchObject({
      longest_tenure: { owner: 'Ada Marlow', owners: ['Ada Marlow', 'Ben Okafor'], years: 2 },
      most_titles: { owner: 'Ben Okafor', owners: ['Ben Okafor'], value: 1 },
      best_win_pct_2yr_min: null,
      highest_ppg_2yr_min: null,
      pf_season_leader: { owner: 'Ada Marlow', value: 181.55, season: 2025 },
      pf_career_leader: { owner: 'Ada Marlow', value: 283.05 },
    })
  })

  it('returns 304 for a matching ETag while nothing has changed', async () => {
    const first = await player.get('/api/league/Harbour/history/')
    const etag = String(first.headers['etag'])
    expect([etag, first.headers['cache-control']]).toEqual([
      expect.stringMatching(/^"[\w+/]{27}="$/),
      'private, no-cache',
    ])
    const revalidated = await player.get('/api/league/Harbour/history/', { 'if-none-match': etag })
    expect([revalidated.status, revalidated.body]).toEqual([304, ''])
  })

  it('returns new data after a refresh, in other processes too', async () => {
    await admin.post('/api/create-league/', { name: 'Moving', espn_league_id: 4711 })
    const otherApp = await startApp({}, { wrapDatabase: () => testApp.db })
    const read = async () => {
      const responses = await Promise.all(
        [testApp, otherApp].map(({ app }) =>
          app.inject({ url: '/api/league/Moving/history/', cookies: Object.fromEntries(admin.cookies) }),
        ),
      )
      return responses.map((response) =>
        response.json().seasons.map((entry: { season: number }) => entry.season),
      )
    }
    expect(await read()).toEqual([[], []])
    await admin.post('/api/refresh-espn/', { name: 'Moving', season: 2025 })
    expect(await read()).toEqual([[2025], [2025]])
    await otherApp.app.close()
  })

  it('reports the error when refreshing the newest season fails', async () => {
    await admin.post('/api/create-league/', { name: 'Failing', espn_league_id: 4711 })
    await admin.post('/api/refresh-espn/', { name: 'Failing', season: 2025 })
    expect((await getHistory('Failing', admin)).last_error).toBe(null)
    testApp.provider.read = () => {
      throw new ProviderError('unavailable', 'for the log')
    }
    await admin.post('/api/refresh-espn/', { name: 'Failing', season: 2025 })
    testApp.provider.read = readHarbour
    expect((await getHistory('Failing', admin)).last_error).toMatch(/^ESPN /)
  })

  it('returns an empty history for a league without seasons', async () => {
    expect(await getHistory('Empty')).toMatchObject({
      owners: [],
      people: [],
      seasons: [],
      all_time: { commissioner: null, first_year: null, seasons_count: 0, by_owner: [], by_team: [] },
      updated_at: null,
      last_error: null,
    })
  })

  it('gives each of forty owners a unique name, including namesakes', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `{${String(index).padStart(2, '0')}}`)
    testApp.provider.read = ({ season }) =>
      buildSeason({
        season,
        members: ids.map((memberId, index) => ({
          memberId,
          name: index < 3 ? 'Sam Reed' : `Owner ${index}`,
          isManager: false,
          isCreator: false,
        })),
        teams: ids.map((id, index) =>
          buildTeam({ teamId: index + 1, name: `Team ${index}`, ownerIds: [id] }),
        ),
      })
    await admin.post('/api/refresh-espn/', { name: 'Crowd', season: 2026 })
    testApp.provider.read = readHarbour
    const { owners, all_time } = await getHistory('Crowd')
    expect([owners.length, new Set(owners).size, all_time.by_owner.length]).toEqual([40, 40, 40])
    expect(owners.slice(-3)).toEqual(['Sam Reed', 'Sam Reed (2)', 'Sam Reed (3)'])
  })
})

describe('GET owner-compare', () => {
  const compare = async (a: string, b: string) =>
    player.get(`/api/league/Harbour/owner-compare/?${new URLSearchParams({ a, b }).toString()}`)

  it("counts every finished game from the first owner's side and marks playoff games", async () => {
    const { body } = await compare('Ada Marlow', 'ben okafor')
    expect(body).toMatchObject({
      a: 'Ada Marlow',
      b: 'Ben Okafor',
      summary: {
        games: 4,
        wins: 2,
        losses: 1,
        ties: 1,
        pf: 433.05,
        pa: 468.52,
        win_pct: 0.625,
        ppg: 108.2625,
      },
      // 15 for four games, 18.75 for the record, 5 for each close and each playoff game, 10 for the final.
      rivalry: { index: 53.75, close_games: 1, playoff_games: 1, met_in_final: true },
    })
    expect(
      body.games.map((game: typeof EXPECTED_GAME) => [game.season, game.week, game.is_playoff, game.result]),
    ).toEqual([
      [2025, 1, false, 'home'],
      [2025, 2, false, 'tie'],
      [2025, 3, true, 'away'],
      [2026, 1, false, 'home'],
    ])
    expect(body.games[0]).toEqual(EXPECTED_GAME)
  })

  it.each([
    ['Ada Marlow', 'ADA MARLOW', 400, 'same_owner', 'Choose two different owners.'],
    ['Ada Marlow', 'Nobody', 404, 'owner_not_found', 'Owner not found.'],
    ['', 'Ada Marlow', 400, 'invalid_input', 'Choose an owner.'],
  ])('rejects comparing %j with %j', async (a, b, status, code, error) => {
    const response = await compare(a, b)
    expect([response.status, response.body.code, response.body.error]).toEqual([status, code, error])
  })
})

describe('GET history pairs', () => {
  it('returns the record of each pair once, the same as the comparison of the two', async () => {
    const { body } = await player.get('/api/league/Harbour/history/pairs/')
    expect(body).toEqual({
      owners: ['Ada Marlow', 'Ben Okafor'],
      pairs: [
        {
          a: 'Ada Marlow',
          b: 'Ben Okafor',
          games: 4,
          wins: 2,
          losses: 1,
          ties: 1,
          pf: 433.05,
          pa: 468.52,
          win_pct: 0.625,
          ppg: 108.2625,
          playoff_games: 1,
          last_season: 2026,
        },
      ],
    })
  })

  it('has no pairs without games', async () => {
    const { body } = await player.get('/api/league/Empty/history/pairs/')
    expect(body).toEqual({ owners: [], pairs: [] })
  })
})

describe('GET owner', () => {
  it('returns seasons with the league average, records, best and worst games, and rivals', async () => {
    const { body } = await player.get('/api/league/Harbour/owners/ada%20marlow/')
    expect(body).toMatchObject({
      owner: 'Ada Marlow',
      slug: 'ada-marlow',
      picture: null,
      known_as: ['Ada Marlow'],
      totals: { years: 2, titles: 0, runner_up: 1 },
      playoffs: { games: 1, wins: 0, losses: 1, ties: 0, pf: 150, pa: 210.5, win_pct: 0, ppg: 150 },
      rivals: [{ owner: 'Ben Okafor', picture: null, games: 4, wins: 2, losses: 1, ties: 1 }],
      // The only opponent can be only one of the two, and Ada is ahead.
      nemesis: null,
      favorite_opponent: { owner: 'Ben Okafor', games: 4, win_pct: 0.625 },
      marks: [],
      longest_streak: null,
    })
    const ben = (await player.get('/api/league/Harbour/owners/ben%20okafor/')).body
    expect([ben.nemesis, ben.favorite_opponent]).toMatchObject([
      { owner: 'Ada Marlow', win_pct: 0.375 },
      null,
    ])
    expect(body.seasons[0]).toEqual({
      season: 2025,
      scoring_format: 'points',
      is_finished: true,
      is_champion: false,
      rank: 2,
      teams: 2,
      team_id: 1,
      name: 'Anchors',
      logo: null,
      wins: 1,
      losses: 0,
      ties: 1,
      pf: 181.55,
      pa: 170,
      mean_pf: 175.775,
    })
    expect(body.records.map(({ name }: { name: string }) => name)).toEqual([
      'highest_game',
      'biggest_blowout',
      'highest_team_game',
      'lowest_winner',
      'closest_win',
    ])
    expect(body.best_games[0]).toEqual({ side: 'home', game: EXPECTED_GAME })
    expect(body.worst_games[0]).toMatchObject({ side: 'away', game: { season: 2025, game_id: 2 } })
  })

  it('returns 404 for an unknown owner', async () => {
    const response = await player.get('/api/league/Harbour/owners/Nobody/')
    expect([response.status, response.body.code]).toEqual([404, 'owner_not_found'])
  })
})

describe('GET game', () => {
  it('returns both teams, the NFL weeks and the records set in the game', async () => {
    const { body } = await player.get('/api/league/Harbour/games/2025/1/')
    expect(body).toEqual({
      game: EXPECTED_GAME,
      home: { team_id: 1, logo: null, picture: null },
      away: { team_id: 2, logo: BUOYS_LOGO, picture: null },
      nfl_weeks: [1],
      lineups: [],
      records: ['highest_game', 'highest_team_game', 'highest_loser', 'closest_win'],
    })
  })

  it('returns both lineups for each stored week', async () => {
    await admin.post('/api/create-league/', { name: 'Deep', espn_league_id: 4711 })
    await admin.post('/api/refresh-espn/', { name: 'Deep', season: 2025 })
    expect((await getHistory('Deep', admin)).seasons[0].depth).toBe('scores')
    const { id } = await testApp.db
      .selectFrom('leagues')
      .select('id')
      .where('name', '=', 'Deep')
      .executeTakeFirstOrThrow()
    const lineups = [1, 2].map((team) => buildLineup(team, [buildPlayer({ playerId: team })]))
    await storeWeek(testApp.db, id, buildWeek({ season: 2025, week: 3, lineups }))
    await storeWeek(testApp.db, id, buildWeek({ season: 2025, week: 4, lineups: lineups.slice(1) }))

    expect((await getHistory('Deep', admin)).seasons[0].depth).toBe('box scores')
    const { body } = await admin.get('/api/league/Deep/games/2025/3/')
    const game = { nfl_game: null, is_bye: false, injury_status: null }
    const empty = {
      slot_id: 2,
      espn_id: null,
      player: null,
      nfl_team: null,
      proj: null,
      actual: null,
      ...game,
    }
    const spots = (player: number) => [
      {
        ...empty,
        slot_id: 0,
        espn_id: player,
        player: 'Rook Calloway',
        nfl_team: 'KC',
        proj: 11,
        actual: 12.34,
      },
      empty,
      empty,
    ]
    expect([body.nfl_weeks, body.lineups, body.records]).toEqual([
      [3, 4],
      [
        { week: 3, home: spots(1), away: spots(2) },
        { week: 4, home: null, away: spots(2) },
      ],
      [],
    ])
  })

  it.each(['2025/9', '1999/1'])('returns 404 for the unknown game %s', async (path) => {
    const response = await player.get(`/api/league/Harbour/games/${path}/`)
    expect([response.status, response.body.code]).toEqual([404, 'game_not_found'])
  })
})
