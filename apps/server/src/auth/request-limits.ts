import { TOKEN_LIMITS } from '@fieldhouse/contract/api-tokens'
import type { LimitScope, Limits } from '@fieldhouse/contract/limits'
import { pluralize } from '@fieldhouse/domain/pluralize'
import type { FastifyInstance, FastifyRequest } from 'fastify'
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
const LATE_SCOPES = ['person', 'league', 'site'] as const

/** More than a process of any site counts in a minute. */
const MAX_COUNTERS = 100_000

/** Counts requests in the memory of this process, in windows that begin with the first request. */
interface RequestCounter {
  /** Counts a request under every limit; if one is reached, counts nothing and returns it. */
  record(limits: readonly AttemptLimit[], now: Date): ReachedLimit | null
}

/**
 * Enforces the limits of the contract. Addresses are counted by the returned hook, which belongs before
 * authorization, and everything else when a request has been authorized but before its body is read. Responses from
 * the cache are not counted. Throws `too_many_attempts`.
 */
export function registerRequestLimits(app: FastifyInstance, options: RequestLimitOptions): void {
  if (options.factor === 0) return
  const { attempts, factor, now } = options
  const counter = requestCounter()
  app.addHook('onRequest', (request) => count(request, EARLY_SCOPES))
  app.addHook('preParsing', (request) => count(request, LATE_SCOPES))

  async function count(request: FastifyRequest, scopes: readonly LimitScope[]): Promise<void> {
    for (const limits of limitsOf(request)) {
      const counted = scopes.flatMap((scope) => attemptLimits(request, limits, scope))
      if (counted.length === 0) continue
      const result = limits.isShared ? await attempts.record(counted, now()) : counter.record(counted, now())
      if (result !== null && 'waitMs' in result) throw limitError(limits.name, result)
    }
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
  const { limits, tokenScope } = routeOptions.config
  if (limits === undefined) return []
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

function requestCounter(): RequestCounter {
  const windows = new Map<string, { count: number; endsAt: number }>()

  /** A window that ends too late began before the clock was set back. */
  function currentWindow({ name, windowMs }: AttemptLimit, time: number) {
    const window = windows.get(name)
    return window !== undefined && window.endsAt > time && window.endsAt <= time + windowMs ? window : null
  }

  function removeOld(time: number): void {
    for (const [name, { endsAt }] of windows) if (endsAt <= time) windows.delete(name)
    if (windows.size >= MAX_COUNTERS) windows.clear()
  }

  return {
    record(limits, now) {
      const time = now.getTime()
      for (const limit of limits) {
        const window = currentWindow(limit, time)
        if (window !== null && window.count >= limit.limit) return { limit, waitMs: window.endsAt - time }
      }
      if (windows.size + limits.length > MAX_COUNTERS) removeOld(time)
      for (const limit of limits) {
        const window = currentWindow(limit, time)
        if (window === null) windows.set(limit.name, { count: 1, endsAt: time + limit.windowMs })
        else window.count += 1
      }
      return null
    },
  }
}
