import { normalizeName } from '@fieldhouse/domain/names'
import { recordAccountChange } from '../../auth/account-changes.ts'
import { type Db, inTransaction } from '../../database/engine/database.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { recordAuditEntry } from '../../repositories/audit.ts'
import { changeEmail } from './email.ts'
import { deleteResetToken, lockCurrentPassword } from './password-store.ts'
import { normalizeLogin } from './rate-limits.ts'
import { type Account, openSession, replaceSession, type SignInContext, toAccount } from './sign-in.ts'

export type NewAccount = Omit<Account, 'id' | 'emailState' | 'isDisabled'>

export type AccountChange = Partial<Pick<Account, 'firstName' | 'lastName' | 'email'>>

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
  return insertWith(db, account, { sendsMail, now }, (transaction, { id }) =>
    replaceSession(transaction, id, context),
  )
}

/** Creates an account without a session. Throws `username_taken` and `email_taken`. */
export async function createAccount(db: Db, account: NewAccount, now: Date): Promise<void> {
  await insertWith(db, account, { sendsMail: false, now }, async () => '')
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
): Promise<{ account: Account; token: string }> {
  try {
    return await inTransaction(db, async (transaction) => {
      const created = await insertAccount(transaction, account, now)
      const { id: userId, username } = created
      if (account.email !== '') await changeEmail(transaction, userId, account.email, { sendsMail, now })
      await recordAuditEntry(transaction, {
        at: now,
        actor: { userId, username },
        action: 'account.register',
        detail: { is_admin: account.isAdmin },
      })
      return { account: created, token: await startSession(transaction, created) }
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
