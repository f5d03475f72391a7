import { normalizeName } from '@fieldhouse/domain/names'
import type { Kysely, Selectable } from 'kysely'
import { recordAuditEntry } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import type { Database, UsersTable } from '../../database/schema.ts'
import { inTransaction, isUniqueViolation } from '../../database/transaction.ts'
import { ApiError } from '../../http/api-error.ts'
import { type CurrentUser, endAllSessions, endSession, startSession } from '../../http/session-store.ts'
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

/** How somebody signs in. */
export type SignInContext = {
  userAgent: string | null
  /** The session that the browser has had until now, which ends. */
  replacedSession: { userId: number; tokenHash: string } | null
  now: Date
}

export type AccountChange = Partial<Pick<Account, 'firstName' | 'lastName' | 'email'>>

export type AccountStore = ReturnType<typeof accountStore>

export function accountStore(db: Db) {
  return {
    /** The account of a username, else of an email address, without regard to case; null when there is none. */
    async findByLogin(usernameOrEmail: string): Promise<Account | null> {
      const key = normalizeName(usernameOrEmail.trim())
      const rows = await db
        .selectFrom('users')
        .selectAll()
        .where((eb) => eb.or([eb('username_key', '=', key), eb('email_key', '=', key)]))
        .execute()
      const row = rows.find((each) => each.username_key === key) ?? rows[0]
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

    /** Creates an account that is signed in, and returns the session's token. Throws `username_taken` or `email_taken`. */
    async register(account: NewAccount, how: SignInContext): Promise<{ account: Account; token: string }> {
      return createWith(account, how.now, async (transaction, id) => ({
        account: { ...account, id },
        token: await replaceSession(transaction, id, how),
      }))
    },

    /** Creates an account that nobody is signed in to. Throws `username_taken` or `email_taken`. */
    async create(account: NewAccount, now: Date): Promise<void> {
      await createWith(account, now, async () => undefined)
    },

    /** Returns the token of a new session; null when the password that was proven has been changed since. */
    async signIn(account: Account, how: SignInContext): Promise<string | null> {
      return inTransaction(db, async (transaction) => {
        if (!(await lockCurrentPassword(transaction, account))) return null
        await clearFailedLogins(transaction, account.id)
        await recordAuditEntry(transaction, {
          at: how.now,
          actor: { userId: account.id, username: account.username },
          action: 'account.login',
        })
        return replaceSession(transaction, account.id, how)
      })
    },

    /**
     * A new email address ends the open reset link, which went to the old one. Throws `email_taken`,
     * and `password_incorrect` when the password that was proven for it has been changed since.
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

    /** Ends one of a person's own sessions; false when they have no such session. */
    async endOwnSession(caller: CurrentUser, tokenHash: string, now: Date): Promise<boolean> {
      return inTransaction(db, async (transaction) => {
        const hasEnded = await endSession(transaction, caller.userId, tokenHash)
        if (hasEnded) await recordEndedSessions(transaction, caller, 1, now)
        return hasEnded
      })
    },

    /** Ends all of a person's sessions but the one they ask with, and returns how many. */
    async endOtherSessions(caller: CurrentUser, now: Date): Promise<number> {
      return inTransaction(db, async (transaction) => {
        const ended = await endAllSessions(transaction, caller.userId, caller.tokenHash)
        if (ended > 0) await recordEndedSessions(transaction, caller, ended, now)
        return ended
      })
    },

    async isUsernameTaken(username: string): Promise<boolean> {
      return (await findRow('username_key', normalizeName(username))) !== undefined
    },

    async isEmailTaken(email: string): Promise<boolean> {
      return email !== '' && (await findRow('email_key', normalizeName(email))) !== undefined
    },

    /** Whether another than this account has the address. */
    async isEmailTakenByOther(userId: number, email: string): Promise<boolean> {
      const row = email === '' ? undefined : await findRow('email_key', normalizeName(email))
      return row !== undefined && row.id !== userId
    },

    /** Whether anybody can run the site. */
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

  /** Adds an account, with what belongs to it in the same transaction. */
  async function createWith<Result>(
    account: NewAccount,
    now: Date,
    andThen: (transaction: Kysely<Database>, id: number) => Promise<Result>,
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
        return andThen(transaction, id)
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      const isName = (await findRow('username_key', normalizeName(account.username))) !== undefined
      throw new ApiError(isName ? 'username_taken' : 'email_taken', { cause: error })
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
  caller: CurrentUser,
  ended: number,
  now: Date,
): Promise<void> {
  return recordAuditEntry(db, { at: now, actor: caller, action: 'account.end_sessions', detail: { ended } })
}

async function replaceSession(db: Kysely<Database>, userId: number, how: SignInContext): Promise<string> {
  if (how.replacedSession !== null)
    await endSession(db, how.replacedSession.userId, how.replacedSession.tokenHash)
  return startSession(db, { userId, userAgent: how.userAgent, now: how.now })
}
