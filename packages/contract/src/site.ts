import { z } from 'zod'
import { MessageResponse } from './fields.ts'
import { READ, WRITE } from './limits.ts'
import type { Operation } from './operation.ts'

const Signup = z.enum(['open', 'invite'], 'Choose who can sign up.')

const SiteSettings = z.object({
  signup: z.object({
    value: Signup,
    /** Whether the server's environment sets it, so that it cannot be changed in the page. */
    is_from_environment: z.boolean(),
  }),
})

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
    body: z.object({ signup: Signup.optional() }),
    response: { 200: MessageResponse.extend({ settings: SiteSettings }) },
  },
} as const satisfies Operation
