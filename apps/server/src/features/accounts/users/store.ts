import type { Transaction } from 'kysely'
import { endAllSessions } from '../../../auth/session-store.ts'
import type { Db } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { recordAccountChange } from '../../../repositories/accounts/account-changes.ts'
import { type Actor, recordAuditEntry } from '../../../repositories/audit/audit.ts'
import { findUser } from '../../../repositories/leagues/memberships.ts'
import { deleteResetToken } from '../password-store.ts'
import { deleteSecondFactors } from '../second-factor/factor-store.ts'
import type { ListedUser } from '../store.ts'

export type UserRow = ListedUser & { isDisabled: boolean }

/** All accounts, for site and league admins. */
export interface UserStore {
  /** Sorted by username. */
  list(): Promise<UserRow[]>
  /**
   * Adds or removes the staff flag of a user, unless no site admin would be left. A site admin who loses it
   * stops being an admin too. Returns null, or why nothing was changed.
   */
  setStaff(
    username: string,
    isStaff: boolean,
    actor: Actor,
    now: Date,
  ): Promise<'user_not_found' | 'last_site_admin' | null>
  /**
   * Disables an account, ends its sessions and revokes its API tokens, or enables it again. Returns null, or why nothing
   * was changed.
   */
  setDisabled(
    username: string,
    isDisabled: boolean,
    actor: Actor,
    now: Date,
  ): Promise<'user_not_found' | 'own_account' | 'last_site_admin' | null>
  /**
   * Removes the second factors of a user who has lost them, ends their sessions and notifies them. Returns
   * null, or why nothing was changed.
   */
  removeSecondFactors(
    username: string,
    actor: Actor,
    now: Date,
  ): Promise<'user_not_found' | 'own_account' | 'user_has_no_second_factor' | null>
}

export function userStore(db: Db): UserStore {
  return {
    async list() {
      const rows = await db
        .selectFrom('users')
        .select(['username', 'first_name', 'last_name', 'is_admin', 'is_staff', 'disabled_at'])
        .where('deleted_at', 'is', null)
        .orderBy('username_key')
        .execute()
      return rows.map((row) => ({
        username: row.username,
        firstName: row.first_name,
        lastName: row.last_name,
        isAdmin: row.is_admin === 1,
        isStaff: row.is_staff === 1,
        isDisabled: row.disabled_at !== null,
      }))
    },

    setStaff(username, isStaff, actor, now) {
      return inTransaction(db, async (transaction) => {
        await lockSiteAdmins(transaction)
        const user = await findUser(transaction, username)
        if (user === null) return 'user_not_found'
        if (!isStaff && !(await hasOtherSiteAdmin(transaction, user.id))) return 'last_site_admin'
        await transaction
          .updateTable('users')
          .set(isStaff ? { is_staff: 1 } : { is_staff: 0, is_admin: 0 })
          .where('id', '=', user.id)
          .execute()
        await recordAccountChange(transaction, user.id, {
          at: now,
          actor,
          action: 'admin.set-staff',
          detail: { username, is_staff: isStaff },
        })
        return null
      })
    },

    setDisabled(username, isDisabled, actor, now) {
      return inTransaction(db, async (transaction) => {
        await lockSiteAdmins(transaction)
        const user = await findUser(transaction, username)
        if (user === null || (await isDeleted(transaction, user.id))) return 'user_not_found'
        if (user.id === actor.userId) return 'own_account'
        if (isDisabled && !(await hasOtherSiteAdmin(transaction, user.id))) return 'last_site_admin'
        await transaction
          .updateTable('users')
          .set({ disabled_at: isDisabled ? now.getTime() : null })
          .where('id', '=', user.id)
          .execute()
        if (isDisabled) await endAccess(transaction, user.id)
        await recordAuditEntry(transaction, {
          at: now,
          actor,
          action: isDisabled ? 'admin.disable' : 'admin.enable',
          detail: { username: user.username },
        })
        return null
      })
    },

    removeSecondFactors(username, actor, now) {
      return inTransaction(db, async (transaction) => {
        const user = await findUser(transaction, username)
        if (user === null || (await isDeleted(transaction, user.id))) return 'user_not_found'
        if (user.id === actor.userId) return 'own_account'
        if (!(await deleteSecondFactors(transaction, user.id))) return 'user_has_no_second_factor'
        await endAllSessions(transaction, user.id)
        await recordAccountChange(transaction, user.id, {
          at: now,
          actor,
          action: 'admin.remove-factors',
          detail: { username: user.username },
        })
        return null
      })
    },
  }
}

async function isDeleted(transaction: Transaction<Database>, userId: number): Promise<boolean> {
  const user = await transaction
    .selectFrom('users')
    .select('deleted_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return user.deleted_at !== null
}

/** Ends everything with which somebody reaches an account. Push subscriptions end with their sessions. */
export async function endAccess(transaction: Transaction<Database>, userId: number): Promise<void> {
  await endAllSessions(transaction, userId)
  await deleteResetToken(transaction, userId)
  await transaction.deleteFrom('api_tokens').where('user_id', '=', userId).execute()
}

/** Locks the site admins' rows, so that concurrent changes wait until the transaction ends. */
export async function lockSiteAdmins(transaction: Transaction<Database>): Promise<void> {
  await transaction.updateTable('users').set({ is_admin: 1 }).where('is_admin', '=', 1).execute()
}

/** Whether there is a site admin other than this user whose account is not disabled. */
export async function hasOtherSiteAdmin(
  transaction: Transaction<Database>,
  userId: number,
): Promise<boolean> {
  const admin = await transaction
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .where('disabled_at', 'is', null)
    .where('id', '!=', userId)
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}
