import * as contract from '@fieldhouse/contract/feed/media'
import type { FastifyReply } from 'fastify'
import { ApiError, orThrow } from '../../../http/errors/api-error.ts'
import { uploadQueue, withUploads } from '../../../http/file-transfers.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { parseByteRange, THUMBNAIL_TYPE, thumbnailKeyOf } from '../../../media/media-store.ts'
import { type FeedCall, limitRate, userOf } from '../items/feed-operation.ts'
import { findItem } from '../items/feed-reader.ts'
import { removeItem } from '../items/item-changes.ts'
import { canSeeContent } from '../items/present.ts'
import { MEDIA_FORM, type PreparedMedia, prepareMedia, removeFiles, withStoredFiles } from './media-files.ts'
import {
  addDrafts,
  addMedia,
  checkQuotas,
  findFile,
  type NewMediaFile,
  quotasOf,
  readUsage,
} from './media-store.ts'

export const media = [
  operation(contract.uploadMedia, async (call) => {
    const ids = await receive(call, (files) => addMedia(call.ctx, userOf(call), files))
    const viewer = userOf(call)
    return {
      items: await Promise.all(
        ids.map(async (id) => orThrow(await findItem(call.ctx, viewer, 'media', id), 'item_not_found')),
      ),
    }
  }),

  operation(contract.uploadPostMedia, async (call) => {
    const drafts = await receive(call, async (files) => {
      await addDrafts(call.ctx, userOf(call), files)
      return files
    })
    return {
      media: drafts.map(({ file_key: key, kind, content_type, width, height }) => {
        return { key, kind, content_type, width, height }
      }),
    }
  }),

  /** Deletes a file that the author has uploaded for a post, unless a post contains it. */
  operation(contract.discardPostMedia, async ({ ctx, league, user, params: { key }, request }) => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('media_drafts')
      .where((eb) => eb.and({ file_key: key, league_id: league.id, user_id: user.userId }))
      .executeTakeFirst()
    if (numDeletedRows > 0n) await removeFiles(ctx.media, [key], request.log)
    return { message: 'Upload deleted.' }
  }),

  operation(contract.getMediaFile, async (call) => {
    const file = orThrow(await findFile(call.ctx.db, call.league.id, call.params.id), 'item_not_found')
    if (!canSeeContent(file, userOf(call))) throw new ApiError('item_not_found')
    const { file_key, content_type, size, grid_size } = file
    return call.query.size === 'grid' && grid_size !== null
      ? sendFile(call, thumbnailKeyOf(file_key), THUMBNAIL_TYPE, grid_size)
      : sendFile(call, file_key, content_type, size)
  }),

  operation(contract.getLeagueStorage, async ({ ctx, league }) => {
    const { bytes, people } = await readUsage(ctx.db, league.id)
    const { leagueBytes, personBytes } = quotasOf(ctx)
    return { used_bytes: bytes, limit_bytes: leagueBytes, person_limit_bytes: personBytes, people }
  }),

  operation(contract.deleteMedia, async (call) => {
    const { ctx, params, request } = call
    await removeFiles(ctx.media, await removeItem(ctx.db, userOf(call), 'media', params.id), request.log)
    return { message: 'Upload deleted.' }
  }),
]

/** Receives the files of a form and stores them, then runs `work`. If that fails, no file stays. */
async function receive<Result>(call: FeedCall, work: (stored: NewMediaFile[]) => Promise<Result>) {
  const { ctx, request, user } = call
  await limitRate(call, 'uploads')
  await checkQuotas(ctx.db, ctx, userOf(call), 1)
  const form = { ...MEDIA_FORM, maxFileBytes: ctx.settings.MAX_UPLOAD_MB * 1024 * 1024 }
  return withUploads(request, form, ctx.media.stagingFolder, async (paths) => {
    const prepared: PreparedMedia[] = []
    for (const path of paths)
      prepared.push(await uploadQueue.run(String(user.userId), () => prepareMedia(path)))
    return withStoredFiles(ctx.media, prepared, request.log, work)
  })
}

function fileExtension(contentType: string): string {
  return contentType === 'video/quicktime' ? 'mov' : (contentType.split('/')[1] ?? '')
}

/** Whether an `If-None-Match` header names the tag, weak or strong, or any tag. Source: RFC 9110, 13.1.2. */
function hasMatchingTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || [...header.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag)
}

/** The headers make sure that the browser shows the file with its own content type and runs no scripts in it. */
async function sendFile(
  { ctx, request: { headers }, reply, params }: Call<typeof contract.getMediaFile>,
  key: string,
  contentType: string,
  size: number,
): Promise<FastifyReply> {
  // A key is never used for another file, so it is a strong validator.
  const etag = `"${key}"`
  if (hasMatchingTag(headers['if-none-match'], etag)) return reply.code(304).header('etag', etag).send()
  const ifRange = headers['if-range']
  // The whole file is sent when `If-Range` names another version.
  const range = ifRange === undefined || ifRange === etag ? parseByteRange(headers.range, size) : null
  if (range === 'none') {
    reply.header('content-range', `bytes */${size}`)
    throw new ApiError('range_not_satisfiable')
  }
  const body = orThrow(await ctx.media.read(key, range), 'item_not_found')
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'content-type': contentType,
    'content-disposition': `inline; filename="${params.id}.${fileExtension(contentType)}"`,
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'content-length': range === null ? size : range.last - range.first + 1,
  })
  if (range !== null) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`)
  return reply.send(body)
}
