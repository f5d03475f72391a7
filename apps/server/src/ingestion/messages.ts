import type { ProviderFailure } from '../providers/league-provider.ts'

/** What a person should do when the provider could not be read. */
export function messageFor(failure: ProviderFailure, hasCookies: boolean): string {
  switch (failure) {
    case 'not_visible':
      return hasCookies
        ? 'ESPN does not accept the cookies for this league: they are wrong or have expired. Save fresh ones.'
        : 'This league is private on ESPN. Save the cookies SWID and espn_s2 of somebody who is in it.'
    case 'refused':
      return 'ESPN refuses to answer this server. Check PROVIDER_USER_AGENT and ESPN_BASE_URL.'
    case 'busy':
      return 'ESPN asks for fewer requests. Try again in a few minutes.'
    case 'unavailable':
      return 'ESPN did not answer. The last good data stay; try again later.'
    case 'not_json':
      return 'ESPN answered with a web page instead of data. Check ESPN_BASE_URL, or try again later.'
    case 'too_large':
      return 'ESPN answered with more than a season can hold. The last good data stay.'
    case 'unexpected_shape':
      return 'ESPN answered in a form that is not known here. The last good data stay; look for a newer release.'
    case 'wrong_league':
      return 'ESPN answered with another league or season. The last good data stay; check the league id.'
  }
}

export function leagueNotFoundMessage(espnLeagueId: number): string {
  return `ESPN knows no league with the id ${espnLeagueId}. Check the league id.`
}

export function seasonNotFoundMessage(season: number): string {
  return `ESPN has no season ${season} of this league.`
}

export const INCOMPLETE_SEASON_MESSAGE =
  'ESPN answered with only a part of the season. The last good data stay; try again later.'

export const INTERNAL_ERROR_MESSAGE =
  'Something went wrong on our side while reading this season. The last good data stay.'
