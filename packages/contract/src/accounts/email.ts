import { z } from 'zod'
import { MessageResponse } from '../fields.ts'
import { SIGN_IN } from '../limits.ts'
import { operationsOf } from '../operation.ts'

const { get, post } = operationsOf('accounts')

/**
 * `unverified`: nothing but the verification link is sent to the address, and it can't be used to sign in.
 * `unverifiable`: the same, and this site sends no email.
 */
const EmailStatus = z.enum(['none', 'unverified', 'unverifiable', 'verified'])

export const getEmailStatus = get('/api/account/email/', {
  summary: "Whether the current user's email address is verified",
  access: 'signed_in',
  response: z.object({ status: EmailStatus }),
})

/** The message says why nothing was sent, if so: the address is verified already, or there is none. */
export const sendVerificationEmail = post('/api/account/email/send/', {
  summary: "Sends another verification link to the current user's email address",
  access: 'signed_in',
  errors: ['too_many_attempts'],
  response: MessageResponse,
})

/** Also works when signed out. A link that was used before succeeds again. */
export const verifyEmail = post('/api/account/email/verify/', {
  summary: 'Verifies an email address with the link that was sent to it',
  access: 'anyone',
  errors: ['invalid_verification_link', 'email_taken'],
  limits: SIGN_IN,
  body: z.object({
    token: z.string().min(1, 'Enter the token from the email.').max(256, 'That is too long.'),
  }),
  response: MessageResponse,
})
