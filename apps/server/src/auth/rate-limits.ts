import { TOKEN_LIMITS } from '@fieldhouse/contract/accounts/api-tokens'
import { countInMemory, type LimitScope, type Limits, per } from '@fieldhouse/contract/limits'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { pluralize } from '@fieldhouse/domain/pluralize'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Db, inTransaction } from '../database/engine/database.ts'
import { withoutWriteChecks } from '../database/engine/write-checks.ts'
import { ApiError } from '../http/errors/api-error.ts'

type RequestLimitOptions = {
  attempts: AttemptStore
  /** Multiplies the limits; 0 turns them off. */
  factor: number
  now: () => Date
}

/** Known before authorization, which itself costs queries. The others depend on it. */
const EARLY_SCOPES = ['address'] as const
const LATE_SCOPES = ['person', 'league'] as const

/** What the contract does not know, such as the files of the page. A league may open the app behind one address. */
const OUTSIDE_CONTRACT: Limits = countInMemory('page', { address: per(6000, MINUTE_MS / 1000) })

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

/** Attempts older than this never count. */
export const MAX_WINDOW_MS = 60 * MINUTE_MS

/** `message` is the start of the error message, before 'Try again in …'. The default is 'Too many attempts.' */
export type Bucket = AttemptLimit & { message?: string }

export type RateLimiter = ReturnType<typeof rateLimiter>

export function rateLimiter(store: AttemptStore) {
  return {
    /**
     * Runs an attempt that may fail, and counts it if it does, that is, returns null. Throws `too_many_attempts`
     * without running `attempt` once the limit is reached, and also if it was reached in the meantime, so that
     * concurrent attempts reveal no more results than the limit. `onLimitReached` is called by the failure that
     * reaches it.
     */
    async attempt<Result>(
      buckets: readonly Bucket[],
      now: Date,
      attempt: () => Promise<Result | null>,
      onLimitReached?: () => Promise<void>,
    ): Promise<Result | null> {
      await rejectIfReached(buckets, now)
      const result = await attempt()
      if (result !== null) {
        await rejectIfReached(buckets, now)
        return result
      }
      const counted = await store.record(buckets, now)
      if (counted.kind === 'rejected') throw tooManyAttempts(counted)
      if (counted.hasReachedLimit) await onLimitReached?.()
      return null
    },

    /** Counts one attempt. Throws `too_many_attempts` once the limit is reached. */
    async consume(bucket: Bucket, now: Date): Promise<void> {
      const counted = await store.record([bucket], now)
      if (counted.kind === 'rejected') throw tooManyAttempts(counted, bucket.message)
    },

    async tryConsume(bucket: Bucket, now: Date): Promise<boolean> {
      return (await store.record([bucket], now)).kind === 'recorded'
    },
  }

  async function rejectIfReached(buckets: readonly Bucket[], now: Date): Promise<void> {
    const reached = await store.findReached(buckets, now)
    if (reached !== null) throw tooManyAttempts(reached)
  }
}

function tooManyAttempts({ limit, waitMs }: ReachedLimit, reason = 'Too many attempts.'): ApiError {
  return new ApiError('too_many_attempts', {
    message: `${reason} Try again in ${Math.ceil(waitMs / MINUTE_MS)} minutes.`,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
    rateLimit: { policy: 'attempts', requests: limit.limit, windowSeconds: limit.windowMs / 1000 },
  })
}

type AttemptLimit = { name: string; limit: number; windowMs: number }

type RecordResult =
  | {
      kind: 'recorded'
      /** Whether a limit is reached now that was not before. */
      hasReachedLimit: boolean
    }
  | ({ kind: 'rejected' } & ReachedLimit)

/** A limit that is reached, and how long until it allows another attempt. Of several, the one that takes longest. */
type ReachedLimit = { limit: AttemptLimit; waitMs: number }

type AttemptStore = ReturnType<typeof attemptStore>

/** Counts attempts in the database, so that the counts are shared by all processes and survive restarts. */
export function attemptStore(db: Db) {
  return {
    /** Records an attempt under every limit, unless one of them is reached. */
    async record(limits: readonly AttemptLimit[], now: Date): Promise<RecordResult> {
      // Rejected first without a transaction, which would make a flood of requests above a limit costly.
      const known = reachedLimit(await countAttempts(db, limits, now))
      if (known !== null) return { kind: 'rejected', ...known }
      return inTransaction(db, async (transaction) => {
        await lockBuckets(transaction, limits, now)
        const counts = await countAttempts(transaction, limits, now)
        const reached = reachedLimit(counts)
        if (reached !== null) return { kind: 'rejected', ...reached }
        await transaction
          .insertInto('attempts')
          .values(limits.map(({ name }) => ({ bucket: name, at: now.getTime() })))
          .execute()
        return { kind: 'recorded', hasReachedLimit: counts.some(({ remaining }) => remaining === 1) }
      })
    },

    findReached: async (limits: readonly AttemptLimit[], now: Date) =>
      reachedLimit(await countAttempts(db, limits, now)),

    async countUsed({ name, windowMs }: AttemptLimit, now: Date) {
      const { count } = await currentAttempts(db, name, windowMs, now)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
  }
}

/** Makes concurrent transactions that count under the same limits wait until this one has ended. */
async function lockBuckets(db: Db, limits: readonly AttemptLimit[], now: Date): Promise<void> {
  for (const { name } of limits)
    await db
      .insertInto('attempt_buckets')
      .values({ bucket: name, tried_at: now.getTime() })
      .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ tried_at: now.getTime() }))
      .execute()
}

type AttemptCount = ReachedLimit & { remaining: number }

function reachedLimit(counts: readonly AttemptCount[]): ReachedLimit | null {
  const [longest] = counts.toSorted((a, b) => b.waitMs - a.waitMs)
  return longest === undefined || longest.waitMs === 0 ? null : longest
}

async function countAttempts(db: Db, limits: readonly AttemptLimit[], now: Date) {
  const counts: AttemptCount[] = []
  for (const each of limits) {
    const { name, limit, windowMs } = each
    const attempts = await currentAttempts(db, name, windowMs, now)
      .select('at')
      .orderBy('at', 'desc')
      .limit(limit)
      .execute()
    const oldest = attempts[limit - 1]
    const waitMs = oldest === undefined ? 0 : oldest.at + windowMs - now.getTime()
    counts.push({ limit: each, remaining: limit - attempts.length, waitMs })
  }
  return counts
}

function currentAttempts(db: Db, name: string, windowMs: number, now: Date) {
  return (
    db
      .selectFrom('attempts')
      .where('bucket', '=', name)
      .where('at', '>', now.getTime() - windowMs)
      // Attempts further in the future were recorded before the clock was set back.
      .where('at', '<', now.getTime() + windowMs)
  )
}
