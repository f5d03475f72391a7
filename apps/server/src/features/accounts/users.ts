import {
  createResetLink,
  listUsers,
  removeSecondFactors,
  resetUserPassword,
  setDisabled,
  setStaff,
} from '@fieldhouse/contract/admin'
import { passwordResetDenialReason } from '@fieldhouse/domain/league/roles'
import type { Transaction } from 'kysely'
import { hashPassword } from '../../auth/passwords.ts'
import { endAllSessions } from '../../auth/session-store.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/presenters/to-wire.ts'
import { recordAccountChange } from '../../repositories/accounts/account-changes.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { findUser } from '../../repositories/leagues/memberships.ts'
import { createResetCode } from './emails.ts'
import { checkNewPassword } from './new-password.ts'
import { createHandedOverToken, deleteResetToken, setPasswordOf } from './password-store.ts'
import { deleteSecondFactors } from './second-factor/factor-store.ts'
import { findByUsername } from './store.ts'

/** Other users' accounts, for league admins, site staff and site admins. */
export const users = [
  operation(listUsers, async ({ ctx }) => ({ users: toWire(await listAccounts(ctx.db)) })),

  operation(setStaff, async ({ ctx, user, body: { username, is_staff } }) => {
    const rejection = await changeStaff(ctx.db, username, is_staff, user, ctx.now())
    if (rejection !== null) throw new ApiError(rejection)
    return {
      ok: true as const,
      message: is_staff ? `${username} is now site staff.` : `${username} is no longer site staff.`,
    }
  }),

  operation(setDisabled, async ({ ctx, user, body: { username, is_disabled } }) => {
    const rejection = await changeDisabled(ctx.db, username, is_disabled, user, ctx.now())
    if (rejection !== null) throw new ApiError(rejection)
    return {
      ok: true as const,
      message: is_disabled
        ? `${username}'s account is disabled, and they were signed out everywhere.`
        : `${username} can sign in again.`,
    }
  }),

  operation(removeSecondFactors, async ({ ctx, user, body: { username } }) => {
    const rejection = await removeFactorsOf(ctx.db, username, user, ctx.now())
    if (rejection !== null) throw new ApiError(rejection)
    return {
      ok: true as const,
      message: `${username} was signed out everywhere and signs in without a second factor.`,
    }
  }),

  operation(createResetLink, async ({ ctx, user, body }) => {
    const account = await findByUsername(ctx.db, body.username)
    if (account === null) throw new ApiError('user_not_found')
    const created = await createHandedOverToken(ctx.db, account, user, ctx.now())
    if (typeof created === 'string') throw new ApiError(created)
    const { link } = createResetCode(ctx.publicUrl(), String(account.id), created.token)
    return { link, expires_at: created.expiresAt.toISOString() }
  }),

  operation(resetUserPassword, async ({ ctx, user, body: { username, new_password, keep_tokens } }) => {
    const account = await findByUsername(ctx.db, username)
    if (account === null) throw new ApiError('user_not_found')
    const denial = passwordResetDenialReason(user, account)
    if (denial !== null) throw new ApiError(denial)
    await checkNewPassword(ctx, new_password, account, 'new_password')
    const password = { hash: await hashPassword(new_password, String(user.userId)), keepsTokens: keep_tokens }
    const rejection = await setPasswordOf(ctx.db, account, password, user, ctx.now())
    if (rejection !== null) throw new ApiError(rejection)
    return {
      ok: true as const,
      message: `${account.username} has a new password and was signed out everywhere.`,
    }
  }),
]

/** Sorted by username. */
export async function listAccounts(db: Db) {
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
}

/**
 * Adds or removes the staff flag of a user, unless no site admin would be left. A site admin who loses it
 * stops being an admin too. Returns null, or why nothing was changed.
 */
function changeStaff(
  db: Db,
  username: string,
  isStaff: boolean,
  actor: Actor,
  now: Date,
): Promise<'user_not_found' | 'last_site_admin' | null> {
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
}

/**
 * Disables an account, ends its sessions and revokes its API tokens, or enables it again. Returns null, or why nothing
 * was changed.
 */
function changeDisabled(
  db: Db,
  username: string,
  isDisabled: boolean,
  actor: Actor,
  now: Date,
): Promise<'user_not_found' | 'own_account' | 'last_site_admin' | null> {
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
}

/**
 * Removes the second factors of a user who has lost them, ends their sessions and notifies them. Returns
 * null, or why nothing was changed.
 */
function removeFactorsOf(
  db: Db,
  username: string,
  actor: Actor,
  now: Date,
): Promise<'user_not_found' | 'own_account' | 'user_has_no_second_factor' | null> {
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
