import { NFL_TEAMS } from '@fieldhouse/domain/nfl/nfl-teams'
import type { NflGame } from '@fieldhouse/domain/nfl/nfl-week'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ScoreboardGame } from '../providers/nfl-provider.ts'
import { NO_PROGRESS } from '../testing/nfl-progress.ts'
import { buildLine } from '../testing/reported-line.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type NflReader, nflReader, saveSchedule, saveScoreboard, saveWeather } from './nfl.ts'

const KICKOFF = new Date('2026-10-11T17:00:00Z')
const BEFORE = new Date('2026-10-11T12:00:00Z')
const AFTER = new Date('2026-10-11T18:00:00Z')

let database: TestDatabase
let reader: NflReader
beforeEach(async () => {
  database = await createTestDatabase()
  reader = nflReader(database.db)
})
afterEach(() => database.drop())

function buildGame(overrides: Partial<NflGame> = {}): NflGame {
  return {
    gameId: 401,
    season: 2026,
    week: 5,
    homeTeamId: 9,
    awayTeamId: 3,
    kickoff: KICKOFF,
    isTimeSet: true,
    state: 'pre',
    ...overrides,
  }
}

function buildScoreboardGame(overrides: Partial<ScoreboardGame> = {}): ScoreboardGame {
  return {
    ...buildGame(),
    venueId: 3798,
    venueName: 'Lambeau Field',
    isNeutral: false,
    isIndoor: false,
    line: buildLine({ spread: -3.5, total: 44 }),
    progress: NO_PROGRESS,
    ...overrides,
  }
}

const buildScoreboard = (...games: ScoreboardGame[]) => ({ season: 2026, week: 5, games, byes: [] })

/** Sixteen weeks with sixteen games each, so that every team plays sixteen times. */
function buildCompleteSchedule(): NflGame[] {
  const ids = NFL_TEAMS.map(({ teamId }) => teamId)
  return Array.from({ length: 16 }, (_, week) =>
    Array.from({ length: 16 }, (_, gameIndex) =>
      buildGame({
        gameId: 1000 + week * 16 + gameIndex,
        week: week + 1,
        homeTeamId: ids[gameIndex] ?? 0,
        awayTeamId: ids[16 + ((gameIndex + week) % 16)] ?? 0,
      }),
    ),
  ).flat()
}

describe('saving a schedule', () => {
  it('stores games and byes by week and team', async () => {
    const later = buildGame({ gameId: 402, homeTeamId: 12, awayTeamId: 13, kickoff: AFTER, isTimeSet: false })
    const nextWeek = buildGame({ gameId: 403, week: 6, kickoff: new Date('2026-10-18T17:00:00Z') })
    await saveSchedule(database.db, {
      season: 2026,
      games: [nextWeek, later, buildGame()],
      byes: [
        { teamId: 2, week: 5 },
        { teamId: 4, week: 6 },
      ],
    })
    const week = await reader.getWeek(2026, 5)
    expect(week.games).toEqual(
      [buildGame(), later].map((game) => ({ ...game, line: null, weather: null, progress: null })),
    )
    expect([...week.byeTeamIds]).toEqual([2])
    expect((await reader.listSeasonGames(2026)).map(({ gameId }) => gameId)).toEqual([401, 402, 403])
    expect(await reader.listSeasonGames(2025)).toEqual([])
  })

  it('updates kickoffs and final states, but not games in progress', async () => {
    await saveScoreboard(database.db, buildScoreboard(buildScoreboardGame({ state: 'in' })), AFTER)
    const moved = new Date('2026-10-12T00:15:00Z')
    await saveSchedule(database.db, { season: 2026, games: [buildGame({ kickoff: moved })], byes: [] })
    expect(await reader.listGames(2026, 5)).toMatchObject([{ kickoff: moved, state: 'in' }])
    await saveSchedule(database.db, { season: 2026, games: [buildGame({ state: 'post' })], byes: [] })
    expect(await reader.listSeasonGames(2026)).toMatchObject([
      { state: 'post', venue: { venueId: 3798, venueName: 'Lambeau Field', isNeutral: false } },
    ])
  })

  it('deletes missing games only if it is complete', async () => {
    await saveSchedule(database.db, { season: 2026, games: [buildGame()], byes: [] })
    await saveSchedule(database.db, {
      season: 2025,
      games: [buildGame({ gameId: 300, season: 2025 })],
      byes: [],
    })
    await saveSchedule(database.db, { season: 2026, games: buildCompleteSchedule().slice(1), byes: [] })
    expect(await reader.listSeasonGames(2026)).toHaveLength(256)
    await saveSchedule(database.db, { season: 2026, games: buildCompleteSchedule(), byes: [] })
    const stored = await reader.listSeasonGames(2026)
    expect(stored).toHaveLength(256)
    expect(stored.map(({ gameId }) => gameId)).not.toContain(401)
    expect(await reader.listSeasonGames(2025)).toHaveLength(1)
  })
})

describe('saving a scoreboard', () => {
  it('stores venues and betting lines, and keeps values that a later one omits', async () => {
    await saveScoreboard(database.db, buildScoreboard(buildScoreboardGame()), BEFORE)
    const unknownVenue = { venueId: null, venueName: null, isNeutral: null, isIndoor: null }
    const line = buildLine({ spread: null, total: 45.5 }, { bookmaker: null })
    await saveScoreboard(database.db, buildScoreboard(buildScoreboardGame({ ...unknownVenue, line })), BEFORE)
    await saveScoreboard(database.db, buildScoreboard(buildScoreboardGame({ line: null })), BEFORE)
    expect(await reader.listGames(2026, 5)).toMatchObject([{ line: { spread: -3.5, total: 45.5 } }])
    expect(await reader.listSeasonGames(2026)).toMatchObject([
      { venue: { venueId: 3798, isNeutral: false, isIndoor: false } },
    ])
  })

  it('does not change the betting line after kickoff', async () => {
    await saveScoreboard(database.db, buildScoreboard(buildScoreboardGame()), BEFORE)
    const late = buildLine({ spread: 10.5, total: 60 })
    await saveScoreboard(
      database.db,
      buildScoreboard(buildScoreboardGame({ state: 'in', line: late })),
      AFTER,
    )
    await saveScoreboard(
      database.db,
      buildScoreboard(buildScoreboardGame({ state: 'pre', line: late })),
      AFTER,
    )
    expect(await reader.listGames(2026, 5)).toMatchObject([{ line: { spread: -3.5, total: 44 } }])
  })
})

describe('saving the progress of games', () => {
  const playing = { ...NO_PROGRESS, period: 3, clockSeconds: 252, score: { home: 10, away: 17 } }

  async function saveBoard(overrides: Partial<ScoreboardGame>, now = AFTER) {
    await saveScoreboard(database.db, buildScoreboard(buildScoreboardGame(overrides)), now)
  }

  const readProgress = async () => (await reader.listGames(2026, 5))[0]?.progress

  it('stores the clock, the score and the team with the ball, and when they were reported', async () => {
    await saveBoard({ state: 'in', progress: { ...playing, ballTeamId: 9, isRedZone: true } })
    expect(await readProgress()).toEqual({ ...playing, ballTeamId: 9, isRedZone: true, observedAt: AFTER })
    await saveBoard({ state: 'in', progress: { ...NO_PROGRESS, hold: 'halftime' } })
    expect(await readProgress()).toMatchObject({ score: null, hold: 'halftime', isRedZone: false })
  })

  it('does not take the last score of a game that ended unobserved for its final score', async () => {
    await saveBoard({ state: 'in', progress: playing })
    await saveSchedule(database.db, { season: 2026, games: [buildGame({ state: 'post' })], byes: [] })
    expect(await readProgress()).toBeNull()
    expect(await reader.listSeasonGames(2026)).toMatchObject([{ lacksScore: true }])
    await saveBoard({ state: 'post', progress: { ...playing, period: 4, clockSeconds: 0 } })
    await saveSchedule(database.db, { season: 2026, games: [buildGame({ state: 'post' })], byes: [] })
    expect(await readProgress()).toMatchObject({ score: { home: 10, away: 17 }, observedAt: AFTER })
    expect(await reader.listSeasonGames(2026)).toMatchObject([{ lacksScore: false }])
  })

  it('sends games in progress and changes to the leagues that are being viewed, and new scores with a new phase', async () => {
    for (const id of [1, 2]) {
      const name = `League ${id}`
      await database.db
        .insertInto('leagues')
        .values({ id, name, name_key: name, espn_league_id: id, has_betslip: 0, created_at: 0 })
        .execute()
      const at = AFTER.getTime() - (id === 1 ? 60_000 : 180_000)
      await database.db.insertInto('league_views').values({ league_id: id, at }).execute()
    }
    const takeEvents = async () => {
      const rows = await database.db.selectFrom('league_events').selectAll().orderBy('id').execute()
      await database.db.deleteFrom('league_events').execute()
      return rows.map(({ league_id, name, data }) => ({ league_id, name, ...JSON.parse(data) }))
    }
    await saveBoard({})
    await takeEvents()
    await saveBoard({})
    expect(await takeEvents()).toEqual([])
    const inRedZone = { ...playing, ballTeamId: 3, isRedZone: true }
    await saveBoard({ state: 'in', progress: inRedZone })
    expect(await takeEvents()).toEqual([
      {
        league_id: 1,
        name: 'nfl',
        season: 2026,
        week: 5,
        games: [
          {
            phase: 'playing',
            kickoff_ts: KICKOFF.getTime(),
            home_team: 'GB',
            away_team: 'CHI',
            home_score: 10,
            away_score: 17,
            period: 3,
            clock_seconds: 252,
            ball_team: 'CHI',
            is_red_zone: true,
            observed_ts: AFTER.getTime(),
          },
        ],
      },
      { league_id: 1, name: 'scoreboard', season: 2026 },
    ])
    const later = new Date(AFTER.getTime() + 30_000)
    await saveBoard({ state: 'in', progress: inRedZone }, later)
    expect(await takeEvents()).toMatchObject([{ games: [{ observed_ts: later.getTime() }] }])
    await saveBoard({ state: 'in', progress: { ...inRedZone, clockSeconds: 0, hold: 'halftime' } })
    expect(await takeEvents()).toMatchObject([{ games: [{ phase: 'halftime' }] }, { name: 'scoreboard' }])
    await saveBoard({ state: 'post', progress: playing })
    expect(await takeEvents()).toMatchObject([{ games: [{ phase: 'final' }] }, { name: 'scoreboard' }])
    await saveBoard({ state: 'post', progress: playing })
    expect(await takeEvents()).toEqual([])
  })
})

describe('saving the weather', () => {
  const rain = { description: 'Light rain', fahrenheit: 51, icon: 'rain' } as const

  it('keeps the last forecast before kickoff', async () => {
    await saveSchedule(database.db, { season: 2026, games: [buildGame()], byes: [] })
    await saveWeather(database.db, buildGame(), { ...rain, description: 'Rain' }, BEFORE)
    await saveWeather(database.db, buildGame(), rain, BEFORE)
    await saveWeather(database.db, buildGame(), { description: 'Snow', fahrenheit: 30, icon: 'snow' }, AFTER)
    expect(await reader.listGames(2026, 5)).toMatchObject([{ weather: rain }])
  })

  it('discards the forecast when the game moves to another hour', async () => {
    await saveSchedule(database.db, { season: 2026, games: [buildGame()], byes: [] })
    await saveWeather(database.db, buildGame(), rain, BEFORE)
    const soon = buildGame({ kickoff: new Date('2026-10-11T17:25:00Z') })
    await saveSchedule(database.db, { season: 2026, games: [soon], byes: [] })
    expect(await reader.listGames(2026, 5)).toMatchObject([{ weather: rain }])
    const evening = buildGame({ kickoff: new Date('2026-10-11T20:25:00Z') })
    await saveSchedule(database.db, { season: 2026, games: [evening], byes: [] })
    expect(await reader.listGames(2026, 5)).toMatchObject([{ weather: null }])
  })
})
