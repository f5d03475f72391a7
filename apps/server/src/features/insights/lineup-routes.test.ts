import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp, TestClient } from '../../testing/start-app.ts'
import { buildCurrentSeason, createTwoSeasons } from '../../testing/two-seasons-fixture.ts'

let testApp: TestApp
let admin: TestClient
let player: TestClient
beforeAll(async () => {
  ;({ testApp, admin, player } = await createTwoSeasons())
})
afterAll(() => testApp.close())

const read = async (path: string) => {
  const { status, body } = await player.get(`/api/league/Harbour/insights/${path}`)
  expect(status).toBe(200)
  return body
}

describe('GET lineups', () => {
  it('compares the lineups of the last completed week with the best ones', async () => {
    const body = await read('lineups/')
    expect(body).toMatchObject({ season: 2026, unavailable: null, nfl_week: 1, nfl_weeks: [1] })
    const sums = { actual: 20.5, optimal: 31, left_on_bench: 10.5, efficiency: 20.5 / 31 }
    expect(body.teams[0]).toEqual({
      team_id: 1,
      season: { ...sums, weeks: 1, perfect_lineups: 0, would_have_won: 0, lost_anyway: 0 },
      lineup: {
        ...sums,
        to_start: [{ player_id: 12, name: 'Ned Castle', position: 'RB', points: 31 }],
        to_bench: [{ player_id: 11, name: 'Rook Calloway', position: 'QB', points: 20.5 }],
        slots: [
          {
            slot_id: 0,
            started: { player_id: 11, name: 'Rook Calloway', position: 'QB', points: 20.5 },
            best: { player_id: 12, name: 'Ned Castle', position: 'RB', points: 31 },
          },
          { slot_id: 2, started: null, best: null },
          { slot_id: 2, started: null, best: null },
        ],
        would_have_won: false,
      },
    })
  })

  it('has no week review for a week that is not completed', async () => {
    const { teams, nfl_week } = await read('lineups/?week=2')
    expect(nfl_week).toBe(2)
    expect(teams.map(({ lineup }: { lineup: unknown }) => lineup)).toEqual([null, null, null, null])
  })

  it('leaves out weeks without a stored lineup', async () => {
    const { teams } = await read('lineups/?season=2025')
    expect(teams[1]).toMatchObject({
      season: { weeks: 1, actual: 30, efficiency: 1, perfect_lineups: 1, lost_anyway: 1 },
      lineup: { to_start: [], to_bench: [], would_have_won: false },
    })
    expect(teams[0]).toMatchObject({ season: { weeks: 0, efficiency: null }, lineup: null })
  })

  it('says why there are none', async () => {
    expect(await read('lineups/?season=2010')).toMatchObject({ unavailable: 'not_stored', teams: [] })
  })
})

describe('GET grades', () => {
  it('compares the positions with the league, in the completed weeks with lineups', async () => {
    const body = await read('grades/')
    expect(body).toMatchObject({ season: 2026, week: 1, unavailable: null, nfl_weeks: [1] })
    const [first, , third] = body.teams
    // Only teams 1 and 3 have a stored lineup.
    expect(first.positions).toEqual([
      { position: 'QB', points: 20.5, difference: 10.25, z: 1, grade: 'A' },
      { position: 'D/ST', points: 0, difference: 1, z: 1, grade: 'A' },
    ])
    expect(third.positions).toMatchObject([
      { position: 'QB', points: 0 },
      { position: 'D/ST', points: -2 },
    ])
    expect(body.teams[1].positions).toEqual([])
  })

  it('has no report cards before half of the season is played', async () => {
    const body = await read('grades/')
    expect([body.report_unavailable, body.teams[0].report]).toEqual(['too_early', null])
  })

  it('grades a season by what is known of all teams', async () => {
    const body = await read('grades/?season=2025')
    expect(body.report_unavailable).toBeNull()
    const report = body.teams[2].report
    // Team 3 won and tied, with 140 points.
    expect(report.subjects).toMatchObject([
      { subject: 'results', value: 0.75, z: expect.closeTo(Math.SQRT2, 6), grade: 'A+' },
      { subject: 'scoring', value: 140 },
    ])
    expect(report.overall.z).toBeCloseTo((report.subjects[0].z + report.subjects[1].z) / 2, 6)
  })

  it('says why there are none', async () => {
    expect(await read('grades/?season=2010')).toMatchObject({ unavailable: 'not_stored', teams: [] })
  })
})

describe('GET elo', () => {
  it('rates the owners over both seasons, whichever team they have', async () => {
    const { weeks, owners } = await read('elo/')
    expect(weeks.map(({ season, week }: Record<string, number>) => [season, week])).toEqual([
      [2025, 1],
      [2025, 2],
      [2025, 3],
      [2025, 4],
      [2026, 1],
    ])
    type Owner = { name: string; slug: string; rating: number; games: number; ratings: number[] }
    const ratings = owners.map(({ rating }: Owner) => rating)
    expect(ratings.reduce((sum: number, rating: number) => sum + rating, 0)).toBeCloseTo(4 * 1500, 6)
    expect(ratings).toEqual(ratings.toSorted((a: number, b: number) => b - a))
    expect(owners.map(({ name, games, ratings: [first] }: Owner) => [name, games, first])).toEqual([
      // Dee and Cal also played for third place, which does not count.
      ['Ada Marlow', 5, 1510],
      ['Dee Finch', 4, 1490],
      ['Ben Okafor', 5, 1490],
      ['Cal Winter', 4, 1510],
    ])
  })
})

it('blames nobody for the lineups of a best ball league', async () => {
  const namesOf = async () =>
    new Set((await read('awards/')).awards.map(({ name }: { name: string }) => name))
  expect(await namesOf()).toContain('bench_blunder')
  testApp.provider.read = () => ({ ...buildCurrentSeason(), isBestBall: true })
  expect((await admin.post('/api/refresh-espn/', { name: 'Harbour' })).status).toBe(200)
  expect(await read('lineups/')).toMatchObject({ unavailable: 'best_ball', nfl_week: null, teams: [] })
  const names = await namesOf()
  expect(names).toContain('player_of_the_week')
  for (const name of ['bench_blunder', 'perfect_lineup', 'asleep']) expect(names).not.toContain(name)
  expect(await read('season-cards/?season=2026')).toMatchObject({
    unavailable: 'in_progress',
    is_best_ball: true,
  })
})
