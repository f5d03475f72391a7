import { z } from 'zod'
import { Instant, MessageResponse } from '../fields.ts'
import { PROVIDER_SIGN_IN, REGISTER, START_PROVIDER_SIGN_IN } from '../limits.ts'
import { operationsOf } from '../operation.ts'
import { register, SIGNUP_ERRORS, User } from './accounts.ts'

const { get, post } = operationsOf('accounts')

const SignInProvider = z.object({ id: z.string(), name: z.string() })

/** The query of the page that the person wanted to see, such as `?tab=roster`; empty for the start page. */
const ReturnTo = z
  .string()
  .max(1000, 'That is too long.')
  .regex(/^(\?[^#]*)?$/, 'Expected the query of an address.')

const Destination = { return_to: z.string() }

/** In the order of the settings; empty without any. */
export const listSignInProviders = get('/api/auth/oidc/providers/', {
  summary: 'Lists the providers that people can sign in with',
  access: 'anyone',
  response: z.object({ providers: z.array(SignInProvider) }),
})

/**
 * The provider sends the browser back to the start page, whose query the page then sends to
 * `/api/auth/oidc/finish/`. When somebody is signed in, this links the provider's account to theirs.
 */
export const startProviderSignIn = post('/api/auth/oidc/start/', {
  summary: "Starts a sign-in, and returns the URL of the provider's login page",
  access: 'anyone',
  stepUp: true,
  limits: START_PROVIDER_SIGN_IN,
  errors: ['sign_in_provider_not_found', 'sign_in_provider_unavailable', 'too_many_attempts'],
  body: z.object({
    provider: z.string().min(1, 'Choose a provider.').max(10, 'That is too long.'),
    return_to: ReturnTo.default(''),
  }),
  response: z.object({ url: z.string() }),
})

const FinishedSignIn = z.discriminatedUnion('status', [
  z.object({ status: z.literal('signed_in'), user: User, ...Destination }),
  z.object({ status: z.literal('linked'), provider: z.string(), ...Destination }),
  /** No account is linked yet. For the next minutes, the browser may link one or create one. */
  z.object({
    status: z.literal('unknown'),
    provider: z.string(),
    /** The address that the provider has verified; null without one. */
    email: z.string().nullable(),
    /** Whether an account has this address. It is linked only after its owner has signed in to it. */
    has_account: z.boolean(),
    /** Suggestions for a new account. The username may be taken. */
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    ...Destination,
  }),
])

export const finishProviderSignIn = post('/api/auth/oidc/finish/', {
  summary: "Finishes a sign-in with the provider's response",
  access: 'anyone',
  limits: PROVIDER_SIGN_IN,
  errors: [
    'account_disabled',
    'provider_sign_in_expired',
    'sign_in_provider_refused',
    'sign_in_provider_unavailable',
    'identity_taken',
    'too_many_attempts',
  ],
  body: z.object({
    /** The query that the provider has added to the address of the page. */
    response: z.string().max(8000, 'That is too long.'),
  }),
  response: FinishedSignIn,
})

/** After `unknown`, once the owner of an existing account has signed in to it. */
export const linkIdentity = post('/api/auth/oidc/link/', {
  summary: "Links the provider's account to the current user",
  access: 'signed_in',
  stepUp: true,
  errors: ['provider_sign_in_expired', 'identity_taken'],
  response: MessageResponse.extend(Destination),
})

const { username, first_name, last_name, role, admin_code, invite_code } = register.schema.body.shape

/** After `unknown`. The new account has no password, and the address that the provider has verified. */
export const registerWithProvider = post('/api/auth/oidc/register/', {
  summary: 'Creates an account that signs in with the provider, and signs in',
  access: 'anyone',
  limits: REGISTER,
  errors: [
    'provider_sign_in_expired',
    'identity_taken',
    'username_taken',
    ...SIGNUP_ERRORS,
    'too_many_attempts',
  ],
  body: z.object({ username, first_name, last_name, role, admin_code, invite_code }),
  response: z.object({ user: User, ...Destination }),
})

const Identity = z.object({
  id: z.int(),
  /** The provider's name; its host if the site no longer uses it. */
  provider: z.string(),
  is_available: z.boolean(),
  /** The address at the provider when it was linked; null without a verified one. */
  email: z.string().nullable(),
  linked_at: Instant,
  used_at: Instant,
})

/** Oldest first. */
export const listIdentities = get('/api/auth/oidc/identities/', {
  summary: "Lists the providers' accounts that are linked to the current user",
  access: 'signed_in',
  response: z.object({ identities: z.array(Identity), has_password: z.boolean() }),
})

export const unlinkIdentity = post('/api/auth/oidc/unlink/', {
  summary: "Unlinks a provider's account, unless it is the user's only way to sign in",
  access: 'signed_in',
  stepUp: true,
  errors: ['identity_not_found', 'last_sign_in_method'],
  body: z.object({ id: z.int() }),
  response: MessageResponse,
})
