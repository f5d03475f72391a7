import { z } from 'zod'
import { MessageResponse, Password } from '../fields.ts'
import { READ, SIGN_IN } from '../limits.ts'
import type { Operation } from '../operation.ts'
import { RequestOptions, SignedCredential } from './passkeys.ts'

/** Lets the page ask before a download, whose response it cannot read. */
export const checkIdentity = {
  method: 'GET',
  url: '/api/account/confirm/',
  config: { access: 'signed_in', stepUp: true, errors: [], limits: READ },
  schema: {
    summary: 'Succeeds if the current user has proved who they are in the last 10 minutes',
    tags: ['accounts'],
    response: { 200: z.object({ ok: z.literal(true) }) },
  },
} as const satisfies Operation

export const startConfirmation = {
  method: 'POST',
  url: '/api/account/confirm/start/',
  config: { access: 'signed_in', errors: ['too_many_attempts'], limits: SIGN_IN },
  schema: {
    summary: 'Returns the ways in which the current user can prove who they are',
    tags: ['accounts'],
    response: {
      200: z.object({
        /** Without any of these, the user has to sign in again with a linked account. */
        has_password: z.boolean(),
        has_totp: z.boolean(),
        /** For a passkey; null without one. */
        options: RequestOptions.nullable(),
      }),
    },
  },
} as const satisfies Operation

export const confirmIdentity = {
  method: 'POST',
  url: '/api/account/confirm/',
  config: {
    access: 'signed_in',
    errors: ['password_incorrect', 'passkey_rejected', 'code_rejected', 'too_many_attempts'],
    limits: SIGN_IN,
  },
  schema: {
    summary: 'Proves who the current user is, with their password, a passkey or a code, for 10 minutes',
    tags: ['accounts'],
    body: z.object({
      password: Password.nullish(),
      credential: SignedCredential.nullish(),
      code: z.string().max(64, 'That is too long.').nullish(),
    }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation
