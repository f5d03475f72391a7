import multipart from '@fastify/multipart'
import { deleteOwnerPicture, uploadOwnerPicture } from '@fieldhouse/contract/history-admin'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { isValidPictureSlug, type OwnerPictures } from '../../media/owner-pictures.ts'
import { toOwnerPicture } from '../../media/to-owner-picture.ts'
import { auditContextOf } from './audit-context.ts'
import type { HistoryCache } from './history-cache.ts'
import { requireOwner } from './require-owner.ts'
import type { HistoryStore } from './store.ts'
import { readUploadedPicture } from './uploaded-picture.ts'

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
      await pictures.save(slug, await toOwnerPicture(await readUploadedPicture(request, maxUploadBytes)))
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
