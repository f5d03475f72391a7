import type { AuditAction } from '@fieldhouse/domain/describe-audit-entry'
import type { Kysely } from 'kysely'
import { recordAct } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import type { Database } from '../../database/schema.ts'
import { inTransaction } from '../../database/transaction.ts'
import { endSessionsOf, startSession } from '../../http/session-store.ts'
import { hashOfToken, newToken } from '../../http/tokens.ts'
import { forgiveTries } from './tries.ts'

/** How long a reset link is good. */
const RESET_MS = 60 * 60 * 1000

type Person = { id: number; username: string }

export type PasswordStore = ReturnType<typeof passwordStore>

export function passwordStore(db: Db) {
  return {
    /**
     * Sets a new password and ends every session of the account. Returns the token of a new one;
     * null when the password that was proven has been changed since.
     */
    async change(
      account: Person & { passwordHash: string },
      newHash: string,
      { userAgent, now }: { userAgent: string | null; now: Date },
    ): Promise<string | null> {
      return inTransaction(db, async (transaction) => {
        if (!(await holdPassword(transaction, account))) return null
        await replacePassword(transaction, account, newHash, {
          action: 'account.password',
          actor: account,
          now,
        })
        return startSession(transaction, { userId: account.id, userAgent, now })
      })
    },

    /** Makes the token of a new reset link, which ends the one before. */
    async startReset(userId: number, now: Date): Promise<string> {
      const token = newToken()
      const reset = {
        token_hash: hashOfToken(token),
        created_at: now.getTime(),
        expires_at: now.getTime() + RESET_MS,
      }
      await db
        .insertInto('password_resets')
        .values({ user_id: userId, ...reset })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(reset))
        .execute()
      return token
    },

    /** Whose password a reset link opens; null when it is not good, or not any more. */
    async personOfReset(userId: number, token: string, now: Date): Promise<Person | null> {
      const row = await db
        .selectFrom('password_resets')
        .innerJoin('users', 'users.id', 'password_resets.user_id')
        .select(['users.id', 'users.username'])
        .where('password_resets.user_id', '=', userId)
        .where('password_resets.token_hash', '=', hashOfToken(token))
        .where('password_resets.expires_at', '>', now.getTime())
        .executeTakeFirst()
      return row ?? null
    },

    /** Sets a new password by a reset link, and ends every session; false when the link has ended meanwhile. */
    async reset(person: Person, token: string, newHash: string, now: Date): Promise<boolean> {
      return inTransaction(db, async (transaction) => {
        await hold(transaction, person.id)
        const { numDeletedRows } = await transaction
          .deleteFrom('password_resets')
          .where('user_id', '=', person.id)
          .where('token_hash', '=', hashOfToken(token))
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
    async setFor(person: Person, newHash: string, actor: Person | null, now: Date): Promise<void> {
      await inTransaction(db, async (transaction) => {
        await hold(transaction, person.id)
        await replacePassword(transaction, person, newHash, { action: 'admin.reset-password', actor, now })
      })
    },
  }
}

/**
 * Makes others who sign in to the account or change its password wait until this transaction has
 * ended. False when the password is another by now.
 */
export async function holdPassword(
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

export async function endReset(db: Kysely<Database>, userId: number): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

async function hold(db: Kysely<Database>, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ password_hash: eb.ref('password_hash') }))
    .where('id', '=', userId)
    .execute()
}

/** `actor` is null for who has the server itself. */
type Replacing = { action: AuditAction; actor: Person | null; now: Date }

async function replacePassword(
  db: Kysely<Database>,
  person: Person,
  newHash: string,
  { action, actor, now }: Replacing,
): Promise<void> {
  await db.updateTable('users').set({ password_hash: newHash }).where('id', '=', person.id).execute()
  await endReset(db, person.id)
  await forgiveTries(db, person.id)
  const ended = await endSessionsOf(db, person.id)
  await recordAct(db, {
    at: now,
    actor: actor === null ? null : { userId: actor.id, username: actor.username },
    action,
    detail: { ...(actor?.id === person.id ? {} : { username: person.username }), sessions_ended: ended },
  })
}
