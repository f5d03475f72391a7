import { z } from 'zod'
import { LeaguePath, MemberText, MessageResponse } from '../fields.ts'
import { READ, WRITE } from '../limits.ts'
import { MEMBER_READ, type Operation } from '../operation.ts'
import { ItemPath, MAX_MEDIA_FILES, Media, MediaFile } from './items.ts'

const MAX_CAPTION_LENGTH = 300

const MAX_ALT_TEXT_LENGTH = 1000

const FileKey = z.uuid('The key must be a UUID.')

/** The files of a new post, in the order in which it shows them. */
export const NewPostMedia = z
  .array(
    z.object({
      key: FileKey,
      caption: MemberText.max(
        MAX_CAPTION_LENGTH,
        `Keep the caption to ${MAX_CAPTION_LENGTH} characters or fewer.`,
      ).default(''),
      /** What the file shows, for people who cannot see it; empty if nobody has described it. */
      alt_text: MemberText.max(
        MAX_ALT_TEXT_LENGTH,
        'Keep the description to 1,000 characters or fewer.',
      ).default(''),
    }),
  )
  .max(MAX_MEDIA_FILES, `Add at most ${MAX_MEDIA_FILES} files.`)
  .refine(
    (files) => new Set(files.map(({ key }) => key)).size === files.length,
    'Each file must be different.',
  )

const UPLOAD_ERRORS = [
  'league_not_found',
  'too_large',
  'unsupported_media_type',
  'too_many_attempts',
  'person_storage_full',
  'league_storage_full',
] as const

/** Each file is a form field named `files`. The body is streamed, so no schema validates it. */
export const uploadMedia = {
  method: 'POST',
  url: '/api/league/:league/social/media/',
  config: {
    access: 'member',
    tokenScope: 'post',
    limits: WRITE,
    errors: UPLOAD_ERRORS,
  },
  schema: {
    summary: `Uploads up to ${MAX_MEDIA_FILES} images and videos in the form field \`files\``,
    tags: ['feed'],
    params: LeaguePath,
    consumes: ['multipart/form-data'],
    response: { 200: z.object({ items: z.array(Media) }) },
  },
} as const satisfies Operation

/**
 * Each file is a form field named `files`. The files belong to the user until a post contains them, and are deleted
 * after a day otherwise.
 */
export const uploadPostMedia = {
  method: 'POST',
  url: '/api/league/:league/social/posts/media/',
  config: { access: 'member', tokenScope: 'post', limits: WRITE, errors: UPLOAD_ERRORS },
  schema: {
    summary: `Uploads up to ${MAX_MEDIA_FILES} images and videos for a post in the form field \`files\``,
    tags: ['feed'],
    params: LeaguePath,
    consumes: ['multipart/form-data'],
    response: {
      200: z.object({ media: z.array(MediaFile.omit({ url: true }).extend({ key: FileKey })) }),
    },
  },
} as const satisfies Operation

export const discardPostMedia = {
  method: 'DELETE',
  url: '/api/league/:league/social/posts/media/:key/',
  config: { access: 'member', tokenScope: 'post', limits: WRITE, errors: ['league_not_found'] },
  schema: {
    summary: 'Deletes a file that the user has uploaded for a post, unless a post contains it',
    tags: ['feed'],
    params: LeaguePath.extend({ key: FileKey }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

/** Sends the file with its own content type and supports range requests. */
export const getMediaFile = {
  method: 'GET',
  url: '/api/league/:league/social/media/:id/file',
  config: { ...MEMBER_READ, errors: ['league_not_found', 'item_not_found', 'range_not_satisfiable'] },
  schema: {
    summary: 'Downloads the file of a media item; `size=grid` returns a thumbnail of an image',
    tags: ['feed'],
    params: ItemPath,
    querystring: z.object({ size: z.enum(['full', 'grid']).default('full') }),
    response: { 200: z.file() },
  },
} as const satisfies Operation

export const deleteMedia = {
  method: 'DELETE',
  url: '/api/league/:league/social/media/:id/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found', 'not_allowed'], limits: WRITE },
  schema: {
    summary: 'Deletes a media item; league admins may delete any media item',
    tags: ['feed'],
    params: ItemPath,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

/** How much of the space for uploads is used. All sizes are in bytes. */
export const getLeagueStorage = {
  method: 'GET',
  url: '/api/league/:league/storage/',
  config: { access: 'league_admin', errors: ['league_not_found'], limits: READ },
  schema: {
    summary: "Returns the size of a league's uploads and of those of each person, largest first",
    tags: ['feed'],
    params: LeaguePath,
    response: {
      200: z.object({
        used_bytes: z.int(),
        limit_bytes: z.int(),
        /** For one person in all leagues together. */
        person_limit_bytes: z.int(),
        people: z.array(z.object({ username: z.string(), used_bytes: z.int() })),
      }),
    },
  },
} as const satisfies Operation
