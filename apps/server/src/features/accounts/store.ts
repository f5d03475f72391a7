import { normalizeName } from '@fieldhouse/domain/names'
import type { Db } from '../../database/engine/database.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { insertJobs } from '../../jobs/job-queue-store.ts'
import { recordAccountChange } from '../../repositories/accounts/account-changes.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import { changeEmail, EmailTakenError } from './email.ts'
import { verificationEmailRequest } from './emails.ts'
import { deleteResetToken, lockCurrentPassword } from './password-store.ts'
import { normalizeLogin } from './rate-limits.ts'
import { type Account, openSession, replaceSession, type SignInContext, toAccount } from './sign-in.ts'

export type NewAccount = Omit<Account, 'id' | 'emailState' | 'isDisabled'>

export type AccountChange = Partial<Pick<Account, 'firstName' | 'lastName' | 'email'>>

export type AccountConflict = 'username_taken' | 'email_taken'

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
 * Creates an account, signs in, and returns the session token.
 * @param sendsMail whether a verification link to the email address is queued. So in `updateProfile`.
 */
export async function registerAccount(
  db: Db,
  account: NewAccount,
  context: SignInContext,
  sendsMail: boolean,
): Promise<{ kind: 'registered'; account: Account; token: string } | { kind: AccountConflict }> {
  const { now } = context
  const token = (transaction: Db, { id }: Account) => replaceSession(transaction, id, context)
  const result = await insertWith(db, account, { sendsMail, now }, token)
  return typeof result === 'string' ? { kind: result } : { kind: 'registered', ...result }
}

/** Creates an account without a session. Returns null, or why it was not created. */
export async function createAccount(db: Db, account: NewAccount, now: Date): Promise<AccountConflict | null> {
  const result = await insertWith(db, account, { sendsMail: false, now }, async () => '')
  return typeof result === 'string' ? result : null
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
 * the old one, and needs the verified password. `password_incorrect`: it has changed since it was verified.
 */
export async function updateProfile(
  db: Db,
  account: Account,
  change: AccountChange,
  { sendsMail, now }: { sendsMail: boolean; now: Date },
): Promise<{ kind: 'updated'; account: Account } | { kind: 'password_incorrect' | 'email_taken' }> {
  const { firstName, lastName, email } = change
  const columns = {
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
    ...(email === undefined ? {} : { email }),
  }
  const isNewAddress = email !== undefined && normalizeName(email) !== normalizeName(account.email)
  try {
    return await inTransaction(db, async (transaction) => {
      if (email !== undefined) {
        if (!(await lockCurrentPassword(transaction, account))) return { kind: 'password_incorrect' }
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
        await enterEmail(transaction, account.id, email, { sendsMail, now })
      } else await recordAuditEntry(transaction, entry)
      await transaction.updateTable('users').set(columns).where('id', '=', account.id).execute()
      const emailState = email === '' ? 'none' : isNewAddress ? 'unverified' : account.emailState
      return { kind: 'updated', account: { ...account, ...change, emailState } }
    })
  } catch (error) {
    if (isUniqueViolation(error) || error instanceof EmailTakenError) return { kind: 'email_taken' }
    throw error
  }
}

export async function insertAccount(db: Db, account: NewAccount, now: Date): Promise<Account> {
  const row = await db
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
  return toAccount(row)
}

async function insertWith(
  db: Db,
  account: NewAccount,
  { sendsMail, now }: { sendsMail: boolean; now: Date },
  startSession: (transaction: Db, created: Account) => Promise<string>,
): Promise<{ account: Account; token: string } | AccountConflict> {
  try {
    return await inTransaction(db, async (transaction) => {
      const created = await insertAccount(transaction, account, now)
      const { id: userId, username } = created
      if (account.email !== '') await enterEmail(transaction, userId, account.email, { sendsMail, now })
      await recordAuditEntry(transaction, {
        at: now,
        actor: { userId, username },
        action: 'account.register',
        detail: { is_admin: account.isAdmin },
      })
      return { account: created, token: await startSession(transaction, created) }
    })
  } catch (error) {
    if (error instanceof EmailTakenError) return 'email_taken'
    if (!isUniqueViolation(error)) throw error
    return (await findByUsername(db, account.username)) === null ? 'email_taken' : 'username_taken'
  }
}

async function enterEmail(
  transaction: Db,
  userId: number,
  email: string,
  { sendsMail, now }: { sendsMail: boolean; now: Date },
): Promise<void> {
  await changeEmail(transaction, userId, email, now)
  if (sendsMail && email !== '') await insertJobs(transaction, [verificationEmailRequest(userId)], now)
}

async function findByKey(db: Db, column: 'username_key' | 'email_key', key: string): Promise<Account[]> {
  const rows = await db.selectFrom('users').selectAll().where(column, '=', key).execute()
  return rows.map(toAccount)
}
