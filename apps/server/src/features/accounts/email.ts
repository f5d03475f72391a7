import { getEmailStatus, sendVerificationEmail, verifyEmail } from '@fieldhouse/contract/accounts/accounts'
import { DAY_MS } from '@fieldhouse/domain/duration'
import { normalizeName } from '@fieldhouse/domain/names'
import { isEqualTimingSafe, sign } from '../../crypto/crypto.ts'
import { type Db, inTransaction } from '../../database/engine/database.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ApiError, orThrow } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import type { NewJob } from '../../jobs/job.ts'
import { insertJobs } from '../../jobs/job-store.ts'
import { createNotice, type Email, escapeHtml, linkTo, withoutAutoLinks } from '../../mail/mail.ts'
import { recordAuditEntry } from '../../repositories/audit.ts'
import { verificationEmailsOfAccount } from './password-store.ts'

/** How long nobody else can enter an address that an account has entered but not verified. */
const CLAIM_TTL_MS = DAY_MS

/**
 * `unverified`: identifies nobody, and gets nothing but the verification link. `legacy`: stored by release
 * 0.1.0, which verified no address. It can still be used to sign in and to reset the password, until somebody
 * verifies it for another account.
 */
type EmailState = 'none' | 'unverified' | 'legacy' | 'verified'

export const email = [
  operation(getEmailStatus, async ({ ctx, user }) => {
    const found = orThrow(await findEmail(ctx.db, user.userId), 'not_signed_in')
    const { state } = found
    if (state === 'none' || state === 'verified') return { status: state }
    return { status: ctx.sendsMail ? ('unverified' as const) : ('unverifiable' as const) }
  }),

  operation(sendVerificationEmail, async ({ ctx, request, user: { userId } }) => {
    await request.confirmRights()
    const found = orThrow(await findEmail(ctx.db, userId), 'not_signed_in')
    if (found.state === 'verified') return { message: 'Your email is already verified.' }
    if (found.state === 'none') return { message: 'Add an email address first.' }
    if (!ctx.sendsMail) return { message: "This site doesn't send email, so your address can't be verified." }
    await ctx.limiter.consume(verificationEmailsOfAccount(userId), ctx.now())
    await ctx.jobs.request(verificationEmailRequest(userId))
    return { message: 'Email sent. Open the link in it within three days.' }
  }),

  operation(verifyEmail, async ({ ctx, body }) => {
    const token = parseVerificationToken(ctx.settings.secretKey, body.token, ctx.now())
    const address = token === null ? null : (await findEmail(ctx.db, token.userId))?.email || null
    if (token === null || address === null || !token.isValidFor(address))
      throw new ApiError('invalid_verification_link')
    const result = await verifyAddress(ctx.db, token.userId, address, ctx.now())
    if (result === 'changed') throw new ApiError('invalid_verification_link')
    return {
      message: result === 'verified' ? 'Your email is verified.' : 'Your email was verified before.',
    }
  }),
]

export async function findEmail(
  db: Db,
  userId: number,
): Promise<{ username: string; email: string; state: EmailState } | null> {
  const row = await db
    .selectFrom('users')
    .select(['username', 'email', 'email_key', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return row === undefined ? null : { username: row.username, email: row.email, state: emailStateOf(row) }
}

export function emailStateOf(
  row: Pick<Database['users'], 'email' | 'email_key' | 'email_verified_at'>,
): EmailState {
  if (row.email === '') return 'none'
  if (row.email_verified_at !== null) return 'verified'
  return row.email_key === null ? 'unverified' : 'legacy'
}

/**
 * Throws `email_taken`, or the database's unique violation, if another account has it or has just entered it.
 * @param sendsMail whether a verification link to the address is queued
 */
export async function changeEmail(
  transaction: Db,
  userId: number,
  email: string,
  { sendsMail, now }: { sendsMail: boolean; now: Date },
): Promise<void> {
  const key = email === '' ? null : normalizeName(email)
  if (key !== null) {
    if (await isEmailTaken(transaction, email, userId, now)) throw new ApiError('email_taken')
    await transaction
      .updateTable('users')
      .set({ email_claim_key: null, email_claimed_at: null })
      .where('email_claim_key', '=', key)
      .where('email_claimed_at', '<=', now.getTime() - CLAIM_TTL_MS)
      .execute()
  }
  await transaction
    .updateTable('users')
    .set({
      email,
      email_key: null,
      email_verified_at: null,
      email_claim_key: key,
      email_claimed_at: key === null ? null : now.getTime(),
    })
    .where('id', '=', userId)
    .execute()
  if (sendsMail && email !== '') await insertJobs(transaction, [verificationEmailRequest(userId)], now)
}

/** Verifies the address of an account of release 0.1.0, to which a link was sent that the user has opened. */
export async function verifyLegacyEmail(transaction: Db, userId: number, now: Date) {
  await transaction
    .updateTable('users')
    .set({ email_verified_at: now.getTime() })
    .where('id', '=', userId)
    .where('email_key', 'is not', null)
    .where('email_verified_at', 'is', null)
    .execute()
}

/** Whether an account other than this one has the address, or has just entered it. Null stands for a new account. */
export async function isEmailTaken(
  db: Db,
  email: string,
  userId: number | null,
  now: Date,
): Promise<boolean> {
  if (email === '') return false
  const key = normalizeName(email)
  const row = await db
    .selectFrom('users')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('email_key', '=', key),
        eb('email_claim_key', '=', key).and('email_claimed_at', '>', now.getTime() - CLAIM_TTL_MS),
      ]),
    )
    .where('id', '!=', userId ?? 0)
    .executeTakeFirst()
  return row !== undefined
}

/** Like `markEmailVerified`, but throws `email_taken`. */
export async function verifyAddress(db: Db, userId: number, address: string, now: Date) {
  try {
    return await inTransaction(db, (transaction) => markEmailVerified(transaction, userId, address, now))
  } catch (error) {
    throw isUniqueViolation(error) ? new ApiError('email_taken') : error
  }
}

/**
 * Marks an address as verified. From then on it identifies this account, and no other one that has it
 * unverified. `changed`: the account has a different address by now. Throws a unique violation if it is taken.
 */
export async function markEmailVerified(
  transaction: Db,
  userId: number,
  email: string,
  now: Date,
): Promise<'verified' | 'already_verified' | 'changed'> {
  const key = normalizeName(email)
  const account = await transaction
    .updateTable('users')
    .set({ email_claim_key: null, email_claimed_at: null })
    .where((eb) => eb.and({ id: userId, email }))
    .returning(['username', 'email_verified_at'])
    .executeTakeFirst()
  if (account === undefined) return 'changed'
  if (account.email_verified_at !== null) return 'already_verified'
  await transaction
    .updateTable('users')
    .set({ email_key: null })
    .where('email_key', '=', key)
    .where('email_verified_at', 'is', null)
    .where('id', '!=', userId)
    .execute()
  await transaction
    .updateTable('users')
    .set({ email_key: key, email_verified_at: now.getTime() })
    .where('id', '=', userId)
    .execute()
  await recordAuditEntry(transaction, {
    at: now,
    actor: { userId, username: account.username },
    action: 'account.verify_email',
  })
  return 'verified'
}

/** The receiver of an email. It shows the username only, because first and last names are free text. */
type Receiver = { username: string; email: string }

const LINK_TTL_MS = 3 * DAY_MS

export const VERIFICATION_JOB = 'verification-email'

function verificationEmailRequest(userId: number): NewJob {
  return { kind: VERIFICATION_JOB, payload: { userId }, isUrgent: true }
}

/** Creates the token of a verification link. It is valid for this account and address only, and is stored nowhere. */
export function createVerificationToken(secretKey: string, userId: number, email: string, now: Date): string {
  const expiresAt = now.getTime() + LINK_TTL_MS
  return [userId, expiresAt, signatureOf(secretKey, userId, expiresAt, email)].join('.')
}

function parseVerificationToken(
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
  return createNotice(email, 'Verify your email for Fieldhouse', [
    `${intro}\n${linkIntro}`,
    linkTo(link, 'Verify your email'),
    ...reset,
    disclaimer,
  ])
}

/** A link opens the login screen with `uid` and `token` filled in. */
type ResetCode = { uid: string; token: string; link: string }

export function createResetCode(publicUrl: string, uid: string, token: string): ResetCode {
  return { uid, token, link: `${publicUrl}/?${new URLSearchParams({ uid, token }).toString()}` }
}

export function createResetEmail({ username, email }: Receiver, { uid, token, link }: ResetCode): Email {
  const reason = `Someone requested a password reset for the Fieldhouse account ${withoutAutoLinks(username)}.`
  const linkIntro = 'To choose a new password, open this link within an hour:'
  const codeIntro = "Or choose 'I have a reset code' on the login screen and enter:"
  const disclaimer = "If it wasn't you, ignore this email. Your password won't change."
  return createNotice(email, 'Reset your Fieldhouse password', [
    `${reason}\n${linkIntro}`,
    linkTo(link, 'Choose a new password'),
    codeIntro,
    {
      text: `  uid: ${uid}\n  token: ${token}`,
      html: `uid: <code>${escapeHtml(uid)}</code><br>token: <code>${escapeHtml(token)}</code>`,
    },
    disclaimer,
  ])
}
