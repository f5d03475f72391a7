import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { pointsFromDecimal } from '@fieldhouse/domain/points'
import type { GameResult, LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { startSimulatedProvider } from '@fieldhouse/simulator/simulated-provider'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEspnProvider } from '../../providers/espn/espn-provider.ts'
import { IS_NET } from '../../testing/is-net.ts'
import { buildGame, buildSeason, buildSide } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { storeWeek } from '../../testing/store-week.ts'
import { buildLineup, buildPlayer, buildWeek } from '../../testing/week-fixture.ts'

let testApp: TestApp
let admin: TestClient
beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
})
afterEach(() => testApp.close())

type Outlook = [scored: number, projected: number | null]

function buildSunday(home: Outlook, away: Outlook, result: GameResult = 'undecided'): LeagueSeason {
  const sideOf = (teamId: number, [scored, projected]: Outlook) =>
    buildSide({
      teamId,
      ...(result === 'undecided'
        ? { livePoints: pointsFromDecimal(scored) }
        : { points: pointsFromDecimal(scored) }),
      projectedPoints: projected === null ? null : pointsFromDecimal(projected),
    })
  return buildSeason({
    progress: { isDrafted: true, isFinished: false, currentPeriod: 1, currentWeek: 1, finalWeek: 2 },
    games: [buildGame({ home: sideOf(1, home), away: sideOf(2, away), result })],
  })
}

async function refreshAt(minute: number, season: LeagueSeason): Promise<void> {
  testApp.clock.now = new Date(SUNDAY.getTime() + minute * MINUTE_MS)
  testApp.provider.read = () => season
  const { body } = await admin.post('/api/refresh-espn/', { name: 'Harbour', season: season.season })
  expect(body).toMatchObject({ ok: true, error: null })
}

const readTimeline = async (game = 'games/2026/1/1') =>
  (await admin.get(`/api/league/Harbour/${game}/timeline/`)).body
const atMinute = (minute: number) => new Date(SUNDAY.getTime() + minute * MINUTE_MS).toISOString()

/** Follows a game from kickoff to the result. Source of the numbers: analytics, 17 "Timeline". */
async function playGame(): Promise<void> {
  await refreshAt(-30, buildSunday([0, 115], [0, 110]))
  await refreshAt(60, buildSunday([30, 110], [60, 115]))
  await refreshAt(120, buildSunday([70, 115], [95, 115]))
  await refreshAt(180, buildSunday([108, 118], [115, 115]))
  await refreshAt(240, buildSunday([121, null], [115, null], 'home'))
}

describe('GET the timeline of a game', () => {
  it('returns how the scores and the win probability changed, and facts about it', async () => {
    await playGame()
    const { points, facts, ...game } = await readTimeline()
    expect(game).toEqual({
      season: 2026,
      week: 1,
      game_id: 1,
      updated_at: atMinute(240),
      last_error: null,
      provider: 'espn',
    })
    expect(points.map((point: object) => Object.values(point))).toEqual([
      [atMinute(-30), 'before', 0, 0, 0.550241],
      [atMinute(60), 'live', 30, 60, 0.435254],
      [atMinute(120), 'live', 70, 95, 0.5],
      [atMinute(180), 'live', 108, 115, 0.642706],
      [atMinute(240), 'final', 121, 115, 1],
    ])
    expect(facts).toEqual({
      lead_changes: [atMinute(60), atMinute(180)],
      largest_swing: { at: atMinute(240), change: 0.357294 },
      comeback: { winner: 'home', at: atMinute(60), win_chance: 0.435254 },
    })
  })

  it('grows with each refresh that changes something, by one point per minute at most', async () => {
    await refreshAt(-60, buildSunday([0, 100], [0, 110]))
    await refreshAt(-30, buildSunday([0, 115], [0, 110]))
    expect((await readTimeline()).points).toMatchObject([{ at: atMinute(-30), state: 'before' }])
    for (const minute of [60, 61]) await refreshAt(minute, buildSunday([30, 110], [60, 115]))
    await refreshAt(61.2, buildSunday([36, 112], [60, 115]))
    await refreshAt(61.9, buildSunday([37, 112], [60, 115]))
    const { points, facts } = await readTimeline()
    expect(points).toMatchObject([
      { at: atMinute(-30) },
      { at: atMinute(60), home_score: 30 },
      { at: atMinute(61), home_score: 37 },
    ])
    expect(facts).toMatchObject({ comeback: null })
  })

  it('corrects the last score after the result', async () => {
    await playGame()
    await refreshAt(4000, buildSunday([114, null], [115, null], 'away'))
    const { points, facts } = await readTimeline()
    expect(points).toHaveLength(5)
    expect(points.at(-1)).toEqual({
      at: atMinute(240),
      state: 'final',
      home_score: 114,
      away_score: 115,
      home_win_chance: 0,
    })
    expect(facts.comeback).toMatchObject({ winner: 'away', at: atMinute(180) })
  })

  it('is thinned with the result', async () => {
    for (let minute = 0; minute < 20; minute += 1)
      await refreshAt(minute, buildSunday([minute, 110], [20, 100]))
    expect((await readTimeline()).points).toHaveLength(20)
    const { facts } = await readTimeline()
    await refreshAt(30, buildSunday([110, null], [100, null], 'home'))
    const { points, facts: factsAtTheEnd } = await readTimeline()
    expect(points.length).toBeLessThan(8)
    expect([points[0].at, points.at(-1).at]).toEqual([atMinute(0), atMinute(30)])
    expect(factsAtTheEnd.lead_changes).toEqual(facts.lead_changes)
  })

  it("uses the starters' projections while the provider does not project the game", async () => {
    const withProjection = (teamId: number, projected: number) => ({
      ...buildLineup(teamId, [buildPlayer({ playerId: teamId, points: null })]),
      projectedPoints: pointsFromDecimal(projected),
    })
    await refreshAt(-90, buildSunday([0, null], [0, null]))
    expect((await readTimeline()).points).toEqual([])
    await storeWeek(
      testApp.db,
      await testApp.findLeagueId(),
      buildWeek({ lineups: [withProjection(1, 120), withProjection(2, 100)] }),
    )
    await refreshAt(-60, buildSunday([0, null], [0, null]))
    const [point] = (await readTimeline()).points
    expect(point).toMatchObject({ state: 'before', home_win_chance: expect.closeTo(0.693247, 6) })
    const { home } = (await admin.get('/api/league/Harbour/games/2026/1/1/')).body.matchup
    expect(home.win_chance).toBeCloseTo(point.home_win_chance, 6)
  })

  it('is empty for a game that was over when it was first read', async () => {
    await refreshAt(0, buildSunday([121, null], [115, null], 'home'))
    expect(await readTimeline()).toMatchObject({ game_id: 1, points: [], facts: null })
  })

  it.each([
    ['in categories', { scoringType: 'H2H_CATEGORY' }],
    [
      'over two NFL weeks',
      { calendar: { ...buildSeason().calendar, periods: [{ period: 1, weeks: [1, 2] }] } },
    ],
  ])('is empty for a game %s', async (_, overrides) => {
    await refreshAt(60, { ...buildSunday([30, 110], [60, 115]), ...overrides })
    await refreshAt(120, { ...buildSunday([70, 115], [95, 115]), ...overrides })
    expect((await readTimeline()).points).toEqual([])
  })

  it.each(['games/2026/1/2', 'games/2026/2/1', 'games/2025/1/1'])('returns 404 for %s', async (game) => {
    await playGame()
    expect(await readTimeline(game)).toMatchObject({ code: 'game_not_found' })
  })

  it('stays when the season is stored again, and goes with the ESPN league', async () => {
    await playGame()
    await refreshAt(300, buildSunday([121, null], [115, null], 'home'))
    expect((await readTimeline()).points).toHaveLength(5)
    await admin.post('/api/league/Harbour/settings/', { espn_league_id: 4712, deletes_espn_seasons: true })
    const rows = await testApp.db.selectFrom('game_timeline_points').selectAll().execute()
    expect(rows).toEqual([])
  })

  it('changes the version of the data, so that cached responses are read again', async () => {
    await playGame()
    const url = '/api/league/Harbour/games/2026/1/1/timeline/'
    const before = (await admin.get(url)).body
    await testApp.db.deleteFrom('game_timeline_points').where('state', '=', 'final').execute()
    expect((await admin.get(url)).body.points).toEqual(before.points.slice(0, -1))
  })
})

it.runIf(IS_NET)('follows a simulated Sunday through changes of the lead to the results', async () => {
  const kickoff = Date.parse('2026-11-22T18:00:00Z')
  let now = new Date(kickoff)
  const simulated = await startSimulatedProvider({ seed: 7, now: () => now, pastSeasons: 0 })
  const userAgent = 'Tests/1.0 (+https://tests.example)'
  const sunday = await startApp({}, { provider: createEspnProvider({ baseUrl: simulated.url, userAgent }) })
  try {
    sunday.clock.now = now
    const boss = await sunday.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
    await boss.post('/api/create-league/', { name: 'Island', espn_league_id: simulated.leagueId })
    const refresh = async (minute: number) => {
      now = new Date(kickoff + minute * MINUTE_MS)
      sunday.clock.now = now
      const { body } = await boss.post('/api/refresh-espn/', { name: 'Island', season: 2026 })
      expect(body).toMatchObject({ ok: true })
    }
    for (let minute = 0; minute <= 600; minute += 60) await refresh(minute)
    const { matchups } = (await boss.get('/api/league/Island/scoreboard/?season=2026&week=11')).body
    await refresh(40 * 60)
    const timelines = []
    for (const { id } of matchups)
      timelines.push((await boss.get(`/api/league/Island/games/2026/11/${id}/timeline/`)).body)
    expect(timelines).toHaveLength(6)
    for (const { points, facts } of timelines) {
      expect(points.length).toBeGreaterThanOrEqual(8)
      expect(points.at(-1)).toMatchObject({ state: 'final' })
      expect([0, 1]).toContain(points.at(-1).home_win_chance)
      expect(Math.abs(facts.largest_swing.change)).toBeGreaterThan(0.02)
    }
    expect(timelines.some(({ facts }) => facts.lead_changes.length >= 2)).toBe(true)
  } finally {
    await sunday.close()
    await simulated.close()
  }
})
