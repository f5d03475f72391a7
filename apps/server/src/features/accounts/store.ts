import { foldName } from '@fieldhouse/domain/names'
import { recordAct } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import { inTransaction, isDuplicate } from '../../database/transaction.ts'
import { ApiError } from '../../http/api-error.ts'

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

export type AccountStore = ReturnType<typeof accountStore>

export function accountStore(db: Db) {
  return {
    /** The account of a username, else of an e-mail address, without regard to case; null when there is none. */
    async find(usernameOrEmail: string): Promise<Account | null> {
      const key = foldName(usernameOrEmail.trim())
      const rows = await db
        .selectFrom('users')
        .selectAll()
        .where((eb) => eb.or([eb('username_key', '=', key), eb('email_key', '=', key)]))
        .execute()
      const row = rows.find((each) => each.username_key === key) ?? rows[0]
      if (row === undefined) return null
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
    },

    /** Throws `username_taken` or `email_taken`. */
    async create(account: NewAccount, now: Date): Promise<Account> {
      try {
        return await inTransaction(db, async (transaction) => {
          const { id } = await transaction
            .insertInto('users')
            .values({
              username: account.username,
              username_key: foldName(account.username),
              email: account.email,
              email_key: account.email === '' ? null : foldName(account.email),
              first_name: account.firstName,
              last_name: account.lastName,
              password_hash: account.passwordHash,
              is_admin: account.isAdmin ? 1 : 0,
              is_staff: account.isStaff ? 1 : 0,
              created_at: now.getTime(),
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          await recordAct(transaction, {
            at: now,
            actor: { userId: id, username: account.username },
            action: 'account.register',
            detail: { is_admin: account.isAdmin },
          })
          return { ...account, id }
        })
      } catch (error) {
        if (!isDuplicate(error)) throw error
        throw new ApiError(
          (await this.isUsernameTaken(account.username)) ? 'username_taken' : 'email_taken',
          {
            cause: error,
          },
        )
      }
    },

    async isUsernameTaken(username: string): Promise<boolean> {
      return (await rowWith('username_key', foldName(username))) !== undefined
    },

    async isEmailTaken(email: string): Promise<boolean> {
      return email !== '' && (await rowWith('email_key', foldName(email))) !== undefined
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

  function rowWith(column: 'username_key' | 'email_key', key: string) {
    return db.selectFrom('users').select('id').where(column, '=', key).executeTakeFirst()
  }
}
