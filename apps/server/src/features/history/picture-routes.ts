import multipart from '@fastify/multipart'
import { deleteOwnerPicture, uploadOwnerPicture } from '@fieldhouse/contract/history-admin'
import { getOwnerPicture } from '@fieldhouse/contract/owners'
import type { Owner } from '@fieldhouse/domain/history/owners'
import { isSiteStaff } from '@fieldhouse/domain/league/roles'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { leagueOf } from '../../auth/access.ts'
import type { LeagueAccessStore } from '../../auth/league-access-store.ts'
import { OWNER_PICTURE_TYPE } from '../../database/portability/list-media-files.ts'
import { ApiError, invalidField } from '../../http/errors/api-error.ts'
import { readUploads, type UploadForm } from '../../http/requests/uploads.ts'
import { ImageError, ImageTooLargeError, NotAnImageError } from '../../media/image-errors.ts'
import type { MediaStore } from '../../media/media-store.ts'
import {
  isValidPictureSlug,
  type OwnerPictures,
  readOwnerPicture,
  slugFromFileName,
  storePictureFile,
} from '../../media/owner-pictures.ts'
import { toOwnerPicture } from '../../media/to-owner-picture.ts'
import { type OwnerPictureStore, pictureSourceOf } from '../../repositories/history/owner-picture-store.ts'
import { type HistoryCache, ownerPictureUrl } from './history-cache.ts'
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
  leagues: LeagueAccessStore
  uploadedPictures: OwnerPictureStore
  /** Pictures that operators added to the data folder. */
  folder: OwnerPictures
  files: MediaStore
  /** Maximum size of an uploaded file, in bytes. */
  maxUploadBytes: number
  now: () => Date
}

export const ownerPictureRoutes: FastifyPluginAsyncZod<OwnerPictureOptions> = async (app, options) => {
  const { store, cache, leagues, uploadedPictures, folder, files, maxUploadBytes, now } = options
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
      const [{ bytes }] = await readUploads(request, { ...PICTURE_FORM, maxFileBytes: maxUploadBytes })
      const fileKey = await storePictureFile(files, await toOwnerPicture(bytes).catch(rejectImage))
      try {
        await removeFile(request, await store.setPicture(owner, fileKey, auditContextOf(request, now)))
      } catch (error) {
        await removeFile(request, fileKey)
        throw error
      }
      return { picture: ownerPictureUrl(league, owner.name, fileKey) }
    },
  })

  app.route({
    ...deleteOwnerPicture,
    async handler(request) {
      const owner = requireOwner((await cache.get(leagueOf(request).id)).history, request.params.owner)
      await removeFile(request, await store.setPicture(owner, null, auditContextOf(request, now)))
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

  /** The daily cleanup job removes a file that this fails to remove. */
  async function removeFile(request: FastifyRequest, fileKey: string | null): Promise<void> {
    if (fileKey === null) return
    await files
      .remove(fileKey)
      .catch((error: unknown) => request.log.warn({ err: error }, 'failed to remove an owner picture'))
  }
}

function sendPicture(reply: FastifyReply, picture: Buffer): FastifyReply {
  return reply
    .type(OWNER_PICTURE_TYPE)
    .header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox")
    .send(picture)
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
