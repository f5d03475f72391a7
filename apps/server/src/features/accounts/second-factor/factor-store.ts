import type { Kysely } from 'kysely'
import type { Cipher } from '../../../crypto/encryption.ts'
import { reencrypt } from '../../../crypto/encryption.ts'
import type { Db } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { recordAccountChange } from '../../../repositories/accounts/account-changes.ts'
import type { Actor } from '../../../repositories/audit/audit.ts'
import {
  countUnusedRecoveryCodes,
  issueRecoveryCodes,
  isUnusedRecoveryCode,
  replaceRecoveryCodes,
} from './recovery-code-store.ts'
import { totpStepOf } from './totp.ts'

/** The second factors of a user. At least one is true. */
export type SecondFactors = { hasPasskey: boolean; hasTotp: boolean }

/** A code that was verified and must be used up together with what it allows. */
export type CodeProof =
  | { kind: 'totp'; userId: number; step: number }
  | { kind: 'recovery_code'; userId: number; code: string }

export interface FactorStore {
  /** null without a second factor, when the password is enough. */
  findFactors(userId: number): Promise<SecondFactors | null>
  /** When the authenticator app was confirmed; null without one. */
  findTotpDate(userId: number): Promise<Date | null>
  countRecoveryCodes(userId: number): Promise<number>
  /** Stores the secret of an authenticator app until a code confirms it. */
  startTotp(userId: number, secret: string): Promise<void>
  /**
   * Confirms the app that was started, if the code is right; null if not. Returns new recovery codes for the
   * user's first second factor.
   */
  confirmTotp(user: Actor, code: string, now: Date): Promise<{ recoveryCodes: string[] | null } | null>
  /** Returns false when the user has no authenticator app. */
  removeTotp(user: Actor, now: Date): Promise<boolean>
  /** Returns null when the user has no second factor. */
  renewRecoveryCodes(user: Actor, now: Date): Promise<string[] | null>
  /** The code of the user's authenticator app, or a recovery code; null if it is neither or was used before. */
  checkCode(userId: number, code: string, now: Date): Promise<CodeProof | null>
  /** Re-encrypts all secrets after a change of the server's key. */
  reencrypt(previous: Cipher): Promise<void>
}

export function factorStore(db: Db, cipher: Cipher): FactorStore {
  const findTotp = (userId: number) =>
    db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()

  function decrypt(userId: number, encrypted: string | null): string | null {
    return encrypted === null ? null : cipher.decrypt(encrypted, encryptionContext(userId))
  }

  return {
    findFactors: (userId) => findSecondFactors(db, userId),

    async findTotpDate(userId) {
      const row = await findTotp(userId)
      return row?.confirmed_at == null ? null : new Date(row.confirmed_at)
    },

    countRecoveryCodes: (userId) => countUnusedRecoveryCodes(db, userId),

    async startTotp(userId, secret) {
      const pending_secret = cipher.encrypt(secret, encryptionContext(userId))
      await db
        .insertInto('totp_secrets')
        .values({ user_id: userId, secret: null, pending_secret, last_step: 0, confirmed_at: null })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_secret }))
        .execute()
    },

    async confirmTotp(user, code, now) {
      const row = await findTotp(user.userId)
      const secret = decrypt(user.userId, row?.pending_secret ?? null)
      const step = secret === null ? null : totpStepOf(secret, code, now)
      if (row === undefined || step === null) return null
      return inTransaction(db, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('totp_secrets')
          .set({
            secret: row.pending_secret,
            pending_secret: null,
            last_step: step,
            confirmed_at: now.getTime(),
          })
          .where('user_id', '=', user.userId)
          .where('pending_secret', '=', row.pending_secret)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return null
        await recordAccountChange(transaction, user.userId, {
          at: now,
          actor: user,
          action: 'account.add_totp',
        })
        return { recoveryCodes: await issueRecoveryCodes(transaction, user.userId) }
      })
    },

    removeTotp(user, now) {
      return inTransaction(db, async (transaction) => {
        const removed = await transaction
          .deleteFrom('totp_secrets')
          .where('user_id', '=', user.userId)
          .returning('secret')
          .executeTakeFirst()
        if (removed?.secret == null) return false
        await deleteUnneededRecoveryCodes(transaction, user.userId)
        await recordAccountChange(transaction, user.userId, {
          at: now,
          actor: user,
          action: 'account.remove_totp',
        })
        return true
      })
    },

    renewRecoveryCodes(user, now) {
      return inTransaction(db, async (transaction) => {
        if ((await findSecondFactors(transaction, user.userId)) === null) return null
        await recordAccountChange(transaction, user.userId, {
          at: now,
          actor: user,
          action: 'account.recovery_codes',
        })
        return replaceRecoveryCodes(transaction, user.userId)
      })
    },

    async checkCode(userId, code, now) {
      const row = await findTotp(userId)
      const secret = decrypt(userId, row?.secret ?? null)
      const step = secret === null ? null : totpStepOf(secret, code.replace(/\s/g, ''), now)
      if (row !== undefined && step !== null)
        return step > row.last_step ? { kind: 'totp', userId, step } : null
      return (await isUnusedRecoveryCode(db, userId, code)) ? { kind: 'recovery_code', userId, code } : null
    },

    async reencrypt(previous) {
      for (const row of await db.selectFrom('totp_secrets').selectAll().execute()) {
        const context = encryptionContext(row.user_id)
        const renew = (text: string | null) =>
          text === null ? null : reencrypt(cipher, previous, text, context)
        await db
          .updateTable('totp_secrets')
          .set({ secret: renew(row.secret), pending_secret: renew(row.pending_secret) })
          .where('user_id', '=', row.user_id)
          .execute()
      }
    },
  }
}

/** Each secret is bound to its user. */
const encryptionContext = (userId: number) => `user:${userId}`

/** Deletes the recovery codes of a user whose last second factor was removed. */
export async function deleteUnneededRecoveryCodes(db: Kysely<Database>, userId: number): Promise<void> {
  if ((await findSecondFactors(db, userId)) !== null) return
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Deletes all second factors of a user and the recovery codes. Returns false if there is none. */
export async function deleteSecondFactors(db: Kysely<Database>, userId: number): Promise<boolean> {
  if ((await findSecondFactors(db, userId)) === null) return false
  for (const table of ['passkeys', 'totp_secrets', 'recovery_codes'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
  return true
}

async function findSecondFactors(db: Kysely<Database>, userId: number): Promise<SecondFactors | null> {
  const passkey = await db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  const totp = await db
    .selectFrom('totp_secrets')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('secret', 'is not', null)
    .executeTakeFirst()
  if (passkey === undefined && totp === undefined) return null
  return { hasPasskey: passkey !== undefined, hasTotp: totp !== undefined }
}
