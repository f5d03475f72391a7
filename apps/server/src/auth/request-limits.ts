import { TOKEN_LIMITS } from '@fieldhouse/contract/accounts/api-tokens'
import type { LimitScope, Limits } from '@fieldhouse/contract/limits'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { pluralize } from '@fieldhouse/domain/pluralize'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withoutWriteChecks } from '../database/engine/write-checks.ts'
import { ApiError } from '../http/errors/api-error.ts'
import type { AttemptLimit, AttemptStore, ReachedLimit } from './attempt-store.ts'

export type RequestLimitOptions = {
  attempts: AttemptStore
  /** Multiplies the limits; 0 turns them off. */
  factor: number
  now: () => Date
}

/** Known before authorization, which itself costs queries. The others depend on it. */
const EARLY_SCOPES = ['address'] as const
const LATE_SCOPES = ['person', 'league'] as const

/** What the contract does not know, such as the files of the page. A league may open the app behind one address. */
const OUTSIDE_CONTRACT: Limits = {
  name: 'page',
  isShared: false,
  address: { requests: 6000, seconds: MINUTE_MS / 1000 },
}

/** More than a process of any site counts in a minute. */
const MAX_COUNTERS = 100_000

/**
 * Enforces the limits of the contract, and one for all other requests. Addresses are counted before authorization, people and leagues when a request
 * has been authorized but before its body is read. Responses from the cache are not counted. Throws
 * `too_many_attempts`.
 *
 * The limit of the whole site would let a few strangers keep everybody out. So it counts only what has succeeded, and
 * the more of it others have used, the less of it each person or address may use: as the rest shrinks, so does their
 * own limit. Somebody who has used none of it is let in as long as there is a rest.
 */
export function registerRequestLimits(app: FastifyInstance, options: RequestLimitOptions): void {
  if (options.factor === 0) return
  const { attempts, factor, now } = options
  const inMemory = memoryAttempts()
  app.addHook('onRequest', (request) => count(request, EARLY_SCOPES))
  app.addHook('preParsing', (request) => count(request, LATE_SCOPES))
  app.addHook('preHandler', rejectBeyondShare)
  app.addHook('onSend', countForSite)

  const storeOf = ({ isShared }: Limits) => (isShared ? attempts : inMemory)

  async function count(request: FastifyRequest, scopes: readonly LimitScope[]): Promise<void> {
    for (const limits of limitsOf(request)) {
      const counted = scopes.flatMap((scope) => attemptLimits(request, limits, scope))
      if (counted.length === 0) continue
      const result = await storeOf(limits).record(counted, now())
      if (result.kind === 'rejected') throw limitError(limits.name, result)
    }
  }

  async function rejectBeyondShare(request: FastifyRequest): Promise<void> {
    for (const limits of limitsOf(request)) {
      const counted = siteLimits(request, limits)
      if (counted === null) continue
      const { site, own, used } = counted
      const store = storeOf(limits)
      const usedByOthers = (await store.countUsed(site, now())) - (await store.countUsed(used, now()))
      const left = Math.ceil(own.limit * (1 - usedByOthers / site.limit))
      const share = { ...used, limit: Math.max(1, left) }
      const reached = await store.findReached([site, share], now())
      if (reached !== null) throw limitError(limits.name, reached)
    }
  }

  async function countForSite(request: FastifyRequest, { statusCode }: FastifyReply): Promise<void> {
    if (statusCode >= 400) return
    for (const limits of limitsOf(request)) {
      const counted = siteLimits(request, limits)
      if (counted === null) continue
      const { site, used } = counted
      // Others may have reached the limit in the meantime; then it is full anyway.
      await withoutWriteChecks(() => storeOf(limits).record([site, used], now()))
    }
  }

  /** The limit of the site, the one of the person or address, and the count of what they have used of the site's. */
  function siteLimits(request: FastifyRequest, limits: Limits) {
    const [site] = attemptLimits(request, limits, 'site')
    const scope = limits.person === undefined ? 'address' : 'person'
    const [own] = attemptLimits(request, limits, scope)
    if (site === undefined || own === undefined) return null
    return { site, own, used: { ...site, name: `${site.name}:${own.name}` } }
  }

  /** Empty if the operation has no such limit, or the request no such subject. */
  function attemptLimits(request: FastifyRequest, limits: Limits, scope: LimitScope): AttemptLimit[] {
    const limit = limits[scope]
    const subject = subjectOf(request, scope)
    if (limit === undefined || subject === null) return []
    const name = `${limits.name}:${scope}:${subject}`
    return [{ name, limit: Math.ceil(limit.requests * factor), windowMs: limit.seconds * 1000 }]
  }
}

/** Those of the API token first, so that a script does not use up the limits of its owner's browser. */
function limitsOf({ currentUser, routeOptions }: FastifyRequest): Limits[] {
  const { limits = OUTSIDE_CONTRACT, tokenScope } = routeOptions.config
  const isByToken = tokenScope !== undefined && currentUser?.apiToken != null
  return isByToken ? [TOKEN_LIMITS[tokenScope], limits] : [limits]
}

function subjectOf(request: FastifyRequest, scope: LimitScope): string | number | null {
  switch (scope) {
    case 'person':
      return request.currentUser?.userId ?? null
    case 'league':
      return request.leagueScope?.id ?? null
    case 'address':
      return request.addressBlock
    case 'site':
      return 'all'
  }
}

function limitError(policy: string, { limit, waitMs }: ReachedLimit): ApiError {
  const seconds = Math.ceil(waitMs / 1000)
  return new ApiError('too_many_attempts', {
    message: `Too many requests. Try again in ${describeWait(seconds)}.`,
    retryAfterSeconds: seconds,
    rateLimit: { policy, requests: limit.limit, windowSeconds: limit.windowMs / 1000 },
  })
}

function describeWait(seconds: number): string {
  return seconds < 60 ? pluralize(seconds, 'second') : pluralize(Math.ceil(seconds / 60), 'minute')
}

/** Counts attempts in the memory of this process, in windows that begin with the first attempt. */
function memoryAttempts(): AttemptStore {
  const windows = new Map<string, { count: number; endsAt: number }>()

  /** A window that ends too late began before the clock was set back. */
  function currentWindow({ name, windowMs }: AttemptLimit, time: number) {
    const window = windows.get(name)
    return window !== undefined && window.endsAt > time && window.endsAt <= time + windowMs ? window : null
  }

  function reachedLimit(limits: readonly AttemptLimit[], time: number): ReachedLimit | null {
    for (const limit of limits) {
      const window = currentWindow(limit, time)
      if (window !== null && window.count >= limit.limit) return { limit, waitMs: window.endsAt - time }
    }
    return null
  }

  const countUsed = (limit: AttemptLimit, time: number) => currentWindow(limit, time)?.count ?? 0

  function removeOld(time: number): void {
    for (const [name, { endsAt }] of windows) if (endsAt <= time) windows.delete(name)
    if (windows.size >= MAX_COUNTERS) windows.clear()
  }

  return {
    async record(limits, now) {
      const time = now.getTime()
      const reached = reachedLimit(limits, time)
      if (reached !== null) return { kind: 'rejected', ...reached }
      if (windows.size + limits.length > MAX_COUNTERS) removeOld(time)
      for (const limit of limits) {
        const window = currentWindow(limit, time)
        if (window === null) windows.set(limit.name, { count: 1, endsAt: time + limit.windowMs })
        else window.count += 1
      }
      return {
        kind: 'recorded',
        hasReachedLimit: limits.some((limit) => countUsed(limit, time) === limit.limit),
      }
    },

    findReached: async (limits, now) => reachedLimit(limits, now.getTime()),

    countUsed: async (limit, now) => countUsed(limit, now.getTime()),
  }
}
