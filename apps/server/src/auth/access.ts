import type {} from '@fastify/cookie'
import { SIGNED_OUT_COOKIE } from '@fieldhouse/contract/accounts/accounts'
import type { ErrorCode } from '@fieldhouse/contract/errors'
import type { Limits } from '@fieldhouse/contract/limits'
import type { CacheRule, StepUp, TokenScope } from '@fieldhouse/contract/operation'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import {
  type Access,
  type Actor,
  accessDenialReason,
  canManageLeague,
  isSiteStaff,
} from '@fieldhouse/domain/league/roles'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../database/engine/database.ts'
import type { LeagueVersions } from '../database/engine/league-versions.ts'
import { addWriteCheck, type RunQuery, withWriteCheck } from '../database/engine/write-checks.ts'
import { ApiError, orThrow } from '../http/errors/api-error.ts'
import { apiTokenOf, authenticateApiToken, isOpenTo } from './api-tokens.ts'
import type { AuthorizationCache } from './authorization-cache.ts'
import { findLeague, type LeagueScope, listLeagueIds, lockRights } from './league-access-store.ts'
import { authenticateSession, type CurrentUser, SESSION_TTL_MS } from './session-store.ts'

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

export type AccessOptions = {
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
    const name = leagueNameFromPath(request)
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

function leagueNameFromPath(request: FastifyRequest): string | undefined {
  const { league } = request.params as { league?: string }
  return league
}
