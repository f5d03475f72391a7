import { z } from 'zod'
import { atMost, MemberText, PATH_PARAMETERS } from '../fields.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'
import { MAX_MEDIA_FILES, Media, MediaFile } from './items.ts'

const { get, post, del } = operationsOf('feed')

const MAX_CAPTION_LENGTH = 300

const MAX_ALT_TEXT_LENGTH = 1000

const FileKey = z.uuid('The key must be a UUID.')

/** The files of a new post, in the order in which it shows them. */
export const NewPostMedia = z
  .array(
    z.object({
      key: FileKey,
      caption: MemberText.max(...atMost('the caption', MAX_CAPTION_LENGTH)).default(''),
      /** What the file shows, for people who cannot see it; empty if nobody has described it. */
      alt_text: MemberText.max(...atMost('the description', MAX_ALT_TEXT_LENGTH)).default(''),
    }),
  )
  .max(MAX_MEDIA_FILES, `Add at most ${MAX_MEDIA_FILES} files.`)
  .refine(
    (files) => new Set(files.map(({ key }) => key)).size === files.length,
    'Each file must be different.',
  )

const UPLOAD_ERRORS = [
  'too_large',
  'unsupported_media_type',
  'too_many_attempts',
  'person_storage_full',
  'league_storage_full',
] as const

/** Each file is a form field named `files`. The body is streamed, so no schema validates it. */
export const uploadMedia = post('/api/league/:league/social/media/', {
  summary: `Uploads up to ${MAX_MEDIA_FILES} images and videos in the form field \`files\``,
  access: 'member',
  tokenScope: 'post',
  errors: UPLOAD_ERRORS,
  consumes: ['multipart/form-data'],
  response: z.object({ items: z.array(Media) }),
})

/**
 * Each file is a form field named `files`. The files belong to the user until a post contains them, and are deleted
 * after a day otherwise.
 */
export const uploadPostMedia = post('/api/league/:league/social/posts/media/', {
  summary: `Uploads up to ${MAX_MEDIA_FILES} images and videos for a post in the form field \`files\``,
  access: 'member',
  tokenScope: 'post',
  errors: UPLOAD_ERRORS,
  consumes: ['multipart/form-data'],
  response: z.object({ media: z.array(MediaFile.omit({ url: true }).extend({ key: FileKey })) }),
})

export const discardPostMedia = del('/api/league/:league/social/posts/media/:key/', {
  summary: 'Deletes a file that the user has uploaded for a post, unless a post contains it',
  access: 'member',
  tokenScope: 'post',
  params: z.object({ league: PATH_PARAMETERS.league, key: FileKey }),
})

/** Sends the file with its own content type and supports range requests. */
export const getMediaFile = get('/api/league/:league/social/media/:id/file', {
  summary: 'Downloads the file of a media item; `size=grid` returns a thumbnail of an image',
  ...MEMBER_READ,
  errors: ['item_not_found', 'range_not_satisfiable'],
  querystring: z.object({ size: z.enum(['full', 'grid']).default('full') }),
  response: z.file(),
})

export const deleteMedia = del('/api/league/:league/social/media/:id/', {
  summary: 'Deletes a media item; league admins may delete any media item',
  access: 'member',
  errors: ['item_not_found', 'not_allowed'],
})

/** How much of the space for uploads is used. All sizes are in bytes. */
export const getLeagueStorage = get('/api/league/:league/storage/', {
  summary: "Returns the size of a league's uploads and of those of each person, largest first",
  access: 'league_admin',
  response: z.object({
    used_bytes: z.int(),
    limit_bytes: z.int(),
    /** For one person in all leagues together. */
    person_limit_bytes: z.int(),
    people: z.array(z.object({ username: z.string(), used_bytes: z.int() })),
  }),
})
