import { z } from 'zod'
import { MessageResponse } from '../fields.ts'
import { READ, SIGN_IN, WRITE } from '../limits.ts'
import type { Operation } from '../operation.ts'

/**
 * `unverified`: nothing but the verification link is sent to the address, and it can't be used to sign in.
 * `unverifiable`: the same, and this site sends no email.
 */
const EmailStatus = z.enum(['none', 'unverified', 'unverifiable', 'verified'])

export const getEmailStatus = {
  method: 'GET',
  url: '/api/account/email/',
  config: { access: 'signed_in', errors: [], limits: READ },
  schema: {
    summary: "Whether the current user's email address is verified",
    tags: ['accounts'],
    response: { 200: z.object({ status: EmailStatus }) },
  },
} as const satisfies Operation

/** The message says why nothing was sent, if so: the address is verified already, or there is none. */
export const sendVerificationEmail = {
  method: 'POST',
  url: '/api/account/email/send/',
  config: { access: 'signed_in', errors: ['too_many_attempts'], limits: WRITE },
  schema: {
    summary: "Sends another verification link to the current user's email address",
    tags: ['accounts'],
    response: { 200: MessageResponse },
  },
} as const satisfies Operation

/** Also works when signed out. A link that was used before succeeds again. */
export const verifyEmail = {
  method: 'POST',
  url: '/api/account/email/verify/',
  config: { access: 'anyone', errors: ['invalid_verification_link', 'email_taken'], limits: SIGN_IN },
  schema: {
    summary: 'Verifies an email address with the link that was sent to it',
    tags: ['accounts'],
    body: z.object({
      token: z.string().min(1, 'Enter the token from the email.').max(256, 'That is too long.'),
    }),
    response: { 200: MessageResponse },
  },
} as const satisfies Operation
