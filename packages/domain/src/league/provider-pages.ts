import type { ProviderName } from './league-providers.ts'

type LeagueAtProvider = { provider: ProviderName; providerLeagueId: string }

/** The address of a league's page at its provider. */
export function leaguePageUrl({ provider, providerLeagueId }: LeagueAtProvider): string {
  switch (provider) {
    case 'espn':
      return `https://fantasy.espn.com/football/league?leagueId=${providerLeagueId}`
    case 'sleeper':
      return `https://sleeper.com/leagues/${providerLeagueId}`
  }
}
