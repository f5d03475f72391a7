import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { hashToken } from '../../../crypto/tokens.ts'
import type { Database } from '../../../database/schema/schema.ts'

const CODES_PER_USER = 10

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Replaces a user's recovery codes. Only their hashes are stored: 80 random bits cannot be guessed from them. */
export async function replaceRecoveryCodes(db: Kysely<Database>, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES_PER_USER }, newRecoveryCode)
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashRecoveryCode(code), used_at: null })))
    .execute()
  return codes
}

/** Creates recovery codes for a user who has none; null for a user who has some, even if all were used. */
export async function issueRecoveryCodes(db: Kysely<Database>, userId: number): Promise<string[] | null> {
  const code = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return code === undefined ? replaceRecoveryCodes(db, userId) : null
}

/** Whether the code is one of the user's and was not used. */
export async function isUnusedRecoveryCode(
  db: Kysely<Database>,
  userId: number,
  code: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashRecoveryCode(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if the code was used in the meantime. */
export async function spendRecoveryCode(
  db: Kysely<Database>,
  userId: number,
  code: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: now.getTime() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashRecoveryCode(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function countUnusedRecoveryCodes(db: Kysely<Database>, userId: number): Promise<number> {
  const { codes } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll().as('codes'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(codes)
}

/** Four groups of four characters. */
function newRecoveryCode(): string {
  const text = Array.from(randomBytes(16), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return text.replace(/(.{4})(?=.)/g, '$1-')
}

function hashRecoveryCode(code: string): string {
  return hashToken(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
}
