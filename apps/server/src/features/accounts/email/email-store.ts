import { DAY_MS } from '@fieldhouse/domain/duration'
import { normalizeName } from '@fieldhouse/domain/names'
import type { Kysely } from 'kysely'
import type { Db } from '../../../database/engine/database.ts'
import { isUniqueViolation } from '../../../database/engine/database-errors.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import type { Database, UsersTable } from '../../../database/schema/schema.ts'
import { recordAuditEntry } from '../../../repositories/audit/audit.ts'

/** How long nobody else can enter an address that an account has entered but not verified. */
const CLAIM_TTL_MS = DAY_MS

/**
 * `unverified`: identifies nobody, and gets nothing but the verification link. `legacy`: stored by release
 * 0.1.0, which verified no address. It can still be used to sign in and to reset the password, until somebody
 * verifies it for another account.
 */
export type EmailState = 'none' | 'unverified' | 'legacy' | 'verified'

export type UnverifiedEmail = { username: string; email: string }

/** Whether accounts' email addresses are verified. */
export interface EmailStore {
  /** null when the account is not found. */
  findState(userId: number): Promise<EmailState | null>
  /** null when the account has no address, or a verified one. */
  findUnverified(userId: number): Promise<UnverifiedEmail | null>
  /** The account's address, whether it is verified or not; null without one. */
  findAddress(userId: number): Promise<string | null>
  /**
   * Marks an address as verified. From then on it identifies this account, and no other one that has it
   * unverified. `changed`: the account has a different address by now.
   */
  verify(
    userId: number,
    email: string,
    now: Date,
  ): Promise<'verified' | 'already_verified' | 'email_taken' | 'changed'>
  /** Whether an account other than this one has the address, or has just entered it. Null stands for a new account. */
  isTaken(email: string, userId: number | null, now: Date): Promise<boolean>
}

export function emailStore(db: Db): EmailStore {
  async function findEmail(userId: number) {
    const row = await db
      .selectFrom('users')
      .select(['username', 'email', 'email_key', 'email_verified_at'])
      .where('id', '=', userId)
      .executeTakeFirst()
    return row === undefined ? null : { ...row, state: emailStateOf(row) }
  }

  return {
    findState: async (userId) => (await findEmail(userId))?.state ?? null,

    async findUnverified(userId) {
      const found = await findEmail(userId)
      const isUnverified = found?.state === 'unverified' || found?.state === 'legacy'
      return isUnverified ? { username: found.username, email: found.email } : null
    },

    findAddress: async (userId) => (await findEmail(userId))?.email || null,

    async verify(userId, email, now) {
      try {
        return await inTransaction(db, (transaction) => verifyEmail(transaction, userId, email, now))
      } catch (error) {
        if (isUniqueViolation(error)) return 'email_taken'
        throw error
      }
    },

    isTaken: (email, userId, now) => isEmailTaken(db, email, userId, now),
  }
}

export function emailStateOf(row: Pick<UsersTable, 'email' | 'email_key' | 'email_verified_at'>): EmailState {
  if (row.email === '') return 'none'
  if (row.email_verified_at !== null) return 'verified'
  return row.email_key === null ? 'unverified' : 'legacy'
}

/** The address belongs to another account. */
export class EmailTakenError extends Error {
  override name = 'EmailTakenError'
}

/**
 * Stores the address of an account, unverified. Throws an EmailTakenError, or the database's unique violation,
 * if another account has it or has just entered it.
 */
export async function changeEmail(
  transaction: Kysely<Database>,
  userId: number,
  email: string,
  now: Date,
): Promise<void> {
  const key = email === '' ? null : normalizeName(email)
  if (key !== null) {
    if (await isEmailTaken(transaction, email, userId, now)) throw new EmailTakenError('email taken')
    await transaction
      .updateTable('users')
      .set({ email_claim_key: null, email_claimed_at: null })
      .where('email_claim_key', '=', key)
      .where('email_claimed_at', '<=', now.getTime() - CLAIM_TTL_MS)
      .execute()
  }
  await transaction
    .updateTable('users')
    .set({
      email,
      email_key: null,
      email_verified_at: null,
      email_claim_key: key,
      email_claimed_at: key === null ? null : now.getTime(),
    })
    .where('id', '=', userId)
    .execute()
}

/** Verifies the address of an account of release 0.1.0, to which a link was sent that the user has opened. */
export async function verifyLegacyEmail(
  transaction: Kysely<Database>,
  userId: number,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ email_verified_at: now.getTime() })
    .where('id', '=', userId)
    .where('email_key', 'is not', null)
    .where('email_verified_at', 'is', null)
    .execute()
}

async function isEmailTaken(
  db: Kysely<Database>,
  email: string,
  userId: number | null,
  now: Date,
): Promise<boolean> {
  if (email === '') return false
  const key = normalizeName(email)
  const row = await db
    .selectFrom('users')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('email_key', '=', key),
        eb('email_claim_key', '=', key).and('email_claimed_at', '>', now.getTime() - CLAIM_TTL_MS),
      ]),
    )
    .where('id', '!=', userId ?? 0)
    .executeTakeFirst()
  return row !== undefined
}

/** Marks the address of an account as verified, as `EmailStore.verify`. Throws a unique violation if it is taken. */
export async function verifyEmail(
  transaction: Kysely<Database>,
  userId: number,
  email: string,
  now: Date,
): Promise<'verified' | 'already_verified' | 'changed'> {
  const key = normalizeName(email)
  const account = await transaction
    .updateTable('users')
    .set({ email_claim_key: null, email_claimed_at: null })
    .where('id', '=', userId)
    .where('email', '=', email)
    .returning(['username', 'email_verified_at'])
    .executeTakeFirst()
  if (account === undefined) return 'changed'
  if (account.email_verified_at !== null) return 'already_verified'
  await transaction
    .updateTable('users')
    .set({ email_key: null })
    .where('email_key', '=', key)
    .where('email_verified_at', 'is', null)
    .where('id', '!=', userId)
    .execute()
  await transaction
    .updateTable('users')
    .set({ email_key: key, email_verified_at: now.getTime() })
    .where('id', '=', userId)
    .execute()
  await recordAuditEntry(transaction, {
    at: now,
    actor: { userId, username: account.username },
    action: 'account.verify_email',
  })
  return 'verified'
}
