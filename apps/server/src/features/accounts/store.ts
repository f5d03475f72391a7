import { normalizeName } from '@fieldhouse/domain/names'
import type { Kysely, Selectable } from 'kysely'
import { type CurrentUser, endAllSessions, endSession, startSession } from '../../auth/session-store.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction, isUniqueViolation } from '../../database/engine/transaction.ts'
import type { Database, UsersTable } from '../../database/schema/schema.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import { deleteResetToken, lockCurrentPassword } from './password-store.ts'
import { clearFailedLogins } from './rate-limits.ts'

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

/** The circumstances of a login. */
export type SignInContext = {
  userAgent: string | null
  /** The session that the browser had before, which is ended; null for none. */
  replacedSession: { userId: number; tokenHash: string } | null
  now: Date
}

export type AccountChange = Partial<Pick<Account, 'firstName' | 'lastName' | 'email'>>

export type AccountStore = ReturnType<typeof accountStore>

export function accountStore(db: Db) {
  return {
    /**
     * The account with this username or, failing that, this email address, ignoring case; null when
     * there is none.
     */
    async findByLogin(usernameOrEmail: string): Promise<Account | null> {
      const key = normalizeName(usernameOrEmail.trim())
      const rows = await db
        .selectFrom('users')
        .selectAll()
        .where((eb) => eb.or([eb('username_key', '=', key), eb('email_key', '=', key)]))
        .execute()
      const row = rows.find(({ username_key }) => username_key === key) ?? rows[0]
      return row === undefined ? null : toAccount(row)
    },

    async findByUsername(username: string): Promise<Account | null> {
      const row = await db
        .selectFrom('users')
        .selectAll()
        .where('username_key', '=', normalizeName(username))
        .executeTakeFirst()
      return row === undefined ? null : toAccount(row)
    },

    async findById(id: number): Promise<Account | null> {
      const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : toAccount(row)
    },

    /**
     * Creates an account, signs in, and returns the session token. Throws `username_taken` or
     * `email_taken`.
     */
    async register(
      account: NewAccount,
      context: SignInContext,
    ): Promise<{ account: Account; token: string }> {
      return insertWith(account, context.now, async (transaction, id) => ({
        account: { ...account, id },
        token: await replaceSession(transaction, id, context),
      }))
    },

    /** Creates an account without a session. Throws `username_taken` or `email_taken`. */
    async create(account: NewAccount, now: Date): Promise<void> {
      await insertWith(account, now, async () => undefined)
    },

    /** Returns the token of a new session, or null when the password has changed since it was verified. */
    async signIn(account: Account, context: SignInContext): Promise<string | null> {
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

    /**
     * Updates an account. A new email address invalidates the open reset link, which was sent to the
     * old one. Throws `email_taken`, and `password_incorrect` when the email address changes and the
     * password has changed since it was verified.
     */
    async update(account: Account, change: AccountChange, now: Date): Promise<Account> {
      const { email } = change
      const columns = toColumns(change)
      try {
        await inTransaction(db, async (transaction) => {
          if (email !== undefined) {
            if (!(await lockCurrentPassword(transaction, account))) throw new ApiError('password_incorrect')
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
        })
      } catch (error) {
        throw isUniqueViolation(error) ? new ApiError('email_taken', { cause: error }) : error
      }
      return { ...account, ...change }
    },

    /** Ends one of the current user's sessions. Returns false when the user has no session with this hash. */
    async endOwnSession(currentUser: CurrentUser, tokenHash: string, now: Date): Promise<boolean> {
      return inTransaction(db, async (transaction) => {
        const hasEnded = await endSession(transaction, currentUser.userId, tokenHash)
        if (hasEnded) await recordEndedSessions(transaction, currentUser, 1, now)
        return hasEnded
      })
    },

    /** Ends all of the current user's sessions except the current one, and returns their number. */
    async endOtherSessions(currentUser: CurrentUser, now: Date): Promise<number> {
      return inTransaction(db, async (transaction) => {
        const endedCount = await endAllSessions(transaction, currentUser.userId, currentUser.tokenHash)
        if (endedCount > 0) await recordEndedSessions(transaction, currentUser, endedCount, now)
        return endedCount
      })
    },

    async isUsernameTaken(username: string): Promise<boolean> {
      return (await findRow('username_key', normalizeName(username))) !== undefined
    },

    async isEmailTaken(email: string): Promise<boolean> {
      return email !== '' && (await findRow('email_key', normalizeName(email))) !== undefined
    },

    /** Whether a different account has the email address. */
    async isEmailTakenByOther(userId: number, email: string): Promise<boolean> {
      const row = email === '' ? undefined : await findRow('email_key', normalizeName(email))
      return row !== undefined && row.id !== userId
    },

    /** Whether at least one site admin exists. */
    async hasSiteAdmin(): Promise<boolean> {
      const row = await db
        .selectFrom('users')
        .select('id')
        .where('is_admin', '=', 1)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
  }

  /** Inserts an account and runs `afterInsert` in the same transaction. */
  async function insertWith<Result>(
    account: NewAccount,
    now: Date,
    afterInsert: (transaction: Kysely<Database>, id: number) => Promise<Result>,
  ): Promise<Result> {
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
      throw new ApiError(isUsernameConflict ? 'username_taken' : 'email_taken', { cause: error })
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
