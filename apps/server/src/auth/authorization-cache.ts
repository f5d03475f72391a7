import type { DataKind } from '@fieldhouse/contract/operation'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { FastifyRequest } from 'fastify'
import { boundedCache } from '../database/engine/bounded-cache.ts'
import type { LeagueVersions } from '../database/engine/league-versions.ts'
import type { LeagueScope } from './league-access-store.ts'
import type { CurrentUser } from './session-store.ts'

export type Authorization = { currentUser: CurrentUser; league: LeagueScope | null }

/** Sessions, users, memberships and leagues. */
const ACCESS: readonly DataKind[] = ['access']
const MAX_ENTRIES = 20_000
/** A session is read again after this long, so that its last use is recorded and its end takes effect. */
const TTL_MS = MINUTE_MS

export type AuthorizationCache = ReturnType<typeof authorizationCache>

/** The granted authorizations of requests with the same cookies, until anybody's access changes. */
export function authorizationCache() {
  const entries = boundedCache<Authorization & { version: string; cachedAt: number }>(MAX_ENTRIES, () => 1)
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
