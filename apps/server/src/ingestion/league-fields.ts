import { LEAGUE_PROVIDERS, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import {
  otherSportIn,
  otherSportMessage,
  parseProviderLeagueId,
} from '@fieldhouse/domain/league/provider-input'
import { leagueNameProblem, MAX_LEAGUE_NAME_LENGTH } from '@fieldhouse/domain/names'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { Context } from '../context.ts'
import { ApiError, invalidField } from '../http/errors/api-error.ts'
import { OtherSportError, ProviderError } from '../providers/league-provider.ts'

/** All requests together. Somebody waits for them. */
const TIMEOUT_MS = 10_000

type SportCheck = Pick<Context, 'providers' | 'log' | 'now'>

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

/** Reads the league's ID at its provider from an ID or a URL. Throws `league_id_required` and `other_sport`. */
export function parseProviderLeague({ provider, league_id }: { provider: ProviderName; league_id: string }): {
  provider: ProviderName
  leagueId: string
} {
  refuseOtherSport(league_id)
  const leagueId = parseProviderLeagueId(provider, league_id)
  if (leagueId !== undefined) return { provider, leagueId }
  const message = `Enter the ID of the ${LEAGUE_PROVIDERS[provider].label} league or the URL of its page.`
  throw new ApiError('league_id_required', { message, fields: { league_id: message } })
}

/** Throws `other_sport` for the address of a league of another sport. */
export function refuseOtherSport(address: string, field = 'league_id'): void {
  const sport = otherSportIn(address)
  if (sport !== null) throw createOtherSport(otherSportMessage('This', sport), field)
}

export function createOtherSport(message: string, field = 'league_id'): ApiError {
  return new ApiError('other_sport', { message, fields: { [field]: message } })
}

/** Returns the name as it is stored. Throws `league_name_required` or `invalid_input`. */
export function parseLeagueName(name: string): string {
  switch (leagueNameProblem(name)) {
    case 'missing':
      throw new ApiError('league_name_required')
    case 'too_long':
      throw invalidField('name', `League name must be ${MAX_LEAGUE_NAME_LENGTH} characters or fewer.`)
    case 'control_characters':
      throw invalidField('name', "League name can't contain line breaks or other control characters.")
    case 'dots':
      throw invalidField('name', "League name can't be only dots.")
    case null:
      return name.trim()
  }
}
