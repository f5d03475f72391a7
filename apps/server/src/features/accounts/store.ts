import { normalizeName } from '@fieldhouse/domain/names'
import type { Kysely, Selectable } from 'kysely'
import { type CurrentUser, endAllSessions, endSession, startSession } from '../../auth/session-store.ts'
import type { Db } from '../../database/engine/database.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database, UsersTable } from '../../database/schema/schema.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import { clearFailedLogins, deleteResetToken, lockCurrentPassword } from './password-store.ts'

export type Account = {
  id: number
  username: string
  firstName: string
  lastName: string
  email: string
  isAdmin: boolean
  isStaff: boolean
  passwordHash: string
}

export type NewAccount = Omit<Account, 'id'>

/** What lists of users contain. */
export type ListedUser = Pick<Account, 'username' | 'firstName' | 'lastName' | 'isAdmin' | 'isStaff'>

/** The circumstances of a login. */
export type SignInContext = {
  userAgent: string | null
  /** The session that the browser had before, which is ended; null for none. */
  replacedSession: { userId: number; tokenHash: string } | null
  now: Date
}

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
   * The account with this username or, failing that, this email address, ignoring case; null when
   * there is none.
   */
  findByLogin(usernameOrEmail: string): Promise<Account | null>
  findByUsername(username: string): Promise<Account | null>
  findById(id: number): Promise<Account | null>
  /** Creates an account, signs in, and returns the session token. */
  register(account: NewAccount, context: SignInContext): Promise<RegistrationResult>
  /** Creates an account without a session. Returns null, or why it was not created. */
  create(account: NewAccount, now: Date): Promise<AccountConflict | null>
  /** Returns the token of a new session, or null when the password has changed since it was verified. */
  signIn(account: Account, context: SignInContext): Promise<string | null>
  /**
   * Updates an account. A new email address invalidates the open reset link, which was sent to the
   * old one, and needs the verified password.
   */
  update(account: Account, change: AccountChange, now: Date): Promise<UpdateResult>
  /** Ends one of the current user's sessions. Returns false when the user has no session with this hash. */
  endOwnSession(currentUser: CurrentUser, tokenHash: string, now: Date): Promise<boolean>
  /** Ends all of the current user's sessions except the current one, and returns their number. */
  endOtherSessions(currentUser: CurrentUser, now: Date): Promise<number>
  isUsernameTaken(username: string): Promise<boolean>
  isEmailTaken(email: string): Promise<boolean>
  /** Whether a different account has the email address. */
  isEmailTakenByOther(userId: number, email: string): Promise<boolean>
  /** Whether at least one site admin exists. */
  hasSiteAdmin(): Promise<boolean>
}

export function accountStore(db: Db): AccountStore {
  return {
    async findByLogin(usernameOrEmail) {
      const key = normalizeName(usernameOrEmail.trim())
      const rows = await db
        .selectFrom('users')
        .selectAll()
        .where((eb) => eb.or([eb('username_key', '=', key), eb('email_key', '=', key)]))
        .execute()
      const row = rows.find(({ username_key }) => username_key === key) ?? rows[0]
      return row === undefined ? null : toAccount(row)
    },

    async findByUsername(username) {
      const row = await db
        .selectFrom('users')
        .selectAll()
        .where('username_key', '=', normalizeName(username))
        .executeTakeFirst()
      return row === undefined ? null : toAccount(row)
    },

    async findById(id) {
      const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : toAccount(row)
    },

    async register(account, context) {
      const result = await insertWith(account, context.now, async (transaction, id) => ({
        account: { ...account, id },
        token: await replaceSession(transaction, id, context),
      }))
      return typeof result === 'string' ? { kind: result } : { kind: 'registered', ...result }
    },

    create: (account, now) => insertWith(account, now, async () => null),

    signIn(account, context) {
      return inTransaction(db, async (transaction) => {
        if (!(await lockCurrentPassword(transaction, account))) return null
        await clearFailedLogins(transaction, account.id)
        await recordAuditEntry(transaction, {
          at: context.now,
          actor: { userId: account.id, username: account.username },
          action: 'account.login',
        })
        return replaceSession(transaction, account.id, context)
      })
    },

    async update(account, change, now) {
      const { email } = change
      const columns = toColumns(change)
      try {
        return await inTransaction(db, async (transaction) => {
          if (email !== undefined) {
            if (!(await lockCurrentPassword(transaction, account))) return { kind: 'password_incorrect' }
            await deleteResetToken(transaction, account.id)
          }
          await transaction
            .updateTable('users')
            .set({ ...columns, ...(email === undefined ? {} : { email_key: emailKey(email) }) })
            .where('id', '=', account.id)
            .execute()
          await recordAuditEntry(transaction, {
            at: now,
            actor: { userId: account.id, username: account.username },
            action: 'account.update',
            detail: { changed: Object.keys(columns).join(', ') },
          })
          return { kind: 'updated', account: { ...account, ...change } }
        })
      } catch (error) {
        if (isUniqueViolation(error)) return { kind: 'email_taken' }
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
      return (await findRow('username_key', normalizeName(username))) !== undefined
    },

    async isEmailTaken(email) {
      return email !== '' && (await findRow('email_key', normalizeName(email))) !== undefined
    },

    async isEmailTakenByOther(userId, email) {
      const row = email === '' ? undefined : await findRow('email_key', normalizeName(email))
      return row !== undefined && row.id !== userId
    },

    async hasSiteAdmin() {
      const row = await db
        .selectFrom('users')
        .select('id')
        .where('is_admin', '=', 1)
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
        await recordAuditEntry(transaction, {
          at: now,
          actor: { userId: id, username: account.username },
          action: 'account.register',
          detail: { is_admin: account.isAdmin },
        })
        return afterInsert(transaction, id)
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      const isUsernameConflict =
        (await findRow('username_key', normalizeName(account.username))) !== undefined
      return isUsernameConflict ? 'username_taken' : 'email_taken'
    }
  }

  function findRow(column: 'username_key' | 'email_key', key: string) {
    return db.selectFrom('users').select('id').where(column, '=', key).executeTakeFirst()
  }
}

function toAccount(row: Selectable<UsersTable>): Account {
  return {
    id: row.id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    isAdmin: row.is_admin === 1,
    isStaff: row.is_staff === 1,
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

function emailKey(email: string): string | null {
  return email === '' ? null : normalizeName(email)
}

async function insertAccount(db: Kysely<Database>, account: NewAccount, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({
      username: account.username,
      username_key: normalizeName(account.username),
      email: account.email,
      email_key: emailKey(account.email),
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

async function replaceSession(db: Kysely<Database>, userId: number, context: SignInContext): Promise<string> {
  const { userAgent, replacedSession, now } = context
  if (replacedSession !== null) await endSession(db, replacedSession.userId, replacedSession.tokenHash)
  return startSession(db, { userId, userAgent, now })
}
