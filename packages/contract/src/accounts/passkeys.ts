import { z } from 'zod'
import { Instant, MemberText, MessageResponse } from '../fields.ts'
import { SIGN_IN } from '../limits.ts'
import { operationsOf } from '../operation.ts'
import { User } from './accounts.ts'

const { get, post } = operationsOf('accounts')

/** Bytes as base64url. The limit leaves room for keys and attestations of any algorithm. */
const Bytes = z
  .string()
  .max(20_000, 'That is too long.')
  .regex(/^[\w-]+$/, 'That is not base64url.')

/** What `navigator.credentials.create` needs. Source: Web Authentication, 5.4. */
const CreationOptions = z.looseObject({ challenge: z.string() })

/** What `navigator.credentials.get` needs. Source: Web Authentication, 5.5. */
export const RequestOptions = z.looseObject({ challenge: z.string() })

const Credential = { id: Bytes, rawId: Bytes, type: z.literal('public-key') }

export const NewCredential = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.array(z.string().max(32)).max(16).optional(),
  }),
})

export const SignedCredential = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: z.string().max(200).nullish(),
  }),
})

export type NewCredential = z.output<typeof NewCredential>
export type SignedCredential = z.output<typeof SignedCredential>

const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: Instant,
  /** null if it was never used to sign in. */
  used_at: Instant.nullable(),
})

/** The second factors of an account. With any of them, a password alone does not sign in. */
export const Security = z.object({
  /** Oldest first. */
  passkeys: z.array(Passkey),
  totp: z.object({ created_at: Instant }).nullable(),
  recovery_codes_left: z.int(),
  /** Whether browsers offer passkeys at the address that was used: they need https and a domain name. */
  has_passkey_support: z.boolean(),
})

/** New recovery codes, which are shown this once; null if the account has some. */
export const RecoveryCodes = z.array(z.string()).nullable()

export const getSecurity = get('/api/account/security/', {
  summary: "Lists the current user's second factors",
  access: 'signed_in',
  response: Security,
})

export const startPasskey = post('/api/account/passkeys/start/', {
  summary: 'Returns what the browser needs to create a passkey; valid for five minutes',
  access: 'signed_in',
  stepUp: true,
  errors: ['passkeys_unavailable', 'too_many_attempts'],
  response: z.object({ options: CreationOptions }),
})

export const addPasskey = post('/api/account/passkeys/', {
  summary: 'Adds a passkey that the browser has created',
  access: 'signed_in',
  stepUp: true,
  errors: ['passkeys_unavailable', 'passkey_rejected', 'passkey_limit'],
  body: z.object({
    name: MemberText.min(1, 'Name this passkey.').max(60, 'Use 60 characters or fewer.'),
    credential: NewCredential,
  }),
  response: MessageResponse.extend({ security: Security, recovery_codes: RecoveryCodes }),
})

export const removePasskey = post('/api/account/passkeys/remove/', {
  summary: 'Removes a passkey of the current user',
  access: 'signed_in',
  stepUp: true,
  errors: ['passkey_not_found'],
  body: z.object({ id: z.int() }),
  response: MessageResponse.extend({ security: Security }),
})

export const startPasskeySignIn = post('/api/login/passkey/start/', {
  summary: 'Returns what the browser needs to sign in with a passkey; valid for five minutes',
  access: 'anyone',
  errors: ['passkeys_unavailable', 'too_many_attempts'],
  limits: SIGN_IN,
  response: z.object({ options: RequestOptions }),
})

export const signInWithPasskey = post('/api/login/passkey/', {
  summary: 'Signs in with a passkey, without a username and password',
  access: 'anyone',
  errors: ['passkeys_unavailable', 'passkey_rejected', 'account_disabled', 'too_many_attempts'],
  limits: SIGN_IN,
  body: z.object({ credential: SignedCredential }),
  response: User,
})

/** From the response to the sign-in with a password. Valid for ten minutes. */
const StepToken = z.string().max(128, 'That is too long.')

export const startSecondFactor = post('/api/login/second-factor/start/', {
  summary: 'Returns what the browser needs to use a passkey as the second factor',
  access: 'anyone',
  limits: SIGN_IN,
  errors: ['passkeys_unavailable', 'sign_in_expired', 'too_many_attempts'],
  body: z.object({ token: StepToken }),
  response: z.object({ options: RequestOptions }),
})

export const completeSignIn = post('/api/login/second-factor/', {
  summary: 'Completes a sign-in with the second factor',
  access: 'anyone',
  limits: SIGN_IN,
  errors: [
    'account_disabled',
    'passkeys_unavailable',
    'passkey_rejected',
    'code_rejected',
    'sign_in_expired',
    'too_many_attempts',
  ],
  body: z.object({
    token: StepToken,
    credential: SignedCredential.nullish(),
    /** Of the authenticator app, or a recovery code. */
    code: z.string().max(64, 'That is too long.').nullish(),
  }),
  response: User,
})
