import { DOCUMENT_BUDGET, parseJson } from '../../../files/json.ts'
import { systemClock } from '../../http/attempts.ts'
import { type WebClientOptions, type WebResponse, webClient } from '../../http/web-client.ts'

const MAX_CONCURRENT = 4
/** How long to pause after a 429 that doesn't say it. */
const RATE_LIMITED_MS = 60_000
/** A backfill queues the weeks of several seasons, which wait for their turns. */
const MAX_WAITING = 1000

/** Answers in memory. The weeks of a running season that are over are read again and again, and hardly change. */
const MAX_RECENT = 600

/** The list of players is by far the largest answer. */
const MAX_PLAYERS_BYTES = 48 * 1024 * 1024
const PLAYERS_TIMEOUT_MS = 60_000
const PLAYERS_BUDGET = { maxDepth: 16, maxValues: 3_000_000 }

export type SleeperRequest = {
  /** Relative to the API, without a leading slash. */
  path: string
  signal?: AbortSignal | undefined
  /** How old an answer may be, if this process has one. Default: 0. */
  maxAgeMs?: number
}

export interface SleeperClient {
  /** Returns null for a 404, and for the `null` of an unknown league, user or draft. Throws a ProviderError. */
  get(request: SleeperRequest): Promise<WebResponse | null>
  /** The list of all players, which may be requested once a day. Throws a ProviderError. */
  getPlayers(signal: AbortSignal | undefined): Promise<WebResponse | null>
}

/** Creates a client for the API. `baseUrl` includes `/v1`. Throws a TypeError if it is invalid. */
export function sleeperClient(options: WebClientOptions): SleeperClient {
  const limits = {
    maxConcurrent: MAX_CONCURRENT,
    rateLimitedMs: RATE_LIMITED_MS,
  }
  const { now } = { ...systemClock, ...options }
  const client = webClient({ ...limits, maxWaiting: MAX_WAITING, ...options })
  const playersClient = webClient({
    ...limits,
    timeoutMs: PLAYERS_TIMEOUT_MS,
    ...options,
    maxBytes: MAX_PLAYERS_BYTES,
    jsonBudget: PLAYERS_BUDGET,
  })
  /** The latest answers, the oldest first. */
  const recent = new Map<string, Omit<WebResponse, 'json'>>()

  return {
    async get({ path, signal, maxAgeMs = 0 }) {
      const known = recent.get(path)
      if (known !== undefined && now().getTime() - known.fetchedAt.getTime() < maxAgeMs)
        return { ...known, json: parseJson(known.body, DOCUMENT_BUDGET) }
      const response = await client.getJson({ path, signal })
      recent.delete(path)
      if (response?.json == null) return null
      const { request, fetchedAt, body } = response
      recent.set(path, { request, fetchedAt, body })
      const [oldest] = recent.keys()
      if (recent.size > MAX_RECENT && oldest !== undefined) recent.delete(oldest)
      return response
    },
    async getPlayers(signal) {
      const response = await playersClient.getJson({ path: 'players/nfl', signal })
      return response?.json == null ? null : response
    },
  }
}
