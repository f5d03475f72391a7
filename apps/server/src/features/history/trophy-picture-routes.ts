import { buffer } from 'node:stream/consumers'
import multipart from '@fastify/multipart'
import {
  deleteTrophyPicture,
  describeTrophyPicture,
  getTrophyPicture,
  uploadTrophyPicture,
} from '@fieldhouse/contract/trophy-picture'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { TROPHY_PICTURE_SIDE } from '../../media/to-small-jpeg.ts'
import {
  type PictureFileOptions,
  removePictureFile,
  sendPicture,
  withUploadedPicture,
} from './picture-files.ts'
import { presentTrophy } from './present-history.ts'
import { auditContextOf } from './requests.ts'
import type { TrophyStore } from './trophy-store.ts'

export type TrophyPictureOptions = PictureFileOptions & { store: TrophyStore; now: () => Date }

export const trophyPictureRoutes: FastifyPluginAsyncZod<TrophyPictureOptions> = async (app, options) => {
  const { store, files, now } = options
  await app.register(uploadRoute, options)

  app.route({
    ...getTrophyPicture,
    async handler(request, reply) {
      const trophy = await store.find(leagueOf(request).id)
      const stream = trophy === null ? null : await files.read(trophy.fileKey, null)
      if (stream === null) throw noTrophyPicture()
      return sendPicture(reply, await buffer(stream))
    },
  })

  app.route({
    ...describeTrophyPicture,
    async handler(request) {
      const { description } = request.body
      if (!(await store.describe(description, auditContextOf(request, now)))) throw noTrophyPicture()
      return { message: 'Saved.' }
    },
  })

  app.route({
    ...deleteTrophyPicture,
    async handler(request) {
      const removed = await store.remove(auditContextOf(request, now))
      if (removed === null) throw noTrophyPicture()
      await removePictureFile(request, files, removed.fileKey)
      return { message: 'Removed the trophy picture.' }
    },
  })
}

/** By itself, because only this route takes a form. */
const uploadRoute: FastifyPluginAsyncZod<TrophyPictureOptions> = async (app, options) => {
  const { store, now } = options
  await app.register(multipart)

  app.route({
    ...uploadTrophyPicture,
    async handler(request) {
      const { name: league } = leagueOf(request)
      const { description = null } = request.query
      const fileKey = await withUploadedPicture(request, options, TROPHY_PICTURE_SIDE, async (key) => {
        const replaced = await store.save({ fileKey: key, description }, auditContextOf(request, now))
        return replaced?.fileKey ?? null
      })
      return presentTrophy(league, { fileKey, description })
    },
  })
}

function noTrophyPicture(): ApiError {
  return new ApiError('picture_not_found', { message: 'The league has no trophy picture.' })
}
