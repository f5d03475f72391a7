import * as contract from '@fieldhouse/contract/admin'
import { passwordResetDenialReason } from '@fieldhouse/domain/league/roles'
import { displayNameOf, normalizeName } from '@fieldhouse/domain/names'
import { changeAccount } from '../../auth/account-changes.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { endAllSessions } from '../../auth/session-store.ts'
import type { Db, DbTransaction } from '../../database/engine/database.ts'
import { ApiError, orThrow } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import { type Actor, changeWithAudit } from '../../repositories/audit.ts'
import { findUser } from '../../repositories/memberships.ts'
import { createResetCode } from './email.ts'
import { deleteSecondFactors } from './factor-store.ts'
import {
  checkNewPassword,
  createResetToken,
  deleteResetToken,
  HANDED_OVER,
  lockUser,
  rejectUnlessAllowed,
  setPasswordOf,
} from './password-store.ts'
import { hasSiteAdmin } from './read-site-admin.ts'
import { findByUsername } from './sign-in.ts'

export const users = [
  operation(contract.listUsers, async ({ ctx }) => ({ users: toWire(await listAccounts(ctx.db)) })),

  /** A site admin who loses the staff flag stops being an admin too. */
  operation(contract.setStaff, async (call) => {
    const { username, is_staff } = call.body
    return changeAccount(call, async ({ transaction, record }) => {
      await lockSiteAdmins(transaction)
      const user = orThrow(await findUser(transaction, username), 'user_not_found')
      if (!is_staff && !(await hasSiteAdmin(transaction, user.id))) throw new ApiError('last_site_admin')
      await transaction
        .updateTable('users')
        .set(is_staff ? { is_staff: 1 } : { is_staff: 0, is_admin: 0 })
        .where('id', '=', user.id)
        .execute()
      await record('admin.set-staff', { username, is_staff }, user.id)
      return {
        ok: true as const,
        message: is_staff ? `${user.name} is now site staff.` : `${user.name} is no longer site staff.`,
      }
    })
  }),

  operation(contract.setDisabled, async (call) => {
    const { username, is_disabled } = call.body
    return changeWithAudit(call, async ({ transaction, now, audit }) => {
      await lockSiteAdmins(transaction)
      const user = await requireOther(transaction, username, call.user)
      if (is_disabled && !(await hasSiteAdmin(transaction, user.id))) throw new ApiError('last_site_admin')
      await transaction
        .updateTable('users')
        .set({ disabled_at: is_disabled ? now.getTime() : null })
        .where('id', '=', user.id)
        .execute()
      if (is_disabled) await endAccess(transaction, user.id)
      await audit(is_disabled ? 'admin.disable' : 'admin.enable', { username: user.username })
      return {
        ok: true as const,
        message: is_disabled
          ? `${user.name}'s account is disabled, and they were signed out everywhere.`
          : `${user.name} can sign in again.`,
      }
    })
  }),

  operation(contract.removeSecondFactors, (call) =>
    changeAccount(call, async ({ transaction, record }) => {
      const user = await requireOther(transaction, call.body.username, call.user)
      if (!(await deleteSecondFactors(transaction, user.id))) throw new ApiError('user_has_no_second_factor')
      await endAllSessions(transaction, user.id)
      await record('admin.remove-factors', { username: user.username }, user.id)
      return {
        ok: true as const,
        message: `${user.name} was signed out everywhere and signs in without a second factor.`,
      }
    }),
  ),

  /** The roles of both are checked with the user's row locked. */
  operation(contract.createResetLink, async (call) => {
    const { ctx, user: actor, body } = call
    const account = orThrow(await findByUsername(ctx.db, body.username), 'user_not_found')
    const { id, username } = account
    const { token, expiresAt } = await changeAccount(call, async ({ transaction, now, record }) => {
      await lockUser(transaction, id)
      await rejectUnlessAllowed(transaction, account, actor)
      const created = await createResetToken(transaction, id, now, HANDED_OVER)
      await record('admin.reset-link', { username }, id)
      return created
    })
    const { link } = createResetCode(ctx.publicUrl(), String(id), token)
    return { link, expires_at: expiresAt.toISOString() }
  }),

  operation(
    contract.resetUserPassword,
    async ({ ctx, user, body: { username, new_password, keep_tokens } }) => {
      const account = orThrow(await findByUsername(ctx.db, username), 'user_not_found')
      const denial = passwordResetDenialReason(user, account)
      if (denial !== null) throw new ApiError(denial)
      await checkNewPassword(ctx, new_password, account, 'new_password')
      const password = {
        hash: await hashPassword(new_password, String(user.userId)),
        keepsTokens: keep_tokens,
      }
      await setPasswordOf(ctx.db, account, password, user, ctx.now())
      return {
        ok: true as const,
        message: `${displayNameOf(account)} has a new password and was signed out everywhere.`,
      }
    },
  ),
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

/** The user of this name, who is not deleted. Throws `user_not_found`, and `own_account` for the actor. */
async function requireOther(transaction: DbTransaction, username: string, actor: Actor) {
  const user = await transaction
    .selectFrom('users')
    .select(['id', 'username', 'first_name as firstName', 'last_name as lastName'])
    .where('username_key', '=', normalizeName(username))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => new ApiError('user_not_found'))
  if (user.id === actor.userId) throw new ApiError('own_account')
  return { id: user.id, username: user.username, name: displayNameOf(user) }
}

/** Ends everything with which somebody reaches an account. Push subscriptions end with their sessions. */
export async function endAccess(transaction: DbTransaction, userId: number): Promise<void> {
  await endAllSessions(transaction, userId)
  await deleteResetToken(transaction, userId)
  await transaction.deleteFrom('api_tokens').where('user_id', '=', userId).execute()
}

/** Locks the site admins' rows, so that concurrent changes wait until the transaction ends. */
export async function lockSiteAdmins(transaction: DbTransaction): Promise<void> {
  await transaction.updateTable('users').set({ is_admin: 1 }).where('is_admin', '=', 1).execute()
}
