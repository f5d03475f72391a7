import { z } from 'zod'
import { ItemPath, Media } from './feed-items.ts'
import { LeaguePath, MessageResponse } from './fields.ts'
import { READ, WRITE } from './limits.ts'
import type { Operation } from './operation.ts'

export const MAX_MEDIA_FILES = 10

/** Each file is a form field named `files`. The body is streamed, so no schema validates it. */
export const uploadMedia = {
  method: 'POST',
  url: '/api/league/:league/social/media/',
  config: {
    access: 'member',
    tokenScope: 'post',
    limits: WRITE,
    errors: [
      'league_not_found',
      'too_large',
      'unsupported_media_type',
      'too_many_attempts',
      'person_storage_full',
      'league_storage_full',
    ],
  },
  schema: {
    summary: `Uploads up to ${MAX_MEDIA_FILES} images and videos in the form field \`files\``,
    tags: ['feed'],
    params: LeaguePath,
    consumes: ['multipart/form-data'],
    response: { 200: z.object({ items: z.array(Media) }) },
  },
} as const satisfies Operation

/** Sends the file with its own content type and supports range requests. */
export const getMediaFile = {
  method: 'GET',
  url: '/api/league/:league/social/media/:id/file',
  config: {
    access: 'member',
    tokenScope: 'read',
    limits: READ,
    errors: ['league_not_found', 'item_not_found', 'range_not_satisfiable'],
  },
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
