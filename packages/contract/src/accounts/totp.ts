import { z } from 'zod'
import { MessageResponse } from '../fields.ts'
import { operationsOf } from '../operation.ts'
import { RecoveryCodes, Security } from './passkeys.ts'

const { post } = operationsOf('accounts')

export const startTotp = post('/api/account/totp/start/', {
  summary: 'Creates the secret of an authenticator app, which counts once a code confirms it',
  access: 'signed_in',
  stepUp: true,
  response: z.object({
    /** In base32, to be typed into an app. */
    secret: z.string(),
    /** The same as an `otpauth:` URL, for a QR code. */
    uri: z.string(),
  }),
})

export const confirmTotp = post('/api/account/totp/', {
  summary: "Confirms an authenticator app with a code, and replaces the account's previous one",
  access: 'signed_in',
  stepUp: true,
  errors: ['code_rejected', 'too_many_attempts'],
  body: z.object({ code: z.string().max(32, 'That is too long.') }),
  response: MessageResponse.extend({ security: Security, recovery_codes: RecoveryCodes }),
})

export const removeTotp = post('/api/account/totp/remove/', {
  summary: "Removes the current user's authenticator app",
  access: 'signed_in',
  stepUp: true,
  errors: ['totp_not_found'],
  response: MessageResponse.extend({ security: Security }),
})

export const createRecoveryCodes = post('/api/account/recovery-codes/', {
  summary: 'Creates ten new recovery codes; the previous ones stop working',
  access: 'signed_in',
  stepUp: true,
  errors: ['no_second_factor'],
  response: MessageResponse.extend({ security: Security, recovery_codes: z.array(z.string()) }),
})
