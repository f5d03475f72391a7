import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import {
  forecastMaxAgeMs,
  isInProgress,
  SCHEDULE_MAX_AGE_MS,
  scoreboardMaxAgeMs,
} from '@fieldhouse/domain/nfl/external-data-schedule'
import type { NflGame } from '@fieldhouse/domain/nfl/nfl-week'
import {
  DOME_WEATHER,
  type GameWeather,
  gameWeather,
  stadiumOf,
  UNKNOWN_ROOF_WEATHER,
} from '@fieldhouse/domain/nfl/weather'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { FastifyBaseLogger } from 'fastify'
import pLimit from 'p-limit'
import { z } from 'zod'
import { coalesce } from '../../database/engine/coalesce.ts'
import type { Db } from '../../database/engine/database.ts'
import { distinctValues, upsert } from '../../database/engine/queries.ts'
import { parseJson } from '../../files/json.ts'
import type { JobKind, JobRun, NewJob } from '../../jobs/job.ts'
import { ProviderError } from '../../providers/http/attempts.ts'
import type { PlayerDirectory } from '../../providers/league-provider.ts'
import type { NflProvider } from '../../providers/nfl-provider.ts'
import { readPlayers } from '../../providers/sleeper/bodies.ts'
import { describePlayer, type SleeperPlayer } from '../../providers/sleeper/players.ts'
import type { SleeperClient } from '../../providers/sleeper/sleeper-provider.ts'
import type { WeatherProvider } from '../../providers/weather.ts'
import { archiveReader } from '../../repositories/archive-reader.ts'
import { addPlayers } from '../../repositories/archive-store.ts'
import {
  deleteFetchesBefore,
  EXTERNAL_FETCH_JOB,
  EXTERNAL_SOURCES,
  type ExternalFetch,
  findLastFetch,
  isFetchDue,
  recordFailure,
  recordSuccess,
} from '../../repositories/external-fetch-store.ts'
import {
  type GameWithVenue,
  listSeasonsWithoutGames,
  nflReader,
  saveSchedule,
  saveScoreboard,
  saveWeather,
} from '../../repositories/nfl.ts'
import { findPlayers } from '../../repositories/player-reader.ts'

const WEATHER_CONCURRENCY = 2

/** Retry delays after a failure. A source that rate-limits us gets the longer one. */
const RETRY_MS = 10 * MINUTE_MS
const BUSY_RETRY_MS = 30 * MINUTE_MS

/** How long fetch records of weeks and games are stored after the last attempt. */
const RETENTION_MS = 60 * DAY_MS

export type ExternalDataOptions = {
  db: Db
  nfl: NflProvider
  weather: WeatherProvider
  sleeperPlayers: PlayerListSource
  disabledSources: readonly string[]
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  now: () => Date
}

export type NflWeekKey = { season: number; week: number }

/** The run of the job that needs the data. Fetches are jobs of their own, which it starts and waits for. */
export type FetchContext = Pick<JobRun, 'signal' | 'runJob'>

const FetchPayload = z.discriminatedUnion('source', [
  z.object({ source: z.literal('schedule'), season: z.int() }),
  z.object({ source: z.literal('scoreboard'), season: z.int(), week: z.int() }),
  z.object({ source: z.literal('player names'), season: z.int() }),
  z.object({ source: z.literal('weather'), season: z.int(), gameId: z.int() }),
  z.object({ source: z.literal('sleeper players') }),
])

type FetchPayload = z.infer<typeof FetchPayload>

/** A fetch and how old its data may become; null if they cannot change. */
type PlannedFetch = {
  key: ExternalFetch
  maxAgeMs: number | null
  /** The least time until the next attempt after a failure. Default: by the kind of failure and the maximum age. */
  retryMs?: number
  fetchAndStore: (signal: AbortSignal) => Promise<void>
}

export type ExternalData = ReturnType<typeof externalData>

/**
 * Stale data is requested by only one process at a time. When a source fails, its stored data stays and the other
 * sources are still fetched.
 */
export function externalData(options: ExternalDataOptions) {
  const { db, nfl, log, now } = options
  const reader = nflReader(db)
  const players: PlannedFetch = {
    key: { source: 'sleeper players', part: '' },
    maxAgeMs: DAY_MS,
    fetchAndStore: (signal) => options.sleeperPlayers.fetch(signal),
  }
  const hasLines = !options.disabledSources.includes('odds')
  const hasWeather = !options.disabledSources.includes('weather')

  return {
    /** Fetches stale data of a week that was just refreshed. Never rejects because of a source. */
    readWeek: async ({ season, week }: NflWeekKey, context: FetchContext): Promise<void> => {
      await refreshSchedule(season, context)
      await refreshWeekData(season, week, gamesOfWeek(await reader.listSeasonGames(season), week), context)
    },

    readPlayers,

    /**
     * Skips weeks in which nothing can change. Includes missing schedules and player names of all seasons that leagues
     * have.
     */
    refreshStale: async (context: FetchContext): Promise<void> => {
      if (await options.sleeperPlayers.isNeeded()) await readPlayers(context)
      const season = seasonAt(now())
      await refreshSchedule(season, context)
      const games = await reader.listSeasonGames(season)
      for (const week of new Set(games.map((game) => game.week)))
        await refreshWeekData(season, week, gamesOfWeek(games, week), context)
      for (const missing of await listSeasonsWithoutGames(db)) await refreshSchedule(missing, context)
      for (const each of await distinctValues<number>(db, 'seasons', 'season')) {
        const plan = planPlayerNames(each)
        await fetchIfStale({ source: 'player names', season: each }, plan, context)
      }
      await deleteFetchesBefore(db, new Date(now().getTime() - RETENTION_MS))
    },

    refreshScores: async (context: FetchContext): Promise<void> => {
      if (!hasLines && !hasWeather) return
      const season = seasonAt(now())
      const games = await reader.listSeasonGames(season)
      const weeks = games.filter((game) => isInProgress(game, now())).map(({ week }) => week)
      for (const week of new Set(weeks)) {
        const plan = planScoreboard({ season, week }, gamesOfWeek(games, week), true)
        await fetchIfStale({ source: 'scoreboard', season, week }, plan, context)
      }
    },

    fetch: async (payload: unknown, signal: AbortSignal): Promise<void> => {
      const plan = await planFetch(FetchPayload.parse(payload))
      if (plan?.maxAgeMs == null || !(await isFetchDue(db, plan.key, plan.maxAgeMs, now()))) return
      try {
        await plan.fetchAndStore(signal)
        await recordSuccess(db, plan.key, now())
      } catch (error) {
        signal.throwIfAborted()
        log[error instanceof ProviderError ? 'warn' : 'error'](
          { err: error, ...plan.key },
          'failed to fetch external data',
        )
        const delayMs = Math.max(plan.retryMs ?? 0, retryDelayMs(error, plan.maxAgeMs))
        await recordFailure(db, plan.key, error, new Date(now().getTime() + delayMs), now())
      }
    },
  }

  /** Fetches Sleeper's list of players if it is a day old. Never rejects because of the source. */
  async function readPlayers(context: FetchContext): Promise<void> {
    await fetchIfStale({ source: 'sleeper players' }, players, context)
  }

  async function refreshSchedule(season: number, context: FetchContext): Promise<void> {
    await fetchIfStale({ source: 'schedule', season }, planSchedule(season), context)
  }

  async function refreshWeekData(
    season: number,
    week: number,
    games: readonly GameWithVenue[],
    context: FetchContext,
  ): Promise<void> {
    // The weather needs the scoreboard too, because it contains the venue of each game.
    if (!hasLines && !hasWeather) return
    const plan = planScoreboard({ season, week }, games)
    await fetchIfStale({ source: 'scoreboard', season, week }, plan, context)
    if (hasWeather)
      await refreshWeather(gamesOfWeek(await reader.listSeasonGames(season), week), season, context)
  }

  /** Stops after the first failure, so that a source that is down costs little time. */
  async function refreshWeather(games: readonly GameWithVenue[], season: number, context: FetchContext) {
    const limit = pLimit(WEATHER_CONCURRENCY)
    let isDown = false
    const refreshGame = async (game: GameWithVenue) => {
      if (isDown) return
      const payload = { source: 'weather', season, gameId: game.gameId } as const
      const isOk = await fetchIfStale(payload, planWeather(game), context)
      isDown ||= !isOk
    }
    await Promise.all(games.map((game) => limit(refreshGame, game)))
  }

  /** Runs a fetch as a job unless its data is fresh. Returns false when the source failed. Rejects on abort. */
  async function fetchIfStale(
    payload: FetchPayload,
    { key, maxAgeMs }: PlannedFetch,
    { signal, runJob }: FetchContext,
  ): Promise<boolean> {
    signal.throwIfAborted()
    if (maxAgeMs === null || !(await isFetchDue(db, key, maxAgeMs, now()))) return true
    const { source, part } = key
    await runJob({
      kind: EXTERNAL_FETCH_JOB,
      uniqueKey: `${source}:${part}`,
      destination: source,
      payload,
    })
    return (await findLastFetch(db, source, part))?.error == null
  }

  async function planFetch(payload: FetchPayload): Promise<PlannedFetch | null> {
    if (payload.source === 'sleeper players') return players
    if (payload.source === 'schedule') return planSchedule(payload.season)
    if (payload.source === 'player names') return planPlayerNames(payload.season)
    const games = await reader.listSeasonGames(payload.season)
    if (payload.source === 'scoreboard')
      // The job that queued this one has decided that the scoreboard is too old.
      return planScoreboard(payload, gamesOfWeek(games, payload.week), true)
    const game = games.find(({ gameId }) => gameId === payload.gameId)
    return game === undefined ? null : planWeather(game)
  }

  function planSchedule(season: number): PlannedFetch {
    return {
      key: { source: 'schedule', part: `${season}` },
      // The schedule of a past season doesn't change.
      maxAgeMs: season < seasonAt(now()) ? Infinity : SCHEDULE_MAX_AGE_MS,
      async fetchAndStore(signal) {
        const schedule = await nfl.readSchedule({ season, signal })
        if (schedule !== null) await saveSchedule(db, schedule)
      },
    }
  }

  /** The list of all players is large, so it is requested only if it can name somebody, and at most once a day. */
  function planPlayerNames(season: number): PlannedFetch {
    return {
      key: { source: 'player names', part: `${season}` },
      maxAgeMs: DAY_MS,
      retryMs: DAY_MS,
      async fetchAndStore(signal) {
        const ids = await listUnnamedPlayers(db, season)
        if (ids.size === 0) return
        const players = (await nfl.readPlayers({ season, signal })) ?? []
        await addPlayers(
          db,
          players.filter(({ playerId }) => ids.has(playerId)),
        )
      },
    }
  }

  function planScoreboard(
    { season, week }: NflWeekKey,
    games: readonly GameWithVenue[],
    isWatched = false,
  ): PlannedFetch {
    return {
      key: { source: 'scoreboard', part: `${season}-${week}` },
      maxAgeMs: games.length > 0 ? scoreboardMaxAgeMs(games, now(), isWatched) : unscheduledMaxAgeMs(season),
      async fetchAndStore(signal) {
        const isRunning = isNearCurrentWeek(games, now())
        const scoreboard = await nfl.readScoreboard({ season, week, isRunning, signal })
        if (scoreboard === null)
          throw new ProviderError('unavailable', `no scoreboard for week ${week} of ${season}`)
        const read = scoreboard.games.map((game) => (hasLines ? game : { ...game, line: null }))
        await saveScoreboard(db, { ...scoreboard, games: read }, now())
      },
    }
  }

  /** The scoreboard replaces a schedule that is unavailable. */
  function unscheduledMaxAgeMs(season: number): number | null {
    return season === seasonAt(now()) ? HOUR_MS : null
  }

  function planWeather(game: GameWithVenue): PlannedFetch {
    const { gameId, kickoff, venue } = game
    return {
      // The key includes kickoff and venue, so a game that moves is fetched again.
      key: {
        source: 'weather',
        part: `${gameId} ${kickoff.toISOString().slice(0, 13)} ${venue.venueId ?? ''}`,
      },
      maxAgeMs: forecastMaxAgeMs(game, now()),
      async fetchAndStore(signal) {
        const weather = await fetchGameWeather(game, options.weather, signal)
        if (weather !== null) await saveWeather(db, game, weather, now())
      },
    }
  }
}

function gamesOfWeek(games: readonly GameWithVenue[], week: number): GameWithVenue[] {
  return games.filter((game) => game.week === week)
}

/** Whether the provider may treat the week as the current one. It switches weeks on Wednesdays. */
function isNearCurrentWeek(games: readonly NflGame[], now: Date): boolean {
  return games.some(({ kickoff }) => Math.abs(kickoff.getTime() - now.getTime()) < 7 * DAY_MS)
}

function retryDelayMs(error: unknown, maxAgeMs: number): number {
  if (error instanceof ProviderError && error.failure === 'busy') return BUSY_RETRY_MS
  return maxAgeMs > DAY_MS ? DAY_MS : RETRY_MS
}

/** The weather of a game at its kickoff; null when the stadium is unknown or no forecast is available. */
export async function fetchGameWeather(
  { kickoff, venue }: GameWithVenue,
  provider: WeatherProvider,
  signal: AbortSignal,
): Promise<GameWeather | null> {
  const stadium = stadiumOf(venue)
  if (stadium === null) return venue.isIndoor === true ? UNKNOWN_ROOF_WEATHER : null
  if (stadium.roof === 'fixed') return DOME_WEATHER
  const { latitude, longitude } = stadium
  const forecast = await provider.readForecast({ latitude, longitude, at: kickoff, signal })
  return forecast === null ? null : gameWeather(stadium.roof, forecast)
}

/**
 * The players in the transactions and drafts of a season's ESPN leagues whom no stored lineup describes, because no team had
 * them when a week's lineups were read. The IDs of Sleeper's players are its own, and it sends their names.
 */
async function listUnnamedPlayers(db: Db, season: number): Promise<Set<number>> {
  const archive = archiveReader(db)
  const leagues = await db
    .selectFrom('seasons')
    .select('league_id as id')
    .where((eb) => eb.and({ season, provider: 'espn' }))
    .execute()
  const ids = new Set<number>()
  // One league at a time, because the transactions of all leagues could fill the memory.
  for (const { id } of leagues) {
    for (const { moves } of await archive.listTransactions(id, season))
      for (const { playerId } of moves) ids.add(playerId)
    for (const pick of (await archive.findDraft(id, season))?.picks ?? []) ids.add(pick.playerId)
  }
  for (const known of (await findPlayers(db, [...ids])).keys()) ids.delete(known)
  return ids
}

export function externalDataJob(externalData: Pick<ExternalData, 'refreshStale'>): JobKind {
  return {
    kind: 'outside-data',
    schedule: '*/5 * * * *',
    run: async (run) => {
      await externalData.refreshStale(run)
    },
  }
}

export function liveScoresJob(
  externalData: Pick<ExternalData, 'refreshScores'>,
  hasViewers: () => Promise<boolean>,
): JobKind {
  return {
    kind: 'live-scores',
    schedule: '* * * * *',
    run: async (run) => {
      if (await hasViewers()) await externalData.refreshScores(run)
    },
  }
}

const EXTERNAL_WEEK_JOB = 'external-week'

export function externalWeekJob(externalData: Pick<ExternalData, 'readWeek'>): JobKind {
  return {
    kind: EXTERNAL_WEEK_JOB,
    async run(run) {
      await externalData.readWeek(z.object({ season: z.int(), week: z.int() }).parse(run.payload), run)
    },
    maxConcurrent: 2,
  }
}

/**
 * At most one a minute: one that is running may already have decided, by an earlier state of the games, that the
 * scoreboard is fresh.
 */
export function externalWeekRequest({ season, week }: NflWeekKey, now: Date): NewJob {
  const uniqueKey = `${EXTERNAL_WEEK_JOB}:${season}-${week} ${now.toISOString().slice(0, 16)}`
  return { kind: EXTERNAL_WEEK_JOB, uniqueKey, payload: { season, week } }
}

const SourcePayload = z.looseObject({ source: z.enum(EXTERNAL_SOURCES) })

type Fetch = (payload: unknown, signal: AbortSignal) => Promise<void>

export function externalFetchJob(fetchData: Fetch, fetchNews: Fetch): JobKind {
  return {
    kind: EXTERNAL_FETCH_JOB,
    async run({ payload, signal }) {
      const { source } = SourcePayload.parse(payload)
      const isNews = source === 'player news' || source === 'news search'
      await (isNews ? fetchNews : fetchData)(payload, signal)
    },
    maxConcurrent: 12,
    maxConcurrentPerDestination: 4,
  }
}

const [compress, decompress] = [promisify(gzip), promisify(gunzip)]

const STORED_BUDGET = { maxDepth: 8, maxValues: 1_000_000 }

interface PlayerListSource {
  isNeeded(): Promise<boolean>
  /** Replaces the stored list, unless the answer has no players. Throws a ProviderError. */
  fetch(signal: AbortSignal): Promise<void>
}

/**
 * Sleeper's list of all players, which may be requested once a day. Only the fields that are read of them are stored,
 * compressed. Lineups wait for it and store the names, because it describes players as they are today.
 */
export function sleeperPlayerList(db: Db, client: Pick<SleeperClient, 'getPlayers'>): PlayerListSource {
  return {
    async isNeeded() {
      const query = db.selectFrom('league_sources').select('id').where('provider', '=', 'sleeper')
      return (await query.limit(1).executeTakeFirst()) !== undefined
    },

    async fetch(signal) {
      const response = await client.getPlayers(signal)
      const players = response === null ? new Map() : readPlayers(response.json)
      if (players.size === 0) throw new ProviderError('unexpected_shape', 'the list of players is empty')
      const text = JSON.stringify(Object.fromEntries(players))
      const list = { sha256: createHash('sha256').update(text).digest('hex'), players: await compress(text) }
      await upsert(db, 'player_lists', { provider: 'sleeper' }, list)
    },
  }
}

/**
 * Throws a ProviderError before the first list was stored: lineups without names would stay without them, while missing
 * lineups are read again.
 */
export function storedSleeperPlayers(db: Db): PlayerDirectory {
  const stored = db.selectFrom('player_lists').where('provider', '=', 'sleeper')
  let known: { version: string; players: ReadonlyMap<string, SleeperPlayer> } | null = null

  return coalesce(async () => {
    const newest = await stored.select('sha256').executeTakeFirst()
    if (known !== null && known.version === newest?.sha256) return known.players
    const list = await stored.select(['sha256', 'players']).executeTakeFirst()
    if (list === undefined)
      throw new ProviderError('unavailable', 'the list of players has not been read yet')
    const text = (await decompress(list.players)).toString()
    const players = new Map<string, SleeperPlayer>()
    for (const [id, entry] of readPlayers(parseJson(text, STORED_BUDGET))) {
      const player = describePlayer(entry)
      if (player !== null) players.set(id, player)
    }
    known = { version: list.sha256, players }
    return players
  })
}
