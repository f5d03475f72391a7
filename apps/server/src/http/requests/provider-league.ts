import { LEAGUE_PROVIDERS, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import { parseProviderLeagueId } from '@fieldhouse/domain/league/provider-input'
import { ApiError } from '../errors/api-error.ts'

/** Reads the league's ID at its provider from an ID or a URL. Throws `league_id_required`. */
export function parseProviderLeague({ provider, league_id }: { provider: ProviderName; league_id: string }): {
  provider: ProviderName
  leagueId: string
} {
  const leagueId = parseProviderLeagueId(provider, league_id)
  if (leagueId !== undefined) return { provider, leagueId }
  const message = `Enter the ID of the ${LEAGUE_PROVIDERS[provider].label} league or the URL of its page.`
  throw new ApiError('league_id_required', { message, fields: { league_id: message } })
}
