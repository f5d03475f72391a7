import { z } from 'zod'
import { Instant, MessageResponse } from './fields.ts'
import { ARCHIVE } from './limits.ts'
import { operationsOf } from './operation.ts'

const { get, post } = operationsOf('site')

const Outcome = z.object({
  at: Instant,
  /** Why it failed, as text for site admins; null if it did not. */
  error: z.string().nullable(),
})

export const listBackups = get('/api/site/backups/', {
  summary:
    'The backups that the server has made, newest first, and how the last backup and the last check ended',
  access: 'site_admin',
  response: z.object({
    /** Whether the server makes one every night. */
    is_scheduled: z.boolean(),
    /** Whether it should have made one in the last two days, and has not. */
    is_overdue: z.boolean(),
    /** Where they are stored: a folder, or the URL of a bucket. */
    location: z.string(),
    backups: z.array(z.object({ name: z.string(), made_at: Instant, bytes: z.int() })),
    storage_error: z.string().nullable(),
    /** Whether one is being made, or waits for its turn. */
    is_running: z.boolean(),
    is_checking: z.boolean(),
    last_backup: Outcome.nullable(),
    last_check: Outcome.extend({
      /** What was restored; null if the check failed. */
      restored: z
        .object({
          name: z.string(),
          rows: z.int(),
          /** Media files and owner pictures. */
          files: z.int(),
          /** Media files that were already missing when the backup was made. */
          missing_files: z.int(),
        })
        .nullable(),
    }).nullable(),
  }),
})

export const makeBackup = post('/api/site/backups/', {
  summary: 'Starts a backup, unless one is being made',
  access: 'site_admin',
  limits: ARCHIVE,
  response: MessageResponse,
})

export const downloadBackup = get('/api/site/backups/:name/', {
  summary: 'Downloads a backup: all data of the site, with password hashes and email addresses',
  access: 'site_admin',
  stepUp: true,
  errors: ['backup_not_found'],
  limits: ARCHIVE,
  params: z.object({ name: z.string().max(100) }),
  produces: ['application/zip'],
  response: z.file(),
})
