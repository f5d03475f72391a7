import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Transaction } from 'kysely'
import type { RawResponse } from '../providers/league-provider.ts'
import type { Database } from './schema.ts'

const compress = promisify(gzip)

/** A raw answer, ready to be stored. Made before the transaction, because it takes time. */
export type CompressedResponse = { request: string; fetchedAt: Date; sha256: string; body: Uint8Array }

/** How the requests begin of answers that people brought: as captured files, and as tables made by hand. */
export const UPLOAD_PREFIX = 'upload:'
export const CSV_PREFIX = 'csv:'

/** Where a part of an archive came from: when the newest of its answers came, and whether we asked for them. */
export type PartSource = { receivedAt: Date; isFetched: boolean }

/** Throws a RangeError without any answer: nothing is stored without its source. */
export function toPartSource(
  answers: readonly Pick<CompressedResponse, 'request' | 'fetchedAt'>[],
): PartSource {
  if (answers.length === 0) throw new RangeError('a part of an archive has at least one raw answer')
  return {
    receivedAt: new Date(Math.max(...answers.map(({ fetchedAt }) => fetchedAt.getTime()))),
    isFetched: !answers.some(({ request }) => request.startsWith(UPLOAD_PREFIX)),
  }
}

/** A stored answer by its number. */
export type StoredResponse = { id: number; request: string }

export type SeasonKey = { league_id: number; season: number }

export function compressResponses(answers: readonly RawResponse[]): Promise<CompressedResponse[]> {
  return Promise.all(
    answers.map(async ({ request, fetchedAt, body }) => ({
      request,
      fetchedAt,
      sha256: createHash('sha256').update(body).digest('hex'),
      body: await compress(body),
    })),
  )
}

/**
 * Keeps answers and tells under which numbers, in their order. One that is kept already is not kept
 * twice: a season and its archive may be made of the same.
 */
export async function saveResponses(
  transaction: Transaction<Database>,
  key: SeasonKey,
  answers: readonly CompressedResponse[],
): Promise<StoredResponse[]> {
  const kept: StoredResponse[] = []
  for (const answer of answers) {
    kept.push({ id: await saveResponse(transaction, key, answer), request: answer.request })
  }
  return kept
}

async function saveResponse(
  transaction: Transaction<Database>,
  key: SeasonKey,
  { request, fetchedAt, sha256, body }: CompressedResponse,
): Promise<number> {
  const kept = await transaction
    .selectFrom('provider_answers')
    .select('id')
    .where('league_id', '=', key.league_id)
    .where('season', '=', key.season)
    .where('request', '=', request)
    .where('sha256', '=', sha256)
    .where('fetched_at', '=', fetchedAt.getTime())
    .executeTakeFirst()
  if (kept !== undefined) return kept.id
  const { id } = await transaction
    .insertInto('provider_answers')
    .values({ ...key, request, fetched_at: fetchedAt.getTime(), sha256, body, position: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Lets go of older answers to the same requests, but for those of which something stored was made. */
export async function deleteSuperseded(
  transaction: Transaction<Database>,
  key: SeasonKey,
  newer: readonly StoredResponse[],
): Promise<void> {
  for (const { id, request } of newer) {
    await transaction
      .deleteFrom('provider_answers')
      .where('league_id', '=', key.league_id)
      .where('season', '=', key.season)
      .where('request', '=', request)
      .where('id', '!=', id)
      .where('position', 'is', null)
      .where((eb) => {
        const ofArchive = eb
          .selectFrom('archive_answers')
          .select('answer_id')
          .whereRef('archive_answers.answer_id', '=', 'provider_answers.id')
        return eb.not(eb.exists(ofArchive))
      })
      .execute()
  }
}
