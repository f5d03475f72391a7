import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import { teamPageUrl } from '@fieldhouse/domain/league/provider-pages'

/** Whose data a stored season is, with the league's ID there in this season; null if it is none's. */
export type ProviderSeason = { provider: ProviderName | null; providerLeagueId: string | null }

/** The address of a team's page at the provider of the season; null without a provider. */
export function presentTeamUrl(
  { provider, providerLeagueId, season }: ProviderSeason & { season: number },
  teamId: number,
): string | null {
  if (provider === null || providerLeagueId === null) return null
  return teamPageUrl({ provider, providerLeagueId, season }, teamId)
}
