import { z } from 'zod'
import { Instant, MessageResponse } from './fields.ts'
import { ARCHIVE, TEST_EMAIL } from './limits.ts'
import { operationsOf } from './operation.ts'

const { get, post } = operationsOf('site')

const Signup = z.enum(['open', 'invite'], 'Choose who can sign up.')

/** Whether the server's environment sets it, so that it cannot be changed in the page. */
const isFromEnvironment = { is_from_environment: z.boolean() }

const SiteSettings = z.object({
  signup: z.object({ value: Signup, ...isFromEnvironment }),
  /** The URL under which people open the site, without a slash at the end; null if nobody has confirmed it. */
  address: z.object({ value: z.string().nullable(), ...isFromEnvironment }),
})

const Address = z
  .string()
  .trim()
  .max(200, 'That URL is too long.')
  .regex(/^https?:\/\/[^\s/?#@]+\/?$/i, 'Enter a URL such as https://league.example, without a path.')
  .refine((text) => URL.canParse(text), 'Enter a URL such as https://league.example, without a path.')
  .transform((text) => new URL(text).origin)

export const getSite = get('/api/site/', {
  summary: 'What this site is set up for',
  access: 'anyone',
  response: z.object({
    /** Whether `/draft/draft` leads to a draft app. */
    draft_app: z.boolean(),
    email: z.boolean(),
    needs_admin: z.boolean(),
    signup: Signup,
    address: z.string().nullable(),
  }),
})

export const getSiteSettings = get('/api/site/settings/', {
  summary: 'The settings of the site that site admins can change',
  access: 'site_admin',
  response: SiteSettings,
})

export const saveSiteSettings = post('/api/site/settings/', {
  summary: 'Changes settings of the site',
  access: 'site_admin',
  errors: ['set_by_environment'],
  body: z.object({
    signup: Signup.optional(),
    address: Address.nullish(),
  }),
  response: MessageResponse.extend({ settings: SiteSettings }),
})

const ChecklistItem = z.object({
  kind: z.enum(['invite', 'address', 'mail', 'backup', 'second_admin']),
  is_done: z.boolean(),
})

export const getChecklist = get('/api/site/checklist/', {
  summary: 'What is left to set up on a new site',
  access: 'site_admin',
  response: z.object({
    /** null for a user who has no league of their own, and once everything is done or the checklist was hidden. */
    checklist: z
      .object({
        league: z.string(),
        items: z.array(ChecklistItem),
      })
      .nullable(),
  }),
})

export const hideChecklist = post('/api/site/checklist/hide/', {
  summary: 'Hides the checklist of a new site for all site admins',
  access: 'site_admin',
})

/** What an operator should know. Those of errors are of the process that responds. */
export const getSiteStatus = get('/api/site/status/', {
  summary:
    'The state of the site: version, address, mail, storage, settings, errors, jobs, sources and audit log',
  access: 'site_admin',
  response: z.object({
    version: z.string(),
    /** null when nobody is asked for newer releases. */
    update: z
      .object({
        newest: z.string().nullable(),
        is_newer: z.boolean(),
        checked_at: Instant.nullable(),
        error: z.string().nullable(),
      })
      .nullable(),
    address: z.object({
      url: z.string(),
      /** Whether a site admin has confirmed it, or `PUBLIC_URL` sets it. */
      is_set: z.boolean(),
      /** Where the user has opened the site. */
      opened_at: z.string(),
    }),
    mail: z.object({
      is_on: z.boolean(),
      /** Host and port of the mail server; null without one. */
      server: z.string().nullable(),
    }),
    storage: z.object({
      engine: z.enum(['sqlite', 'postgres']),
      data_folder: z.string(),
      database_bytes: z.int(),
      media_bytes: z.int(),
      /** Free disk space in the data folder. */
      free_bytes: z.int(),
      upload_limit_bytes: z.int(),
      person_limit_bytes: z.int(),
      league_limit_bytes: z.int(),
    }),
    /** By name. */
    settings: z.array(
      z.object({
        name: z.string(),
        source: z.enum(['environment', 'file', 'default']),
        is_secret: z.boolean(),
        /** null for a secret, and for a setting that is not set. */
        value: z.string().nullable(),
      }),
    ),
    errors: z.object({
      since: Instant,
      total: z.int(),
      /** Newest first. */
      recent: z.array(z.object({ at: Instant, message: z.string(), detail: z.string() })),
    }),
    failed_jobs: z.int(),
    /** The sources that were asked, by name. */
    sources: z.array(
      z.object({
        name: z.string(),
        last_success_at: Instant.nullable(),
        error: z.string().nullable(),
      }),
    ),
    audit: z
      .object({
        checked_at: Instant,
        /** How many entries were intact; null if the check failed. */
        entries: z.int().nullable(),
        error: z.string().nullable(),
      })
      .nullable(),
  }),
})

export const sendTestEmail = post('/api/site/test-email/', {
  summary: 'Sends an email and waits until the mail server has accepted it',
  access: 'site_admin',
  errors: ['mail_not_set_up', 'mail_failed'],
  limits: TEST_EMAIL,
  body: z.object({
    email: z.email('Enter a valid email address.').max(254, 'Email must be 254 characters or fewer.'),
  }),
})

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
