import type { LeagueEvents, LiveScores } from '@fieldhouse/contract/live'
import { pointsFromDecimal } from '@fieldhouse/domain/points'
import type { Game, LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../database/engine/database.ts'
import { listenToEvents } from '../testing/event-listener.ts'
import { buildGame, buildSeason, buildSide, buildTeam } from '../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../testing/start-app.ts'
import { storeWeek } from '../testing/store-week.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { buildLineup, buildPlayer, buildWeek } from '../testing/week-fixture.ts'

let database: TestDatabase
let testApp: TestApp
let admin: TestClient
let cleanups: (() => Promise<unknown>)[]
beforeEach(async () => {
  database = await createTestDatabase()
  testApp = await startApp({}, { database })
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  cleanups = [() => testApp.close()]
})
afterEach(async () => {
  for (const close of cleanups) await close()
  await database.drop()
})

const points = pointsFromDecimal

/** A season in which week 1 is being played, at this score of the first team. */
function buildLiveSeason(score: number, overrides: Partial<LeagueSeason> = {}): LeagueSeason {
  const game = (gameId: number, home: number, away: number, live: number): Game =>
    buildGame({
      gameId,
      home: buildSide({ teamId: home, livePoints: points(live), projectedPoints: points(live + 20) }),
      away: buildSide({ teamId: away, livePoints: points(60), projectedPoints: points(90) }),
      result: 'undecided',
    })
  return buildSeason({
    size: 4,
    progress: { isDrafted: true, isFinished: false, currentPeriod: 1, currentWeek: 1, finalWeek: 2 },
    teams: ['Anchors', 'Buoys', 'Cleats', 'Docks'].map((name, index) =>
      buildTeam({ teamId: index + 1, name }),
    ),
    games: [game(1, 1, 2, score), game(2, 3, 4, 70)],
    ...overrides,
  })
}

const lineupWith = (player: Parameters<typeof buildPlayer>[0]) =>
  buildWeek({
    lineups: [
      buildLineup(1, [buildPlayer({ playerId: 11, ...player }), buildPlayer({ playerId: 12, slotId: 20 })]),
      buildLineup(2, [buildPlayer({ playerId: 21 })]),
    ],
  })

let minutes = 0
async function refresh(season: LeagueSeason, week = lineupWith({})): Promise<void> {
  minutes += 1
  testApp.clock.now = new Date(SUNDAY.getTime() + minutes * 60_000)
  testApp.provider.read = () => season
  await storeWeek(testApp.db, 1, week)
  await admin.post('/api/refresh-espn/', { name: 'Harbour', season: season.season })
}

async function readScreens() {
  const paths = ['scoreboard', 'me/matchup', 'me/roster', 'standings', 'me/summary', 'meta', 'snapshot']
  const reads = paths.map(async (path) => (await admin.get(`/api/league/Harbour/${path}/`)).body)
  const [scoreboard, matchup, roster, standings, summary, meta, snapshot] = await Promise.all(reads)
  return { scoreboard, matchup, roster, season: { standings, summary, meta, snapshot } }
}

type Screens = Awaited<ReturnType<typeof readScreens>>

/** What a page shows after an event, from what it showed before. */
function applyScores(before: Screens, scores: LiveScores): Screens {
  const { scoreboard, matchup, roster, season } = structuredClone(before)
  const freshness = { updated_at: scores.updated_at, last_error: scores.last_error }
  const playerOf = (id: number) => scores.players.find((player) => player.espn_id === id)
  for (const each of [...scoreboard.matchups, ...(matchup.matchup === null ? [] : [matchup.matchup])]) {
    const { home, away, ...live } = scores.matchups.find(({ id }) => id === each.id) ?? {}
    Object.assign(each, live)
    Object.assign(each.home, home)
    Object.assign(each.away, away)
  }
  for (const each of scoreboard.scores)
    Object.assign(
      each,
      scores.scores.find(({ team_id }) => team_id === each.team_id),
    )
  scoreboard.scores.sort(
    (a: { score: number; team_id: number }, b: { score: number; team_id: number }) =>
      b.score - a.score || a.team_id - b.team_id,
  )
  const lineups = ['home', 'away'].flatMap((side) => matchup.matchup?.[side].lineup ?? [])
  for (const spot of [...lineups, ...roster.players]) Object.assign(spot, playerOf(spot.espn_id))
  for (const each of [scoreboard, matchup, roster, season.standings]) Object.assign(each, freshness)
  return { scoreboard, matchup, roster, season }
}

/** Refreshes, and returns the scores of the event with the screens from before and after it. */
async function changeTo(season: LeagueSeason, week?: ReturnType<typeof buildWeek>) {
  const before = await readScreens()
  const listener = await listenToEvents(testApp, admin)
  await refresh(season, week)
  const { data } = await listener.nextNamed('scoreboard')
  listener.close()
  const { scores } = data as LeagueEvents['scoreboard']
  if (scores === undefined) throw new Error('the event has no scores')
  return { before, scores, after: await readScreens() }
}

describe('scores in events', () => {
  beforeEach(async () => {
    await refresh(buildLiveSeason(50))
    await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'boss' })
  })

  it.each<[string, LiveScores['changed'], () => LeagueSeason, ReturnType<typeof buildWeek>?]>([
    ['a new score', [], () => buildLiveSeason(56.5), lineupWith({ points: points(18.84) })],
    ['nothing new', [], () => buildLiveSeason(50), lineupWith({})],
    [
      'another player in a slot',
      ['matchup', 'roster'],
      () => buildLiveSeason(56.5),
      lineupWith({ playerId: 14, name: 'Finn Ashgrove' }),
    ],
    [
      'another injury status',
      ['matchup', 'roster'],
      () => buildLiveSeason(56.5),
      lineupWith({ injuryStatus: 'QUESTIONABLE' }),
    ],
    [
      'another team name',
      ['season', 'scoreboard', 'matchup'],
      () =>
        buildLiveSeason(50, {
          teams: buildLiveSeason(50).teams.map((team) => ({ ...team, name: `${team.name} FC` })),
        }),
    ],
    [
      'the end of the week',
      ['season', 'scoreboard', 'matchup', 'roster'],
      () =>
        buildLiveSeason(101, {
          progress: { isDrafted: true, isFinished: false, currentPeriod: 2, currentWeek: 2, finalWeek: 2 },
          games: [
            buildGame({
              home: buildSide({ teamId: 1, points: points(101) }),
              away: buildSide({ teamId: 2, points: points(90) }),
            }),
            buildGame({
              gameId: 3,
              period: 2,
              home: buildSide({ teamId: 1 }),
              away: buildSide({ teamId: 4 }),
              result: 'undecided',
            }),
          ],
        }),
    ],
  ])('lead a page to the new state after %s', async (_, changed, season, week = lineupWith({})) => {
    const { before, scores, after } = await changeTo(season(), week)
    expect(scores.changed).toEqual(changed)
    expect(scores.previous_updated_at).toBe(before.scoreboard.updated_at)
    const shown = applyScores(before, scores)
    for (const part of ['scoreboard', 'matchup', 'roster', 'season'] as const)
      if (!changed.includes(part)) expect([part, shown[part]]).toEqual([part, after[part]])
  })

  it('contain only players with other points', async () => {
    const { scores } = await changeTo(buildLiveSeason(56.5), lineupWith({ points: points(18.84) }))
    expect(scores.players).toEqual([{ espn_id: 11, proj: 11, actual: 18.84 }])
  })

  it('are small for a league of twelve', async () => {
    const games = Array.from({ length: 6 }, (_, index) =>
      buildGame({
        gameId: 100 + index,
        home: buildSide({
          teamId: 2 * index + 1,
          livePoints: points(81.37 + index),
          projectedPoints: points(121.84),
        }),
        away: buildSide({
          teamId: 2 * index + 2,
          livePoints: points(77.92),
          projectedPoints: points(118.06),
        }),
        result: 'undecided',
      }),
    )
    const { scores } = await changeTo(buildLiveSeason(0, { games }))
    expect(scores.matchups).toHaveLength(6)
    expect(JSON.stringify({ season: 2026, scores }).length).toBeLessThan(2300)
  })

  it('are the same for the clients of every process', async () => {
    const db = connect(database.address)
    const second = await startApp({}, { database: { ...database, db } })
    await second.app.listen({ port: 0, host: '127.0.0.1' })
    cleanups.unshift(async () => {
      await second.close()
      await db.destroy()
    })
    const listeners = [await listenToEvents(testApp, admin), await listenToEvents(second, admin)]
    await refresh(buildLiveSeason(64))
    const events = await Promise.all(listeners.map((listener) => listener.nextNamed('scoreboard')))
    expect(events[1]).toEqual(events[0])
    expect(events[0]?.data).toMatchObject({
      scores: { matchups: [{ home: { score: 64 } }, {}], changed: [] },
    })
  })

  it('are left out of events that a client has missed', async () => {
    const listener = await listenToEvents(testApp, admin)
    await refresh(buildLiveSeason(64))
    const { id } = await listener.nextNamed('scoreboard')
    const again = await listenToEvents(testApp, admin, id - 1)
    expect((await again.nextNamed('scoreboard')).data).toEqual({ season: 2026 })
  })

  it('are left out of events about an earlier season', async () => {
    const listener = await listenToEvents(testApp, admin)
    await refresh(buildLiveSeason(64, { season: 2025 }))
    expect((await listener.nextNamed('scoreboard')).data).toEqual({ season: 2025 })
  })

  it('are not sent to a person who was removed through another process', async () => {
    const player = await testApp.registerUser('player')
    await admin.post('/api/assign-user/', { username: 'player', league: 'Harbour', role: 'viewer' })
    const listener = await listenToEvents(testApp, player)
    expect(listener.status).toBe(200)
    await testApp.db.deleteFrom('memberships').where('user_id', '=', 2).execute()
    await refresh(buildLiveSeason(64))
    await listener.ended
    await expect(listener.nextNamed('scoreboard')).rejects.toThrow('the stream has ended')
  })
})

it('leads a page to the new order of the teams in a total points league', async () => {
  const season = (factor: number) =>
    buildLiveSeason(0, {
      scoringType: 'TOTAL_SEASON_POINTS',
      games: [],
      weeklyScores: [1, 2, 3, 4].map((teamId) => ({
        teamId,
        week: 1,
        points: points(50 + factor * teamId),
      })),
    })
  await refresh(season(1))
  const { before, scores, after } = await changeTo(season(-1))
  expect(scores.changed).not.toContain('scoreboard')
  expect(applyScores(before, scores).scoreboard).toEqual(after.scoreboard)
})
