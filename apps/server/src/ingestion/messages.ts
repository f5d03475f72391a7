import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { LEAGUE_PROVIDERS, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { OtherSportError, type ProviderError } from '../providers/league-provider.ts'
import type { RunningLeagueJob } from '../repositories/leagues/block-refreshes.ts'

const BASE_URL_SETTINGS: Readonly<Record<ProviderName, string>> = {
  espn: 'ESPN_BASE_URL',
  sleeper: 'SLEEPER_BASE_URL',
}

/**
 * A message for users: why the provider could not be read and what to do about it.
 * @param shown what the site shows instead; empty for data that are only looked up
 */
export function messageFor(
  provider: ProviderName,
  error: ProviderError,
  hasCookies: boolean,
  shown = ' Showing the last good data.',
): string {
  if (error instanceof OtherSportError) return error.reason
  const { label, hasCredentials } = LEAGUE_PROVIDERS[provider]
  const setting = BASE_URL_SETTINGS[provider]
  switch (error.failure) {
    case 'not_visible':
      if (!hasCredentials) return `${label} denied access to this league. Check the league ID.`
      return hasCookies
        ? 'ESPN rejected the cookies for this league. They may be wrong or expired. Save new ones.'
        : 'This league is private on ESPN. Add the SWID and espn_s2 cookies of a league member to read it.'
    case 'refused':
      return `${label} is blocking this server. Check PROVIDER_USER_AGENT and ${setting}.`
    case 'busy':
      return `${label} is rate-limiting us. Try again in a few minutes.`
    case 'unavailable':
      return `${label} didn't respond.${shown} Try again later.`
    case 'not_json':
      return `${label} returned a web page instead of data. Check ${setting}, or try again later.`
    case 'too_large':
      return `${label} returned more data than a season can have.${shown}`
    case 'unexpected_shape':
      return `${label} returned data in an unknown format.${shown} Check for a newer Fieldhouse release.`
    case 'wrong_league':
      return `${label} returned another league or season.${shown} Check the league ID.`
  }
}

export function leagueNotFoundMessage(provider: ProviderName, leagueId: string): string {
  const { label } = LEAGUE_PROVIDERS[provider]
  return `${label} couldn't find league ${leagueId}. Correct the ${label} league ID in the league settings.`
}

export function noSourceMessage(season: number): string {
  return `This league has no source for the ${season} season. Add one under Sources in Admin Tools.`
}

export function jobRunningMessage({ kind, startedAt, done, total }: RunningLeagueJob, now: Date): string {
  const minutes = Math.floor((now.getTime() - startedAt.getTime()) / MINUTE_MS)
  const started = `started ${minutes < 1 ? 'less than a minute' : pluralize(minutes, 'minute')} ago`
  const progress = total === null ? started : `${started}, ${done} of ${total} steps done`
  return kind === 'backfill'
    ? `Past seasons of this league are being imported (${progress}). That can take several minutes. Try again when it has finished.`
    : `This league is being refreshed (${progress}). That usually takes less than a minute. Try again when it has finished.`
}

export function seasonNotFoundMessage(provider: ProviderName, season: number): string {
  return `${LEAGUE_PROVIDERS[provider].label} has no ${season} season for this league.`
}

export function incompleteSeasonMessage(provider: ProviderName): string {
  return `${LEAGUE_PROVIDERS[provider].label} returned only part of the season. Showing the last good data. Try again later.`
}

export const INTERNAL_ERROR_MESSAGE =
  'Something went wrong on our end while reading this season. Showing the last good data.'
