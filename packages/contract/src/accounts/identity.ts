import { z } from 'zod'
import { MessageResponse, Password } from '../fields.ts'
import { SIGN_IN } from '../limits.ts'
import { operationsOf } from '../operation.ts'
import { RequestOptions, SignedCredential } from './passkeys.ts'

const { get, post } = operationsOf('accounts')

/** Lets the page ask before a download, whose response it cannot read. */
export const checkIdentity = get('/api/account/confirm/', {
  summary: 'Succeeds if the current user has proved who they are in the last 10 minutes',
  access: 'signed_in',
  stepUp: true,
  response: z.object({ ok: z.literal(true) }),
})

export const startConfirmation = post('/api/account/confirm/start/', {
  summary: 'Returns the ways in which the current user can prove who they are',
  access: 'signed_in',
  errors: ['too_many_attempts'],
  limits: SIGN_IN,
  response: z.object({
    /** Without any of these, the user has to sign in again with a linked account. */
    has_password: z.boolean(),
    has_totp: z.boolean(),
    /** For a passkey; null without one. */
    options: RequestOptions.nullable(),
  }),
})

export const confirmIdentity = post('/api/account/confirm/', {
  summary: 'Proves who the current user is, with their password, a passkey or a code, for 10 minutes',
  access: 'signed_in',
  errors: ['password_incorrect', 'passkey_rejected', 'code_rejected', 'too_many_attempts'],
  limits: SIGN_IN,
  body: z.object({
    password: Password.nullish(),
    credential: SignedCredential.nullish(),
    code: z.string().max(64, 'That is too long.').nullish(),
  }),
  response: MessageResponse,
})
