import type { ProviderCookies } from '../providers/league-provider.ts'
import type { Settings } from '../settings.ts'

/** The server's own cookies for the provider; null unless both are set. */
export function serverCookiesOf({ ESPN_SWID, ESPN_S2 }: Settings): ProviderCookies | null {
  return ESPN_SWID === undefined || ESPN_S2 === undefined ? null : { swid: ESPN_SWID, s2: ESPN_S2 }
}
