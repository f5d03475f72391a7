import type { AuditAction } from '@fieldhouse/domain/describe-audit-entry'
import type { Kysely } from 'kysely'
import { recordAuditEntry } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import type { Database } from '../../database/schema.ts'
import { inTransaction } from '../../database/transaction.ts'
import { endAllSessions, startSession } from '../../http/session-store.ts'
import { hashToken, newToken } from '../../http/tokens.ts'
import { clearFailedLogins } from './rate-limits.ts'

/** How long a reset link is good. */
const RESET_LINK_TTL_MS = 60 * 60 * 1000

type UserReference = { id: number; username: string }

export type PasswordStore = ReturnType<typeof passwordStore>

export function passwordStore(db: Db) {
  return {
    /**
     * Sets a new password and ends every session of the account. Returns the token of a new one;
     * null when the password that was proven has been changed since.
     */
    async change(
      account: UserReference & { passwordHash: string },
      newHash: string,
      { userAgent, now }: { userAgent: string | null; now: Date },
    ): Promise<string | null> {
      return inTransaction(db, async (transaction) => {
        if (!(await lockCurrentPassword(transaction, account))) return null
        await replacePassword(transaction, account, newHash, {
          action: 'account.password',
          actor: account,
          now,
        })
        return startSession(transaction, { userId: account.id, userAgent, now })
      })
    },

    /** Makes the token of a new reset link, which ends the one before. */
    async createResetToken(userId: number, now: Date): Promise<string> {
      const token = newToken()
      const reset = {
        token_hash: hashToken(token),
        created_at: now.getTime(),
        expires_at: now.getTime() + RESET_LINK_TTL_MS,
      }
      await db
        .insertInto('password_resets')
        .values({ user_id: userId, ...reset })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(reset))
        .execute()
      return token
    },

    /** Whose password a reset link opens; null when it is not good, or not any more. */
    async findUserByResetToken(userId: number, token: string, now: Date): Promise<UserReference | null> {
      const row = await db
        .selectFrom('password_resets')
        .innerJoin('users', 'users.id', 'password_resets.user_id')
        .select(['users.id', 'users.username'])
        .where('password_resets.user_id', '=', userId)
        .where('password_resets.token_hash', '=', hashToken(token))
        .where('password_resets.expires_at', '>', now.getTime())
        .executeTakeFirst()
      return row ?? null
    },

    /** Sets a new password by a reset link, and ends every session; false when the link has ended meanwhile. */
    async reset(person: UserReference, token: string, newHash: string, now: Date): Promise<boolean> {
      return inTransaction(db, async (transaction) => {
        await lockUser(transaction, person.id)
        const { numDeletedRows } = await transaction
          .deleteFrom('password_resets')
          .where('user_id', '=', person.id)
          .where('token_hash', '=', hashToken(token))
          .where('expires_at', '>', now.getTime())
          .executeTakeFirst()
        if (numDeletedRows === 0n) return false
        await replacePassword(transaction, person, newHash, {
          action: 'account.password_reset',
          actor: person,
          now,
        })
        return true
      })
    },

    /** Sets somebody's password for them, and ends every session of theirs. */
    async setForUser(
      person: UserReference,
      newHash: string,
      actor: UserReference | null,
      now: Date,
    ): Promise<void> {
      await inTransaction(db, async (transaction) => {
        await lockUser(transaction, person.id)
        await replacePassword(transaction, person, newHash, { action: 'admin.reset-password', actor, now })
      })
    },
  }
}

/**
 * Makes others who sign in to the account or change its password wait until this transaction has
 * ended. False when the password is another by now.
 */
export async function lockCurrentPassword(
  db: Kysely<Database>,
  { id, passwordHash }: { id: number; passwordHash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteResetToken(db: Kysely<Database>, userId: number): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

async function lockUser(db: Kysely<Database>, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ password_hash: eb.ref('password_hash') }))
    .where('id', '=', userId)
    .execute()
}

/** `actor` is null for who has the server itself. */
type PasswordReplacement = { action: AuditAction; actor: UserReference | null; now: Date }

async function replacePassword(
  db: Kysely<Database>,
  person: UserReference,
  newHash: string,
  { action, actor, now }: PasswordReplacement,
): Promise<void> {
  await db.updateTable('users').set({ password_hash: newHash }).where('id', '=', person.id).execute()
  await deleteResetToken(db, person.id)
  await clearFailedLogins(db, person.id)
  const ended = await endAllSessions(db, person.id)
  await recordAuditEntry(db, {
    at: now,
    actor: actor === null ? null : { userId: actor.id, username: actor.username },
    action,
    detail: { ...(actor?.id === person.id ? {} : { username: person.username }), sessions_ended: ended },
  })
}
