import { z } from 'zod'
import { MessageResponse } from '../fields.ts'
import { WRITE } from '../limits.ts'
import type { Operation } from '../operation.ts'
import { RecoveryCodes, Security } from './passkeys.ts'

export const startTotp = {
  method: 'POST',
  url: '/api/account/totp/start/',
  config: { access: 'signed_in', stepUp: true, errors: [], limits: WRITE },
  schema: {
    summary: 'Creates the secret of an authenticator app, which counts once a code confirms it',
    tags: ['accounts'],
    response: {
      200: z.object({
        /** In base32, to be typed into an app. */
        secret: z.string(),
        /** The same as an `otpauth:` URL, for a QR code. */
        uri: z.string(),
      }),
    },
  },
} as const satisfies Operation

export const confirmTotp = {
  method: 'POST',
  url: '/api/account/totp/',
  config: {
    access: 'signed_in',
    stepUp: true,
    errors: ['code_rejected', 'too_many_attempts'],
    limits: WRITE,
  },
  schema: {
    summary: "Confirms an authenticator app with a code, and replaces the account's previous one",
    tags: ['accounts'],
    body: z.object({ code: z.string().max(32, 'That is too long.') }),
    response: { 200: MessageResponse.extend({ security: Security, recovery_codes: RecoveryCodes }) },
  },
} as const satisfies Operation

export const removeTotp = {
  method: 'POST',
  url: '/api/account/totp/remove/',
  config: { access: 'signed_in', stepUp: true, errors: ['totp_not_found'], limits: WRITE },
  schema: {
    summary: "Removes the current user's authenticator app",
    tags: ['accounts'],
    response: { 200: MessageResponse.extend({ security: Security }) },
  },
} as const satisfies Operation

export const createRecoveryCodes = {
  method: 'POST',
  url: '/api/account/recovery-codes/',
  config: { access: 'signed_in', stepUp: true, errors: ['no_second_factor'], limits: WRITE },
  schema: {
    summary: 'Creates ten new recovery codes; the previous ones stop working',
    tags: ['accounts'],
    response: { 200: MessageResponse.extend({ security: Security, recovery_codes: z.array(z.string()) }) },
  },
} as const satisfies Operation
