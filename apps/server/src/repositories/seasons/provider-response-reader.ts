import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { ArchivePartName } from '@fieldhouse/domain/rosters/archive'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'
import { ProviderError, type RawResponse } from '../../providers/league-provider.ts'

const decompress = promisify(gunzip)

/** The responses from which a part of a season's archive was parsed, in order. */
export type PartResponses = { name: ArchivePartName; week: number; responses: RawResponse[] }

/** The responses from which a season was parsed, in order. Throws a ProviderError for a damaged response. */
export async function listSeasonResponses(
  db: Kysely<Database>,
  leagueId: number,
  season: number,
): Promise<RawResponse[]> {
  const rows = await db
    .selectFrom('provider_answers')
    .select(['request', 'body', 'fetched_at'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .where('position', 'is not', null)
    .orderBy('position')
    .execute()
  return Promise.all(rows.map(decompressResponse))
}

/**
 * The responses from which the parts of a season's archive were parsed. Throws a ProviderError for a damaged
 * response.
 */
export async function listArchiveResponses(
  db: Kysely<Database>,
  leagueId: number,
  season: number,
): Promise<PartResponses[]> {
  const rows = await db
    .selectFrom('archive_answers')
    .innerJoin('provider_answers', 'provider_answers.id', 'archive_answers.answer_id')
    .select(['part', 'week', 'request', 'body', 'fetched_at'])
    .where('archive_answers.league_id', '=', leagueId)
    .where('archive_answers.season', '=', season)
    .orderBy('part')
    .orderBy('week')
    .orderBy('archive_answers.position')
    .execute()
  const parts = new Map<string, PartResponses>()
  for (const row of rows) {
    const key = `${row.part} ${row.week}`
    const part = parts.get(key) ?? { name: row.part, week: row.week, responses: [] }
    part.responses.push(await decompressResponse(row))
    parts.set(key, part)
  }
  return [...parts.values()]
}

type CompressedRow = { request: string; body: Uint8Array; fetched_at: number }

async function decompressResponse({ request, body, fetched_at }: CompressedRow): Promise<RawResponse> {
  try {
    return { request, body: (await decompress(body)).toString(), fetchedAt: new Date(fetched_at) }
  } catch (cause) {
    throw new ProviderError('unexpected_shape', `the stored response to ${request} is damaged`, { cause })
  }
}
