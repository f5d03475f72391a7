import type { getLeagueCookieStatus, getServerCookieStatus } from '@fieldhouse/contract/admin'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { ProviderCookies } from '../../providers/league-provider.ts'
import type { CookieSource } from './cookies.ts'
import type { Credentials } from './store.ts'

export function presentServerCookies(
  cookies: ProviderCookies | null,
): ResponseOf<typeof getServerCookieStatus> {
  return { has_swid: cookies !== null, has_s2: cookies !== null }
}

/** `own` are the league's own cookies; null without any. */
export function presentCookieStatus(
  own: Credentials | null,
  {
    source,
    mayUseServer,
    refusedAt,
  }: { source: CookieSource; mayUseServer: boolean; refusedAt: Date | null },
): ResponseOf<typeof getLeagueCookieStatus> {
  return {
    has_swid: own !== null && own.swid !== null,
    has_s2: own !== null && own.s2 !== null,
    source,
    may_use_server: mayUseServer,
    tested: own?.isTested ?? null,
    saved_at: own?.savedAt.toISOString() ?? null,
    accepted_at: own?.acceptedAt?.toISOString() ?? null,
    refused_at: refusedAt?.toISOString() ?? null,
  }
}
