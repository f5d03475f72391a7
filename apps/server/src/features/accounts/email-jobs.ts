import {
  accountNotification,
  describeAccountChange,
  isAccountChange,
} from '@fieldhouse/domain/notifications/account-notifications'
import type { Notification } from '@fieldhouse/domain/notifications/notification'
import { z } from 'zod'
import { ACCOUNT_NOTICE_JOB } from '../../auth/account-changes.ts'
import type { Context } from '../../context.ts'
import { createCipher } from '../../crypto/crypto.ts'
import {
  type JobKind,
  type JobPool,
  type JobResult,
  type JobRun,
  MAIL_RETRIES,
  type NewJob,
} from '../../jobs/job.ts'
import { createNotice, type Email, MailError, withoutAutoLinks } from '../../mail/mail.ts'
import type { Settings } from '../../settings.ts'
import {
  createResetCode,
  createResetEmail,
  createVerificationEmail,
  createVerificationToken,
  findEmail,
  VERIFICATION_JOB,
} from './email.ts'
import {
  accountNoticesToAccount,
  createResetToken,
  lockoutEmailsToAccount,
  resetEmailsToAccount,
  unknownAccountKey,
  verificationEmailsToAddress,
} from './password-store.ts'
import { findAccount, findForSignIn } from './sign-in.ts'

const RESET_JOB = 'reset-email'
const LOCKOUT_JOB = 'lockout-email'

type EmailContext = Pick<Context, 'db' | 'limiter' | 'publicUrl' | 'now'> & {
  settings: Pick<Settings, 'secretKey'>
}

export type EmailJobContext = EmailContext &
  Pick<Context, 'mailer' | 'sendsMail'> & {
    pool: JobPool
    log: { error: (fields: object, message: string) => void }
  }

export type PreparedReset = { link: string; email: Email | null }

/** Asks for an email with a reset link. Whether there is an account is looked up by the job. */
export function resetEmailRequest(usernameOrEmail: string, secretKey: string): NewJob {
  const login = resetCipher(secretKey).encrypt(usernameOrEmail, RESET_JOB)
  return { kind: RESET_JOB, payload: { login }, isUrgent: true }
}

/** Tells the owner that logins are blocked. Whether there is an account is looked up by the job. */
export function lockoutEmailRequest(login: string, secretKey: string): NewJob {
  return { kind: LOCKOUT_JOB, payload: { login: lockoutCipher(secretKey).encrypt(login, LOCKOUT_JOB) } }
}

/** These encrypt what was typed while it is queued, because people sometimes type their password there. */
const resetCipher = (secretKey: string) => createCipher(secretKey, 'password reset requests')
const lockoutCipher = (secretKey: string) => createCipher(secretKey, 'lockout emails')

/**
 * Creates a new reset link for the account with this username or email address. Returns null when there
 * is no such account, or when it has reached its limit; its last link then stays valid. A retry does not count
 * toward the limit.
 */
export async function prepareReset(
  ctx: EmailContext,
  usernameOrEmail: string,
  isRetry = false,
): Promise<PreparedReset | null> {
  const { db, limiter, publicUrl, now, settings } = ctx
  const [found] = await findForSignIn(db, usernameOrEmail)
  const account = found === undefined || found.isDisabled ? null : found
  const rateLimitKey = account === null ? unknownAccountKey(usernameOrEmail) : String(account.id)
  const isAllowed = isRetry || (await limiter.tryConsume(resetEmailsToAccount(rateLimitKey), now()))
  if (account === null || !isAllowed) return null
  const { token } = await createResetToken(db, account.id, now())
  const code = createResetCode(publicUrl(), String(account.id), token)
  if (account.emailState === 'none') return { link: code.link, email: null }
  if (account.emailState !== 'unverified') return { link: code.link, email: createResetEmail(account, code) }
  // An unverified address gets the verification link instead. Afterwards, the user can request a reset again.
  const verification = createVerificationToken(settings.secretKey, account.id, account.email, now())
  return { link: code.link, email: createVerificationEmail(account, verification, publicUrl(), true) }
}

const TypedLogin = z.object({ login: z.string() })

const KEY_CHANGED = { kind: 'refused', reason: "The server's secret key has changed." } as const

/** Creates and sends an email with a reset link. Its local context is a link that was created already. */
export function resetEmailJob(ctx: EmailJobContext): JobKind {
  return emailJob(RESET_JOB, ctx, async ({ payload, attempt, localContext, signal }) => {
    let prepared = localContext as PreparedReset | null | undefined
    if (prepared === undefined) {
      const typed = resetCipher(ctx.settings.secretKey).decrypt(TypedLogin.parse(payload).login, RESET_JOB)
      if (typed === null) return KEY_CHANGED
      prepared = await prepareReset(ctx, typed, attempt > 1)
    }
    if (prepared?.email != null) await ctx.mailer.send(prepared.email, signal)
    return undefined
  })
}

export function lockoutEmailJob(ctx: EmailJobContext): JobKind {
  const { db, limiter, mailer, now } = ctx
  return emailJob(LOCKOUT_JOB, ctx, async ({ payload, attempt, signal }) => {
    const typed = lockoutCipher(ctx.settings.secretKey).decrypt(TypedLogin.parse(payload).login, LOCKOUT_JOB)
    if (typed === null) return KEY_CHANGED
    for (const { id, username, email, emailState } of await findForSignIn(db, typed)) {
      if (emailState !== 'verified') continue
      const isAllowed = attempt > 1 || (await limiter.tryConsume(lockoutEmailsToAccount(id), now()))
      if (!isAllowed) continue
      const paragraphs = [
        `Someone entered ten wrong passwords for your Fieldhouse account ${withoutAutoLinks(username)}.`,
        "For 15 minutes, it can be signed in to only on devices that you've used before.",
        "If it wasn't you, there is nothing you have to do. A long password that you use nowhere else keeps your account safe.",
      ]
      const subject = 'Someone is trying to sign in to your Fieldhouse account'
      await mailer.send(createNotice(email, subject, paragraphs), signal)
    }
    return undefined
  })
}

/** Sends a verification link, unless the address is verified by then, or has got too many of them. */
export function verificationEmailJob(ctx: EmailJobContext): JobKind {
  const { db, limiter, mailer, publicUrl, now, settings } = ctx
  const Payload = z.object({ userId: z.int() })
  return emailJob(VERIFICATION_JOB, ctx, async ({ payload, attempt, signal }) => {
    const { userId } = Payload.parse(payload)
    const account = await findEmail(db, userId)
    if (account?.state !== 'unverified' && account?.state !== 'legacy') return undefined
    const { email } = account
    const isAllowed = attempt > 1 || (await limiter.tryConsume(verificationEmailsToAddress(email), now()))
    if (!isAllowed) return undefined
    const token = createVerificationToken(settings.secretKey, userId, email, now())
    await mailer.send(createVerificationEmail(account, token, publicUrl()), signal)
  })
}

const AccountNotice = z.object({
  userId: z.int(),
  action: z.string().refine(isAccountChange),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  by: z.string().nullable(),
  at: z.int(),
  email: z.string().nullable(),
})

/**
 * Tells the owner of an account about a change of how they sign in: by email, or in the inbox if that is not possible.
 * @param leaveInInbox leaves an item in the inbox of a user, whatever they chose
 */
export function accountNoticeJob(
  ctx: Omit<EmailJobContext, 'settings' | 'publicUrl'>,
  leaveInInbox: (userId: number, notification: Notification) => Promise<void>,
): JobKind {
  const { db, limiter, mailer, now } = ctx
  return emailJob(ACCOUNT_NOTICE_JOB, ctx, async ({ payload, attempt, signal }) => {
    const { userId, email, at, ...rest } = AccountNotice.parse(payload)
    const change = { ...rest, at: new Date(at) }
    const account = await findAccount(db, userId)
    if (account === null || account.isDisabled) return undefined
    const canMail =
      ctx.sendsMail &&
      email !== null &&
      (attempt > 1 || (await limiter.tryConsume(accountNoticesToAccount(userId), now())))
    if (!canMail) {
      await leaveInInbox(userId, accountNotification(change))
      return undefined
    }
    const { title, body } = describeAccountChange(change)
    const notice = createNotice(email, `Fieldhouse: ${title}`, [
      `This is about your Fieldhouse account ${withoutAutoLinks(account.username)}.`,
      `${title}. ${withoutAutoLinks(body)}`,
      "If you didn't expect it, change your password and tell a site admin.",
    ])
    await mailer.send(notice, signal)
  })
}

/** A job that sends emails. When the mail server doesn't accept one, `send` is called again later. */
function emailJob(
  kind: string,
  { pool, log }: Pick<EmailJobContext, 'pool' | 'log'>,
  send: (run: JobRun) => Promise<JobResult>,
): JobKind {
  return {
    kind,
    async run(run) {
      try {
        return await send(run)
      } catch (error) {
        if (!(error instanceof MailError)) throw error
        log.error({ err: error }, 'failed to send email')
        run.signal.throwIfAborted()
        const reason = `The mail server didn't accept the email: ${error.message}`
        return { kind: 'later', reason, retryAfterMs: null }
      }
    },
    pool,
    maxConcurrent: pool.slots,
    isShort: true,
    startsDuringShutdown: true,
    retry: MAIL_RETRIES,
  }
}
