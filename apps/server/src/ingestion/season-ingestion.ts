import type { LeagueSeason } from '@fieldhouse/domain/season'
import { withConsistencyFindings } from '@fieldhouse/domain/season-consistency'
import { completenessOf, rejectionReason } from '@fieldhouse/domain/season-replacement'
import type { Transaction } from 'kysely'
import { recordEvent } from '../database/league-events.ts'
import { type CompressedResponse, compressResponses } from '../database/provider-response-store.ts'
import type { Database } from '../database/schema.ts'
import { recordFailure } from '../database/season-failures.ts'
import { findStoredCompleteness, replaceSeason } from '../database/season-store.ts'
import {
  type LeagueProvider,
  type ProviderCookies,
  ProviderError,
  type ProviderFailure,
} from '../providers/league-provider.ts'
import { INCOMPLETE_SEASON_MESSAGE, messageFor } from './messages.ts'

/** A league as a provider knows it. */
export type ProviderLeague = { id: number; espnLeagueId: number }

/** With which cookies a league is read, and until when. */
export type FetchOptions = { cookies: ProviderCookies | null; signal: AbortSignal }

/** A season that is ready to be stored. */
export type FetchedSeason = { season: LeagueSeason; responses: CompressedResponse[] }

/** The season; null when there is none; else why it could not be read, for programs and for people. */
export type SeasonFetchResult = FetchedSeason | null | { failure: ProviderFailure; reason: string }

export type IngestionLog = { warn: (detail: object, line: string) => void }

/** Reads one season. Throws what is no fault of the provider, and the signal's reason. */
export async function fetchSeason(
  provider: LeagueProvider,
  league: ProviderLeague,
  season: number,
  { by: options, log }: { by: FetchOptions; log: IngestionLog },
): Promise<SeasonFetchResult> {
  try {
    const answer = await provider.readSeason({ leagueId: league.espnLeagueId, season, ...options })
    if (answer === null) return null
    return { season: withConsistencyFindings(answer.season), responses: await compressResponses(answer.raw) }
  } catch (error) {
    options.signal.throwIfAborted()
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error, leagueId: league.id, season }, 'the provider could not be read')
    return { failure: error.failure, reason: messageFor(error.failure, options.cookies !== null) }
  }
}

/**
 * Puts a season in the place of the stored one and tells it. Where more is stored already, that stays
 * and the failure is noted: answers why, in a sentence for people; null when the season was stored.
 */
export async function storeSeason(
  transaction: Transaction<Database>,
  leagueId: number,
  { season, responses }: FetchedSeason,
  now: Date,
): Promise<string | null> {
  const wealth = completenessOf(season, 'espn')
  if (rejectionReason(await findStoredCompleteness(transaction, leagueId, season.season), wealth) !== null) {
    await recordFailure(transaction, leagueId, {
      season: season.season,
      reason: INCOMPLETE_SEASON_MESSAGE,
      at: now,
    })
    return INCOMPLETE_SEASON_MESSAGE
  }
  await replaceSeason(transaction, leagueId, { season, completeness: wealth, responses }, now)
  const data = { season: season.season }
  await recordEvent(transaction, leagueId, { name: 'scoreboard', data }, now)
  return null
}
