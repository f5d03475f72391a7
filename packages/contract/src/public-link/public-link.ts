import { z } from 'zod'
import { Instant, MessageResponse } from '../fields.ts'
import { operationsOf } from '../operation.ts'

const { get, post } = operationsOf('leagues')

const PublicLink = z.object({
  shows_owners: z.boolean(),
  created_at: Instant,
  /** The username of who created it; null once that account is deleted. */
  created_by: z.string().nullable(),
})

export const getPublicLink = get('/api/league/:league/public-link/', {
  summary: 'Tells whether the league has a public link, and what that shows',
  access: 'league_admin',
  /** null while it is off. */
  response: z.object({ link: PublicLink.nullable() }),
})

/** Its earlier address stops working immediately. */
export const createPublicLink = post('/api/league/:league/public-link/', {
  summary: 'Turns the public link of a league on, with a new address',
  access: 'league_admin',
  body: z.object({ shows_owners: z.boolean().default(false) }),
  response: MessageResponse.extend({
    /** The path of the link on this site, with its code, which no other response contains. */
    path: z.string(),
    link: PublicLink,
  }),
})

export const savePublicLink = post('/api/league/:league/public-link/settings/', {
  summary: 'Changes what the public link of a league shows; its address stays',
  access: 'league_admin',
  errors: ['public_link_not_found'],
  body: z.object({ shows_owners: z.boolean() }),
  response: MessageResponse,
})

export const revokePublicLink = post('/api/league/:league/public-link/revoke/', {
  summary: 'Turns the public link of a league off, which stops working immediately',
  access: 'league_admin',
  errors: ['public_link_not_found'],
  response: MessageResponse,
})
