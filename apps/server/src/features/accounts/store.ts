import { normalizeName } from '@fieldhouse/domain/names'
import type { Kysely, Selectable } from 'kysely'
import { type CurrentUser, endAllSessions, endSession } from '../../auth/session-store.ts'
import type { Db } from '../../database/engine/database.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database, UsersTable } from '../../database/schema/schema.ts'
import { insertJobs } from '../../jobs/job-queue-store.ts'
import { recordAccountChange } from '../../repositories/accounts/account-changes.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import { changeEmail, type EmailState, EmailTakenError, emailStateOf } from './email/email-store.ts'
import { verificationEmailRequest } from './email/verification-link.ts'
import { deleteResetToken, lockCurrentPassword } from './password-store.ts'
import { normalizeLogin } from './rate-limits.ts'
import { openSession, replaceSession, type SignInContext } from './sign-in-store.ts'

export type Account = {
  id: number
  username: string
  firstName: string
  lastName: string
  email: string
  emailState: EmailState
  isAdmin: boolean
  isStaff: boolean
  isDisabled: boolean
  passwordHash: string
}

export type NewAccount = Omit<Account, 'id' | 'emailState' | 'isDisabled'>

/** What lists of users contain. */
export type ListedUser = Pick<Account, 'username' | 'firstName' | 'lastName' | 'isAdmin' | 'isStaff'>

export type AccountChange = Partial<Pick<Account, 'firstName' | 'lastName' | 'email'>>

/** Why an account was not created. */
export type AccountConflict = 'username_taken' | 'email_taken'

export type RegistrationResult =
  | { kind: 'registered'; account: Account; token: string }
  | { kind: AccountConflict }

/** `password_incorrect`: the password has changed since it was verified. */
export type UpdateResult =
  | { kind: 'updated'; account: Account }
  | { kind: 'password_incorrect' | 'email_taken' }

export interface AccountStore {
  /**
   * The accounts that a text in the login field can mean, ignoring case: the one with this email address, and the
   * one with this username. Both exist only if the username contains an @, which no new one does.
   */
  findForSignIn(usernameOrEmail: string): Promise<Account[]>
  /**
   * The account with this email address or, failing that, this username, ignoring case; null when there is none or it is
   * disabled.
   */
  findForReset(usernameOrEmail: string): Promise<Account | null>
  findByUsername(username: string): Promise<Account | null>
  findById(id: number): Promise<Account | null>
  /** Creates an account, signs in, and returns the session token. */
  register(account: NewAccount, context: SignInContext): Promise<RegistrationResult>
  /** Creates an account without a session. Returns null, or why it was not created. */
  create(account: NewAccount, now: Date): Promise<AccountConflict | null>
  /** Returns the token of a new session, or null when the password has changed since it was verified. */
  signIn(account: Account, context: SignInContext): Promise<string | null>
  /**
   * Updates an account. A new email address is unverified, invalidates the open reset link, which was sent to
   * the old one, and needs the verified password.
   */
  update(account: Account, change: AccountChange, now: Date): Promise<UpdateResult>
  /** Ends one of the current user's sessions. Returns false when the user has no session with this hash. */
  endOwnSession(currentUser: CurrentUser, tokenHash: string, now: Date): Promise<boolean>
  /** Ends all of the current user's sessions except the current one, and returns their number. */
  endOtherSessions(currentUser: CurrentUser, now: Date): Promise<number>
  isUsernameTaken(username: string): Promise<boolean>
  /** Whether at least one site admin exists whose account is not disabled. */
  hasSiteAdmin(): Promise<boolean>
}

/** With `sendsMail`, a verification link to a new email address is queued together with the address. */
export function accountStore(db: Db, { sendsMail } = { sendsMail: false }): AccountStore {
  return {
    findForSignIn: findByLogin,

    findForReset: async (usernameOrEmail) => {
      const [account] = await findByLogin(usernameOrEmail)
      return account === undefined || account.isDisabled ? null : account
    },

    findByUsername: async (username) => (await findByKey('username_key', normalizeName(username)))[0] ?? null,

    async findById(id) {
      const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : toAccount(row)
    },

    async register(account, context) {
      const emailState = account.email === '' ? 'none' : 'unverified'
      const result = await insertWith(account, context.now, async (transaction, id) => ({
        account: { ...account, id, emailState, isDisabled: false } as const,
        token: await replaceSession(transaction, id, context),
      }))
      return typeof result === 'string' ? { kind: result } : { kind: 'registered', ...result }
    },

    create: (account, now) => insertWith(account, now, async () => null),

    signIn(account, context) {
      return inTransaction(db, async (transaction) => {
        if (!(await lockCurrentPassword(transaction, account))) return null
        return openSession(transaction, account, context)
      })
    },

    async update(account, change, now) {
      const { email } = change
      const columns = toColumns(change)
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
          if (isNewAddress) await recordAccountChange(transaction, account.id, entry)
          else await recordAuditEntry(transaction, entry)
          if (isNewAddress) await enterEmail(transaction, account.id, email, now)
          await transaction.updateTable('users').set(columns).where('id', '=', account.id).execute()
          const emailState = email === '' ? 'none' : isNewAddress ? 'unverified' : account.emailState
          return { kind: 'updated', account: { ...account, ...change, emailState } }
        })
      } catch (error) {
        if (isUniqueViolation(error) || error instanceof EmailTakenError) return { kind: 'email_taken' }
        throw error
      }
    },

    endOwnSession(currentUser, tokenHash, now) {
      return inTransaction(db, async (transaction) => {
        const hasEnded = await endSession(transaction, currentUser.userId, tokenHash)
        if (hasEnded) await recordEndedSessions(transaction, currentUser, 1, now)
        return hasEnded
      })
    },

    endOtherSessions(currentUser, now) {
      return inTransaction(db, async (transaction) => {
        const endedCount = await endAllSessions(transaction, currentUser.userId, currentUser.tokenHash)
        if (endedCount > 0) await recordEndedSessions(transaction, currentUser, endedCount, now)
        return endedCount
      })
    },

    async isUsernameTaken(username) {
      return (await findByKey('username_key', normalizeName(username))).length > 0
    },

    async hasSiteAdmin() {
      const row = await db
        .selectFrom('users')
        .select('id')
        .where('is_admin', '=', 1)
        .where('disabled_at', 'is', null)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
  }

  /** Inserts an account and runs `afterInsert` in the same transaction, whose result is not text. */
  async function insertWith<Result>(
    account: NewAccount,
    now: Date,
    afterInsert: (transaction: Kysely<Database>, id: number) => Promise<Result>,
  ): Promise<Result | AccountConflict> {
    try {
      return await inTransaction(db, async (transaction) => {
        const id = await insertAccount(transaction, account, now)
        if (account.email !== '') await enterEmail(transaction, id, account.email, now)
        await recordAuditEntry(transaction, {
          at: now,
          actor: { userId: id, username: account.username },
          action: 'account.register',
          detail: { is_admin: account.isAdmin },
        })
        return afterInsert(transaction, id)
      })
    } catch (error) {
      if (error instanceof EmailTakenError) return 'email_taken'
      if (!isUniqueViolation(error)) throw error
      const sameUsername = await findByKey('username_key', normalizeName(account.username))
      return sameUsername.length > 0 ? 'username_taken' : 'email_taken'
    }
  }

  async function enterEmail(transaction: Kysely<Database>, userId: number, email: string, now: Date) {
    await changeEmail(transaction, userId, email, now)
    if (sendsMail && email !== '') await insertJobs(transaction, [verificationEmailRequest(userId)], now)
  }

  /** What contains an @ is an email address first. */
  async function findByLogin(usernameOrEmail: string): Promise<Account[]> {
    const key = normalizeLogin(usernameOrEmail)
    const byEmail = key.includes('@') ? await findByKey('email_key', key) : []
    const byUsername = await findByKey('username_key', key)
    return [...byEmail, ...byUsername.filter(({ id }) => id !== byEmail[0]?.id)]
  }

  async function findByKey(column: 'username_key' | 'email_key', key: string): Promise<Account[]> {
    const rows = await db.selectFrom('users').selectAll().where(column, '=', key).execute()
    return rows.map(toAccount)
  }
}

export function toAccount(row: Selectable<UsersTable>): Account {
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

function toColumns({ firstName, lastName, email }: AccountChange) {
  return {
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
    ...(email === undefined ? {} : { email }),
  }
}

export async function insertAccount(db: Kysely<Database>, account: NewAccount, now: Date): Promise<number> {
  const { id } = await db
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
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function recordEndedSessions(
  db: Kysely<Database>,
  currentUser: CurrentUser,
  endedCount: number,
  now: Date,
): Promise<void> {
  return recordAuditEntry(db, {
    at: now,
    actor: currentUser,
    action: 'account.end_sessions',
    detail: { ended: endedCount },
  })
}
