import { z } from 'zod'
import { Instant, LeaguePath, MessageResponse } from '../fields.ts'
import { READ, WRITE } from '../limits.ts'
import type { Operation } from '../operation.ts'

const PublicLink = z.object({
  shows_owners: z.boolean(),
  created_at: Instant,
  /** The username of who created it; null once that account is deleted. */
  created_by: z.string().nullable(),
})

export const getPublicLink = {
  method: 'GET',
  url: '/api/league/:league/public-link/',
  config: { access: 'league_admin', errors: ['league_not_found'], limits: READ },
  schema: {
    summary: 'Tells whether the league has a public link, and what that shows',
    tags: ['leagues'],
    params: LeaguePath,
    /** null while it is off. */
    response: { 200: z.object({ link: PublicLink.nullable() }) },
  },
} as const satisfies Operation

/** Its earlier address stops working immediately. */
export const createPublicLink = {
  method: 'POST',
  url: '/api/league/:league/public-link/',
  config: { access: 'league_admin', errors: ['league_not_found'], limits: WRITE },
  schema: {
    summary: 'Turns the public link of a league on, with a new address',
    tags: ['leagues'],
    params: LeaguePath,
    body: z.object({ shows_owners: z.boolean().default(false) }),
    response: {
      200: MessageResponse.extend({
        /** The path of the link on this site, with its code, which no other response contains. */
        path: z.string(),
        link: PublicLink,
      }),
    },
  },
} as const satisfies Operation

export const savePublicLink = {
  method: 'POST',
  url: '/api/league/:league/public-link/settings/',
  config: { access: 'league_admin', errors: ['league_not_found', 'public_link_not_found'], limits: WRITE },
  schema: {
    summary: 'Changes what the public link of a league shows; its address stays',
    tags: ['leagues'],
    params: LeaguePath,
    body: z.object({ shows_owners: z.boolean() }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

export const revokePublicLink = {
  method: 'POST',
  url: '/api/league/:league/public-link/revoke/',
  config: { access: 'league_admin', errors: ['league_not_found', 'public_link_not_found'], limits: WRITE },
  schema: {
    summary: 'Turns the public link of a league off, which stops working immediately',
    tags: ['leagues'],
    params: LeaguePath,
    response: { 200: MessageResponse },
  },
} as const satisfies Operation
