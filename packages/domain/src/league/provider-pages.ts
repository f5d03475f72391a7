import type { ProviderName } from './league-providers.ts'

export type LeagueAtProvider = { provider: ProviderName; providerLeagueId: string; season?: number }

export function leaguePageUrl({ provider, providerLeagueId, season }: LeagueAtProvider): string {
  switch (provider) {
    case 'espn':
      return `https://fantasy.espn.com/football/league?leagueId=${providerLeagueId}${espnSeason(season)}`
    case 'sleeper':
      return `https://sleeper.com/leagues/${providerLeagueId}`
  }
}

export function teamPageUrl(
  { provider, providerLeagueId, season }: LeagueAtProvider,
  teamId: number,
): string {
  switch (provider) {
    case 'espn':
      return `https://fantasy.espn.com/football/team?leagueId=${providerLeagueId}&teamId=${teamId}${espnSeason(season)}`
    case 'sleeper':
      return `https://sleeper.com/roster/${providerLeagueId}/${teamId}`
  }
}

function espnSeason(season: number | undefined): string {
  return season === undefined ? '' : `&seasonId=${season}`
}
