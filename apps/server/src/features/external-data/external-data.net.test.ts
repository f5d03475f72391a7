import { completenessOf } from '@fieldhouse/domain/seasons/season-replacement'
import type { Fault } from '@fieldhouse/simulator/simulated-http'
import { type SimulatedProvider, startSimulatedProvider } from '@fieldhouse/simulator/simulated-provider'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '../../database/engine/database.ts'
import type { JobKind, JobRun } from '../../jobs/job.ts'
import { ProviderError } from '../../providers/http/attempts.ts'
import { createNflProvider } from '../../providers/nfl-provider.ts'
import { createOpenMeteoProvider } from '../../providers/weather.ts'
import { savePart } from '../../repositories/archive-store.ts'
import { findLastFetch } from '../../repositories/external-fetch-store.ts'
import { type NflReader, nflReader } from '../../repositories/nfl.ts'
import { findPlayers } from '../../repositories/player-reader.ts'
import { compressResponses } from '../../repositories/provider-response-store.ts'
import { replaceSeason } from '../../repositories/season-store.ts'
import { dataTables, readAllRows } from '../../testing/all-rows.ts'
import { IS_NET } from '../../testing/is-net.ts'
import { createMemoryLog } from '../../testing/memory-log.ts'
import { createTestRunner } from '../../testing/run-jobs.ts'
import { buildSeason } from '../../testing/season-fixture.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { buildTransaction } from '../../testing/week-fixture.ts'
import {
  type ExternalData,
  type ExternalDataOptions,
  externalData,
  externalFetchJob,
  type FetchContext,
  liveScoresJob,
  type NflWeekKey,
} from './external-data.ts'

const MINUTE_MS = 60_000
const SATURDAY = new Date('2026-11-21T12:00:00Z')
const SUNDAY_NIGHT = new Date('2026-11-22T23:00:00Z')
const WEDNESDAY = new Date('2026-11-25T12:00:00Z')
const WEEK = { season: 2026, week: 11 }
const USER_AGENT = 'Tests/1.0 (+https://tests.example)'

const SCHEDULE_PATH = '/apis/v3/games/ffl/seasons/2026'
const SCOREBOARD_PATH = '/apis/site/v2/sports/football/nfl/scoreboard'
const PLAYERS_PATH = '/apis/v3/games/ffl/seasons/2026/players'
const FORECAST_PATH = '/v1/forecast'

let database: TestDatabase
let reader: NflReader
let simulatedProvider: SimulatedProvider
let clock: { now: Date }
let requestedPaths: string[]
/** Simulated faults by URL path. */
let faults: Record<string, Fault>

beforeEach(async () => {
  database = await createTestDatabase()
  reader = nflReader(database.db)
  clock = { now: SATURDAY }
  requestedPaths = []
  faults = {}
  simulatedProvider = await startSimulatedProvider({
    seed: 'harbor',
    now: () => clock.now,
    faults: ({ url }) => {
      requestedPaths.push(url.pathname)
      return faults[url.pathname]
    },
  })
})
afterEach(async () => {
  await simulatedProvider.close()
  await database.drop()
})

/** External data with a job runner that fetches them. */
function createExternalData(overrides: Partial<ExternalDataOptions> = {}) {
  const external = externalData({
    db: database.db,
    nfl: createNflProvider({
      fantasyUrl: simulatedProvider.url,
      siteUrl: simulatedProvider.url,
      userAgent: USER_AGENT,
    }),
    weather: createOpenMeteoProvider({ baseUrl: simulatedProvider.url, userAgent: USER_AGENT }),
    sleeperPlayers: { isNeeded: async () => false, fetch: async () => undefined },
    disabledSources: [],
    log: createMemoryLog().log,
    now: () => clock.now,
    ...overrides,
  })
  const runner = createTestRunner(database.db, [externalFetchKind(external)], { now: () => clock.now })
  const createContext = (signal = new AbortController().signal): FetchContext => ({
    signal,
    runJob: async (job) => void (await runner.waitForOutcome(await runner.request(job), signal)),
  })
  return {
    readWeek: (week: NflWeekKey) => external.readWeek(week, createContext()),
    refreshStale: (signal?: AbortSignal) => external.refreshStale(createContext(signal)),
    refreshScores: () => external.refreshScores(createContext()),
    readPlayers: () => external.readPlayers(createContext()),
  }
}

function externalFetchKind({ fetch }: ExternalData): JobKind {
  const fetchNoNews = () => Promise.reject(new Error('there are no news in this test'))
  return externalFetchJob(fetch, fetchNoNews)
}

/** Stores a season of a new league, and returns the ID of the league. */
function addSeason(year: number, provider: 'espn' | 'sleeper' = 'espn'): Promise<number> {
  return inTransaction(database.db, async (transaction) => {
    const league = {
      name: 'Harbour',
      name_key: 'harbour',
      espn_league_id: 1,
      has_betslip: 0,
      created_at: 0,
    }
    const { id } = await transaction
      .insertInto('leagues')
      .values(league)
      .returning('id')
      .executeTakeFirstOrThrow()
    const season = buildSeason({ season: year })
    await replaceSeason(
      transaction,
      id,
      { season, completeness: completenessOf(season, 'espn'), provider, responses: [] },
      SATURDAY,
    )
    return id
  })
}

const advanceTime = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * MINUTE_MS)
}

const countRequests = (path: string) => requestedPaths.filter((requested) => requested === path).length

describe('external data of a week', () => {
  it('fetches games, byes, lines, and weather once, with no forecast for domes', async () => {
    const external = createExternalData()
    await Promise.all([external.readWeek(WEEK), external.readWeek(WEEK)])
    await external.readWeek(WEEK)
    expect([countRequests(SCHEDULE_PATH), countRequests(SCOREBOARD_PATH)]).toEqual([1, 1])
    expect(await reader.listSeasonGames(2026)).toHaveLength(272)
    const games = await reader.listGames(2026, 11)
    const upcoming = games.filter(({ state }) => state === 'pre')
    expect(upcoming.length).toBeGreaterThan(10)
    for (const { line, weather } of upcoming) {
      expect(line?.total).toBeGreaterThan(30)
      expect(weather?.description).toBeTypeOf('string')
    }
    const domes = upcoming.filter(({ weather }) => weather?.description === 'Dome')
    expect(countRequests(FORECAST_PATH)).toBe(upcoming.length - domes.length)
    expect(domes.map(({ weather }) => weather?.fahrenheit)).toEqual(domes.map(() => null))
    const { byeTeamIds, games: byeWeek } = await reader.getWeek(2026, 7)
    expect(byeTeamIds.size).toBe(4)
    for (const { homeTeamId, awayTeamId } of byeWeek)
      expect([homeTeamId, awayTeamId].some((teamId) => byeTeamIds.has(teamId))).toBe(false)
  })

  it('fetches stale data again at intervals that depend on the games', async () => {
    const external = createExternalData()
    await external.readWeek(WEEK)
    const forecasts = countRequests(FORECAST_PATH)
    advanceTime(59)
    await external.readWeek(WEEK)
    expect([
      countRequests(SCHEDULE_PATH),
      countRequests(SCOREBOARD_PATH),
      countRequests(FORECAST_PATH),
    ]).toEqual([1, 1, forecasts])
    advanceTime(1)
    await external.readWeek(WEEK)
    expect([countRequests(SCHEDULE_PATH), countRequests(SCOREBOARD_PATH)]).toEqual([1, 2])
    advanceTime(12 * 60)
    await external.readWeek(WEEK)
    expect([countRequests(SCHEDULE_PATH), countRequests(SCOREBOARD_PATH)]).toEqual([2, 3])
    expect(countRequests(FORECAST_PATH)).toBeGreaterThan(forecasts)
  })

  it('keeps the line and weather from before kickoff during and after the games', async () => {
    const external = createExternalData()
    await external.readWeek(WEEK)
    const before = await reader.listGames(2026, 11)
    clock.now = SUNDAY_NIGHT
    await external.readWeek(WEEK)
    const during = await reader.listGames(2026, 11)
    expect(new Set(during.map(({ state }) => state))).toEqual(new Set(['pre', 'in', 'post']))
    for (const game of during.filter(({ state }) => state !== 'pre')) {
      const { line, weather } = before.find(({ gameId }) => gameId === game.gameId) ?? {}
      expect([game.line, game.weather]).toEqual([line, weather])
    }
    clock.now = WEDNESDAY
    await external.readWeek(WEEK)
    requestedPaths = []
    advanceTime(24 * 60)
    await external.readWeek(WEEK)
    expect([countRequests(SCHEDULE_PATH), countRequests(SCOREBOARD_PATH)]).toEqual([1, 0])
  })

  it('fetches the scoreboard every minute for viewers, while games are in progress', async () => {
    const external = createExternalData()
    await external.readWeek(WEEK)
    requestedPaths = []
    await external.refreshScores()
    expect(requestedPaths).toEqual([])
    clock.now = SUNDAY_NIGHT
    for (let minute = 0; minute < 3; minute++) {
      await external.refreshScores()
      advanceTime(1)
    }
    expect(requestedPaths).toEqual([SCOREBOARD_PATH, SCOREBOARD_PATH, SCOREBOARD_PATH])
    const playing = (await reader.listGames(2026, 11)).filter(({ state }) => state === 'in')
    expect(playing.length).toBeGreaterThan(0)
    for (const { progress } of playing) {
      expect(progress?.period).toBeGreaterThan(0)
      expect(progress?.score?.home).toBeTypeOf('number')
    }
    clock.now = WEDNESDAY
    await external.readWeek(WEEK)
    requestedPaths = []
    await external.refreshScores()
    expect(requestedPaths).toEqual([])
  })

  it.each([true, false])('fetches the scores of games in progress with viewers %s', async (isViewed) => {
    const refreshScores = vi.fn<() => Promise<void>>(async () => undefined)
    const job = liveScoresJob({ refreshScores }, async () => isViewed)
    // The job passes its run on.
    await job.run({} as JobRun)
    expect(refreshScores).toHaveBeenCalledTimes(Number(isViewed))
  })

  it('fetches only the schedule of a past season, and only once', async () => {
    const external = createExternalData()
    await external.readWeek({ season: 2025, week: 3 })
    advanceTime(400 * 24 * 60 - 1)
    await external.readWeek({ season: 2025, week: 3 })
    expect(requestedPaths).toEqual(['/apis/v3/games/ffl/seasons/2025'])
    expect((await reader.listGames(2025, 3)).every(({ state }) => state === 'post')).toBe(true)
    // The simulated provider has no older season.
    await external.readWeek({ season: 2011, week: 3 })
    await external.readWeek({ season: 2011, week: 3 })
    expect(requestedPaths.slice(1)).toEqual(['/apis/v3/games/ffl/seasons/2011'])
  })
})

describe('a disabled source', () => {
  it.each([
    [['odds', 'weather'], [1, 0, 0], { line: null, weather: null }],
    [['odds'], [1, 1, expect.any(Number)], { line: null, weather: expect.any(Object) }],
    [['weather'], [1, 1, 0], { line: expect.any(Object), weather: null }],
  ])('never requests %s and leaves the values null', async (disabledSources, counts, expectedGame) => {
    await createExternalData({ disabledSources }).readWeek(WEEK)
    expect([
      countRequests(SCHEDULE_PATH),
      countRequests(SCOREBOARD_PATH),
      countRequests(FORECAST_PATH),
    ]).toEqual(counts)
    const games = await reader.listGames(2026, 11)
    expect(games.find(({ state }) => state === 'pre')).toMatchObject(expectedGame)
  })
})

describe('a failing source', () => {
  it.each([
    ['responds with a 403 page', { status: 403, html: true }],
    // Each attempt waits before the next one.
    ...(IS_NET ? ([['truncates its response', { truncate: true }]] as const) : []),
    ['sends an empty response', { empty: true }],
    ['responds with a page', { html: true }],
  ] as const)('keeps stored data and retries later when it %s', async (_, fault) => {
    const external = createExternalData()
    await external.readWeek(WEEK)
    const tables = (await dataTables(database.db)).filter(({ name }) => name.startsWith('nfl_'))
    const stored = await readAllRows(database.db, tables)
    advanceTime(13 * 60)
    faults = { [SCHEDULE_PATH]: fault, [SCOREBOARD_PATH]: fault, [FORECAST_PATH]: fault }
    requestedPaths = []
    await external.readWeek(WEEK)
    expect(await readAllRows(database.db, tables)).toEqual(stored)
    const requestCount = requestedPaths.length
    advanceTime(9)
    await external.readWeek(WEEK)
    expect(requestedPaths.slice(requestCount).filter((path) => path !== FORECAST_PATH)).toEqual([])
    expect((await findLastFetch(database.db, 'scoreboard'))?.error).toBeTypeOf('string')
    faults = {}
    advanceTime(1)
    await external.readWeek(WEEK)
    expect((await findLastFetch(database.db, 'scoreboard'))?.error).toBeNull()
    expect((await findLastFetch(database.db, 'schedule'))?.error).toBeNull()
  })

  it('does not affect other sources: the scoreboard replaces a failing schedule', async () => {
    faults = { [SCHEDULE_PATH]: { status: 403, html: true }, [FORECAST_PATH]: { status: 400 } }
    await createExternalData().readWeek(WEEK)
    const games = await reader.listGames(2026, 11)
    expect(games.length).toBeGreaterThan(12)
    expect(games.some(({ line }) => line !== null)).toBe(true)
    // Two forecasts are requested in parallel. Their failure stops the rest.
    expect(countRequests(FORECAST_PATH)).toBeLessThanOrEqual(2)
    expect((await findLastFetch(database.db, 'weather'))?.error).toContain('400')
  })

  it('logs and records a bug in a provider as an unhandled error', async () => {
    const { log, lines } = createMemoryLog()
    const brokenProvider = {
      readSchedule: () => Promise.reject(new TypeError('boom')),
      readScoreboard: async () => null,
      readPlayers: async () => null,
    }
    await createExternalData({ nfl: brokenProvider, log }).readWeek(WEEK)
    expect(lines.filter((line) => line.includes('boom')).map((line) => JSON.parse(line).level)).toEqual([50])
    expect((await findLastFetch(database.db, 'schedule'))?.error).toBe('unhandled error (see the server log)')
  })

  it('retries a source that rate-limits us after half an hour', async () => {
    const failBusy = async () => {
      throw new ProviderError('busy', 'HTTP 429')
    }
    const external = createExternalData({
      nfl: { readSchedule: failBusy, readScoreboard: failBusy, readPlayers: failBusy },
    })
    await external.readWeek(WEEK)
    const { retryAt } = (await findLastFetch(database.db, 'scoreboard')) ?? {}
    expect(retryAt).toEqual(new Date(SATURDAY.getTime() + 30 * MINUTE_MS))
  })
})

describe('a refresh of stale data', () => {
  it('fetches the schedule and the weeks with upcoming games', async () => {
    await createExternalData().refreshStale()
    const parts = await database.db
      .selectFrom('external_fetches')
      .select('part')
      .where('source', '=', 'scoreboard')
      .orderBy('part')
      .execute()
    expect(parts.map(({ part }) => part)).toEqual(['2026-11', '2026-12', '2026-13'])
  })

  it('fetches the schedule of a past season that a league has, once', async () => {
    await addSeason(2025)
    const external = createExternalData({ disabledSources: ['odds', 'weather'] })
    await external.refreshStale()
    await external.refreshStale()
    expect(requestedPaths).toEqual([SCHEDULE_PATH, '/apis/v3/games/ffl/seasons/2025'])
  })

  it('fetches only the schedule in the offseason', async () => {
    clock.now = new Date('2027-02-20T12:00:00Z')
    await createExternalData().refreshStale()
    expect(requestedPaths).toEqual([SCHEDULE_PATH])
  })

  it('stops immediately when its signal aborts', async () => {
    const abort = new AbortController()
    abort.abort(new Error('stopped'))
    await expect(createExternalData().refreshStale(abort.signal)).rejects.toThrow('stopped')
    expect(requestedPaths).toEqual([])
  })
})

describe("Sleeper's list of players", () => {
  it('is fetched once a day while a league needs it', async () => {
    let isNeeded = false
    let fetches = 0
    const sleeperPlayers = { isNeeded: async () => isNeeded, fetch: async () => void fetches++ }
    const external = createExternalData({ sleeperPlayers })
    await external.refreshStale()
    expect(fetches).toBe(0)
    isNeeded = true
    await external.refreshStale()
    await external.readPlayers()
    expect(fetches).toBe(1)
    advanceTime(24 * 60)
    await Promise.all([external.readPlayers(), external.refreshStale()])
    expect(fetches).toBe(2)
  })

  it('is left alone for a while after a failure, which nobody waits for in vain', async () => {
    let fetches = 0
    const fail = () => Promise.reject(new ProviderError('busy', `attempt ${fetches++}`))
    const external = createExternalData({ sleeperPlayers: { isNeeded: async () => true, fetch: fail } })
    await external.readPlayers()
    await external.readPlayers()
    expect(fetches).toBe(1)
    advanceTime(31)
    await external.readPlayers()
    expect(fetches).toBe(2)
  })
})

describe('the names of players whom no stored lineup describes', () => {
  const UNKNOWN_ID = 404

  /** Stores the claim of a player of the simulated NFL, and returns the player's entry in the list of players. */
  async function storeClaim(provider: 'espn' | 'sleeper' = 'espn') {
    const response = await fetch(`${simulatedProvider.url}${PLAYERS_PATH}?view=players_wl`)
    const [player] = (await response.json()) as { id: number; fullName: string; proTeamId: number }[]
    if (player === undefined) throw new Error('no players')
    const leagueId = await addSeason(2026, provider)
    const moves = [player.id, UNKNOWN_ID].map((playerId) => ({ playerId, fromTeamId: null, toTeamId: 1 }))
    const week = { season: 2026, week: 3, transactions: [buildTransaction({ moves })] }
    const responses = await compressResponses([{ request: 'week 3', body: '{}', fetchedAt: SATURDAY }])
    await inTransaction(database.db, (transaction) =>
      savePart(transaction, leagueId, { name: 'transactions', week }, responses),
    )
    requestedPaths = []
    return player
  }
  const storedPlayers = () => database.db.selectFrom('players').selectAll().execute()

  it('are read at most once a day, and only those of players in stored transactions are stored', async () => {
    const player = await storeClaim()
    const external = createExternalData({ disabledSources: ['odds', 'weather'] })
    await external.refreshStale()
    advanceTime(24 * 60 - 1)
    await external.refreshStale()
    expect(countRequests(PLAYERS_PATH)).toBe(1)
    expect(await findPlayers(database.db, [player.id, UNKNOWN_ID])).toEqual(
      new Map([
        [
          player.id,
          {
            playerId: player.id,
            name: player.fullName,
            position: expect.stringMatching(/^[A-Z/]{1,4}$/),
            nflTeamId: player.proTeamId,
          },
        ],
      ]),
    )
    expect(await storedPlayers()).toHaveLength(1)
    advanceTime(1)
    await external.refreshStale()
    expect(countRequests(PLAYERS_PATH)).toBe(2)
  })

  it('are not read when every player is known, nor for the players of a Sleeper league', async () => {
    const external = createExternalData({ disabledSources: ['odds', 'weather'] })
    await storeClaim('sleeper')
    await external.refreshStale()
    await database.db.deleteFrom('leagues').execute()
    await addSeason(2026)
    advanceTime(24 * 60)
    await external.refreshStale()
    expect(countRequests(PLAYERS_PATH)).toBe(0)
  })

  it.each([
    ['a 403 page', { status: 403, html: true }],
    ['a truncated response', { truncate: true }],
    ['an empty response', { empty: true }],
    ['a page', { html: true }],
  ] as const)('stay as they are after %s, until the next day', async (_, fault) => {
    const player = await storeClaim()
    faults = { [PLAYERS_PATH]: fault }
    const external = createExternalData({ disabledSources: ['odds', 'weather'] })
    await external.refreshStale()
    expect(await storedPlayers()).toEqual([])
    expect((await findLastFetch(database.db, 'player names'))?.error).toBeTypeOf('string')
    faults = {}
    requestedPaths = []
    advanceTime(24 * 60 - 1)
    await external.refreshStale()
    expect(countRequests(PLAYERS_PATH)).toBe(0)
    advanceTime(1)
    await external.refreshStale()
    expect((await storedPlayers()).map(({ name }) => name)).toEqual([player.fullName])
  })
})
