import multipart from '@fastify/multipart'
import { deleteMedia, getMediaFile, uploadMedia } from '@fieldhouse/contract/media'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leagueOf } from '../../http/access.ts'
import type { Limiter } from '../../http/attempt-limiter.ts'
import { GRID_TYPE, gridKeyOf } from '../../media/media-keys.ts'
import type { MediaStore } from '../../media/media-store.ts'
import { authorOf, readerOf } from './callers.ts'
import { existing } from './existing.ts'
import type { FeedReader } from './feed-reader.ts'
import type { ItemStore } from './item-store.ts'
import { uploadsBy } from './limits.ts'
import { removeFiles, withKeptFiles } from './media-files.ts'
import type { MediumFile, MediumStore } from './medium-store.ts'
import { type PreparedMedium, prepareMedium } from './prepare-medium.ts'
import { withReceivedFiles } from './receive-files.ts'
import { type FileToSend, sendFile } from './send-file.ts'

export type MediaOptions = {
  feed: FeedReader
  items: ItemStore
  media: MediumStore
  files: MediaStore
  /** The most that one file may have. */
  fileMb: number
  limiter: Limiter
  now: () => Date
}

export const mediaRoutes: FastifyPluginAsyncZod<MediaOptions> = async (app, options) => {
  const { feed, items, media, files, fileMb, limiter, now } = options
  await app.register(multipart)

  app.route({
    ...uploadMedia,
    async handler(request) {
      await limiter.count(uploadsBy(authorOf(request).userId), now())
      const ids = await withReceivedFiles(request, { incoming: files.incoming, fileMb }, async (paths) =>
        add(request, await prepareAll(paths)),
      )
      const reader = readerOf(request, now())
      return {
        items: await Promise.all(ids.map(async (id) => existing(await feed.item(reader, 'media', id)))),
      }
    },
  })

  app.route({
    ...getMediaFile,
    async handler(request, reply) {
      const file = existing(await media.file(leagueOf(request).id, request.params.id))
      return sendFile(request, reply, fileToSend(request.params.id, file, request.query.size))
    },
  })

  app.route({
    ...deleteMedia,
    async handler(request) {
      const fileKey = await items.remove(authorOf(request), 'media', request.params.id, now())
      if (fileKey !== null) await removeFiles(files, fileKey, request.log)
      return { message: 'The medium was deleted.' }
    },
  })

  function add(request: FastifyRequest, prepared: readonly PreparedMedium[]): Promise<number[]> {
    return withKeptFiles(files, prepared, request.log, (kept) => media.add(authorOf(request), kept, now()))
  }

  function fileToSend(id: number, file: MediumFile, size: 'full' | 'grid'): FileToSend {
    const grid = size === 'grid' ? file.gridSize : null
    const key = grid === null ? file.fileKey : gridKeyOf(file.fileKey)
    const contentType = grid === null ? file.contentType : GRID_TYPE
    return {
      name: `${id}.${endingOf(contentType)}`,
      contentType,
      size: grid ?? file.size,
      etag: `"${key}"`,
      read: (range) => files.read(key, range),
    }
  }
}

/** What a file of the type is called at its end when somebody saves it. */
function endingOf(contentType: string): string {
  return contentType === 'video/quicktime' ? 'mov' : (contentType.split('/')[1] ?? '')
}

async function prepareAll(paths: readonly string[]): Promise<PreparedMedium[]> {
  const prepared: PreparedMedium[] = []
  for (const path of paths) prepared.push(await prepareMedium(path))
  return prepared
}
