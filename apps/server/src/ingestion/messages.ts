import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { pluralize } from '@fieldhouse/domain/pluralize'
import type { ProviderFailure } from '../providers/league-provider.ts'
import type { RunningLeagueJob } from '../repositories/leagues/block-refreshes.ts'

/** A message for users: why the provider could not be read and what to do about it. */
export function messageFor(failure: ProviderFailure, hasCookies: boolean): string {
  switch (failure) {
    case 'not_visible':
      return hasCookies
        ? 'ESPN rejected the cookies for this league. They may be wrong or expired. Save new ones.'
        : 'This league is private on ESPN. Add the SWID and espn_s2 cookies of a league member to read it.'
    case 'refused':
      return 'ESPN is blocking this server. Check PROVIDER_USER_AGENT and ESPN_BASE_URL.'
    case 'busy':
      return 'ESPN is rate-limiting us. Try again in a few minutes.'
    case 'unavailable':
      return "ESPN didn't respond. Showing the last good data. Try again later."
    case 'not_json':
      return 'ESPN returned a web page instead of data. Check ESPN_BASE_URL, or try again later.'
    case 'too_large':
      return 'ESPN returned more data than a season can have. Showing the last good data.'
    case 'unexpected_shape':
      return 'ESPN returned data in an unknown format. Showing the last good data. Check for a newer Fieldhouse release.'
    case 'wrong_league':
      return 'ESPN returned another league or season. Showing the last good data. Check the league ID.'
  }
}

export function leagueNotFoundMessage(espnLeagueId: number): string {
  return `ESPN couldn't find league ${espnLeagueId}. Correct the ESPN league ID in the league settings.`
}

/** Which job of a league is running, since when, how far it is, and how long it takes. */
export function jobRunningMessage({ kind, startedAt, done, total }: RunningLeagueJob, now: Date): string {
  const minutes = Math.floor((now.getTime() - startedAt.getTime()) / MINUTE_MS)
  const started = `started ${minutes < 1 ? 'less than a minute' : pluralize(minutes, 'minute')} ago`
  const progress = total === null ? started : `${started}, ${done} of ${total} steps done`
  return kind === 'backfill'
    ? `Past seasons of this league are being imported (${progress}). That can take several minutes. Try again when it has finished.`
    : `This league is being refreshed (${progress}). That usually takes less than a minute. Try again when it has finished.`
}

export function seasonNotFoundMessage(season: number): string {
  return `ESPN has no ${season} season for this league.`
}

export const INCOMPLETE_SEASON_MESSAGE =
  'ESPN returned only part of the season. Showing the last good data. Try again later.'

export const INTERNAL_ERROR_MESSAGE =
  'Something went wrong on our end while reading this season. Showing the last good data.'
