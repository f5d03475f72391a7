import type { ProviderCookies } from '../../providers/league-provider.ts'
import type { CredentialStore } from './store.ts'

/** Whose cookies a league is read with. */
export type CookieSource = 'league' | 'env' | 'none'

export type ChosenCookies = { source: CookieSource; cookies: ProviderCookies | null }

/**
 * A league's own cookies when both are there, else the server's, else none: public leagues can be
 * read without. Source: decisions, 5 "Cookies".
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
  return serverCookies === null
    ? { source: 'none', cookies: null }
    : { source: 'env', cookies: serverCookies }
}

/** The cookies of leagues for whoever reads them, and what the provider said to them. */
export function leagueCookies(
  store: CredentialStore,
  serverCookies: ProviderCookies | null,
  now: () => Date,
) {
  return {
    async cookiesOf(leagueId: number): Promise<ProviderCookies | null> {
      return (await chooseCookies(leagueId, store, serverCookies)).cookies
    },
    async recordOutcome(leagueId: number, wereAccepted: boolean): Promise<void> {
      const { source } = await chooseCookies(leagueId, store, serverCookies)
      if (source === 'league') await store.recordOutcome(leagueId, wereAccepted, now())
      else await store.recordOutcomeWithoutCookies(leagueId, wereAccepted, now())
    },
  }
}
