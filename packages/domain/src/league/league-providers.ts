export const PROVIDER_NAMES = ['espn', 'sleeper'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]

/** The only one that release 0.1.0 read, so that it is the provider of what names none. */
export const FIRST_PROVIDER: ProviderName = 'espn'

export const READ_PROVIDERS = ['espn', 'sleeper'] as const satisfies readonly ProviderName[]

type LeagueProviderInfo = {
  label: string
  /** Whether a league has another ID every season. */
  hasIdPerSeason: boolean
  /** Whether an ID can be that of a league of another sport, which only the provider tells. */
  hasOtherSports: boolean
  /** Whether lineups name players by ID only, which a list of all players describes. */
  hasPlayerList: boolean
  /** Whether its data contain projections, which screens otherwise call "not available" instead of computing them. */
  hasProjections: boolean
  /** Whether private leagues are read with the cookies of a member. */
  hasCredentials: boolean
}

export const LEAGUE_PROVIDERS: Readonly<Record<ProviderName, LeagueProviderInfo>> = {
  espn: {
    label: 'ESPN',
    hasIdPerSeason: false,
    hasOtherSports: false,
    hasPlayerList: false,
    hasProjections: true,
    hasCredentials: true,
  },
  sleeper: {
    label: 'Sleeper',
    hasIdPerSeason: true,
    hasOtherSports: true,
    hasPlayerList: true,
    hasProjections: false,
    hasCredentials: false,
  },
}

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
