import { ZERO_POINTS } from '@fieldhouse/domain/points'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeSeason } from '../../testing/change-season.ts'
import type { TestApp, TestClient } from '../../testing/start-app.ts'
import { storeWeek } from '../../testing/store-week.ts'
import { buildCurrentSeason, buildPastSeason, createTwoSeasons } from '../../testing/two-seasons-fixture.ts'
import { buildLineup, buildPlayer, buildWeek } from '../../testing/week-fixture.ts'

const COLOR = /^#[0-9a-f]{6}$/

let testApp: TestApp
let admin: TestClient
beforeAll(async () => {
  ;({ testApp, admin } = await createTwoSeasons())
})
afterAll(() => testApp.close())

/** A season that the provider does not list is not read. */
const listEarlierSeasons = async () =>
  changeSeason(testApp.db, await testApp.findLeagueId(), 2026, (season) => ({
    ...season,
    previousSeasons: [2023, 2024, 2025],
  }))

const get = async (query: string) => (await admin.get(`/api/league/Harbour/insights/bracket/${query}`)).body

describe('GET the bracket', () => {
  it('returns the rounds of a past season with all pairings', async () => {
    const body = await get('?season=2025')
    expect(body).toMatchObject({
      season: 2025,
      seasons: [2026, 2025],
      status: 'finished',
      champion_team_id: 4,
      scoring_format: 'points',
      last_error: null,
    })
    expect(body.teams).toEqual([
      {
        team_id: 4,
        name: 'Old Anchors',
        logo: null,
        color: expect.stringMatching(COLOR),
        seed: 1,
        owners: ['Ada Marlow'],
        assigned_user: 'Ada Lark',
      },
      {
        team_id: 2,
        name: 'Old Buoys',
        logo: null,
        color: expect.stringMatching(COLOR),
        seed: 2,
        owners: ['Ben Okafor'],
        assigned_user: null,
      },
      {
        team_id: 3,
        name: 'Old Cleats',
        logo: null,
        color: expect.stringMatching(COLOR),
        seed: 3,
        owners: ['Cal Winter'],
        assigned_user: null,
      },
      {
        team_id: 1,
        name: 'Old Docks',
        logo: null,
        color: expect.stringMatching(COLOR),
        seed: 4,
        owners: ['Dee Finch'],
        assigned_user: null,
      },
    ])
    expect(body.rounds).toEqual([
      {
        name: 'Semifinal',
        weeks: [3],
        nfl_weeks: [3],
        projected: { pairings: [], byes: [] },
        championship: [
          {
            round: { name: 'Semifinal', bracket: 'championship' },
            games: [{ week: 3, game_id: 5 }],
            state: 'final',
            home: { team_id: 4, score: 110 },
            away: { team_id: 1, score: 100 },
            winner_team_id: 4,
          },
          expect.objectContaining({ games: [{ week: 3, game_id: 6 }], winner_team_id: 2 }),
        ],
        byes: [],
        consolation: [],
      },
      {
        name: 'Championship',
        weeks: [4],
        nfl_weeks: [4, 5],
        projected: { pairings: [], byes: [] },
        championship: [
          expect.objectContaining({
            home: { team_id: 4, score: 200 },
            away: { team_id: 2, score: 190 },
            winner_team_id: 4,
          }),
        ],
        byes: [],
        consolation: [
          expect.objectContaining({
            round: { name: 'Third place', bracket: 'third_place' },
            winner_team_id: 3,
          }),
        ],
      },
    ])
  })

  it('names the rounds to come before the playoffs, with projected pairings', async () => {
    const sides = (...ids: number[][]) => ids.map((team_ids) => ({ team_ids }))
    const projected = (name: string, ...pairings: number[][][]) => ({
      pairings: pairings.map((each) => ({
        round: { name, bracket: 'championship' },
        sides: sides(...each),
      })),
      byes: [],
    })
    const body = await get('')
    expect(body).toMatchObject({
      season: 2026,
      status: 'before',
      champion_team_id: null,
      is_reseeded: null,
      rounds: [
        { name: 'Semifinal', weeks: [4], nfl_weeks: [4], championship: [], byes: [] },
        { name: 'Championship', weeks: [5], nfl_weeks: [5, 6], championship: [] },
      ],
    })
    expect(body.rounds.map((round: { projected: unknown }) => round.projected)).toEqual([
      projected('Semifinal', [[1], [3]], [[4], [2]]),
      projected('Championship', [
        [1, 3],
        [4, 2],
      ]),
    ])
    expect(body.teams.map((team: { team_id: number; seed: number }) => [team.team_id, team.seed])).toEqual([
      [1, 1],
      [4, 2],
      [2, 3],
      [3, 4],
    ])
  })

  it('shows which pairings have begun, also without points', async () => {
    const past = buildPastSeason()
    const open = { points: ZERO_POINTS, livePoints: ZERO_POINTS }
    testApp.provider.read = () => ({
      ...past,
      season: 2024,
      progress: { isDrafted: true, isFinished: false, currentPeriod: 3, currentWeek: 3, finalWeek: 5 },
      teams: past.teams.map((team) => ({ ...team, finalRank: null })),
      games: past.games
        .filter(({ period }) => period <= 3)
        .map((game) =>
          game.period < 3
            ? game
            : {
                ...game,
                result: 'undecided' as const,
                home: { ...game.home, ...open },
                away: game.away === null ? null : { ...game.away, ...open },
              },
        ),
    })
    await listEarlierSeasons()
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2024 })
    const lineups = [buildLineup(1, [buildPlayer({ points: ZERO_POINTS })])]
    await storeWeek(testApp.db, await testApp.findLeagueId(), buildWeek({ season: 2024, week: 3, lineups }))
    const body = await get('?season=2024')
    expect([body.status, body.champion_team_id]).toEqual(['in_progress', null])
    expect(body.rounds[0].championship).toMatchObject([
      { state: 'live', home: { team_id: 4, score: 0 }, away: { team_id: 1, score: 0 }, winner_team_id: null },
      { state: 'before', home: { team_id: 2, score: null }, away: { team_id: 3, score: null } },
    ])
    expect(body.rounds[1]).toMatchObject({
      name: 'Championship',
      weeks: [4],
      nfl_weeks: [4, 5],
      championship: [],
      // The seeds of the provider pair its games, and the winners meet.
      projected: {
        pairings: [{ sides: [{ team_ids: [4, 1] }, { team_ids: [2, 3] }] }],
        byes: [],
      },
    })
    expect(body.rounds[0].projected).toEqual({ pairings: [], byes: [] })
  })

  it.each([
    [0, false],
    [4, true],
    [null, true],
  ])('says whether a season with %s playoff teams has playoffs', async (playoffTeams, hasPlayoffs) => {
    const season = buildPastSeason()
    const calendar = { ...season.calendar, playoffTeams }
    const games = season.games.filter(({ bracket }) => bracket === 'regular')
    testApp.provider.read = () => ({ ...season, season: 2023, calendar, games, isFinished: false })
    await listEarlierSeasons()
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2023 })
    expect((await get('?season=2023')).has_playoffs).toBe(hasPlayoffs)
  })

  it.each([
    ['a season that is not stored', '?season=2011'],
    ['a league without matchups', '?season=2026'],
  ])('is unknown for %s', async (_, query) => {
    testApp.provider.read = () => ({ ...buildCurrentSeason(), scoringType: 'TOTAL_SEASON_POINTS' })
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2026 })
    expect(await get(query)).toMatchObject({
      status: 'unknown',
      rounds: [],
      teams: [],
      champion_team_id: null,
    })
  })
})
