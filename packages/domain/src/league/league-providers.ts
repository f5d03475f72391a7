export type ProviderName = 'espn' | 'sleeper'

/** What a provider's data contain. What it does not have, screens call "not available" instead of computing it. */
export type ProviderCapabilities = {
  hasProjections: boolean
  hasSeeds: boolean
  hasFinalRanks: boolean
  /** Whether private leagues are read with the cookies of a member. */
  hasCredentials: boolean
}

type LeagueProviderInfo = ProviderCapabilities & {
  /** The name to display. */
  label: string
}

/** The platforms that leagues are read from. */
export const LEAGUE_PROVIDERS: Readonly<Record<ProviderName, LeagueProviderInfo>> = {
  espn: { label: 'ESPN', hasProjections: true, hasSeeds: true, hasFinalRanks: true, hasCredentials: true },
  sleeper: {
    label: 'Sleeper',
    hasProjections: false,
    hasSeeds: false,
    hasFinalRanks: false,
    hasCredentials: false,
  },
}
