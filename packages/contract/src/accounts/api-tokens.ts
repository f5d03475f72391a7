import { z } from 'zod'
import { Instant, MemberText, MessageResponse } from '../fields.ts'
import { countInMemory, type Limits, per } from '../limits.ts'
import { operationsOf, TOKEN_SCOPES, type TokenScope } from '../operation.ts'

const { get, post } = operationsOf('accounts')

/** How many days a token can be valid. */
export const TOKEN_LIFETIMES = [30, 90, 365] as const

/** Reading with API tokens, of all tokens of a person together. Counted in addition to the limits of the operation. */
const TOKEN_READ = countInMemory('api-token-read', { person: per(300, 60) })

const TOKEN_POST = countInMemory('api-token-post', { person: per(30, 60) })

export const TOKEN_LIMITS: Readonly<Record<TokenScope, Limits>> = { read: TOKEN_READ, post: TOKEN_POST }

const TokenScopes = z.array(z.enum(TOKEN_SCOPES))

const ApiToken = z.object({
  id: z.int(),
  name: z.string(),
  scopes: TokenScopes,
  /** The names of its leagues; null for all leagues that its owner is a member of. */
  leagues: z.array(z.string()).nullable(),
  created_at: Instant,
  expires_at: Instant,
  is_expired: z.boolean(),
  /** null if it was never used. Accurate to a few minutes. */
  used_at: Instant.nullable(),
})

/** Newest first. Expired tokens are listed for another 30 days. */
export const listApiTokens = get('/api/account/tokens/', {
  summary: "Lists the current user's API tokens",
  access: 'signed_in',
  response: z.object({ tokens: z.array(ApiToken) }),
})

export const createApiToken = post('/api/account/tokens/', {
  summary: 'Creates an API token',
  access: 'signed_in',
  stepUp: true,
  errors: ['token_limit', 'not_member'],
  body: z.object({
    name: MemberText.min(1, 'Enter a name that tells what the token is for.').max(
      60,
      'Name must be 60 characters or fewer.',
    ),
    scopes: TokenScopes.min(1, 'Choose what the token may do.').max(TOKEN_SCOPES.length),
    /** The names of leagues that the user is a member of; null for all of them, future ones too. */
    leagues: z
      .array(z.string().min(1).max(400))
      .min(1, 'Choose at least one league.')
      .max(200, 'Choose 200 leagues or fewer.')
      .nullable(),
    days: z.union(
      TOKEN_LIFETIMES.map((days) => z.literal(days)),
      'Choose 30, 90 or 365 days.',
    ),
  }),
  response: MessageResponse.extend({
    /** The token itself, which no other response contains. */
    token: z.string(),
    created: ApiToken,
  }),
})

export const revokeApiToken = post('/api/account/tokens/revoke/', {
  summary: 'Revokes an API token, which stops working immediately',
  access: 'signed_in',
  errors: ['token_not_found'],
  body: z.object({ id: z.int() }),
})
