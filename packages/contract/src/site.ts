import { z } from 'zod'
import { Instant, MessageResponse } from './fields.ts'
import { READ, TEST_EMAIL, WRITE } from './limits.ts'
import type { Operation } from './operation.ts'

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

export const getSite = {
  method: 'GET',
  url: '/api/site/',
  config: { access: 'anyone', errors: [], limits: READ },
  schema: {
    summary: 'What this site is set up for',
    tags: ['site'],
    response: {
      200: z.object({
        /** Whether `/draft/draft` leads to a draft app. */
        draft_app: z.boolean(),
        email: z.boolean(),
        needs_admin: z.boolean(),
        signup: Signup,
        address: z.string().nullable(),
      }),
    },
  },
} as const satisfies Operation

export const getSiteSettings = {
  method: 'GET',
  url: '/api/site/settings/',
  config: { access: 'site_admin', errors: [], limits: READ },
  schema: {
    summary: 'The settings of the site that site admins can change',
    tags: ['site'],
    response: { 200: SiteSettings },
  },
} as const satisfies Operation

export const saveSiteSettings = {
  method: 'POST',
  url: '/api/site/settings/',
  config: { access: 'site_admin', errors: ['set_by_environment'], limits: WRITE },
  schema: {
    summary: 'Changes settings of the site',
    tags: ['site'],
    body: z.object({
      signup: Signup.optional(),
      address: Address.nullish(),
    }),
    response: { 200: MessageResponse.extend({ settings: SiteSettings }) },
  },
} as const satisfies Operation

const ChecklistItem = z.object({
  kind: z.enum(['invite', 'address', 'mail', 'backup', 'second_admin']),
  is_done: z.boolean(),
})

export const getChecklist = {
  method: 'GET',
  url: '/api/site/checklist/',
  config: { access: 'site_admin', errors: [], limits: READ },
  schema: {
    summary: 'What is left to set up on a new site',
    tags: ['site'],
    response: {
      200: z.object({
        /** null for a user who has no league of their own, and once everything is done or the checklist was hidden. */
        checklist: z
          .object({
            league: z.string(),
            items: z.array(ChecklistItem),
          })
          .nullable(),
      }),
    },
  },
} as const satisfies Operation

export const hideChecklist = {
  method: 'POST',
  url: '/api/site/checklist/hide/',
  config: { access: 'site_admin', errors: [], limits: WRITE },
  schema: {
    summary: 'Hides the checklist of a new site for all site admins',
    tags: ['site'],
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

/** What an operator should know. Those of errors are of the process that responds. */
export const getSiteStatus = {
  method: 'GET',
  url: '/api/site/status/',
  config: { access: 'site_admin', errors: [], limits: READ },
  schema: {
    summary:
      'The state of the site: version, address, mail, storage, settings, errors, jobs, sources and audit log',
    tags: ['site'],
    response: {
      200: z.object({
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
    },
  },
} as const satisfies Operation

export const sendTestEmail = {
  method: 'POST',
  url: '/api/site/test-email/',
  config: { access: 'site_admin', errors: ['mail_not_set_up', 'mail_failed'], limits: TEST_EMAIL },
  schema: {
    summary: 'Sends an email and waits until the mail server has accepted it',
    tags: ['site'],
    body: z.object({
      email: z.email('Enter a valid email address.').max(254, 'Email must be 254 characters or fewer.'),
    }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation
