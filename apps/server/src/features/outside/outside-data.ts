import {
  forecastMaxAgeMs,
  SCHEDULE_MAX_AGE_MS,
  scoreboardMaxAgeMs,
} from '@fieldhouse/domain/external-data-schedule'
import type { NflGame } from '@fieldhouse/domain/nfl-week'
import { seasonAt } from '@fieldhouse/domain/season'
import pLimit from 'p-limit'
import type { NflReader, PlacedGame } from '../../database/nfl-reader.ts'
import type { NflStore } from '../../database/nfl-store.ts'
import type { OutsideRead, OutsideReads } from '../../database/outside-reads.ts'
import type { NflProvider, NflScoreboard } from '../../providers/nfl/nfl-provider.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { WeatherProvider } from '../../providers/weather/weather-provider.ts'
import { gameWeatherOf } from './game-weather.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** After a failure; a source that asked us to slow down is left alone for longer. */
const WAIT_MS = 10 * MINUTE_MS
const LONG_WAIT_MS = 30 * MINUTE_MS
const GAMES_AT_ONCE = 2
/** What was read of weeks and games that nobody asks for any more. */
const FORGET_MS = 60 * DAY_MS

export type OutsideOptions = {
  reader: NflReader
  store: NflStore
  reads: OutsideReads
  nfl: NflProvider
  weather: WeatherProvider
  /** What the settings say is never asked. */
  sourcesOff: readonly string[]
  log: OutsideLog
  now: () => Date
}

export type OutsideLog = {
  warn: (detail: object, line: string) => void
  error: (detail: object, line: string) => void
}

export type NflWeekKey = { season: number; week: number }

export type OutsideData = ReturnType<typeof outsideData>

/**
 * Reads what surrounds the league: the NFL's schedule, its scoreboard with the lines, the weather.
 * A source is asked only for what is no longer fresh, once for all processes. One that fails
 * costs nothing but its own news: what was stored stays, and the others are read.
 */
export function outsideData(options: OutsideOptions) {
  const { reader, store, reads, nfl, now } = options
  const hasLines = !options.sourcesOff.includes('odds')
  const hasWeather = !options.sourcesOff.includes('weather')

  return {
    /** For a week that was just refreshed. Never rejects for what a source does. */
    async readWeek({ season, week }: NflWeekKey, signal?: AbortSignal): Promise<void> {
      await readSchedule(season, signal)
      await readAround(season, week, gamesIn(await reader.calendarOf(season), week), signal)
    },

    /**
     * For the season that runs; weeks in which nothing changes are not asked for. Of the other
     * seasons that leagues have, the schedule.
     */
    async readWhatIsDue(signal?: AbortSignal): Promise<void> {
      const season = seasonAt(now())
      await readSchedule(season, signal)
      const calendar = await reader.calendarOf(season)
      for (const week of new Set(calendar.map((game) => game.week))) {
        await readAround(season, week, gamesIn(calendar, week), signal)
      }
      for (const earlier of await reader.seasonsWithoutGames()) await readSchedule(earlier, signal)
      await reads.forgetBefore(new Date(now().getTime() - FORGET_MS))
    },
  }

  async function readSchedule(season: number, signal: AbortSignal | undefined): Promise<void> {
    // What is over does not change any more.
    const everyMs = season < seasonAt(now()) ? Infinity : SCHEDULE_MAX_AGE_MS
    await readOnce({ source: 'schedule', part: `${season}` }, everyMs, signal, async () => {
      const schedule = await nfl.readSchedule({ season, ...withSignal(signal) })
      if (schedule !== null) await store.keepSchedule(schedule)
    })
  }

  async function readAround(
    season: number,
    week: number,
    games: readonly PlacedGame[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    // The scoreboard also tells where a game is played, which the weather needs.
    if (!hasLines && !hasWeather) return
    const everyMs = games.length > 0 ? scoreboardMaxAgeMs(games, now()) : everyMsUnscheduled(season)
    if (everyMs !== null) await readScoreboard({ season, week }, games, everyMs, signal)
    if (hasWeather) await readWeather(gamesIn(await reader.calendarOf(season), week), signal)
  }

  /** The scoreboard stands in for a schedule that could not be had. */
  function everyMsUnscheduled(season: number): number | null {
    return season === seasonAt(now()) ? HOUR_MS : null
  }

  async function readScoreboard(
    { season, week }: NflWeekKey,
    games: readonly NflGame[],
    everyMs: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    await readOnce({ source: 'scoreboard', part: `${season}-${week}` }, everyMs, signal, async () => {
      const request = { season, week, isRunning: isRunning(games, now()), ...withSignal(signal) }
      const scoreboard = await nfl.readScoreboard(request)
      if (scoreboard === null) throw new ProviderError('unavailable', `no scoreboard of ${season}, ${week}`)
      await store.keepScoreboard(hasLines ? scoreboard : withoutLines(scoreboard), now())
    })
  }

  /** Two at once; the first that fails ends the round, so that a source that is down costs little time. */
  async function readWeather(games: readonly PlacedGame[], signal: AbortSignal | undefined): Promise<void> {
    const limit = pLimit(GAMES_AT_ONCE)
    let isDown = false
    const readOne = async (game: PlacedGame) => {
      const everyMs = forecastMaxAgeMs(game, now())
      if (everyMs === null || isDown) return
      // A game that moves is asked for anew.
      const part = `${game.gameId} ${game.kickoff.toISOString().slice(0, 13)} ${game.place.venueId ?? ''}`
      const isRead = await readOnce({ source: 'weather', part }, everyMs, signal, async () => {
        const weather = await gameWeatherOf(game, options.weather, signal)
        if (weather !== null) await store.keepWeather(game, weather, now())
      })
      isDown ||= !isRead
    }
    await Promise.all(games.map((game) => limit(readOne, game)))
  }

  /** Reads something unless it is fresh, and notes how that went. false when the source failed; rejects for the signal. */
  async function readOnce(
    read: OutsideRead,
    everyMs: number,
    signal: AbortSignal | undefined,
    work: () => Promise<void>,
  ): Promise<boolean> {
    signal?.throwIfAborted()
    if (!(await reads.take(read, everyMs, now()))) return true
    try {
      await work()
      await reads.succeed(read, now())
      return true
    } catch (error) {
      signal?.throwIfAborted()
      await noteFailure(read, everyMs, error)
      return false
    }
  }

  async function noteFailure(read: OutsideRead, everyMs: number, error: unknown): Promise<void> {
    const isProviders = error instanceof ProviderError
    options.log[isProviders ? 'warn' : 'error'](
      { err: error, ...read },
      'an outside source could not be read',
    )
    const retryAt = new Date(now().getTime() + waitAfter(error, everyMs))
    await reads.fail(read, { error: isProviders ? error.message : 'a defect of ours', retryAt }, now())
  }
}

function waitAfter(error: unknown, everyMs: number): number {
  if (error instanceof ProviderError && error.failure === 'busy') return LONG_WAIT_MS
  return everyMs > DAY_MS ? DAY_MS : WAIT_MS
}

function gamesIn(calendar: readonly PlacedGame[], week: number): PlacedGame[] {
  return calendar.filter((game) => game.week === week)
}

/** Whether the provider may take the week for the one that is on, which it turns on a Wednesday. */
function isRunning(games: readonly NflGame[], now: Date): boolean {
  return games.some(({ kickoff }) => Math.abs(kickoff.getTime() - now.getTime()) < 7 * DAY_MS)
}

function withoutLines(scoreboard: NflScoreboard): NflScoreboard {
  return { ...scoreboard, games: scoreboard.games.map((game) => ({ ...game, line: null })) }
}

function withSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal }
}
