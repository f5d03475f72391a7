import { HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { passwordResetDenialReason } from '@fieldhouse/domain/league/roles'
import { normalizeName } from '@fieldhouse/domain/names'
import type { AccountChangeAction } from '@fieldhouse/domain/notifications/account-notifications'
import { recordAccountChange } from '../../auth/account-changes.ts'
import { isCommonPassword } from '../../auth/passwords.ts'
import { MAX_WINDOW_MS } from '../../auth/rate-limits.ts'
import { endAllSessions, type NewSession, startSession } from '../../auth/session-store.ts'
import type { Context } from '../../context.ts'
import { hashToken, newToken } from '../../crypto/crypto.ts'
import { type Db, inTransaction } from '../../database/engine/database.ts'
import { upsert } from '../../database/engine/queries.ts'
import { ApiError, invalidField, orThrow } from '../../http/errors/api-error.ts'
import type { Actor } from '../../repositories/audit.ts'

const RESET_LINK_TTL_MS = HOUR_MS

/** Marks the tokens of links that no email has delivered, which prove nothing about an address. */
export const HANDED_OVER = 'handed-over-'

type UserReference = { id: number; username: string }

/** A new password. API tokens and the addresses for calendar apps and feed readers end, unless they are kept. */
type NewPassword = { hash: string; keepsTokens: boolean }

/**
 * Sets a new password, ends every session of the account, and starts a new one. Returns the token
 * of the new session, or null when the password has changed since it was verified.
 */
export function replaceOwnPassword(
  db: Db,
  account: UserReference & { passwordHash: string },
  password: NewPassword,
  session: Omit<NewSession, 'userId'>,
): Promise<string | null> {
  return inTransaction(db, async (transaction) => {
    if (!(await lockCurrentPassword(transaction, account))) return null
    const actor = { userId: account.id, username: account.username }
    const replacement = { action: 'account.password', actor, now: session.now } as const
    await replacePassword(transaction, account, password, replacement)
    return startSession(transaction, { ...session, userId: account.id })
  })
}

/**
 * Sets another user's password and ends every session of theirs. `actor` is null for the command line, which may
 * do so for all users. The roles of both are checked again here.
 */
export function setPasswordOf(
  db: Db,
  user: UserReference,
  password: NewPassword,
  actor: Actor | null,
  now: Date,
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await lockUser(transaction, user.id)
    await rejectUnlessAllowed(transaction, user, actor)
    await replacePassword(transaction, user, password, { action: 'admin.reset-password', actor, now })
  })
}

/**
 * Locks the user's row until the transaction ends, so that concurrent logins and password changes of
 * this account wait. Returns false when the password is no longer the given one.
 */
export async function lockCurrentPassword(
  db: Db,
  { id, passwordHash }: { id: number; passwordHash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where((eb) => eb.and({ id, password_hash: passwordHash }))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function clearFailedLogins(db: Db, userId: number): Promise<void> {
  const keys = await db
    .selectFrom('users')
    .select(['username_key', 'email_key'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const buckets = [keys.username_key, keys.email_key ?? keys.username_key].map(
    (typed) => failedLoginsWith(typed).name,
  )
  await db.deleteFrom('attempts').where('bucket', 'in', buckets).execute()
}

export async function deleteResetToken(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

export async function lockUser(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ password_hash: eb.ref('password_hash') }))
    .where('id', '=', userId)
    .execute()
}

/** Creates the token for a new reset link, of which the hash is stored. The previous link stops working. */
export async function createResetToken(
  db: Db,
  userId: number,
  now: Date,
  prefix = '',
): Promise<{ token: string; expiresAt: Date }> {
  const token = prefix + newToken()
  const expiresAt = new Date(now.getTime() + RESET_LINK_TTL_MS)
  const reset = { token_hash: hashToken(token), created_at: now.getTime(), expires_at: expiresAt.getTime() }
  await upsert(db, 'password_resets', { user_id: userId }, reset)
  return { token, expiresAt }
}

/** Throws unless the actor may change the password of the user. The command line may change all. */
export async function rejectUnlessAllowed(db: Db, user: UserReference, actor: Actor | null): Promise<void> {
  const current = orThrow(await findRoles(db, user.id), 'user_not_found')
  if (actor === null) return
  const roles = await findRoles(db, actor.userId)
  const denial = roles === null ? 'not_staff' : passwordResetDenialReason(roles, current)
  if (denial !== null) throw new ApiError(denial)
}

async function findRoles(db: Db, userId: number) {
  const row = await db
    .selectFrom('users')
    .select(['is_admin', 'is_staff'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return row === undefined ? null : { isAdmin: row.is_admin === 1, isStaff: row.is_staff === 1 }
}

/** @param actor null for the command line */
export async function replacePassword(
  db: Db,
  user: UserReference,
  { hash, keepsTokens }: NewPassword,
  { actor, action, now }: { actor: Actor | null; action: AccountChangeAction; now: Date },
): Promise<void> {
  await db.updateTable('users').set({ password_hash: hash }).where('id', '=', user.id).execute()
  await deleteResetToken(db, user.id)
  await clearFailedLogins(db, user.id)
  const endedCount = await endAllSessions(db, user.id)
  if (!keepsTokens) {
    for (const table of ['api_tokens', 'subscriptions'] as const)
      await db.deleteFrom(table).where('user_id', '=', user.id).execute()
  }
  await recordAccountChange(db, user.id, {
    at: now,
    actor,
    action,
    detail: {
      ...(actor?.userId === user.id ? {} : { username: user.username }),
      sessions_ended: endedCount,
      keeps_tokens: keepsTokens,
    },
  })
}

type Owner = { username: string; email: string }

/**
 * Checks a password that somebody chose. Throws `invalid_input` for a common password, the owner's username or email
 * address, and a password that is known from a breach.
 * @param field the input field that the password was entered in
 */
export async function checkNewPassword(
  { breachedPasswords }: Pick<Context, 'breachedPasswords'>,
  password: string,
  owner: Owner,
  field: string,
): Promise<void> {
  if (isCommonPassword(password))
    throw invalidField(field, 'That password is too common. Choose a different one.')
  if (isNameOf(owner, password))
    throw invalidField(field, "A password can't be your username or email address. Choose a different one.")
  if (await breachedPasswords?.includes(password))
    throw invalidField(field, 'That password is known from a data breach. Choose a different one.')
}

/** Whether the password is the username, the email address or the part of it before the @, ignoring case. */
function isNameOf({ username, email }: Owner, password: string): boolean {
  const [localPart = ''] = email.split('@')
  return [username, email, localPart]
    .filter((name) => name !== '')
    .some((name) => normalizeName(name.trim()) === normalizeName(password.trim()))
}

const per15Minutes = (name: string, limit: number) => ({ name, limit, windowMs: 15 * MINUTE_MS })
const perHour = (name: string, limit: number) => ({ name, limit, windowMs: MAX_WINDOW_MS })

/**
 * The rate limit key for a login name that matches no account. The name is hashed because the key
 * is stored, and people sometimes type their password into the username field.
 */
export function unknownAccountKey(login: string): string {
  return `name:${hashToken(normalizeName(login))}`
}

export function normalizeLogin(typed: string): string {
  // Emails contain zero-width spaces in names, which can be copied with them.
  return normalizeName(typed.replaceAll('\u200b', '').trim())
}

/**
 * Failed logins with one username or email address, whether or not there is such an account, so that a lockout does
 * not tell. What was typed is hashed because the key is stored, and people sometimes type their password.
 */
export const failedLoginsWith = (typed: string) =>
  per15Minutes(`login:${hashToken(normalizeLogin(typed))}`, 10)

/** Failed logins on one device to accounts that have signed in on it before. */
export const failedLoginsOnDevice = (deviceId: string) => per15Minutes(`device:${deviceId}`, 10)

export const wrongAdminCodesFromAddress = (address: string) => per15Minutes(`admin-code:${address}`, 10)

/** A shorter code can be guessed if it is a word. Releases before 0.2.0 accepted 8 characters. */
export const MIN_ADMIN_CODE_LENGTH = 16

/**
 * Wrong admin signup codes on the whole site, if the code is short. Strangers can keep a short code from being used
 * with this, which a longer one does not need.
 */
export function wrongShortAdminCodes(code: string) {
  return code.length < MIN_ADMIN_CODE_LENGTH ? [perHour('admin-code', 5)] : []
}

export const lockoutEmailsToAccount = (userId: number) => perHour(`lockout-email:${userId}`, 1)

/** Emails to one account about changes of it. Further ones go to the inbox. */
export const accountNoticesToAccount = (userId: number) => perHour(`account-notice:${userId}`, 20)

export const failedLoginsFromAddress = (address: string) => per15Minutes(`address:${address}`, 50)

export const resetRequestsFromAddress = (address: string) => per15Minutes(`reset-address:${address}`, 50)

/** Verification links sent to one email address, for any account. The address is hashed because the key is stored. */
export const verificationEmailsToAddress = (email: string) =>
  perHour(`verify-email:${hashToken(normalizeName(email))}`, 5)

export const verificationEmailsOfAccount = (userId: number) => perHour(`verify-account:${userId}`, 5)

export const resetEmailsToAccount = (account: string) => perHour(`reset-account:${account}`, 5)

export const failedSecondFactors = (userId: number) => per15Minutes(`second-factor:${userId}`, 10)

/** Challenges for passkeys, requested by one user or from one address block. */
export const passkeyChallenges = (requester: string) => per15Minutes(`passkey-challenge:${requester}`, 60)
