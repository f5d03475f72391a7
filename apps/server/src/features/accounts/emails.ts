import { DAY_MS } from '@fieldhouse/domain/duration'
import { normalizeName } from '@fieldhouse/domain/names'
import { isEqualTimingSafe, sign } from '../../crypto/crypto.ts'
import type { NewJob } from '../../jobs/job.ts'
import { type Email, escapeHtml, htmlDocument, withoutAutoLinks } from '../../mail/mail.ts'

/** The receiver of an email. It shows the username only, because first and last names are free text. */
type Receiver = { username: string; email: string }

const LINK_TTL_MS = 3 * DAY_MS

export const VERIFICATION_JOB = 'verification-email'

export function verificationEmailRequest(userId: number): NewJob {
  return { kind: VERIFICATION_JOB, payload: { userId }, isUrgent: true }
}

/** Creates the token of a verification link. It is valid for this account and address only, and is stored nowhere. */
export function createVerificationToken(secretKey: string, userId: number, email: string, now: Date): string {
  const expiresAt = now.getTime() + LINK_TTL_MS
  return [userId, expiresAt, signatureOf(secretKey, userId, expiresAt, email)].join('.')
}

export function parseVerificationToken(
  secretKey: string,
  token: string,
  now: Date,
): { userId: number; isValidFor: (email: string) => boolean } | null {
  const match = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(token.trim())
  if (match === null) return null
  const [userId, expiresAt, signature = ''] = [Number(match[1]), Number(match[2]), match[3]]
  if (expiresAt <= now.getTime()) return null
  return {
    userId,
    isValidFor: (email) => isEqualTimingSafe(signature, signatureOf(secretKey, userId, expiresAt, email)),
  }
}

const RESET_AFTER_VERIFICATION =
  "You asked to reset your password. A reset link is sent only to a verified address: verify it, then choose 'Forgot password?' again."

function signatureOf(secretKey: string, userId: number, expiresAt: number, email: string): string {
  return sign(secretKey, 'verification link', `${userId}\n${expiresAt}\n${normalizeName(email)}`)
}

/** @param asksForReset whether the email is sent in place of a reset link, which an address gets once it is verified */
export function createVerificationEmail(
  { username, email }: Receiver,
  token: string,
  publicUrl: string,
  asksForReset = false,
): Email {
  const link = `${publicUrl}/?${new URLSearchParams({ verify_email: token }).toString()}`
  const intro = `Someone entered this email address for the Fieldhouse account ${withoutAutoLinks(username)}.`
  const linkIntro = 'If it was you, open this link within three days to verify the address:'
  const reset = asksForReset ? [RESET_AFTER_VERIFICATION] : []
  const disclaimer = "If it wasn't you, ignore this email. Fieldhouse won't use your address."
  return {
    to: email,
    subject: 'Verify your email for Fieldhouse',
    text: [`${intro}\n${linkIntro}`, link, ...reset, disclaimer, ''].join('\n\n'),
    html: htmlDocument([
      `<p>${escapeHtml(intro)}</p>`,
      `<p>${escapeHtml(linkIntro)}</p>`,
      `<p><a href="${escapeHtml(link)}">Verify your email</a></p>`,
      ...reset.map((sentence) => `<p>${escapeHtml(sentence)}</p>`),
      `<p>${escapeHtml(disclaimer)}</p>`,
    ]),
  }
}

/** A link opens the login screen with `uid` and `token` filled in. */
export type ResetCode = { uid: string; token: string; link: string }

export function createResetCode(publicUrl: string, uid: string, token: string): ResetCode {
  return { uid, token, link: `${publicUrl}/?${new URLSearchParams({ uid, token }).toString()}` }
}

export function createResetEmail({ username, email }: Receiver, { uid, token, link }: ResetCode): Email {
  const reason = `Someone requested a password reset for the Fieldhouse account ${withoutAutoLinks(username)}.`
  const linkIntro = 'To choose a new password, open this link within an hour:'
  const codeIntro = "Or choose 'I have a reset code' on the login screen and enter:"
  const disclaimer = "If it wasn't you, ignore this email. Your password won't change."
  return {
    to: email,
    subject: 'Reset your Fieldhouse password',
    text: [
      `${reason}\n${linkIntro}`,
      link,
      `${codeIntro}\n\n  uid: ${uid}\n  token: ${token}`,
      disclaimer,
      '',
    ].join('\n\n'),
    html: htmlDocument([
      `<p>${escapeHtml(reason)}</p>`,
      `<p>${escapeHtml(linkIntro)}</p>`,
      `<p><a href="${escapeHtml(link)}">Choose a new password</a></p>`,
      `<p>${escapeHtml(codeIntro)}</p>`,
      `<p>uid: <code>${escapeHtml(uid)}</code><br>token: <code>${escapeHtml(token)}</code></p>`,
      `<p>${escapeHtml(disclaimer)}</p>`,
    ]),
  }
}
