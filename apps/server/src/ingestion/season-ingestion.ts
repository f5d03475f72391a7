import { LEAGUE_PROVIDERS, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import { withConsistencyFindings } from '@fieldhouse/domain/seasons/consistency'
import { preserveScores } from '@fieldhouse/domain/seasons/preserved-scores'
import type { LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { completeSeason, NO_ANSWERS } from '@fieldhouse/domain/seasons/season-answers'
import { completenessOf, rejectionReason } from '@fieldhouse/domain/seasons/season-replacement'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../database/schema/schema.ts'
import {
  type LeagueProvider,
  type ProviderCookies,
  ProviderError,
  type ProviderFailure,
} from '../providers/league-provider.ts'
import { recordEvent } from '../repositories/events/league-events.ts'
import type { ProviderLeague } from '../repositories/leagues/league-sources.ts'
import { findSeason } from '../repositories/season-documents/stored-seasons.ts'
import {
  type CompressedResponse,
  compressResponses,
} from '../repositories/seasons/provider-response-store.ts'
import { findStoredCompleteness, recordFailure, replaceSeason } from '../repositories/seasons/season-store.ts'
import { incompleteSeasonMessage, messageFor } from './messages.ts'

/** The cookies to fetch a league with, a signal to abort, and how old data may be besides the current scores. */
export type FetchOptions = { cookies: ProviderCookies | null; signal: AbortSignal; maxAgeMs?: number }

/** A season that is ready to be stored, without the findings of its consistency. */
export type FetchedSeason = { season: LeagueSeason; responses: CompressedResponse[] }

/** The season; null if it does not exist; otherwise why it could not be fetched, as a code and as text for users. */
export type SeasonFetchResult = FetchedSeason | null | { failure: ProviderFailure; reason: string }

export type IngestionLog = { warn: (fields: object, message: string) => void }

/** Cookies are only sent to the provider that they are for. */
export function toRequest(
  { provider, providerLeagueId }: ProviderLeague,
  { cookies, ...options }: FetchOptions,
) {
  const { hasCredentials } = LEAGUE_PROVIDERS[provider]
  return { leagueId: providerLeagueId, cookies: hasCredentials ? cookies : null, ...options }
}

/** Fetches one season. Throws errors that are not the provider's, and the abort reason. */
export async function fetchSeason(
  provider: LeagueProvider,
  league: ProviderLeague,
  season: number,
  { options, log }: { options: FetchOptions; log: IngestionLog },
): Promise<SeasonFetchResult> {
  try {
    const response = await provider.readSeason({ ...toRequest(league, options), season })
    if (response === null) return null
    const { season: completed } = completeSeason(response.season, NO_ANSWERS, { hasOwnRecords: true })
    return { season: completed, responses: await compressResponses(response.raw) }
  } catch (error) {
    options.signal.throwIfAborted()
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error, leagueId: league.id, season }, 'failed to read season from provider')
    return {
      failure: error.failure,
      reason: messageFor(league.provider, error, options.cookies !== null),
    }
  }
}

/** The season as it was stored, or as text for users why it was not. */
type StoreSeasonResult = { stored: LeagueSeason } | { rejection: string }

/**
 * Replaces the stored season, except for its scores that are better than the fetched ones, and records an event. If the
 * stored season is more complete, it stays, and the failure is recorded.
 */
export async function storeSeason(
  transaction: Transaction<Database>,
  { id: leagueId, provider }: Pick<ProviderLeague, 'id' | 'provider'>,
  { season: fetched, responses }: FetchedSeason,
  now: Date,
): Promise<StoreSeasonResult> {
  const season = await withPreservedScores(transaction, { leagueId, provider }, fetched)
  const completeness = completenessOf(season, 'espn')
  const stored = await findStoredCompleteness(transaction, leagueId, season.season)
  // An admin has decided that another provider has the season now.
  const isOtherProvider = stored !== null && stored.provider !== null && stored.provider !== provider
  if (!isOtherProvider && rejectionReason(stored, completeness) !== null) {
    const reason = incompleteSeasonMessage(provider)
    await recordFailure(transaction, leagueId, { season: season.season, reason, at: now })
    return { rejection: reason }
  }
  await replaceSeason(transaction, leagueId, { season, completeness, provider, responses }, now)
  const data = { season: season.season }
  await recordEvent(transaction, leagueId, { name: 'scoreboard', data }, now)
  return { stored: season }
}

/** A season with the stored scores that are better than its own, and with the findings of its consistency. */
export async function withPreservedScores(
  db: Kysely<Database>,
  { leagueId, provider }: { leagueId: number; provider: ProviderName },
  season: LeagueSeason,
): Promise<LeagueSeason> {
  const found = await findSeason(db, leagueId, season.season)
  const stored = found?.provider === provider ? found : null
  const { label: host } = LEAGUE_PROVIDERS[provider]
  const acceptedZeros = found?.acceptedZeros ?? []
  return withConsistencyFindings(preserveScores(season, { stored, host, acceptedZeros }))
}
