import multipart from '@fastify/multipart'
import { deleteMedia, getMediaFile, uploadMedia } from '@fieldhouse/contract/media'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leagueOf } from '../../../auth/access.ts'
import type { RateLimiter } from '../../../auth/rate-limiter.ts'
import { withUploads } from '../../../http/multipart/uploads.ts'
import { THUMBNAIL_TYPE, thumbnailKeyOf } from '../../../media/media-keys.ts'
import type { MediaStore } from '../../../media/media-store.ts'
import type { FeedReader } from '../items/feed-reader.ts'
import type { ItemStore } from '../items/item-store.ts'
import { orNotFound } from '../items/or-not-found.ts'
import { uploadRateLimit } from '../items/rate-limits.ts'
import { authorOf, viewerOf } from '../items/requests.ts'
import { removeFiles, withStoredFiles } from './media-files.ts'
import type { MediaFile, MediaItemStore } from './media-item-store.ts'
import { type PreparedMedia, prepareMedia } from './prepare-media.ts'
import { type FileToSend, sendFile } from './send-file.ts'
import { MEDIA_FORM } from './uploaded-files.ts'

export type MediaOptions = {
  feed: FeedReader
  items: ItemStore
  media: MediaItemStore
  files: MediaStore
  /** The largest allowed size of one file, in megabytes. */
  maxFileMb: number
  limiter: RateLimiter
  now: () => Date
}

export const mediaRoutes: FastifyPluginAsyncZod<MediaOptions> = async (app, options) => {
  const { feed, items, media, files, maxFileMb, limiter, now } = options
  await app.register(multipart)

  app.route({
    ...uploadMedia,
    async handler(request) {
      await limiter.consume(uploadRateLimit(authorOf(request).userId), now())
      const form = { ...MEDIA_FORM, maxFileBytes: maxFileMb * 1024 * 1024 }
      const ids = await withUploads(request, form, files.stagingFolder, async (paths) =>
        addMedia(request, await prepareAll(paths)),
      )
      const viewer = viewerOf(request, now())
      return {
        items: await Promise.all(ids.map(async (id) => orNotFound(await feed.findItem(viewer, 'media', id)))),
      }
    },
  })

  app.route({
    ...getMediaFile,
    async handler(request, reply) {
      const file = orNotFound(await media.findFile(leagueOf(request).id, request.params.id))
      return sendFile(request, reply, toFileToSend(request.params.id, file, request.query.size))
    },
  })

  app.route({
    ...deleteMedia,
    async handler(request) {
      const fileKey = await items.remove(authorOf(request), 'media', request.params.id, now())
      if (fileKey !== null) await removeFiles(files, fileKey, request.log)
      return { message: 'Upload deleted.' }
    },
  })

  function addMedia(request: FastifyRequest, prepared: readonly PreparedMedia[]): Promise<number[]> {
    return withStoredFiles(files, prepared, request.log, (stored) =>
      media.add(authorOf(request), stored, now()),
    )
  }

  function toFileToSend(id: number, file: MediaFile, size: 'full' | 'grid'): FileToSend {
    const gridSize = size === 'grid' ? file.gridSize : null
    const key = gridSize === null ? file.fileKey : thumbnailKeyOf(file.fileKey)
    const contentType = gridSize === null ? file.contentType : THUMBNAIL_TYPE
    return {
      name: `${id}.${fileExtension(contentType)}`,
      contentType,
      size: gridSize ?? file.size,
      etag: `"${key}"`,
      read: (range) => files.read(key, range),
    }
  }
}

/** The extension of the file name that a browser suggests when the user saves the file. */
function fileExtension(contentType: string): string {
  return contentType === 'video/quicktime' ? 'mov' : (contentType.split('/')[1] ?? '')
}

async function prepareAll(paths: readonly string[]): Promise<PreparedMedia[]> {
  const prepared: PreparedMedia[] = []
  for (const path of paths) prepared.push(await prepareMedia(path))
  return prepared
}
