import type {} from '@fastify/cookie'
import type { ErrorCode } from '@fieldhouse/contract/errors'
import {
  type Access,
  type Actor,
  accessDenialReason,
  canManageLeague,
  isSiteStaff,
} from '@fieldhouse/domain/roles'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'
import type { LeagueAccessStore, LeagueScope } from './league-access-store.ts'
import { type CurrentUser, SESSION_TTL_MS, type SessionStore } from './session-store.ts'
import { versionedCache } from './versioned-cache.ts'

export const SESSION_COOKIE = 'sessionid'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    errors?: readonly ErrorCode[]
  }
  interface FastifyRequest {
    currentUser: CurrentUser | null
    leagueScope: LeagueScope | null
  }
}

export type AccessOptions = {
  sessions: SessionStore
  leagues: LeagueAccessStore
  isSecure: boolean
  now: () => Date
}

/** Who asks and what they are in the league of the path, as it was found out once. */
type CachedAuthorization = { currentUser: CurrentUser; league: LeagueScope | null; cachedAt: number }

/** Callers that are known at once. */
const MAX_CACHED_AUTHORIZATIONS = 20_000
/** After this a session is looked up again, so that its use is written down and its end is seen. */
const CACHE_TTL_MS = 60_000

/**
 * Finds out who asks and about which league, and turns away whoever may not make the call,
 * before anything of the request's body is read. The rule itself is `refusalOf`. Who reads is looked up
 * once for each version of the data, which is known of the request by then.
 */
export function registerAuthorization(app: FastifyInstance, options: AccessOptions): void {
  const known = versionedCache<CachedAuthorization>(MAX_CACHED_AUTHORIZATIONS, () => 1)
  app.decorateRequest('currentUser', null)
  app.decorateRequest('leagueScope', null)
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (access === undefined) return
    const now = options.now().getTime()
    const key = `${request.cookies[SESSION_COOKIE]} ${access} ${leagueNameFromPath(request) ?? ''}`
    const before = known.get(key, request.dataVersion)
    if (before !== undefined && now >= before.cachedAt && now - before.cachedAt < CACHE_TTL_MS) {
      request.currentUser = before.currentUser
      request.leagueScope = before.league
      return
    }
    await authorize(request, reply, access)
    const { currentUser, leagueScope } = request
    // Only who was let in is remembered, and by the session alone: nobody else has its token.
    if (currentUser !== null)
      known.set(key, request.dataVersion, { currentUser, league: leagueScope, cachedAt: now })
  })

  async function authorize(request: FastifyRequest, reply: FastifyReply, access: Access): Promise<void> {
    request.currentUser = await authenticate(request, reply, options)
    const actor = await loadActor(request.currentUser, access, options.leagues)
    if (access !== 'anyone' && actor === null) throw new ApiError('not_signed_in')
    const name = leagueNameFromPath(request)
    if (name !== undefined)
      request.leagueScope = await requireLeague(options.leagues, name, request.currentUser)
    const refusal = accessDenialReason(access, actor, request.leagueScope?.role ?? null)
    if (refusal !== null) throw new ApiError(refusal)
  }
}

/** The person who asks. Only for calls that are not open to anyone. */
export function currentUser(request: FastifyRequest): CurrentUser {
  if (request.currentUser === null) throw new ApiError('not_signed_in')
  return request.currentUser
}

/** The league in the call's path. Only for calls that have one. */
export function leagueOf(request: FastifyRequest): LeagueScope {
  if (request.leagueScope === null)
    throw new Error(`${request.routeOptions.url ?? 'this call'} has no league in its path`)
  return request.leagueScope
}

/** The league that a body names, when the caller may run it; throws what tells the caller why not. */
export async function requireManagedLeague(
  leagues: LeagueAccessStore,
  name: string,
  caller: CurrentUser,
): Promise<LeagueScope> {
  const league = await requireLeague(leagues, name, caller)
  if (!canManageLeague(caller, league.role)) throw new ApiError('not_league_admin')
  return league
}

export function setSessionCookie(reply: FastifyReply, token: string, isSecure: boolean): void {
  reply.setCookie(SESSION_COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: SESSION_TTL_MS / 1000,
  })
}

async function requireLeague(
  leagues: LeagueAccessStore,
  name: string,
  caller: CurrentUser | null,
): Promise<LeagueScope> {
  const league = name.includes('\0') ? null : await leagues.findLeague(name, caller?.userId ?? null)
  if (league === null) throw new ApiError('league_not_found')
  return league
}

async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  options: AccessOptions,
): Promise<CurrentUser | null> {
  const token = request.cookies[SESSION_COOKIE]
  if (token === undefined || token === '') return null
  const session = await options.sessions.authenticate(token, options.now())
  if (session?.wasExtended) setSessionCookie(reply, token, options.isSecure)
  return session?.currentUser ?? null
}

async function loadActor(
  caller: CurrentUser | null,
  access: Access,
  leagues: LeagueAccessStore,
): Promise<Actor | null> {
  if (caller === null) return null
  const needsLeagues = access === 'any_admin' && !isSiteStaff(caller)
  return { ...caller, isAnyLeagueAdmin: needsLeagues && (await leagues.isAnyLeagueAdmin(caller.userId)) }
}

function leagueNameFromPath(request: FastifyRequest): string | undefined {
  const { league } = request.params as { league?: string }
  return league
}
