import { normalizeName } from '@fieldhouse/domain/names'
import type { Transaction } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'

export type ListedUser = {
  username: string
  firstName: string
  lastName: string
  isAdmin: boolean
  isStaff: boolean
}

export type UserStore = ReturnType<typeof userStore>

/** All accounts, for site and league admins. */
export function userStore(db: Db) {
  return {
    /** Sorted by username. */
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
     * Adds or removes the staff flag of a user. A site admin who loses it stops being an admin too.
     * Throws `user_not_found`, and `last_site_admin` when no site admin would be left.
     */
    async setStaff(
      username: string,
      isStaff: boolean,
      actor: { userId: number; username: string },
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
          actor,
          action: 'admin.set-staff',
          detail: { username, is_staff: isStaff },
        })
      })
    },
  }
}

/** Locks the site admins' rows, so that concurrent changes wait until the transaction ends. */
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
