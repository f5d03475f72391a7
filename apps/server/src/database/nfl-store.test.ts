import { NFL_TEAMS } from '@fieldhouse/domain/nfl-teams'
import type { NflGame } from '@fieldhouse/domain/nfl-week'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ScoreboardGame } from '../providers/nfl/nfl-provider.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type NflReader, nflReader } from './nfl-reader.ts'
import { type NflStore, nflStore } from './nfl-store.ts'

const KICKOFF = new Date('2026-10-11T17:00:00Z')
const BEFORE = new Date('2026-10-11T12:00:00Z')
const AFTER = new Date('2026-10-11T18:00:00Z')

let database: TestDatabase
let store: NflStore
let reader: NflReader
beforeEach(async () => {
  database = await createTestDatabase()
  store = nflStore(database.db)
  reader = nflReader(database.db)
})
afterEach(() => database.drop())

function aGame(more: Partial<NflGame> = {}): NflGame {
  return {
    gameId: 401,
    season: 2026,
    week: 5,
    homeTeamId: 9,
    awayTeamId: 3,
    kickoff: KICKOFF,
    isTimeSet: true,
    state: 'pre',
    ...more,
  }
}

function aScoreboardGame(more: Partial<ScoreboardGame> = {}): ScoreboardGame {
  return {
    ...aGame(),
    venueId: 3798,
    venueName: 'Lambeau Field',
    isNeutral: false,
    isIndoor: false,
    line: { spread: -3.5, total: 44, bookmaker: 'Harbour Book' },
    ...more,
  }
}

const aScoreboard = (...games: ScoreboardGame[]) => ({ season: 2026, week: 5, games, byes: [] })

/** Every team plays sixteen times: a week has sixteen games. */
function aCompleteSchedule(): NflGame[] {
  const ids = NFL_TEAMS.map(({ teamId }) => teamId)
  return Array.from({ length: 16 }, (_, week) =>
    Array.from({ length: 16 }, (_, place) =>
      aGame({
        gameId: 1000 + week * 16 + place,
        week: week + 1,
        homeTeamId: ids[place] ?? 0,
        awayTeamId: ids[16 + ((place + week) % 16)] ?? 0,
      }),
    ),
  ).flat()
}

describe('a schedule', () => {
  it('is read by week, by team, and whole, with who rests', async () => {
    const later = aGame({ gameId: 402, homeTeamId: 12, awayTeamId: 13, kickoff: AFTER, isTimeSet: false })
    const nextWeek = aGame({ gameId: 403, week: 6, kickoff: new Date('2026-10-18T17:00:00Z') })
    await store.saveSchedule({
      season: 2026,
      games: [nextWeek, later, aGame()],
      byes: [
        { teamId: 2, week: 5 },
        { teamId: 4, week: 6 },
      ],
    })
    const week = await reader.getWeek(2026, 5)
    expect(week.games).toEqual([aGame(), later].map((game) => ({ ...game, line: null, weather: null })))
    expect([...week.byeTeamIds]).toEqual([2])
    expect((await reader.findTeamGame(2026, 5, 13))?.gameId).toBe(402)
    expect(await reader.findTeamGame(2026, 5, 2)).toBeNull()
    expect((await reader.listSeasonGames(2026)).map(({ gameId }) => gameId)).toEqual([401, 402, 403])
    expect(await reader.listSeasonGames(2025)).toEqual([])
  })

  it('moves games, and knows when one is over but not how one stands', async () => {
    await store.saveScoreboard(aScoreboard(aScoreboardGame({ state: 'in' })), AFTER)
    const moved = new Date('2026-10-12T00:15:00Z')
    await store.saveSchedule({ season: 2026, games: [aGame({ kickoff: moved })], byes: [] })
    expect(await reader.listGames(2026, 5)).toMatchObject([{ kickoff: moved, state: 'in' }])
    await store.saveSchedule({ season: 2026, games: [aGame({ state: 'post' })], byes: [] })
    expect(await reader.listSeasonGames(2026)).toMatchObject([
      { state: 'post', venue: { venueId: 3798, venueName: 'Lambeau Field', isNeutral: false } },
    ])
  })

  it('takes games away only when it is whole', async () => {
    await store.saveSchedule({ season: 2026, games: [aGame()], byes: [] })
    await store.saveSchedule({ season: 2025, games: [aGame({ gameId: 300, season: 2025 })], byes: [] })
    await store.saveSchedule({ season: 2026, games: aCompleteSchedule().slice(1), byes: [] })
    expect(await reader.listSeasonGames(2026)).toHaveLength(256)
    await store.saveSchedule({ season: 2026, games: aCompleteSchedule(), byes: [] })
    const stored = await reader.listSeasonGames(2026)
    expect(stored).toHaveLength(256)
    expect(stored.map(({ gameId }) => gameId)).not.toContain(401)
    expect(await reader.listSeasonGames(2025)).toHaveLength(1)
  })
})

describe('a scoreboard', () => {
  it('tells place and line; what a later one leaves out stays', async () => {
    await store.saveScoreboard(aScoreboard(aScoreboardGame()), BEFORE)
    const unsure = { venueId: null, venueName: null, isNeutral: null, isIndoor: null }
    const line = { spread: null, total: 45.5, bookmaker: null }
    await store.saveScoreboard(aScoreboard(aScoreboardGame({ ...unsure, line })), BEFORE)
    await store.saveScoreboard(aScoreboard(aScoreboardGame({ line: null })), BEFORE)
    expect(await reader.listGames(2026, 5)).toMatchObject([{ line: { spread: -3.5, total: 45.5 } }])
    expect(await reader.listSeasonGames(2026)).toMatchObject([
      { venue: { venueId: 3798, isNeutral: false, isIndoor: false } },
    ])
  })

  it('leaves the line as it was before kickoff', async () => {
    await store.saveScoreboard(aScoreboard(aScoreboardGame()), BEFORE)
    const late = { spread: 10.5, total: 60, bookmaker: 'Harbour Book' }
    await store.saveScoreboard(aScoreboard(aScoreboardGame({ state: 'in', line: late })), AFTER)
    await store.saveScoreboard(aScoreboard(aScoreboardGame({ state: 'pre', line: late })), AFTER)
    expect(await reader.listGames(2026, 5)).toMatchObject([{ line: { spread: -3.5, total: 44 } }])
  })
})

describe('the weather', () => {
  const rain = { description: 'Light rain', fahrenheit: 51, icon: 'rain' } as const

  it('is that of the last forecast before kickoff', async () => {
    await store.saveSchedule({ season: 2026, games: [aGame()], byes: [] })
    await store.saveWeather(aGame(), { ...rain, description: 'Rain' }, BEFORE)
    await store.saveWeather(aGame(), rain, BEFORE)
    await store.saveWeather(aGame(), { description: 'Snow', fahrenheit: 30, icon: 'snow' }, AFTER)
    expect(await reader.listGames(2026, 5)).toMatchObject([{ weather: rain }])
  })

  it('is unknown again when the game moves to another hour', async () => {
    await store.saveSchedule({ season: 2026, games: [aGame()], byes: [] })
    await store.saveWeather(aGame(), rain, BEFORE)
    const soon = aGame({ kickoff: new Date('2026-10-11T17:25:00Z') })
    await store.saveSchedule({ season: 2026, games: [soon], byes: [] })
    expect(await reader.listGames(2026, 5)).toMatchObject([{ weather: rain }])
    const evening = aGame({ kickoff: new Date('2026-10-11T20:25:00Z') })
    await store.saveSchedule({ season: 2026, games: [evening], byes: [] })
    expect(await reader.listGames(2026, 5)).toMatchObject([{ weather: null }])
  })
})
