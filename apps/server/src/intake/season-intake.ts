import type { LeagueSeason } from '@fieldhouse/domain/season'
import { withConsistencyFindings } from '@fieldhouse/domain/season-consistency'
import { completenessOf, rejectionReason } from '@fieldhouse/domain/season-replacement'
import type { Transaction } from 'kysely'
import { type PackedAnswer, packAnswers } from '../database/answer-store.ts'
import { recordEvent } from '../database/league-events.ts'
import type { Database } from '../database/schema.ts'
import { noteFailure } from '../database/season-failures.ts'
import { replaceSeason, storedWealth } from '../database/season-store.ts'
import {
  type LeagueProvider,
  type ProviderCookies,
  ProviderError,
  type ProviderFailure,
} from '../providers/league-provider.ts'
import { POORER_ANSWER, sentenceFor } from './sentences.ts'

/** A league as a provider knows it. */
export type LeagueToRead = { id: number; espnLeagueId: number }

/** With which cookies a league is read, and until when. */
export type ReadBy = { cookies: ProviderCookies | null; signal: AbortSignal }

/** A season that is ready to be stored. */
export type ReadSeason = { season: LeagueSeason; answers: PackedAnswer[] }

/** The season; null when there is none; else why it could not be read, for programs and for people. */
export type SeasonReading = ReadSeason | null | { failure: ProviderFailure; reason: string }

export type IntakeLog = { warn: (detail: object, line: string) => void }

/** Reads one season. Throws what is no fault of the provider, and the signal's reason. */
export async function readSeason(
  provider: LeagueProvider,
  league: LeagueToRead,
  season: number,
  { by, log }: { by: ReadBy; log: IntakeLog },
): Promise<SeasonReading> {
  try {
    const answer = await provider.readSeason({ leagueId: league.espnLeagueId, season, ...by })
    if (answer === null) return null
    return { season: withConsistencyFindings(answer.season), answers: await packAnswers(answer.raw) }
  } catch (error) {
    by.signal.throwIfAborted()
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error, leagueId: league.id, season }, 'the provider could not be read')
    return { failure: error.failure, reason: sentenceFor(error.failure, by.cookies !== null) }
  }
}

/**
 * Puts a season in the place of the stored one and tells it. Where more is stored already, that stays
 * and the failure is noted: answers why, in a sentence for people; null when the season was stored.
 */
export async function storeSeason(
  transaction: Transaction<Database>,
  leagueId: number,
  { season, answers }: ReadSeason,
  now: Date,
): Promise<string | null> {
  const wealth = completenessOf(season, 'espn')
  if (rejectionReason(await storedWealth(transaction, leagueId, season.season), wealth) !== null) {
    await noteFailure(transaction, leagueId, { season: season.season, reason: POORER_ANSWER, at: now })
    return POORER_ANSWER
  }
  await replaceSeason(transaction, leagueId, { season, wealth, answers }, now)
  const data = { season: season.season }
  await recordEvent(transaction, leagueId, { name: 'scoreboard', data }, now)
  return null
}
