import { z } from 'zod'
import { MessageResponse } from './fields.ts'
import { READ, WRITE } from './limits.ts'
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
        /** Whether the site sends email, such as reset links. */
        email: z.boolean(),
        /** Whether the site has no admin yet, who registers with the admin signup code. */
        needs_admin: z.boolean(),
        /** Who can create an account: anybody, or only people with an invite link. */
        signup: Signup,
        /** The URL under which people open the site; null if it is not known. */
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
      /** null for none. */
      address: Address.nullish(),
    }),
    response: { 200: MessageResponse.extend({ settings: SiteSettings }) },
  },
} as const satisfies Operation
