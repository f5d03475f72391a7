import { mkdirSync } from 'node:fs'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import { deleteOwnerPicture, uploadOwnerPicture } from '@fieldhouse/contract/history-admin'
import type { FastifyPluginAsync } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leagueOf } from '../../auth/access.ts'
import { ApiError, invalidField } from '../../http/errors/api-error.ts'
import { readUploads, type UploadForm } from '../../http/requests/uploads.ts'
import { ImageError, ImageTooLargeError, NotAnImageError } from '../../media/image-errors.ts'
import { isValidPictureSlug, type OwnerPictures, slugFromFileName } from '../../media/owner-pictures.ts'
import { toOwnerPicture } from '../../media/to-owner-picture.ts'
import type { HistoryCache } from './history-cache.ts'
import { auditContextOf, requireOwner } from './requests.ts'
import type { HistoryStore } from './store.ts'

const NO_PICTURE = 'Choose a picture.'

const PICTURE_FORM: Omit<UploadForm, 'maxFileBytes'> = {
  field: 'file',
  maxFiles: 1,
  notMultipart: 'Send the picture as multipart/form-data.',
  noFiles: NO_PICTURE,
  fileTooLarge: () => 'That file is too large for the server limit.',
  wrongField: () => invalidField('file', NO_PICTURE),
  tooManyFiles: null,
}

export type OwnerPictureOptions = {
  store: HistoryStore
  cache: HistoryCache
  pictures: OwnerPictures
  /** Maximum size of an uploaded file, in bytes. */
  maxUploadBytes: number
  now: () => Date
}

export const ownerPictureRoutes: FastifyPluginAsyncZod<OwnerPictureOptions> = async (
  app,
  { store, cache, pictures, maxUploadBytes, now },
) => {
  await app.register(multipart)

  app.route({
    ...uploadOwnerPicture,
    async handler(request) {
      const { history } = await cache.get(leagueOf(request).id)
      const { name, slug } = requireOwner(history, request.params.owner)
      if (!isValidPictureSlug(slug)) throw new ApiError('no_picture_name')
      const [{ bytes }] = await readUploads(request, { ...PICTURE_FORM, maxFileBytes: maxUploadBytes })
      await pictures.save(slug, await toOwnerPicture(bytes).catch(rejectImage))
      await store.recordPicture({ owner: name, slug, hasPicture: true }, auditContextOf(request, now))
      return { picture: await pictures.findUrl(slug) }
    },
  })

  app.route({
    ...deleteOwnerPicture,
    async handler(request) {
      const { history } = await cache.get(leagueOf(request).id)
      const { name, slug } = requireOwner(history, request.params.owner)
      if (isValidPictureSlug(slug)) await pictures.remove(slug)
      await store.recordPicture({ owner: name, slug, hasPicture: false }, auditContextOf(request, now))
      return { message: `Removed ${name}'s picture.` }
    },
  })
}

/** Throws an ApiError for an unusable image. */
function rejectImage(cause: unknown): never {
  if (!(cause instanceof ImageError)) throw cause
  if (cause instanceof ImageTooLargeError) {
    const message = 'That image has too many pixels. Choose a smaller one.'
    throw new ApiError('too_large', { message, cause })
  }
  const message =
    cause instanceof NotAnImageError
      ? 'Only images can be uploaded.'
      : "That image couldn't be read. Try a different file."
  throw new ApiError('unsupported_media_type', { message, cause })
}

/** Serves owner pictures publicly, and no other file of their folder. */
export const ownerPictureFiles: FastifyPluginAsync<{ folder: string }> = async (app, { folder }) => {
  mkdirSync(folder, { recursive: true })
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/owners/',
    index: false,
    decorateReply: false,
    cacheControl: false,
    allowedPath: (path) => slugFromFileName(path.slice(1)) !== null,
    setHeaders: (reply) => {
      reply.setHeader('content-type', 'image/jpeg')
      // Revalidate even versioned URLs: the cost is only a 304 response.
      reply.setHeader('cache-control', 'public, no-cache')
    },
  })
}
