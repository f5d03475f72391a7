import { normalizeName } from '@fieldhouse/domain/names'
import type { Transaction } from 'kysely'
import { recordAuditEntry } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import type { Database } from '../../database/schema.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ApiError } from '../../http/api-error.ts'

export type ListedUser = {
  username: string
  firstName: string
  lastName: string
  isAdmin: boolean
  isStaff: boolean
}

export type UserStore = ReturnType<typeof userStore>

/** Everyone who has an account, for those who run the site. */
export function userStore(db: Db) {
  return {
    /** By username. */
    async list(): Promise<ListedUser[]> {
      const rows = await db
        .selectFrom('users')
        .select(['username', 'first_name', 'last_name', 'is_admin', 'is_staff'])
        .orderBy('username_key')
        .execute()
      return rows.map((row) => ({
        username: row.username,
        firstName: row.first_name,
        lastName: row.last_name,
        isAdmin: row.is_admin === 1,
        isStaff: row.is_staff === 1,
      }))
    },

    /**
     * Makes a user site staff, or no longer; a site admin who is staff no longer is no admin either.
     * Throws `user_not_found`, and `last_site_admin` when nobody would run the site any more.
     */
    async setStaff(
      username: string,
      isStaff: boolean,
      doer: { userId: number; username: string },
      now: Date,
    ) {
      await inTransaction(db, async (transaction) => {
        await lockSiteAdmins(transaction)
        const { numUpdatedRows } = await transaction
          .updateTable('users')
          .set(isStaff ? { is_staff: 1 } : { is_staff: 0, is_admin: 0 })
          .where('username_key', '=', normalizeName(username))
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new ApiError('user_not_found')
        if (!isStaff) await requireSiteAdmin(transaction)
        await recordAuditEntry(transaction, {
          at: now,
          actor: doer,
          action: 'admin.set-staff',
          detail: { username, is_staff: isStaff },
        })
      })
    },
  }
}

/** Makes others who change who runs the site wait until this transaction has ended. */
async function lockSiteAdmins(transaction: Transaction<Database>): Promise<void> {
  await transaction.updateTable('users').set({ is_admin: 1 }).where('is_admin', '=', 1).execute()
}

async function requireSiteAdmin(transaction: Transaction<Database>): Promise<void> {
  const admin = await transaction
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .limit(1)
    .executeTakeFirst()
  if (admin === undefined) throw new ApiError('last_site_admin')
}
