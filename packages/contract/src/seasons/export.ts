import { z } from 'zod'
import { MessageResponse } from '../fields.ts'
import { ARCHIVE } from '../limits.ts'
import { operationsOf } from '../operation.ts'

const { get, post } = operationsOf('admin')

/** Returns a zip file, streamed while it is being written. */
export const exportLeague = get('/api/league/:league/export/', {
  summary: 'Exports all data of a league as one archive, without secrets',
  access: 'league_admin',
  stepUp: true,
  limits: ARCHIVE,
  produces: ['application/zip'],
  response: z.file(),
})

/** The form has an optional `name` field, which renames the league, followed by `file`. */
export const importLeague = post('/api/import-league/', {
  summary: 'Creates a league from an archive in the form field `file`, optionally under another `name`',
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
  consumes: ['multipart/form-data'],
  response: MessageResponse.extend({
    league: z.string(),
    /** People whose username an account on this server already has. What they wrote is not linked to it. */
    matched: z.array(z.string()),
    /** Usernames of new accounts; they can sign in after a password reset. */
    created: z.array(z.string()),
  }),
})
