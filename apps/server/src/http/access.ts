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
import { keptByVersion } from './kept.ts'
import type { LeagueAccessStore, LeagueScope } from './league-access-store.ts'
import { type Caller, SESSION_MS, type SessionStore } from './session-store.ts'

export const SESSION_COOKIE = 'sessionid'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    errors?: readonly ErrorCode[]
  }
  interface FastifyRequest {
    caller: Caller | null
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
type Known = { caller: Caller; league: LeagueScope | null; at: number }

/** Callers that are known at once. */
const MOST_KNOWN = 20_000
/** After this a session is looked up again, so that its use is written down and its end is seen. */
const KNOWN_MS = 60_000

/**
 * Finds out who asks and about which league, and turns away whoever may not make the call,
 * before anything of the request's body is read. The rule itself is `refusalOf`. Who reads is looked up
 * once for each version of the data, which is known of the request by then.
 */
export function decideAccess(app: FastifyInstance, options: AccessOptions): void {
  const known = keptByVersion<Known>(MOST_KNOWN, () => 1)
  app.decorateRequest('caller', null)
  app.decorateRequest('leagueScope', null)
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (access === undefined) return
    const now = options.now().getTime()
    const key = `${request.cookies[SESSION_COOKIE]} ${access} ${leagueNameIn(request) ?? ''}`
    const before = known.get(key, request.dataVersion)
    if (before !== undefined && now >= before.at && now - before.at < KNOWN_MS) {
      request.caller = before.caller
      request.leagueScope = before.league
      return
    }
    await admit(request, reply, access)
    const { caller, leagueScope } = request
    // Only who was let in is remembered, and by the session alone: nobody else has its token.
    if (caller !== null) known.set(key, request.dataVersion, { caller, league: leagueScope, at: now })
  })

  async function admit(request: FastifyRequest, reply: FastifyReply, access: Access): Promise<void> {
    request.caller = await callerBehind(request, reply, options)
    const actor = await actorOf(request.caller, access, options.leagues)
    if (access !== 'anyone' && actor === null) throw new ApiError('not_signed_in')
    const name = leagueNameIn(request)
    if (name !== undefined) request.leagueScope = await existing(options.leagues, name, request.caller)
    const refusal = accessDenialReason(access, actor, request.leagueScope?.role ?? null)
    if (refusal !== null) throw new ApiError(refusal)
  }
}

/** The person who asks. Only for calls that are not open to anyone. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new ApiError('not_signed_in')
  return request.caller
}

/** The league in the call's path. Only for calls that have one. */
export function leagueOf(request: FastifyRequest): LeagueScope {
  if (request.leagueScope === null)
    throw new Error(`${request.routeOptions.url ?? 'this call'} has no league in its path`)
  return request.leagueScope
}

/** The league that a body names, when the caller may run it; throws what tells the caller why not. */
export async function leagueToRun(
  leagues: LeagueAccessStore,
  name: string,
  caller: Caller,
): Promise<LeagueScope> {
  const league = await existing(leagues, name, caller)
  if (!canManageLeague(caller, league.role)) throw new ApiError('not_league_admin')
  return league
}

export function setSessionCookie(reply: FastifyReply, token: string, isSecure: boolean): void {
  reply.setCookie(SESSION_COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: SESSION_MS / 1000,
  })
}

async function existing(
  leagues: LeagueAccessStore,
  name: string,
  caller: Caller | null,
): Promise<LeagueScope> {
  const league = name.includes('\0') ? null : await leagues.league(name, caller?.userId ?? null)
  if (league === null) throw new ApiError('league_not_found')
  return league
}

async function callerBehind(
  request: FastifyRequest,
  reply: FastifyReply,
  options: AccessOptions,
): Promise<Caller | null> {
  const token = request.cookies[SESSION_COOKIE]
  if (token === undefined || token === '') return null
  const session = await options.sessions.use(token, options.now())
  if (session?.wasExtended) setSessionCookie(reply, token, options.isSecure)
  return session?.caller ?? null
}

async function actorOf(
  caller: Caller | null,
  access: Access,
  leagues: LeagueAccessStore,
): Promise<Actor | null> {
  if (caller === null) return null
  const needsLeagues = access === 'any_admin' && !isSiteStaff(caller)
  return { ...caller, isAnyLeagueAdmin: needsLeagues && (await leagues.runsALeague(caller.userId)) }
}

function leagueNameIn(request: FastifyRequest): string | undefined {
  const { league } = request.params as { league?: string }
  return league
}
