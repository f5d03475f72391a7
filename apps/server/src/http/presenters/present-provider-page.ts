import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import { teamPageUrl } from '@fieldhouse/domain/league/provider-pages'

export type ProviderSeason = { provider: ProviderName | null; providerLeagueId: string | null }

export function presentTeamUrl(
  { provider, providerLeagueId, season }: ProviderSeason & { season: number },
  teamId: number,
): string | null {
  if (provider === null || providerLeagueId === null) return null
  return teamPageUrl({ provider, providerLeagueId, season }, teamId)
}
