import { z } from 'zod'
import { LeaguePath, MessageResponse } from '../fields.ts'
import { ARCHIVE } from '../limits.ts'
import type { Operation } from '../operation.ts'

/** Returns a zip file, streamed while it is being written. */
export const exportLeague = {
  method: 'GET',
  url: '/api/league/:league/export/',
  config: { access: 'league_admin', stepUp: true, errors: ['league_not_found'], limits: ARCHIVE },
  schema: {
    summary: 'Exports all data of a league as one archive, without secrets',
    tags: ['admin'],
    params: LeaguePath,
    produces: ['application/zip'],
    response: { 200: z.file() },
  },
} as const satisfies Operation

/** The form has an optional `name` field, which renames the league, followed by `file`. */
export const importLeague = {
  method: 'POST',
  url: '/api/import-league/',
  config: {
    access: 'staff',
    stepUp: true,
    limits: ARCHIVE,
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
    summary: 'Creates a league from an archive in the form field `file`, optionally under another `name`',
    tags: ['admin'],
    consumes: ['multipart/form-data'],
    response: {
      200: MessageResponse.extend({
        league: z.string(),
        /** People whose username an account on this server already has. What they wrote is not linked to it. */
        matched: z.array(z.string()),
        /** Usernames of new accounts; they can sign in after a password reset. */
        created: z.array(z.string()),
      }),
    },
  },
} as const satisfies Operation
