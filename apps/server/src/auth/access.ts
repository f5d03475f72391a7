import { SIGNED_OUT_COOKIE } from '@fieldhouse/contract/accounts/accounts'
import type { ErrorCode } from '@fieldhouse/contract/errors'
import type { Limits } from '@fieldhouse/contract/limits'
import type { CacheRule, DataKind, StepUp, TokenScope } from '@fieldhouse/contract/operation'
import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import {
  type Access,
  type Actor,
  accessDenialReason,
  canManageLeague,
  isSiteStaff,
  type LeagueRole,
} from '@fieldhouse/domain/league/roles'
import { normalizeName } from '@fieldhouse/domain/names'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { QueryCreator } from 'kysely'
import { LRUCache } from 'lru-cache'
import { isEqualTimingSafe, newToken, sign } from '../crypto/crypto.ts'
import type { Db } from '../database/engine/database.ts'
import { lockRows } from '../database/engine/dialect.ts'
import type { LeagueVersions } from '../database/engine/league-memory.ts'
import { addWriteCheck, type RunQuery, withWriteCheck } from '../database/engine/write-checks.ts'
import type { Database } from '../database/schema/schema.ts'
import { ApiError, orThrow } from '../http/errors/api-error.ts'
import {
  apiTokenOf,
  authenticateApiToken,
  authenticateSession,
  type CurrentUser,
  isOpenTo,
  SESSION_TTL_MS,
} from './session-store.ts'

export const SESSION_COOKIE = 'sessionid'

/** How long a password, passkey or code allows dangerous acts. */
const PROOF_TTL_MS = 10 * MINUTE_MS

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    stepUp?: StepUp
    tokenScope?: TokenScope
    errors?: readonly ErrorCode[]
    limits?: Limits
    cache?: CacheRule
  }
  interface FastifyRequest {
    currentUser: CurrentUser | null
    leagueScope: LeagueScope | null
    /** Rejects the request if the user has lost the rights for it since. Writes to the database do this anyway. */
    confirmRights: () => Promise<void>
    versionsAtArrival: LeagueVersions | null
  }
}

type AccessOptions = {
  db: Db
  authorizations: AuthorizationCache
  /** Whether site staff and site admins have their rights only with a second factor. */
  requiresSecondFactor: boolean
  isSecure: () => boolean
  now: () => Date
}

/**
 * Loads the current user and the league in the path, and rejects requests that the user may not make,
 * before the body is read, and again in every transaction of the request that writes. The rule itself is
 * `accessDenialReason`. Granted access is cached until anybody's access changes, at the versions that the
 * response cache has already set on the request.
 */
export function registerAuthorization(app: FastifyInstance, options: AccessOptions): void {
  const { authorizations, now } = options
  app.decorateRequest('currentUser', null)
  app.decorateRequest('leagueScope', null)
  app.decorateRequest('confirmRights', async function (this: FastifyRequest) {
    const { access } = this.routeOptions.config
    if (access !== undefined) await rightsCheck(this, access, options.db)(null)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (access === undefined) return
    const cached = authorizations.get(request, request.versionsAtArrival, now())
    if (cached !== undefined) {
      request.currentUser = cached.currentUser
      request.leagueScope = cached.league
      requireProofAtArrival(request, now())
      return
    }
    await authorize(request, reply, access)
    requireProofAtArrival(request, now())
    const { currentUser, leagueScope: league } = request
    if (currentUser !== null)
      authorizations.set(request, request.versionsAtArrival, { currentUser, league }, now())
  })
  app.addHook('preHandler', (request, _, done) => {
    const { access, stepUp } = request.routeOptions.config
    if (typeof stepUp === 'object' && hasValues(request.body, stepUp)) requireRecentProof(request, now())
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (access === undefined || access === 'anyone' || isRead) done()
    else withWriteCheck(rightsCheck(request, access, options.db), done)
  })

  async function authorize(request: FastifyRequest, reply: FastifyReply, access: Access): Promise<void> {
    const user = await authenticate(request, reply, options)
    request.currentUser = user === null ? null : withEarnedRoles(user, options.requiresSecondFactor)
    const actor = await loadActor(request.currentUser, access, options.db)
    if (access !== 'anyone' && actor === null) throw new ApiError('not_signed_in')
    const { league: name } = request.params as { league?: string }
    if (name !== undefined) request.leagueScope = await requireLeague(options.db, name, request.currentUser)
    requireTokenGrant(request)
    const denialReason = accessDenialReason(access, actor, request.leagueScope?.role ?? null)
    if (denialReason === null) return
    const isForLackOfFactor =
      user !== null &&
      request.currentUser?.mustAddSecondFactor === true &&
      accessDenialReason(access, { isAnyLeagueAdmin: false, ...user }, null) === null
    throw new ApiError(isForLackOfFactor ? 'second_factor_required' : denialReason)
  }
}

/** Throws `token_not_allowed` if the request has an API token that is not for this operation in this league. */
function requireTokenGrant({ currentUser, leagueScope, routeOptions }: FastifyRequest): void {
  const grant = currentUser?.apiToken ?? null
  if (grant !== null && !isOpenTo(grant, routeOptions.config.tokenScope, leagueScope?.id ?? null))
    throw new ApiError('token_not_allowed')
}

function withEarnedRoles(user: CurrentUser, requiresSecondFactor: boolean): CurrentUser {
  const mustAddSecondFactor = requiresSecondFactor && isSiteStaff(user) && !user.hasSecondFactor
  return mustAddSecondFactor ? { ...user, isAdmin: false, isStaff: false, mustAddSecondFactor } : user
}

/** Where nobody has to be signed in, those who are not have nothing that could be taken over. */
function requireProofAtArrival(request: FastifyRequest, now: Date): void {
  const { access, stepUp } = request.routeOptions.config
  const isSignedOut = access === 'anyone' && request.currentUser === null
  if (stepUp === true && !isSignedOut) requireRecentProof(request, now)
}

function hasValues(body: unknown, values: Readonly<Record<string, string>>): boolean {
  return Object.entries(values).every(([name, value]) => (body as Record<string, unknown>)[name] === value)
}

/** Throws `identity_unconfirmed` if the user has not proved who they are for some time. */
export function requireRecentProof(request: FastifyRequest, now: Date): void {
  const { verifiedAt } = currentUser(request)
  if (now.getTime() - verifiedAt.getTime() >= PROOF_TTL_MS) throw new ApiError('identity_unconfirmed')
}

/** The signed-in user. Throws `not_signed_in` if there is none. */
export function currentUser(request: FastifyRequest): CurrentUser {
  if (request.currentUser === null) throw new ApiError('not_signed_in')
  return request.currentUser
}

/** A body can take minutes, and the user may sign out or be removed in the meantime. */
function rightsCheck(
  request: FastifyRequest,
  access: Access,
  db: Db,
): (run: RunQuery | null) => Promise<void> {
  const [user, league] = [currentUser(request), request.leagueScope]
  return async (run) => {
    const stored = orThrow(await lockRights(db, run, user, league?.id ?? null), 'not_signed_in')
    const hasSiteRights = !user.mustAddSecondFactor && user.apiToken === null
    const rights = hasSiteRights ? stored : { ...stored, isAdmin: false, isStaff: false }
    if (league !== null && !rights.hasLeague) throw new ApiError('league_not_found')
    const denialReason = accessDenialReason(access, rights, rights.role)
    if (denialReason !== null) throw new ApiError(denialReason)
    // Handlers decide by these as well, such as who may delete an item.
    const hasChanged =
      rights.isAdmin !== user.isAdmin ||
      rights.isStaff !== user.isStaff ||
      (league !== null && rights.role !== league.role)
    if (hasChanged)
      throw new ApiError('not_allowed', { message: 'Your role has changed. Reload the page and try again.' })
  }
}

/** The league named in a body. Throws `league_not_found`, or `not_league_admin` if the user may not manage it. */
export async function requireManagedLeague(db: Db, name: string, user: CurrentUser): Promise<LeagueScope> {
  const league = await requireLeague(db, name, user)
  if (!canManageLeague(user, league.role)) throw new ApiError('not_league_admin')
  addWriteCheck(async (run) => {
    const rights = await lockRights(db, run, user, league.id)
    if (rights?.hasLeague !== true) throw new ApiError('league_not_found')
    if (!canManageLeague(rights, rights.role)) throw new ApiError('not_league_admin')
  })
  return league
}

export function setSessionCookie(reply: FastifyReply, token: string, isSecure: boolean): void {
  if (SIGNED_OUT_COOKIE in reply.request.cookies) reply.clearCookie(SIGNED_OUT_COOKIE, { path: '/' })
  reply.setCookie(SESSION_COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: SESSION_TTL_MS / 1000,
  })
}

/** Clears the session's cookie, and the one of a sign-out that was waiting for the server. */
export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, { path: '/' })
  if (SIGNED_OUT_COOKIE in reply.request.cookies) reply.clearCookie(SIGNED_OUT_COOKIE, { path: '/' })
}

async function requireLeague(db: Db, name: string, user: CurrentUser | null): Promise<LeagueScope> {
  const league = name.includes('\0') ? null : await findLeague(db, name, user?.userId ?? null)
  if (league === null) throw new ApiError('league_not_found')
  return league
}

async function authenticate(request: FastifyRequest, reply: FastifyReply, options: AccessOptions) {
  const apiToken = apiTokenOf(request)
  if (apiToken !== null) return authenticateToken(apiToken, reply, options)
  // Undefined once the user has signed out on the device, even when the server doesn't know it yet.
  const token = SIGNED_OUT_COOKIE in request.cookies ? undefined : request.cookies[SESSION_COOKIE]
  if (token === undefined || token === '') return null
  const session = await authenticateSession(options.db, token, request.ip, options.now())
  if (session?.wasExtended) setSessionCookie(reply, token, options.isSecure())
  return session?.currentUser ?? null
}

/** Throws `token_invalid` or `token_expired`, with the header that clients of APIs look for. */
async function authenticateToken(token: string, reply: FastifyReply, { db, now }: AccessOptions) {
  const user = await authenticateApiToken(db, token, now())
  if (user !== null && user !== 'expired') return user
  reply.header('www-authenticate', 'Bearer error="invalid_token"')
  throw new ApiError(user === null ? 'token_invalid' : 'token_expired')
}

async function loadActor(user: CurrentUser | null, access: Access, db: Db): Promise<Actor | null> {
  if (user === null) return null
  const needsLeagues = access === 'any_admin' && !isSiteStaff(user)
  return {
    ...user,
    isAnyLeagueAdmin: needsLeagues && (await listLeagueIds(db, user.userId, 'admin')).length > 0,
  }
}

type Authorization = { currentUser: CurrentUser; league: LeagueScope | null }

/** Sessions, users, memberships and leagues. */
const ACCESS: readonly DataKind[] = ['access']
const MAX_ENTRIES = 20_000
/** A session is read again after this long, so that its last use is recorded and its end takes effect. */
const TTL_MS = MINUTE_MS

export type AuthorizationCache = ReturnType<typeof authorizationCache>

/** The granted authorizations of requests with the same cookies, until anybody's access changes. */
export function authorizationCache() {
  const entries = new LRUCache<string, Authorization & { version: string; cachedAt: number }>({
    max: MAX_ENTRIES,
  })
  return {
    /** undefined without one that is current at these versions; null means that they are unknown. */
    get(request: FastifyRequest, versions: LeagueVersions | null, now: Date): Authorization | undefined {
      const entry = entries.get(keyOf(request))
      if (entry === undefined || versions === null) return undefined
      const expiresAt = entry.currentUser.apiToken?.expiresAt
      if (expiresAt !== undefined && expiresAt <= now) return undefined
      const age = now.getTime() - entry.cachedAt
      return age >= 0 && age < TTL_MS && entry.version === versions.of(ACCESS) ? entry : undefined
    },

    /** The league of the last authorization of such a request, which may be outdated; undefined without one. */
    lastLeagueId(request: FastifyRequest): number | null | undefined {
      const entry = entries.get(keyOf(request))
      return entry === undefined ? undefined : (entry.league?.id ?? null)
    },

    /** `versions` are those from before the authorization was loaded. */
    set(
      request: FastifyRequest,
      versions: LeagueVersions | null,
      authorization: Authorization,
      now: Date,
    ): void {
      if (versions === null) return
      const version = versions.of(ACCESS)
      entries.set(keyOf(request), { ...authorization, version, cachedAt: now.getTime() })
    },
  }
}

/** Contains everything in a request that its authorization depends on, with the secret session or API token. */
function keyOf({ headers, params, routeOptions }: FastifyRequest): string {
  const { league = '' } = params as { league?: string }
  const { access = '', tokenScope = '' } = routeOptions.config
  return [headers.cookie ?? '', headers.authorization ?? '', access, tokenScope, league].join('\n')
}

export type LeagueScope = NonNullable<Awaited<ReturnType<typeof findLeague>>>

/** Finds a league by name, ignoring case; null if it does not exist. */
export async function findLeague(db: Db, name: string, userId: number | null) {
  const row = await db
    .selectFrom('leagues')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.league_id', '=', 'leagues.id').on('memberships.user_id', '=', userId ?? 0),
    )
    .select(['leagues.id', 'leagues.name', 'leagues.espn_league_id', 'leagues.has_betslip'])
    .select(['leagues.season_note as seasonNote', 'memberships.role'])
    .where('leagues.name_key', '=', normalizeName(name.trim()))
    .executeTakeFirst()
  if (row === undefined) return null
  const { espn_league_id, has_betslip, ...league } = row
  return { ...league, espnLeagueId: espn_league_id || null, hasBetslip: has_betslip === 1 }
}

/** The IDs of the leagues that the user is a member of, or has the role in, in order. */
export async function listLeagueIds(db: Db, userId: number, role?: LeagueRole): Promise<number[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('league_id')
    .where('user_id', '=', userId)
    .$if(role !== undefined, (query) => query.where('role', '=', role as LeagueRole))
    .orderBy('league_id')
    .execute()
  return rows.map((row) => row.league_id)
}

/**
 * Reads what the user may do at this moment, in the transaction of `run`, and keeps it from changing until that
 * transaction ends. Only reads it if `run` is null. The result is null if the session has ended or the API token was
 * revoked.
 */
async function lockRights(
  db: Db,
  run: RunQuery | null,
  { userId, tokenHash, apiToken }: Pick<CurrentUser, 'userId' | 'tokenHash' | 'apiToken'>,
  leagueId: number | null,
) {
  const query = db
    .with('account', (creator) => {
      const session = creator
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select(['users.is_admin', 'users.is_staff'])
        .where('sessions.token_hash', '=', tokenHash)
        .where('users.disabled_at', 'is', null)
      const token = creator
        .selectFrom('api_tokens')
        .innerJoin('users', 'users.id', 'api_tokens.user_id')
        .select(['users.is_admin', 'users.is_staff'])
        .where('api_tokens.id', '=', apiToken?.id ?? 0)
        .where('users.disabled_at', 'is', null)
      return apiToken === null ? lockRows(db, session, 'for share') : lockRows(db, token, 'for share')
    })
    .with('membership', (creator) =>
      lockRows(db, membershipsOf(creator).select('role').where('league_id', '=', leagueId), 'for share'),
    )
    .with('managed', (creator) =>
      lockRows(
        db,
        membershipsOf(creator).select('league_id').where('role', '=', 'admin').limit(1),
        'for share',
      ),
    )
    .selectFrom('account')
    .leftJoin('membership', (join) => join.onTrue())
    .leftJoin('managed', (join) => join.onTrue())
    .leftJoin('leagues', (join) => join.on('leagues.id', '=', leagueId))
    .select(['account.is_admin', 'account.is_staff', 'membership.role'])
    .select(['managed.league_id as managed_id', 'leagues.id as league_id'])
    .compile()
  const [row] = run === null ? (await db.executeQuery(query)).rows : await run(query)
  if (row === undefined) return null
  return {
    isAdmin: row.is_admin === 1,
    isStaff: row.is_staff === 1,
    isAnyLeagueAdmin: row.managed_id !== null,
    /** In the league; null without one, and if the user is not a member. */
    role: row.role,
    hasLeague: row.league_id !== null,
  }

  function membershipsOf(creator: QueryCreator<Database>) {
    return creator.selectFrom('memberships').where('user_id', '=', userId)
  }
}

export const CSRF_COOKIE = 'csrftoken'

type CsrfOptions = {
  secretKey: string
  /** The URL of the site; null to compare requests with their own Host header. */
  address: () => string | null
}

/**
 * Rejects every request other than GET and HEAD unless our own page made it: `X-CSRFToken` must repeat the
 * signed value of the CSRF cookie, and `Origin`, if sent, must be ours. `Sec-Fetch-Site`, if sent, must not
 * name another origin, not even of the same site, because such a host could set the cookie.
 */
export function registerCsrf(app: FastifyInstance, { secretKey, address }: CsrfOptions): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    // No other site can make a browser send an API token, and cookies next to one are ignored.
    if (apiTokenOf(request) !== null) return
    const { origin, 'sec-fetch-site': site } = request.headers
    if (origin !== undefined) checkOrigin(origin, request, address())
    if (site === 'cross-site' || site === 'same-site') throw new ApiError('wrong_origin')
    const sent = request.headers['x-csrftoken']
    const expected = request.cookies[CSRF_COOKIE]
    if (
      typeof sent !== 'string' ||
      expected === undefined ||
      !isEqualTimingSafe(sent, expected) ||
      !isSigned(secretKey, sent)
    ) {
      throw new ApiError('csrf_failed')
    }
  })
}

export function ensureCsrfToken(
  request: FastifyRequest,
  reply: FastifyReply,
  { secretKey, isSecure }: { secretKey: string; isSecure: boolean },
): string {
  const current = request.cookies[CSRF_COOKIE]
  const token = current !== undefined && isSigned(secretKey, current) ? current : newCsrfToken(secretKey)
  reply.setCookie(CSRF_COOKIE, token, {
    path: '/',
    sameSite: 'lax',
    secure: isSecure,
    maxAge: (365 * DAY_MS) / 1000,
  })
  return token
}

export function newCsrfToken(secretKey: string): string {
  const nonce = newToken(16)
  return `${nonce}.${sign(secretKey, 'csrf', nonce)}`
}

function isSigned(secretKey: string, token: string): boolean {
  const [nonce = '', signature = ''] = token.split('.')
  return nonce !== '' && isEqualTimingSafe(signature, sign(secretKey, 'csrf', nonce))
}

/** Throws `wrong_address` for a page of this server under another URL, and `wrong_origin` for one of another site. */
function checkOrigin(origin: string, request: FastifyRequest, address: string | null): void {
  const isOwnHost = URL.canParse(origin) && new URL(origin).host === request.host
  if (address === null ? isOwnHost : origin === new URL(address).origin) return
  if (address === null || !isOwnHost) throw new ApiError('wrong_origin')
  throw new ApiError('wrong_address', { message: `This site is at ${address}. Open it there.` })
}
