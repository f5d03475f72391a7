import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { ArchivePartName } from '@fieldhouse/domain/rosters/archive'
import type { Selectable } from 'kysely'
import type { Db, DbTransaction } from '../database/engine/database.ts'
import type { Database } from '../database/schema/schema.ts'
import { ProviderError, type RawResponse } from '../providers/league-provider.ts'

const [compress, decompress] = [promisify(gzip), promisify(gunzip)]
/** Larger than every response that is fetched or uploaded. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024

export type SeasonKey = { league_id: number; season: number }

/** A raw response, ready to be stored. Compressed before the transaction, because compression takes time. */
export type CompressedResponse = { request: string; fetchedAt: Date; sha256: string; body: Uint8Array }

/** Prefixes of `request` for uploaded data: captured responses, tables, and seasons of league files. */
export const UPLOAD_PREFIX = 'upload:'
export const CSV_PREFIX = 'csv:'
export const FILE_PREFIX = 'file:'
/** The `request` of an admin's answers about an uploaded season, which belong to its data. */
export const ANSWERS_REQUEST = 'answers'

/** The origin of a part of an archive: when its newest response was received, and whether it was fetched. */
export type PartSource = { receivedAt: Date; isFetched: boolean }

/** Throws a RangeError without responses, because nothing is stored without its source. */
export function toPartSource(
  responses: readonly Pick<CompressedResponse, 'request' | 'fetchedAt'>[],
): PartSource {
  if (responses.length === 0) throw new RangeError('a part of an archive requires at least one response')
  return {
    receivedAt: new Date(Math.max(...responses.map(({ fetchedAt }) => fetchedAt.getTime()))),
    isFetched: responses.every(({ request }) => fileNameOf(request) === null),
  }
}

/** The name of the file that was uploaded as this response; null for a response to a request. */
export function fileNameOf(request: string): string | null {
  const prefix = [UPLOAD_PREFIX, CSV_PREFIX, FILE_PREFIX].find((each) => request.startsWith(each))
  return prefix === undefined ? null : request.slice(prefix.length)
}

type StoredResponse = { id: number; request: string }

export function compressResponses(responses: readonly RawResponse[]): Promise<CompressedResponse[]> {
  return Promise.all(
    responses.map(async ({ request, fetchedAt, body }) => ({
      request,
      fetchedAt,
      sha256: createHash('sha256').update(body).digest('hex'),
      body: await compress(body),
    })),
  )
}

/** Returns the ids in order. A stored response is not stored twice, because a season and its archive can share it. */
export async function saveResponses(
  transaction: DbTransaction,
  key: SeasonKey,
  responses: readonly CompressedResponse[],
): Promise<StoredResponse[]> {
  const saved: StoredResponse[] = []
  for (const { request, fetchedAt, sha256, body } of responses) {
    const response = { ...key, request, sha256, fetched_at: fetchedAt.getTime() }
    const known = await transaction
      .selectFrom('provider_responses')
      .select('id')
      .where((eb) => eb.and(response))
      .executeTakeFirst()
    const insertion = transaction
      .insertInto('provider_responses')
      .values({ ...response, body, position: null })
    const { id } = known ?? (await insertion.returning('id').executeTakeFirstOrThrow())
    saved.push({ id, request })
  }
  return saved
}

/** Deletes other responses to the same requests, except those that a stored season or archive refers to. */
export async function deleteSuperseded(
  transaction: DbTransaction,
  key: SeasonKey,
  newer: readonly StoredResponse[],
): Promise<void> {
  for (const { id, request } of newer) {
    await transaction
      .deleteFrom('provider_responses')
      .where((eb) => eb.and({ league_id: key.league_id, season: key.season, request }))
      .where('id', '!=', id)
      .where('position', 'is', null)
      .where((eb) => {
        const archiveReference = eb
          .selectFrom('archive_responses')
          .select('answer_id')
          .whereRef('archive_responses.answer_id', '=', 'provider_responses.id')
        return eb.not(eb.exists(archiveReference))
      })
      .execute()
  }
}

export type PartResponses = { name: ArchivePartName; week: number; responses: RawResponse[] }

/** The responses from which a season was parsed, in order. Throws a ProviderError for a damaged response. */
export async function listSeasonResponses(db: Db, leagueId: number, season: number): Promise<RawResponse[]> {
  const rows = await db
    .selectFrom('provider_responses')
    .select(['request', 'body', 'fetched_at'])
    .where((eb) => eb.and({ league_id: leagueId, season }))
    .where('position', 'is not', null)
    .orderBy('position')
    .execute()
  return Promise.all(rows.map(decompressResponse))
}

/** Identifies the stored responses of a season and its archive: equal as long as none is added, removed or replaced. */
export async function listResponseKeys(db: Db, leagueId: number, season: number) {
  const ofSeason = await db
    .selectFrom('provider_responses')
    .select(['id', 'request', 'sha256', 'fetched_at', 'position'])
    .where((eb) => eb.and({ league_id: leagueId, season }))
    .orderBy('id')
    .execute()
  const ofArchive = await db
    .selectFrom('archive_responses')
    .select(['part', 'week', 'position', 'answer_id'])
    .where((eb) => eb.and({ league_id: leagueId, season }))
    .orderBy('part')
    .orderBy('week')
    .orderBy('position')
    .execute()
  return { ofSeason, ofArchive }
}

export async function findSeasonResponse(
  db: Db,
  leagueId: number,
  season: number,
  requests: readonly string[],
): Promise<RawResponse | null> {
  const row = await db
    .selectFrom('provider_responses')
    .select(['request', 'body', 'fetched_at'])
    .where((eb) => eb.and({ league_id: leagueId, season }))
    .where('request', 'in', requests)
    .where('position', 'is not', null)
    .orderBy('position')
    .executeTakeFirst()
  return row === undefined ? null : decompressResponse(row)
}

/** Throws a ProviderError for a damaged response. */
export async function listArchiveResponses(
  db: Db,
  leagueId: number,
  season: number,
): Promise<PartResponses[]> {
  const rows = await db
    .selectFrom('archive_responses')
    .innerJoin('provider_responses', 'provider_responses.id', 'archive_responses.answer_id')
    .select(['part', 'week', 'answer_id', 'request', 'body', 'fetched_at'])
    .where((eb) => eb.and({ 'archive_responses.league_id': leagueId, 'archive_responses.season': season }))
    .orderBy('part')
    .orderBy('week')
    .orderBy('archive_responses.position')
    .execute()
  const parts = new Map<string, PartResponses>()
  // The parts of an uploaded season have the same responses.
  const responses = new Map<number, RawResponse>()
  for (const row of rows) {
    const key = `${row.part} ${row.week}`
    const part = parts.get(key) ?? { name: row.part, week: row.week, responses: [] }
    const response = responses.get(row.answer_id) ?? (await decompressResponse(row))
    responses.set(row.answer_id, response)
    part.responses.push(response)
    parts.set(key, part)
  }
  return [...parts.values()]
}

type CompressedRow = Pick<Selectable<Database['provider_responses']>, 'request' | 'body' | 'fetched_at'>

async function decompressResponse({ request, body, fetched_at }: CompressedRow): Promise<RawResponse> {
  try {
    const text = String(await decompress(body, { maxOutputLength: MAX_RESPONSE_BYTES }))
    return { request, body: text, fetchedAt: new Date(fetched_at) }
  } catch (cause) {
    throw new ProviderError('unexpected_shape', `the stored response to ${request} is damaged`, { cause })
  }
}
