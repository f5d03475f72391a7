import {
  forecastMaxAgeMs,
  SCHEDULE_MAX_AGE_MS,
  scoreboardMaxAgeMs,
} from '@fieldhouse/domain/external-data-schedule'
import type { NflGame } from '@fieldhouse/domain/nfl-week'
import { seasonAt } from '@fieldhouse/domain/season'
import pLimit from 'p-limit'
import type { ExternalFetch, ExternalFetchStore } from '../../database/external-fetch-store.ts'
import type { GameWithVenue, NflReader } from '../../database/nfl-reader.ts'
import type { NflStore } from '../../database/nfl-store.ts'
import type { NflProvider, NflScoreboard } from '../../providers/nfl/nfl-provider.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { WeatherProvider } from '../../providers/weather/weather-provider.ts'
import { fetchGameWeather } from './game-weather.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** After a failure; a source that asked us to slow down is left alone for longer. */
const RETRY_MS = 10 * MINUTE_MS
const BUSY_RETRY_MS = 30 * MINUTE_MS
const WEATHER_CONCURRENCY = 2
/** What was read of weeks and games that nobody asks for any more. */
const RETENTION_MS = 60 * DAY_MS

export type ExternalDataOptions = {
  reader: NflReader
  store: NflStore
  reads: ExternalFetchStore
  nfl: NflProvider
  weather: WeatherProvider
  /** What the settings say is never asked. */
  disabledSources: readonly string[]
  log: ExternalDataLog
  now: () => Date
}

export type ExternalDataLog = {
  warn: (detail: object, line: string) => void
  error: (detail: object, line: string) => void
}

export type NflWeekKey = { season: number; week: number }

export type ExternalData = ReturnType<typeof externalData>

/**
 * Reads what surrounds the league: the NFL's schedule, its scoreboard with the lines, the weather.
 * A source is asked only for what is no longer fresh, once for all processes. One that fails
 * costs nothing but its own news: what was stored stays, and the others are read.
 */
export function externalData(options: ExternalDataOptions) {
  const { reader, store, reads, nfl, now } = options
  const hasLines = !options.disabledSources.includes('odds')
  const hasWeather = !options.disabledSources.includes('weather')

  return {
    /** For a week that was just refreshed. Never rejects for what a source does. */
    async readWeek({ season, week }: NflWeekKey, signal?: AbortSignal): Promise<void> {
      await refreshSchedule(season, signal)
      await refreshWeekData(season, week, gamesOfWeek(await reader.listSeasonGames(season), week), signal)
    },

    /**
     * For the season that runs; weeks in which nothing changes are not asked for. Of the other
     * seasons that leagues have, the schedule.
     */
    async refreshStale(signal?: AbortSignal): Promise<void> {
      const season = seasonAt(now())
      await refreshSchedule(season, signal)
      const calendar = await reader.listSeasonGames(season)
      for (const week of new Set(calendar.map((game) => game.week))) {
        await refreshWeekData(season, week, gamesOfWeek(calendar, week), signal)
      }
      for (const earlier of await reader.listSeasonsWithoutGames()) await refreshSchedule(earlier, signal)
      await reads.deleteBefore(new Date(now().getTime() - RETENTION_MS))
    },
  }

  async function refreshSchedule(season: number, signal: AbortSignal | undefined): Promise<void> {
    // What is over does not change any more.
    const everyMs = season < seasonAt(now()) ? Infinity : SCHEDULE_MAX_AGE_MS
    await fetchIfStale({ source: 'schedule', part: `${season}` }, everyMs, signal, async () => {
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
    // The scoreboard also tells where a game is played, which the weather needs.
    if (!hasLines && !hasWeather) return
    const everyMs = games.length > 0 ? scoreboardMaxAgeMs(games, now()) : unscheduledIntervalMs(season)
    if (everyMs !== null) await refreshScoreboard({ season, week }, games, everyMs, signal)
    if (hasWeather) await refreshWeather(gamesOfWeek(await reader.listSeasonGames(season), week), signal)
  }

  /** The scoreboard stands in for a schedule that could not be had. */
  function unscheduledIntervalMs(season: number): number | null {
    return season === seasonAt(now()) ? HOUR_MS : null
  }

  async function refreshScoreboard(
    { season, week }: NflWeekKey,
    games: readonly NflGame[],
    everyMs: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    await fetchIfStale({ source: 'scoreboard', part: `${season}-${week}` }, everyMs, signal, async () => {
      const request = { season, week, isRunning: isNearCurrentWeek(games, now()), ...withSignal(signal) }
      const scoreboard = await nfl.readScoreboard(request)
      if (scoreboard === null) throw new ProviderError('unavailable', `no scoreboard of ${season}, ${week}`)
      await store.saveScoreboard(hasLines ? scoreboard : withoutLines(scoreboard), now())
    })
  }

  /** Two at once; the first that fails ends the round, so that a source that is down costs little time. */
  async function refreshWeather(
    games: readonly GameWithVenue[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const limit = pLimit(WEATHER_CONCURRENCY)
    let isDown = false
    const readOne = async (game: GameWithVenue) => {
      const everyMs = forecastMaxAgeMs(game, now())
      if (everyMs === null || isDown) return
      // A game that moves is asked for anew.
      const part = `${game.gameId} ${game.kickoff.toISOString().slice(0, 13)} ${game.venue.venueId ?? ''}`
      const isRead = await fetchIfStale({ source: 'weather', part }, everyMs, signal, async () => {
        const weather = await fetchGameWeather(game, options.weather, signal)
        if (weather !== null) await store.saveWeather(game, weather, now())
      })
      isDown ||= !isRead
    }
    await Promise.all(games.map((game) => limit(readOne, game)))
  }

  /** Reads something unless it is fresh, and notes how that went. false when the source failed; rejects for the signal. */
  async function fetchIfStale(
    read: ExternalFetch,
    everyMs: number,
    signal: AbortSignal | undefined,
    work: () => Promise<void>,
  ): Promise<boolean> {
    signal?.throwIfAborted()
    if (!(await reads.acquire(read, everyMs, now()))) return true
    try {
      await work()
      await reads.recordSuccess(read, now())
      return true
    } catch (error) {
      signal?.throwIfAborted()
      await recordFailure(read, everyMs, error)
      return false
    }
  }

  async function recordFailure(read: ExternalFetch, everyMs: number, error: unknown): Promise<void> {
    const isProviders = error instanceof ProviderError
    options.log[isProviders ? 'warn' : 'error'](
      { err: error, ...read },
      'an outside source could not be read',
    )
    const retryAt = new Date(now().getTime() + retryDelayMs(error, everyMs))
    await reads.recordFailure(
      read,
      { error: isProviders ? error.message : 'a defect of ours', retryAt },
      now(),
    )
  }
}

function retryDelayMs(error: unknown, everyMs: number): number {
  if (error instanceof ProviderError && error.failure === 'busy') return BUSY_RETRY_MS
  return everyMs > DAY_MS ? DAY_MS : RETRY_MS
}

function gamesOfWeek(calendar: readonly GameWithVenue[], week: number): GameWithVenue[] {
  return calendar.filter((game) => game.week === week)
}

/** Whether the provider may take the week for the one that is on, which it turns on a Wednesday. */
function isNearCurrentWeek(games: readonly NflGame[], now: Date): boolean {
  return games.some(({ kickoff }) => Math.abs(kickoff.getTime() - now.getTime()) < 7 * DAY_MS)
}

function withoutLines(scoreboard: NflScoreboard): NflScoreboard {
  return { ...scoreboard, games: scoreboard.games.map((game) => ({ ...game, line: null })) }
}

function withSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal }
}
