import { z } from 'zod'
import { Instant, MessageResponse } from './fields.ts'
import { ARCHIVE, READ } from './limits.ts'
import type { Operation } from './operation.ts'

const Outcome = z.object({
  at: Instant,
  /** Why it failed, as text for site admins; null if it did not. */
  error: z.string().nullable(),
})

export const listBackups = {
  method: 'GET',
  url: '/api/site/backups/',
  config: { access: 'site_admin', errors: [], limits: READ },
  schema: {
    summary:
      'The backups that the server has made, newest first, and how the last backup and the last check ended',
    tags: ['site'],
    response: {
      200: z.object({
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
    },
  },
} as const satisfies Operation

export const makeBackup = {
  method: 'POST',
  url: '/api/site/backups/',
  config: { access: 'site_admin', errors: [], limits: ARCHIVE },
  schema: {
    summary: 'Starts a backup, unless one is being made',
    tags: ['site'],
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const downloadBackup = {
  method: 'GET',
  url: '/api/site/backups/:name/',
  config: { access: 'site_admin', stepUp: true, errors: ['backup_not_found'], limits: ARCHIVE },
  schema: {
    summary: 'Downloads a backup: all data of the site, with password hashes and email addresses',
    tags: ['site'],
    params: z.object({ name: z.string().max(100) }),
    produces: ['application/zip'],
    response: { 200: z.file() },
  },
} as const satisfies Operation
