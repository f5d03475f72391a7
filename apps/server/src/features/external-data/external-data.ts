import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import {
  forecastMaxAgeMs,
  SCHEDULE_MAX_AGE_MS,
  scoreboardMaxAgeMs,
} from '@fieldhouse/domain/nfl/external-data-schedule'
import type { NflGame } from '@fieldhouse/domain/nfl/nfl-week'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import pLimit from 'p-limit'
import type { NflProvider, NflScoreboard } from '../../providers/nfl/nfl-provider.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { WeatherProvider } from '../../providers/weather/weather-provider.ts'
import type { ExternalFetch, ExternalFetchStore } from '../../repositories/nfl/external-fetch-store.ts'
import type { GameWithVenue, NflReader } from '../../repositories/nfl/nfl-reader.ts'
import type { NflStore } from '../../repositories/nfl/nfl-store.ts'
import { fetchGameWeather } from './game-weather.ts'

/** Retry delays after a failure. A source that rate-limits us gets the longer one. */
const RETRY_MS = 10 * MINUTE_MS
const BUSY_RETRY_MS = 30 * MINUTE_MS
const WEATHER_CONCURRENCY = 2
/** How long fetch records of weeks and games are stored after the last attempt. */
const RETENTION_MS = 60 * DAY_MS

export type ExternalDataOptions = {
  reader: NflReader
  store: NflStore
  fetchStore: ExternalFetchStore
  nfl: NflProvider
  weather: WeatherProvider
  /** Sources that the configuration disables. They are never requested. */
  disabledSources: readonly string[]
  log: ExternalDataLog
  now: () => Date
}

export type ExternalDataLog = {
  warn: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}

export type NflWeekKey = { season: number; week: number }

export type ExternalData = ReturnType<typeof externalData>

/**
 * Fetches data from outside the league's provider: the NFL schedule, the scoreboard with betting lines,
 * and the weather. Only stale data is requested, and only by one process at a time. When a source
 * fails, its stored data stays and the other sources are still fetched.
 */
export function externalData(options: ExternalDataOptions) {
  const { reader, store, fetchStore, nfl, now } = options
  const hasLines = !options.disabledSources.includes('odds')
  const hasWeather = !options.disabledSources.includes('weather')

  return {
    /** Fetches stale data of a week that was just refreshed. Never rejects because of a source. */
    async readWeek({ season, week }: NflWeekKey, signal?: AbortSignal): Promise<void> {
      await refreshSchedule(season, signal)
      await refreshWeekData(season, week, gamesOfWeek(await reader.listSeasonGames(season), week), signal)
    },

    /**
     * Fetches stale data of the current season, skipping weeks in which nothing can change, and the
     * missing schedules of other seasons that leagues have.
     */
    async refreshStale(signal?: AbortSignal): Promise<void> {
      const season = seasonAt(now())
      await refreshSchedule(season, signal)
      const games = await reader.listSeasonGames(season)
      for (const week of new Set(games.map((game) => game.week))) {
        await refreshWeekData(season, week, gamesOfWeek(games, week), signal)
      }
      for (const missing of await reader.listSeasonsWithoutGames()) await refreshSchedule(missing, signal)
      await fetchStore.deleteBefore(new Date(now().getTime() - RETENTION_MS))
    },
  }

  async function refreshSchedule(season: number, signal: AbortSignal | undefined): Promise<void> {
    // The schedule of a past season doesn't change.
    const maxAgeMs = season < seasonAt(now()) ? Infinity : SCHEDULE_MAX_AGE_MS
    await fetchIfStale({ source: 'schedule', part: `${season}` }, maxAgeMs, signal, async () => {
      const schedule = await nfl.readSchedule({ season, ...withSignal(signal) })
      if (schedule !== null) await store.saveSchedule(schedule)
    })
  }

  async function refreshWeekData(
    season: number,
    week: number,
    games: readonly GameWithVenue[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    // The weather needs the scoreboard too, because it contains the venue of each game.
    if (!hasLines && !hasWeather) return
    const maxAgeMs = games.length > 0 ? scoreboardMaxAgeMs(games, now()) : unscheduledMaxAgeMs(season)
    if (maxAgeMs !== null) await refreshScoreboard({ season, week }, games, maxAgeMs, signal)
    if (hasWeather) await refreshWeather(gamesOfWeek(await reader.listSeasonGames(season), week), signal)
  }

  /** The scoreboard replaces a schedule that is unavailable. */
  function unscheduledMaxAgeMs(season: number): number | null {
    return season === seasonAt(now()) ? HOUR_MS : null
  }

  async function refreshScoreboard(
    { season, week }: NflWeekKey,
    games: readonly NflGame[],
    maxAgeMs: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    await fetchIfStale({ source: 'scoreboard', part: `${season}-${week}` }, maxAgeMs, signal, async () => {
      const request = { season, week, isRunning: isNearCurrentWeek(games, now()), ...withSignal(signal) }
      const scoreboard = await nfl.readScoreboard(request)
      if (scoreboard === null)
        throw new ProviderError('unavailable', `no scoreboard for week ${week} of ${season}`)
      await store.saveScoreboard(hasLines ? scoreboard : withoutLines(scoreboard), now())
    })
  }

  /** Stops after the first failure, so that a source that is down costs little time. */
  async function refreshWeather(
    games: readonly GameWithVenue[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const limit = pLimit(WEATHER_CONCURRENCY)
    let isDown = false
    const refreshGame = async (game: GameWithVenue) => {
      const maxAgeMs = forecastMaxAgeMs(game, now())
      if (maxAgeMs === null || isDown) return
      // The key includes kickoff and venue, so a game that moves is fetched again.
      const part = `${game.gameId} ${game.kickoff.toISOString().slice(0, 13)} ${game.venue.venueId ?? ''}`
      const isOk = await fetchIfStale({ source: 'weather', part }, maxAgeMs, signal, async () => {
        const weather = await fetchGameWeather(game, options.weather, signal)
        if (weather !== null) await store.saveWeather(game, weather, now())
      })
      isDown ||= !isOk
    }
    await Promise.all(games.map((game) => limit(refreshGame, game)))
  }

  /**
   * Runs `fetchAndStore` unless the data is fresh, and records the outcome. Returns false when the source
   * failed. Rejects when the signal aborts.
   */
  async function fetchIfStale(
    fetchKey: ExternalFetch,
    maxAgeMs: number,
    signal: AbortSignal | undefined,
    fetchAndStore: () => Promise<void>,
  ): Promise<boolean> {
    signal?.throwIfAborted()
    if (!(await fetchStore.acquire(fetchKey, maxAgeMs, now()))) return true
    try {
      await fetchAndStore()
      await fetchStore.recordSuccess(fetchKey, now())
      return true
    } catch (error) {
      signal?.throwIfAborted()
      await recordFailure(fetchKey, maxAgeMs, error)
      return false
    }
  }

  async function recordFailure(fetchKey: ExternalFetch, maxAgeMs: number, error: unknown): Promise<void> {
    const isProviderError = error instanceof ProviderError
    options.log[isProviderError ? 'warn' : 'error'](
      { err: error, ...fetchKey },
      'failed to fetch external data',
    )
    const retryAt = new Date(now().getTime() + retryDelayMs(error, maxAgeMs))
    await fetchStore.recordFailure(
      fetchKey,
      { error: isProviderError ? error.message : 'unhandled error (see the server log)', retryAt },
      now(),
    )
  }
}

function retryDelayMs(error: unknown, maxAgeMs: number): number {
  if (error instanceof ProviderError && error.failure === 'busy') return BUSY_RETRY_MS
  return maxAgeMs > DAY_MS ? DAY_MS : RETRY_MS
}

function gamesOfWeek(games: readonly GameWithVenue[], week: number): GameWithVenue[] {
  return games.filter((game) => game.week === week)
}

/** Whether the provider may treat the week as the current one. It switches weeks on Wednesdays. */
function isNearCurrentWeek(games: readonly NflGame[], now: Date): boolean {
  return games.some(({ kickoff }) => Math.abs(kickoff.getTime() - now.getTime()) < 7 * DAY_MS)
}

function withoutLines(scoreboard: NflScoreboard): NflScoreboard {
  return { ...scoreboard, games: scoreboard.games.map((game) => ({ ...game, line: null })) }
}

function withSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal }
}
