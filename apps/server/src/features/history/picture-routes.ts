import multipart from '@fastify/multipart'
import { deleteOwnerPicture, uploadOwnerPicture } from '@fieldhouse/contract/history-admin'
import { getOwnerPicture } from '@fieldhouse/contract/owners'
import type { Owner } from '@fieldhouse/domain/history/owners'
import { isSiteStaff } from '@fieldhouse/domain/league/roles'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { leagueOf } from '../../auth/access.ts'
import type { LeagueAccessStore } from '../../auth/league-access-store.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import {
  isValidPictureSlug,
  type OwnerPictures,
  readOwnerPicture,
  slugFromFileName,
} from '../../media/owner-pictures.ts'
import { OWNER_PICTURE_SIDE } from '../../media/to-small-jpeg.ts'
import { type OwnerPictureStore, pictureSourceOf } from '../../repositories/history/owner-picture-store.ts'
import { type HistoryCache, ownerPictureUrl } from './history-cache.ts'
import {
  type PictureFileOptions,
  removePictureFile,
  sendPicture,
  withUploadedPicture,
} from './picture-files.ts'
import { auditContextOf, requireOwner } from './requests.ts'
import type { HistoryStore } from './store.ts'

export type OwnerPictureOptions = PictureFileOptions & {
  store: HistoryStore
  cache: HistoryCache
  leagues: LeagueAccessStore
  uploadedPictures: OwnerPictureStore
  /** Pictures that operators added to the data folder. */
  folder: OwnerPictures
  now: () => Date
}

export const ownerPictureRoutes: FastifyPluginAsyncZod<OwnerPictureOptions> = async (app, options) => {
  const { store, cache, leagues, uploadedPictures, folder, files, now } = options
  await app.register(multipart)

  app.route({
    ...getOwnerPicture,
    async handler(request, reply) {
      const { id } = leagueOf(request)
      const { history } = await cache.get(id)
      const picture = await readPicture(id, requireOwner(history, request.params.owner))
      if (picture === null) throw new ApiError('picture_not_found')
      return sendPicture(reply, picture)
    },
  })

  app.route({
    ...uploadOwnerPicture,
    async handler(request) {
      const { id, name: league } = leagueOf(request)
      const owner = requireOwner((await cache.get(id)).history, request.params.owner)
      if (!isValidPictureSlug(owner.slug)) throw new ApiError('no_picture_name')
      const fileKey = await withUploadedPicture(request, options, OWNER_PICTURE_SIDE, (key) =>
        store.setPicture(owner, key, auditContextOf(request, now)),
      )
      return { picture: ownerPictureUrl(league, owner.name, fileKey) }
    },
  })

  app.route({
    ...deleteOwnerPicture,
    async handler(request) {
      const owner = requireOwner((await cache.get(leagueOf(request).id)).history, request.params.owner)
      const replaced = await store.setPicture(owner, null, auditContextOf(request, now))
      await removePictureFile(request, files, replaced)
      return { message: `Removed ${owner.name}'s picture.` }
    },
  })

  app.get(
    '/owners/:file',
    {
      config: { access: 'anyone', errors: [] },
      schema: {
        params: z.object({ file: z.string() }),
        querystring: z.object({ league: z.string().optional().catch(undefined) }),
      },
    },
    async (request, reply) => {
      const slug = slugFromFileName(request.params.file)
      const picture = slug === null ? null : await findReadersPicture(request, slug, request.query.league)
      if (picture === null) throw new ApiError('not_found')
      return sendPicture(reply, picture)
    },
  )

  /**
   * The picture of a slug in the leagues of the current user, starting with the one in the query. null if no league
   * has an owner with that slug and a picture.
   */
  async function findReadersPicture(
    { currentUser: user }: FastifyRequest,
    slug: string,
    activeLeague: string | undefined,
  ): Promise<Buffer | null> {
    if (user === null) return null
    const active = activeLeague === undefined ? null : await leagues.findLeague(activeLeague, user.userId)
    const canReadActive = active !== null && (active.role !== null || isSiteStaff(user))
    const leagueIds = new Set([
      ...(canReadActive ? [active.id] : []),
      ...(await leagues.listLeagueIds(user.userId)),
    ])
    for (const id of leagueIds) {
      const owner = (await cache.get(id)).history.owners.find((each) => each.slug === slug)
      const picture = owner === undefined ? null : await readPicture(id, owner)
      if (picture !== null) return picture
    }
    return null
  }

  async function readPicture(leagueId: number, owner: Owner): Promise<Buffer | null> {
    return readOwnerPicture({ files, folder }, pictureSourceOf(owner, await uploadedPictures.list(leagueId)))
  }
}
