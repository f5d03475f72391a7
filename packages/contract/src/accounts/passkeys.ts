import { z } from 'zod'
import { Instant, MemberText, MessageResponse } from '../fields.ts'
import { READ, SIGN_IN, WRITE } from '../limits.ts'
import type { Operation } from '../operation.ts'
import { User } from './accounts.ts'

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

export const getSecurity = {
  method: 'GET',
  url: '/api/account/security/',
  config: { access: 'signed_in', errors: [], limits: READ },
  schema: {
    summary: "Lists the current user's second factors",
    tags: ['accounts'],
    response: { 200: Security },
  },
} as const satisfies Operation

export const startPasskey = {
  method: 'POST',
  url: '/api/account/passkeys/start/',
  config: {
    access: 'signed_in',
    stepUp: true,
    errors: ['passkeys_unavailable', 'too_many_attempts'],
    limits: WRITE,
  },
  schema: {
    summary: 'Returns what the browser needs to create a passkey; valid for five minutes',
    tags: ['accounts'],
    response: { 200: z.object({ options: CreationOptions }) },
  },
} as const satisfies Operation

export const addPasskey = {
  method: 'POST',
  url: '/api/account/passkeys/',
  config: {
    access: 'signed_in',
    stepUp: true,
    limits: WRITE,
    errors: ['passkeys_unavailable', 'passkey_rejected', 'passkey_limit'],
  },
  schema: {
    summary: 'Adds a passkey that the browser has created',
    tags: ['accounts'],
    body: z.object({
      name: MemberText.min(1, 'Name this passkey.').max(60, 'Use 60 characters or fewer.'),
      credential: NewCredential,
    }),
    response: { 200: MessageResponse.extend({ security: Security, recovery_codes: RecoveryCodes }) },
  },
} as const satisfies Operation

export const removePasskey = {
  method: 'POST',
  url: '/api/account/passkeys/remove/',
  config: { access: 'signed_in', stepUp: true, errors: ['passkey_not_found'], limits: WRITE },
  schema: {
    summary: 'Removes a passkey of the current user',
    tags: ['accounts'],
    body: z.object({ id: z.int() }),
    response: { 200: MessageResponse.extend({ security: Security }) },
  },
} as const satisfies Operation

export const startPasskeySignIn = {
  method: 'POST',
  url: '/api/login/passkey/start/',
  config: { access: 'anyone', errors: ['passkeys_unavailable', 'too_many_attempts'], limits: SIGN_IN },
  schema: {
    summary: 'Returns what the browser needs to sign in with a passkey; valid for five minutes',
    tags: ['accounts'],
    response: { 200: z.object({ options: RequestOptions }) },
  },
} as const satisfies Operation

export const signInWithPasskey = {
  method: 'POST',
  url: '/api/login/passkey/',
  config: {
    access: 'anyone',
    errors: ['passkeys_unavailable', 'passkey_rejected', 'account_disabled', 'too_many_attempts'],
    limits: SIGN_IN,
  },
  schema: {
    summary: 'Signs in with a passkey, without a username and password',
    tags: ['accounts'],
    body: z.object({ credential: SignedCredential }),
    response: { 200: User },
  },
} as const satisfies Operation

/** From the response to the sign-in with a password. Valid for ten minutes. */
const StepToken = z.string().max(128, 'That is too long.')

export const startSecondFactor = {
  method: 'POST',
  url: '/api/login/second-factor/start/',
  config: {
    access: 'anyone',
    limits: SIGN_IN,
    errors: ['passkeys_unavailable', 'sign_in_expired', 'too_many_attempts'],
  },
  schema: {
    summary: 'Returns what the browser needs to use a passkey as the second factor',
    tags: ['accounts'],
    body: z.object({ token: StepToken }),
    response: { 200: z.object({ options: RequestOptions }) },
  },
} as const satisfies Operation

export const completeSignIn = {
  method: 'POST',
  url: '/api/login/second-factor/',
  config: {
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
  },
  schema: {
    summary: 'Completes a sign-in with the second factor',
    tags: ['accounts'],
    body: z.object({
      token: StepToken,
      credential: SignedCredential.nullish(),
      /** Of the authenticator app, or a recovery code. */
      code: z.string().max(64, 'That is too long.').nullish(),
    }),
    response: { 200: User },
  },
} as const satisfies Operation
