import { z } from 'zod'
import { ItemPath } from './feed-fields.ts'
import { Media } from './feed-items.ts'
import { LeaguePath, MessageResponse } from './fields.ts'
import type { Operation } from './operation.ts'

export const MAX_MEDIA_FILES = 10

/** The form's field is `files`, once for each file; its bodies are read as a stream, not by a schema. */
export const uploadMedia = {
  method: 'POST',
  url: '/api/league/:league/social/media/',
  config: {
    access: 'member',
    errors: ['league_not_found', 'too_large', 'unsupported_media_type', 'too_many_attempts'],
  },
  schema: {
    summary: `Uploads images and videos, at most ${MAX_MEDIA_FILES}, as the form field \`files\``,
    tags: ['feed'],
    params: LeaguePath,
    consumes: ['multipart/form-data'],
    response: { 200: z.object({ items: z.array(Media) }) },
  },
} as const satisfies Operation

/** Answers the file itself with its own type, and honours range requests. */
export const getMediaFile = {
  method: 'GET',
  url: '/api/league/:league/social/media/:id/file',
  config: {
    access: 'member',
    errors: ['league_not_found', 'item_not_found', 'range_not_satisfiable'],
  },
  schema: {
    summary: 'A medium’s file; `size=grid` answers an image made smaller',
    tags: ['feed'],
    params: ItemPath,
    querystring: z.object({ size: z.enum(['full', 'grid']).default('full') }),
    response: { 200: z.file() },
  },
} as const satisfies Operation

export const deleteMedia = {
  method: 'DELETE',
  url: '/api/league/:league/social/media/:id/',
  config: { access: 'member', errors: ['league_not_found', 'item_not_found', 'not_allowed'] },
  schema: {
    summary: 'Deletes a medium: one’s own, or any for league admins',
    tags: ['feed'],
    params: ItemPath,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation
