import multipart from '@fastify/multipart'
import {
  deleteMedia,
  discardPostMedia,
  getLeagueStorage,
  getMediaFile,
  uploadMedia,
  uploadPostMedia,
} from '@fieldhouse/contract/media'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leagueOf } from '../../../auth/access.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import { uploadQueue, withUploads } from '../../../http/requests/uploads.ts'
import { parseByteRange } from '../../../media/byte-range.ts'
import { type MediaStore, THUMBNAIL_TYPE, thumbnailKeyOf } from '../../../media/media-store.ts'
import { canSeeContent } from '../items/hidden-content.ts'
import {
  authorOf,
  type FeedOptions,
  orNotFound,
  sendFeedError,
  uploadRateLimit,
  viewerOf,
} from '../items/requests.ts'
import { removeFiles, withStoredFiles } from './media-files.ts'
import type { MediaFile, MediaItemStore, MediaQuotas, NewMediaItem } from './media-item-store.ts'
import { MEDIA_FORM, type PreparedMedia, prepareMedia } from './uploads.ts'

export type MediaOptions = FeedOptions & {
  media: MediaItemStore
  files: MediaStore
  /** The largest allowed size of one file, in megabytes. */
  maxFileMb: number
  quotas: MediaQuotas
}

export const mediaRoutes: FastifyPluginAsyncZod<MediaOptions> = async (app, options) => {
  const { feed, items, media, files, maxFileMb, quotas, limiter, now } = options
  await app.register(multipart)
  app.setErrorHandler(sendFeedError)

  app.route({
    ...uploadMedia,
    async handler(request) {
      const ids = await receive(request, (stored) => media.add(authorOf(request), stored, quotas, now()))
      const viewer = viewerOf(request, now())
      return {
        items: await Promise.all(ids.map(async (id) => orNotFound(await feed.findItem(viewer, 'media', id)))),
      }
    },
  })

  app.route({
    ...uploadPostMedia,
    async handler(request) {
      const drafts = await receive(request, async (stored) => {
        await media.addDrafts(authorOf(request), stored, quotas, now())
        return stored
      })
      return {
        media: drafts.map(({ fileKey, kind, contentType, width, height }) => ({
          key: fileKey,
          kind,
          content_type: contentType,
          width,
          height,
        })),
      }
    },
  })

  app.route({
    ...discardPostMedia,
    async handler(request) {
      const { key } = request.params
      if (await media.discardDraft(authorOf(request), key)) await removeFiles(files, [key], request.log)
      return { message: 'Upload deleted.' }
    },
  })

  app.route({
    ...getMediaFile,
    async handler(request, reply) {
      const file = orNotFound(await media.findFile(leagueOf(request).id, request.params.id))
      if (!canSeeContent(file, authorOf(request))) throw new ApiError('item_not_found')
      return sendFile(request, reply, files, toFileToSend(request.params.id, file, request.query.size))
    },
  })

  app.route({
    ...getLeagueStorage,
    async handler(request) {
      const { bytes, people } = await media.readUsage(leagueOf(request).id)
      return {
        used_bytes: bytes,
        limit_bytes: quotas.leagueBytes,
        person_limit_bytes: quotas.personBytes,
        people: people.map((person) => ({ username: person.username, used_bytes: person.bytes })),
      }
    },
  })

  app.route({
    ...deleteMedia,
    async handler(request) {
      const fileKeys = await items.remove(authorOf(request), 'media', request.params.id, now())
      await removeFiles(files, fileKeys, request.log)
      return { message: 'Upload deleted.' }
    },
  })

  /** Receives the files of a form and stores them, then runs `work`. If that fails, no file stays. */
  async function receive<Result>(
    request: FastifyRequest,
    work: (stored: NewMediaItem[]) => Promise<Result>,
  ): Promise<Result> {
    await limiter.consume(uploadRateLimit(authorOf(request).userId), now())
    await media.rejectIfFull(authorOf(request), quotas)
    const form = { ...MEDIA_FORM, maxFileBytes: maxFileMb * 1024 * 1024 }
    return withUploads(request, form, files.stagingFolder, async (paths) =>
      withStoredFiles(files, await prepareAll(authorOf(request).userId, paths), request.log, work),
    )
  }
}

async function prepareAll(userId: number, paths: readonly string[]): Promise<PreparedMedia[]> {
  const prepared: PreparedMedia[] = []
  for (const path of paths) prepared.push(await uploadQueue.run(String(userId), () => prepareMedia(path)))
  return prepared
}

type FileToSend = {
  name: string
  key: string
  contentType: string
  /** In bytes. */
  size: number
}

function toFileToSend(id: number, file: MediaFile, requested: 'full' | 'grid'): FileToSend {
  const { fileKey, gridSize } = file
  const { key, contentType, size } =
    requested === 'grid' && gridSize !== null
      ? { key: thumbnailKeyOf(fileKey), contentType: THUMBNAIL_TYPE, size: gridSize }
      : { ...file, key: fileKey }
  return { name: `${id}.${fileExtension(contentType)}`, key, contentType, size }
}

/** The extension of the file name that a browser suggests when the user saves the file. */
function fileExtension(contentType: string): string {
  return contentType === 'video/quicktime' ? 'mov' : (contentType.split('/')[1] ?? '')
}

/** Whether an `If-None-Match` header names the tag, weak or strong, or any tag. Source: RFC 9110, 13.1.2. */
function hasMatchingTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || [...header.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag)
}

/**
 * Sends a file or the requested byte range. The headers make sure that the browser shows the file with
 * its own content type and runs no scripts in it.
 */
async function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  files: MediaStore,
  { name, key, contentType, size }: FileToSend,
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
  const body = orNotFound(await files.read(key, range))
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'content-type': contentType,
    'content-disposition': `inline; filename="${name}"`,
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'content-length': range === null ? size : range.last - range.first + 1,
  })
  if (range !== null) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`)
  return reply.send(body)
}
