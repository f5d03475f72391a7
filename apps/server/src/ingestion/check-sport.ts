import { LEAGUE_PROVIDERS, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { Context } from '../context.ts'
import { createOtherSport } from '../http/requests/provider-league.ts'
import { OtherSportError, ProviderError } from '../providers/league-provider.ts'

/** All requests together. Somebody waits for them. */
const TIMEOUT_MS = 10_000

export type SportCheck = Pick<Context, 'providers' | 'log' | 'now'>

/**
 * Throws `other_sport` if the provider says that a league is not one of football. A provider that cannot be read keeps
 * nobody from adding a league, whose refreshes ask again.
 */
export async function checkSport(
  { providers, log, now }: SportCheck,
  { provider, leagueId }: { provider: ProviderName; leagueId: string },
  requestSignal: AbortSignal,
): Promise<void> {
  if (!LEAGUE_PROVIDERS[provider].hasOtherSports) return
  const signal = AbortSignal.any([requestSignal, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    await providers[provider]?.listSeasons({ leagueId, newest: seasonAt(now()), cookies: null, signal })
  } catch (error) {
    if (error instanceof OtherSportError) throw createOtherSport(error.reason)
    if (!signal.aborted && !(error instanceof ProviderError)) throw error
    log.warn({ err: error, provider }, 'failed to check the sport of a league')
  }
}
