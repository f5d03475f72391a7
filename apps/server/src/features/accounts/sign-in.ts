import type { User } from '@fieldhouse/contract/accounts/accounts'
import { DAY_MS } from '@fieldhouse/domain/duration'
import { normalizeName } from '@fieldhouse/domain/names'
import type { FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { setSessionCookie } from '../../auth/access.ts'
import { recordAccountChange } from '../../auth/account-changes.ts'
import { MAX_WINDOW_MS } from '../../auth/rate-limits.ts'
import { endSession, startSession } from '../../auth/session-store.ts'
import { isEqualTimingSafe, newToken, sign } from '../../crypto/crypto.ts'
import { type Db, inTransaction } from '../../database/engine/database.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { AnyCall } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import { cleanUpJob, type ScheduledJob } from '../../jobs/job.ts'
import { recordAuditEntry } from '../../repositories/audit.ts'
import { readSignup } from '../../repositories/site-settings.ts'
import { requireLink } from '../invites/read-links.ts'
import { changeEmail, emailStateOf } from './email.ts'
import {
  clearFailedLogins,
  deleteResetToken,
  failedLoginsFromAddress,
  lockCurrentPassword,
  normalizeLogin,
  wrongAdminCodesFromAddress,
  wrongShortAdminCodes,
} from './password-store.ts'

export type Account = ReturnType<typeof toAccount>

function toAccount(row: Selectable<Database['users']>) {
  return {
    id: row.id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    emailState: emailStateOf(row),
    isAdmin: row.is_admin === 1,
    isStaff: row.is_staff === 1,
    isDisabled: row.disabled_at !== null,
    passwordHash: row.password_hash,
  }
}

export type SignInContext = {
  userAgent: string | null
  address: string | null
  /** The session that the browser had before, which is ended; null for none. */
  replacedSession: { userId: number; tokenHash: string } | null
  now: Date
}

/** The sign-in context of a request. The session of the request, if any, is replaced. */
export function signInContextOf({ ctx, request }: AnyCall): SignInContext {
  return {
    userAgent: userAgentOf(request),
    address: request.ip,
    replacedSession: request.currentUser,
    now: ctx.now(),
  }
}

export function userAgentOf({ headers }: FastifyRequest): string | null {
  return headers['user-agent'] || null
}

/** Signs in a user who has proved who they are, and returns the session token. */
export async function openSession(
  db: Db,
  user: { id: number; username: string },
  context: SignInContext,
  method?: string,
): Promise<string> {
  await clearFailedLogins(db, user.id)
  await recordAuditEntry(db, {
    at: context.now,
    actor: { userId: user.id, username: user.username },
    action: 'account.login',
    ...(method === undefined ? {} : { detail: { with: method } }),
  })
  return replaceSession(db, user.id, context)
}

async function replaceSession(db: Db, userId: number, context: SignInContext): Promise<string> {
  const { userAgent, address, replacedSession, now } = context
  if (replacedSession !== null) await endSession(db, replacedSession.userId, replacedSession.tokenHash)
  return startSession(db, { userId, userAgent, address, now })
}

export function respondSignedIn(call: AnyCall, account: Account, token: string): z.infer<typeof User> {
  setSessionCookie(call.reply, token, call.ctx.isSecure)
  rememberDevice(call, account.id)
  return presentUser(account)
}

type PresentedUser = Pick<Account, 'username' | 'firstName' | 'lastName' | 'isAdmin' | 'isStaff' | 'email'>

export function presentUser(user: PresentedUser & { mustAddSecondFactor?: boolean }): z.infer<typeof User> {
  const { username, firstName, lastName, isAdmin, isStaff, email, mustAddSecondFactor = false } = user
  return {
    ...toWire({ username, firstName, lastName, isAdmin, isStaff, email }),
    ...(mustAddSecondFactor ? { must_add_second_factor: true } : {}),
  }
}

type SignupCodes = {
  role: 'user' | 'admin'
  admin_code?: string | undefined
  invite_code?: string | undefined
}

/**
 * The roles of a new account. Throws `invalid_admin_code` for a wrong admin signup code, which counts as a failed
 * login from the address, `too_many_attempts`, and `invite_only` or an error of the invite link where users need one.
 */
export async function requireRoles(
  { ctx, request }: AnyCall,
  { role, admin_code = '', invite_code = '' }: SignupCodes,
): Promise<{ isAdmin: boolean; isStaff: boolean }> {
  const { db, limiter, now, settings } = ctx
  if (role !== 'admin') {
    if ((await readSignup(db, settings)) === 'invite') {
      if (invite_code === '') throw new ApiError('invite_only')
      await requireLink(ctx, request, invite_code, null)
    }
    return { isAdmin: false, isStaff: false }
  }
  const expected = settings.adminSignupCode
  const buckets = [
    ...wrongShortAdminCodes(expected),
    wrongAdminCodesFromAddress(request.addressBlock),
    failedLoginsFromAddress(request.addressBlock),
  ]
  const verified = await limiter.attempt(buckets, now(), async () =>
    isEqualTimingSafe(admin_code.trim(), expected) ? true : null,
  )
  if (verified === null) throw new ApiError('invalid_admin_code')
  return { isAdmin: true, isStaff: true }
}

const COOKIE = 'device'

/** The longest time for which browsers keep a cookie. */
const MAX_AGE_MS = 400 * DAY_MS

/** A household may share a tablet. */
const MAX_ACCOUNTS = 5

/**
 * The device of a request and the users who have signed in on it before, by its signed cookie; null if that is absent
 * or not ours. Failed logins of strangers do not count for such a device.
 * Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 */
export function readDevice({ ctx, request }: AnyCall): { id: string; userIds: readonly number[] } | null {
  const [id = '', userIds = '', signature = ''] = request.cookies[COOKIE]?.split('.') ?? []
  if (!isEqualTimingSafe(signature, signatureOf(ctx.settings.secretKey, id, userIds))) return null
  return { id, userIds: userIds.split('-').map(Number) }
}

function rememberDevice(call: AnyCall, userId: number): void {
  const { ctx, reply } = call
  const known = readDevice(call)
  if (known?.userIds[0] === userId) return
  const others = known?.userIds.filter((each) => each !== userId) ?? []
  const userIds = [userId, ...others].slice(0, MAX_ACCOUNTS).join('-')
  const id = known?.id ?? newToken(16)
  reply.setCookie(COOKIE, [id, userIds, signatureOf(ctx.settings.secretKey, id, userIds)].join('.'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: ctx.isSecure,
    maxAge: MAX_AGE_MS / 1000,
  })
}

function signatureOf(secretKey: string, id: string, userIds: string): string {
  return sign(secretKey, 'known device', `${id}.${userIds}`)
}

export type NewAccount = Omit<Account, 'id' | 'emailState' | 'isDisabled'>

type AccountChange = Partial<Pick<Account, 'firstName' | 'lastName' | 'email'>>

/**
 * The accounts that a text in the login field can mean, ignoring case: the one with this email address, and the
 * one with this username. Both exist only if the username contains an @, which no new one does.
 */
export async function findForSignIn(db: Db, usernameOrEmail: string): Promise<Account[]> {
  const key = normalizeLogin(usernameOrEmail)
  const byEmail = key.includes('@') ? await findByKey(db, 'email_key', key) : []
  const byUsername = await findByKey(db, 'username_key', key)
  return [...byEmail, ...byUsername.filter(({ id }) => id !== byEmail[0]?.id)]
}

export async function findByUsername(db: Db, username: string): Promise<Account | null> {
  return (await findByKey(db, 'username_key', normalizeName(username)))[0] ?? null
}

export async function findAccount(db: Db, id: number): Promise<Account | null> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : toAccount(row)
}

/**
 * Creates an account, signs in, and returns the session token. Throws `username_taken` and `email_taken`.
 * @param sendsMail whether a verification link to the email address is queued. So in `updateProfile`.
 */
export function registerAccount(db: Db, account: NewAccount, context: SignInContext, sendsMail: boolean) {
  const { now } = context
  return insertAccount(db, account, now, async (transaction, { id }) => {
    if (account.email !== '') await changeEmail(transaction, id, account.email, { sendsMail, now })
    return replaceSession(transaction, id, context)
  })
}

/** Creates an account without a session. Throws `username_taken` and `email_taken`. */
export async function createAccount(db: Db, account: NewAccount, now: Date): Promise<void> {
  await insertAccount(db, account, now, async (transaction, { id }) => {
    if (account.email !== '') await changeEmail(transaction, id, account.email, { sendsMail: false, now })
    return ''
  })
}

/** Returns the token of a new session, or null when the password has changed since it was verified. */
export function signInWithPassword(db: Db, account: Account, context: SignInContext): Promise<string | null> {
  return inTransaction(db, async (transaction) => {
    if (!(await lockCurrentPassword(transaction, account))) return null
    return openSession(transaction, account, context)
  })
}

/**
 * Updates an account. A new email address is unverified, invalidates the open reset link, which was sent to
 * the old one, and needs the verified password. Throws `email_taken`, and `password_incorrect` if it has changed since
 * it was verified.
 */
export async function updateProfile(
  db: Db,
  account: Account,
  change: AccountChange,
  { sendsMail, now }: { sendsMail: boolean; now: Date },
): Promise<Account> {
  const { firstName, lastName, email } = change
  const columns = {
    ...(firstName !== undefined && { first_name: firstName }),
    ...(lastName !== undefined && { last_name: lastName }),
    ...(email !== undefined && { email }),
  }
  const isNewAddress = email !== undefined && normalizeName(email) !== normalizeName(account.email)
  try {
    return await inTransaction(db, async (transaction) => {
      if (email !== undefined) {
        if (!(await lockCurrentPassword(transaction, account))) throw new ApiError('password_incorrect')
        await deleteResetToken(transaction, account.id)
      }
      const entry = {
        at: now,
        actor: { userId: account.id, username: account.username },
        action: 'account.update',
        detail: { changed: Object.keys(columns).join(', ') },
      } as const
      if (isNewAddress) {
        await recordAccountChange(transaction, account.id, entry)
        await changeEmail(transaction, account.id, email, { sendsMail, now })
      } else await recordAuditEntry(transaction, entry)
      await transaction.updateTable('users').set(columns).where('id', '=', account.id).execute()
      const emailState = email === '' ? 'none' : isNewAddress ? 'unverified' : account.emailState
      return { ...account, ...change, emailState }
    })
  } catch (error) {
    throw isUniqueViolation(error) ? new ApiError('email_taken') : error
  }
}

/**
 * Creates an account with what belongs to it, and returns the session token that `complete` starts. Throws
 * `username_taken` and `email_taken`.
 */
export async function insertAccount(
  db: Db,
  account: NewAccount,
  now: Date,
  complete: (transaction: Db, created: Account) => Promise<string>,
  detail: Record<string, string> = {},
): Promise<{ account: Account; token: string }> {
  try {
    return await inTransaction(db, async (transaction) => {
      const row = await transaction
        .insertInto('users')
        .values({
          username: account.username,
          username_key: normalizeName(account.username),
          email: account.email,
          email_key: null,
          first_name: account.firstName,
          last_name: account.lastName,
          password_hash: account.passwordHash,
          is_admin: account.isAdmin ? 1 : 0,
          is_staff: account.isStaff ? 1 : 0,
          created_at: now.getTime(),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      const created = toAccount(row)
      await recordAuditEntry(transaction, {
        at: now,
        actor: { userId: created.id, username: created.username },
        action: 'account.register',
        detail: { is_admin: account.isAdmin, ...detail },
      })
      return { account: created, token: await complete(transaction, created) }
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const isNew = (await findByUsername(db, account.username)) === null
    throw new ApiError(isNew ? 'email_taken' : 'username_taken')
  }
}

async function findByKey(db: Db, column: 'username_key' | 'email_key', key: string): Promise<Account[]> {
  const rows = await db.selectFrom('users').selectAll().where(column, '=', key).execute()
  return rows.map(toAccount)
}

/** Until then, an expired API token is listed, and requests with it get the reason. */
const EXPIRED_TOKEN_TTL_MS = 30 * DAY_MS

/** No browser sends a post again after that. */
const POST_KEY_TTL_MS = 30 * DAY_MS

export function accountsCleanupJob(db: Db, now: () => Date): ScheduledJob {
  const before = (ms: number) => now().getTime() - ms
  return cleanUpJob('accounts-clean-up', '17 * * * *', [
    () => db.deleteFrom('sessions').where('expires_at', '<=', before(0)),
    () => db.deleteFrom('password_resets').where('expires_at', '<=', before(0)),
    () => db.deleteFrom('passkey_challenges').where('expires_at', '<=', before(0)),
    () => db.deleteFrom('sign_in_steps').where('expires_at', '<=', before(0)),
    () => db.deleteFrom('api_tokens').where('expires_at', '<=', before(EXPIRED_TOKEN_TTL_MS)),
    () => db.deleteFrom('post_keys').where('created_at', '<=', before(POST_KEY_TTL_MS)),
    () => db.deleteFrom('attempts').where('at', '<=', before(MAX_WINDOW_MS)),
    () => db.deleteFrom('attempt_buckets').where('tried_at', '<=', before(MAX_WINDOW_MS)),
  ])
}
