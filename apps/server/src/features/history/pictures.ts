import { buffer } from 'node:stream/consumers'
import { deleteOwnerPicture, uploadOwnerPicture } from '@fieldhouse/contract/history/administration'
import { getOwnerPicture } from '@fieldhouse/contract/history/history'
import * as contract from '@fieldhouse/contract/share-images'
import type { Owner } from '@fieldhouse/domain/history/owners'
import { isSiteStaff } from '@fieldhouse/domain/league/roles'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { currentUser, findLeague, listLeagueIds } from '../../auth/access.ts'
import type { Context } from '../../context.ts'
import { ApiError, invalidField, orThrow } from '../../http/errors/api-error.ts'
import { readUploads, type UploadForm, uploadQueue } from '../../http/file-transfers.ts'
import { type ContractApp, operation } from '../../http/operation.ts'
import { ImageError, ImageTooLargeError, NotAnImageError } from '../../media/file-kind.ts'
import {
  isValidPictureSlug,
  OWNER_PICTURE_SIDE,
  PICTURE_TYPE,
  readOwnerPicture,
  slugFromFileName,
  storePictureFile,
  TROPHY_PICTURE_SIDE,
  toSmallJpeg,
} from '../../media/owner-pictures.ts'
import type { LeagueRequest } from '../../repositories/change-league.ts'
import {
  findLeaguePictures,
  findTrophyPicture,
  pictureSourceOf,
  setOwnerPicture,
  setTrophyPicture,
} from '../../repositories/pictures.ts'
import { changeHistory } from './history.ts'
import { ownerPictureUrl, presentTrophy, requireOwner } from './read-history.ts'

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

export const pictures = [
  operation(getOwnerPicture, async ({ ctx, league: { id }, params, reply }) => {
    const owner = requireOwner(await ctx.leagues.seasons(id), params.owner)
    const picture = orThrow(await readPicture(ctx, id, owner), 'picture_not_found')
    return sendPicture(reply, picture)
  }),

  operation(uploadOwnerPicture, async (call) => {
    const { ctx, league, params, request } = call
    const owner = requireOwner(await ctx.leagues.seasons(league.id), params.owner)
    if (!isValidPictureSlug(owner.slug)) throw new ApiError('no_picture_name')
    const fileKey = await withUploadedPicture(ctx, request, OWNER_PICTURE_SIDE, (key) =>
      savePicture(call, owner, key),
    )
    return { picture: ownerPictureUrl(league.name, owner.name, fileKey) }
  }),

  operation(deleteOwnerPicture, async (call) => {
    const { ctx, league, params, request } = call
    const owner = requireOwner(await ctx.leagues.seasons(league.id), params.owner)
    await removePictureFile(ctx, request, await savePicture(call, owner, null))
    return { message: `Removed ${owner.name}'s picture.` }
  }),

  operation(contract.getTrophyPicture, async ({ ctx, league, reply }) => {
    const trophy = await findTrophyPicture(ctx.db, league.id)
    const stream = trophy === null ? null : await ctx.media.read(trophy.fileKey, null)
    if (stream === null) throw noTrophyPicture()
    return sendPicture(reply, await buffer(stream))
  }),

  operation(contract.uploadTrophyPicture, async (call) => {
    const { ctx, league, request } = call
    const { description = null } = call.query
    const fileKey = await withUploadedPicture(ctx, request, TROPHY_PICTURE_SIDE, async (key) => {
      const replaced = await changeHistory(call, 'pictures', async ({ transaction, now, audit }) => {
        await audit('trophy.picture', { description })
        return setTrophyPicture(transaction, league.id, { fileKey: key, description }, now)
      })
      return replaced?.fileKey ?? null
    })
    return presentTrophy(league.name, { fileKey, description })
  }),

  operation(contract.describeTrophyPicture, async (call) => {
    const { description } = call.body
    await changeHistory(call, 'pictures', async ({ transaction, now, audit }) => {
      const stored = await findTrophyPicture(transaction, call.league.id)
      if (stored === null) throw noTrophyPicture()
      if (stored.description === description) return
      await setTrophyPicture(transaction, call.league.id, { ...stored, description }, now)
      await audit('trophy.description', { description })
    })
    return { message: 'Saved.' }
  }),

  operation(contract.deleteTrophyPicture, async (call) => {
    const fileKey = await changeHistory(call, 'pictures', async ({ transaction, now, audit }) => {
      const removed = await setTrophyPicture(transaction, call.league.id, null, now)
      if (removed === null) throw noTrophyPicture()
      await audit('trophy.picture_removed')
      return removed.fileKey
    })
    await removePictureFile(call.ctx, call.request, fileKey)
    return { message: 'Removed the trophy picture.' }
  }),
]

/** The addresses of owner pictures in release 0.1.0, which are no operations of the API. */
export function pictureFileRoutes(app: Pick<ContractApp, 'get'>, ctx: Context): void {
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
      const picture =
        slug === null ? null : await findReadersPicture(ctx, request, slug, request.query.league)
      if (picture === null) throw new ApiError('not_found')
      return sendPicture(reply, picture)
    },
  )
}

/** Looks in the leagues of the current user, starting with the one in the query. */
async function findReadersPicture(
  ctx: Context,
  { currentUser: user }: FastifyRequest,
  slug: string,
  activeLeague: string | undefined,
): Promise<Buffer | null> {
  if (user === null) return null
  const active = activeLeague === undefined ? null : await findLeague(ctx.db, activeLeague, user.userId)
  const canReadActive = active !== null && (active.role !== null || isSiteStaff(user))
  const leagueIds = new Set([
    ...(canReadActive ? [active.id] : []),
    ...(await listLeagueIds(ctx.db, user.userId)),
  ])
  for (const id of leagueIds) {
    const { owners } = (await ctx.leagues.seasons(id)).history()
    const owner = owners.find((each) => each.slug === slug)
    const picture = owner === undefined ? null : await readPicture(ctx, id, owner)
    if (picture !== null) return picture
  }
  return null
}

/** Replaces an owner's picture; null removes it. Returns the file that it replaced, if any. */
function savePicture(call: LeagueRequest, owner: Owner, fileKey: string | null): Promise<string | null> {
  return changeHistory(call, 'pictures', async ({ transaction, now, audit }) => {
    const action = fileKey === null ? 'owner.picture_removed' : 'owner.picture'
    await audit(action, { owner: owner.name, slug: owner.slug })
    return setOwnerPicture(transaction, call.league.id, owner, fileKey, now)
  })
}

async function readPicture(ctx: Context, leagueId: number, owner: Owner): Promise<Buffer | null> {
  const source = pictureSourceOf(owner, await findLeaguePictures(ctx.db, leagueId))
  return readOwnerPicture({ files: ctx.media, folder: ctx.pictures }, source)
}

/**
 * Stores a JPEG with a longer side of at most `maxSide` pixels, and runs `work` with its key. `work` returns the key of
 * the file that it replaces, if any, which is removed. If `work` fails, the new file is removed. Throws an ApiError for
 * an unusable form or image.
 */
async function withUploadedPicture(
  ctx: Context,
  request: FastifyRequest,
  maxSide: number,
  work: (fileKey: string) => Promise<string | null>,
): Promise<string> {
  const maxFileBytes = ctx.settings.MAX_UPLOAD_MB * 1024 * 1024
  const [{ bytes }] = await readUploads(request, { ...PICTURE_FORM, maxFileBytes })
  const { userId } = currentUser(request)
  const picture = await uploadQueue.run(String(userId), () => toSmallJpeg(bytes, maxSide)).catch(rejectImage)
  const fileKey = await storePictureFile(ctx.media, picture)
  try {
    await removePictureFile(ctx, request, await work(fileKey))
    return fileKey
  } catch (error) {
    await removePictureFile(ctx, request, fileKey)
    throw error
  }
}

/** The daily cleanup job removes a file that this fails to remove. */
async function removePictureFile(ctx: Context, request: FastifyRequest, fileKey: string | null) {
  if (fileKey === null) return
  await ctx.media
    .remove(fileKey)
    .catch((error: unknown) => request.log.warn({ err: error }, 'failed to remove a picture'))
}

function sendPicture(reply: FastifyReply, picture: Buffer): FastifyReply {
  return reply
    .type(PICTURE_TYPE)
    .header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox")
    .send(picture)
}

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

const noTrophyPicture = () =>
  new ApiError('picture_not_found', { message: 'The league has no trophy picture.' })
