import type { ProviderCookies } from '../../providers/league-provider.ts'
import type { CredentialStore } from './store.ts'

/** Which cookies a league is read with: its own, those from the server's environment, or none. */
export type CookieSource = 'league' | 'env' | 'none'

export type ChosenCookies = { source: CookieSource; cookies: ProviderCookies | null }

/**
 * Returns the league's own cookies when both are stored, otherwise the server's cookies if a site admin created or
 * allowed the league, otherwise none. Public leagues can be read without cookies. Source: decisions, 5 "Cookies".
 */
export async function chooseCookies(
  leagueId: number,
  store: CredentialStore,
  serverCookies: ProviderCookies | null,
): Promise<ChosenCookies> {
  const own = await store.find(leagueId)
  if (own !== null && own.swid !== null && own.s2 !== null) {
    return { source: 'league', cookies: { swid: own.swid, s2: own.s2 } }
  }
  return serverCookies === null || !(await store.mayUseServerCookies(leagueId))
    ? { source: 'none', cookies: null }
    : { source: 'env', cookies: serverCookies }
}

/** Gives refreshes and backfills the cookies for a league. */
export interface LeagueCookies {
  /** null without any. */
  cookiesOf(leagueId: number): Promise<ProviderCookies | null>
  /**
   * Records whether the provider accepted the cookies that a league was read with. Does nothing when they have
   * been replaced in the meantime.
   */
  recordOutcome(leagueId: number, usedCookies: ProviderCookies | null, wereAccepted: boolean): Promise<void>
}

export function leagueCookies(
  store: CredentialStore,
  serverCookies: ProviderCookies | null,
  now: () => Date,
): LeagueCookies {
  return {
    async cookiesOf(leagueId) {
      return (await chooseCookies(leagueId, store, serverCookies)).cookies
    },
    async recordOutcome(leagueId, usedCookies, wereAccepted) {
      if (usedCookies !== null) await store.recordOutcome(leagueId, usedCookies, wereAccepted, now())
      if (usedCookies === null || isSame(usedCookies, serverCookies)) {
        await store.recordOutcomeWithoutCookies(leagueId, wereAccepted, now())
      }
    },
  }
}

function isSame(cookies: ProviderCookies, other: ProviderCookies | null): boolean {
  return cookies.swid === other?.swid && cookies.s2 === other.s2
}
