import multipart from '@fastify/multipart'
import { deleteOwnerPicture, uploadOwnerPicture } from '@fieldhouse/contract/history-admin'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leagueOf } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import { isPictureName, type OwnerPictures } from '../../media/owner-pictures.ts'
import { toOwnerPicture } from '../../media/to-owner-picture.ts'
import { deedIn } from './deed-in.ts'
import type { HistoryCache } from './history-cache.ts'
import { knownOwner } from './known-owner.ts'
import { sentPicture } from './sent-picture.ts'
import type { HistoryStore } from './store.ts'

export type OwnerPictureOptions = {
  store: HistoryStore
  cache: HistoryCache
  pictures: OwnerPictures
  /** The largest file that is taken, in bytes. */
  largestUpload: number
  now: () => Date
}

export const ownerPictureRoutes: FastifyPluginAsyncZod<OwnerPictureOptions> = async (
  app,
  { store, cache, pictures, largestUpload, now },
) => {
  await app.register(multipart, {
    limits: { files: 1, fileSize: largestUpload, fields: 10, fieldSize: 1000 },
  })

  app.route({
    ...uploadOwnerPicture,
    async handler(request) {
      const { history } = await cache.of(leagueOf(request).id)
      const { name, slug } = knownOwner(history, request.params.owner)
      if (!isPictureName(slug)) throw new ApiError('no_picture_name')
      await pictures.save(slug, await toOwnerPicture(await sentPicture(request)))
      await store.notePicture({ owner: name, slug, isThere: true }, deedIn(request, now))
      return { picture: await pictures.addressOf(slug) }
    },
  })

  app.route({
    ...deleteOwnerPicture,
    async handler(request) {
      const { history } = await cache.of(leagueOf(request).id)
      const { name, slug } = knownOwner(history, request.params.owner)
      if (isPictureName(slug)) await pictures.remove(slug)
      await store.notePicture({ owner: name, slug, isThere: false }, deedIn(request, now))
      return { message: `${name} has no picture any more.` }
    },
  })
}
