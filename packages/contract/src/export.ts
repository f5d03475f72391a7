import { z } from 'zod'
import { LeaguePath, MessageResponse } from './fields.ts'
import type { Operation } from './operation.ts'

/** Answers a zip, written while it is read. */
export const exportLeague = {
  method: 'GET',
  url: '/api/league/:league/export/',
  config: { access: 'league_admin', errors: ['league_not_found'] },
  schema: {
    summary: 'Everything of a league in one archive, without secrets',
    tags: ['admin'],
    params: LeaguePath,
    produces: ['application/zip'],
    response: { 200: z.file() },
  },
} as const satisfies Operation

/** The form's fields are `name`, where the league gets another one, and then `file`. */
export const importLeague = {
  method: 'POST',
  url: '/api/import-league/',
  config: {
    access: 'staff',
    errors: [
      'archive_unreadable',
      'league_name_required',
      'league_name_taken',
      'too_large',
      'unsupported_media_type',
      'malformed_body',
    ],
  },
  schema: {
    summary: 'Makes a league of an archive, the form field `file`; under another `name`, if there is one',
    tags: ['admin'],
    consumes: ['multipart/form-data'],
    response: {
      200: MessageResponse.extend({
        league: z.string(),
        /** Usernames of its people who had an account here already. */
        matched: z.array(z.string()),
        /** Of those who got one, and sign in once their password was reset. */
        created: z.array(z.string()),
      }),
    },
  },
} as const satisfies Operation
