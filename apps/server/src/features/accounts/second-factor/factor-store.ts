import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Context } from '../../../context.ts'
import { createCipher, reencrypt } from '../../../crypto/encryption.ts'
import { hashToken } from '../../../crypto/tokens.ts'
import type { Db } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { recordAccountChange } from '../../../repositories/accounts/account-changes.ts'
import type { Actor } from '../../../repositories/audit/audit.ts'
import type { Settings } from '../../../settings.ts'

/** How long a code is shown, in seconds. Source: RFC 6238, 5.2. */
const PERIOD_S = 30

/** Codes of the previous and the next period count too, because clocks differ. */
const WINDOW = 1

const RECOVERY_CODES_PER_USER = 10

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The database, and the key that encrypts the secrets of authenticator apps. */
type FactorContext = Pick<Context, 'db' | 'now'> & { settings: Pick<Settings, 'secretKey'> }

/** A code that was verified and must be used up together with what it allows. */
export type CodeProof =
  | { kind: 'totp'; userId: number; step: number }
  | { kind: 'recovery_code'; userId: number; code: string }

/** Which second factors a user has, at least one; null without one, when the password is enough. */
export async function findSecondFactors(
  db: Kysely<Database>,
  userId: number,
): Promise<{ hasPasskey: boolean; hasTotp: boolean } | null> {
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

/** When the authenticator app was confirmed; null without one. */
export async function findTotpDate(db: Db, userId: number): Promise<Date | null> {
  const row = await findTotp(db, userId)
  return row?.confirmed_at == null ? null : new Date(row.confirmed_at)
}

/** Stores a new secret of an authenticator app until a code confirms it, and returns the secret. */
export async function startTotpApp({ db, settings }: FactorContext, userId: number): Promise<string> {
  // 160 random bits, as RFC 4226 recommends.
  const secret = new Secret({ size: 20 }).base32
  const pending_secret = createTotpCipher(settings.secretKey).encrypt(secret, encryptionContext(userId))
  await db
    .insertInto('totp_secrets')
    .values({ user_id: userId, secret: null, pending_secret, last_step: 0, confirmed_at: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_secret }))
    .execute()
  return secret
}

/**
 * Confirms the app that was started, if the code is right; null if not. Returns new recovery codes for the
 * user's first second factor.
 */
export async function confirmTotpApp(
  ctx: FactorContext,
  user: Actor,
  code: string,
): Promise<{ recoveryCodes: string[] | null } | null> {
  const { userId } = user
  const now = ctx.now()
  const row = await findTotp(ctx.db, userId)
  const secret = decrypt(ctx, userId, row?.pending_secret ?? null)
  const step = secret === null ? null : totpStepOf(secret, code.replace(/\s/g, ''), now)
  if (row === undefined || step === null) return null
  return inTransaction(ctx.db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('totp_secrets')
      .set({
        secret: row.pending_secret,
        pending_secret: null,
        last_step: step,
        confirmed_at: now.getTime(),
      })
      .where('user_id', '=', userId)
      .where('pending_secret', '=', row.pending_secret)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return null
    await recordAccountChange(transaction, userId, { at: now, actor: user, action: 'account.add_totp' })
    return { recoveryCodes: await issueRecoveryCodes(transaction, userId) }
  })
}

/** Returns false when the user has no authenticator app. */
export function deleteTotpApp(db: Db, user: Actor, now: Date): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const { userId } = user
    const removed = await transaction
      .deleteFrom('totp_secrets')
      .where('user_id', '=', userId)
      .returning('secret')
      .executeTakeFirst()
    if (removed?.secret == null) return false
    await deleteUnneededRecoveryCodes(transaction, userId)
    await recordAccountChange(transaction, userId, { at: now, actor: user, action: 'account.remove_totp' })
    return true
  })
}

/** The code of the user's authenticator app, or a recovery code; null if it is neither or was used before. */
export async function checkCode(ctx: FactorContext, userId: number, code: string): Promise<CodeProof | null> {
  const row = await findTotp(ctx.db, userId)
  const secret = decrypt(ctx, userId, row?.secret ?? null)
  const step = secret === null ? null : totpStepOf(secret, code.replace(/\s/g, ''), ctx.now())
  if (row !== undefined && step !== null) return step > row.last_step ? { kind: 'totp', userId, step } : null
  const unused = await unusedRecoveryCodes(ctx.db, userId)
    .select('user_id')
    .where('code_hash', '=', hashRecoveryCode(code))
    .executeTakeFirst()
  return unused === undefined ? null : { kind: 'recovery_code', userId, code }
}

/** Uses up a code. Returns false if another request was faster. */
export async function spendCodeProof(db: Kysely<Database>, proof: CodeProof, now: Date): Promise<boolean> {
  const { userId } = proof
  const query =
    proof.kind === 'totp'
      ? // A code, and every older one, is accepted once. Source: RFC 6238, 5.2.
        db
          .updateTable('totp_secrets')
          .set({ last_step: proof.step })
          .where('user_id', '=', userId)
          .where('last_step', '<', proof.step)
      : db
          .updateTable('recovery_codes')
          .set({ used_at: now.getTime() })
          .where('user_id', '=', userId)
          .where('code_hash', '=', hashRecoveryCode(proof.code))
          .where('used_at', 'is', null)
  return (await query.executeTakeFirst()).numUpdatedRows === 1n
}

/** Re-encrypts the secrets of all authenticator apps after a change of the server's key. */
export async function reencryptTotpSecrets(db: Db, secretKey: string, previousKey: string): Promise<void> {
  const [cipher, previous] = [createTotpCipher(secretKey), createTotpCipher(previousKey)]
  for (const row of await db.selectFrom('totp_secrets').selectAll().execute()) {
    const context = encryptionContext(row.user_id)
    const renew = (text: string | null) => (text === null ? null : reencrypt(cipher, previous, text, context))
    await db
      .updateTable('totp_secrets')
      .set({ secret: renew(row.secret), pending_secret: renew(row.pending_secret) })
      .where('user_id', '=', row.user_id)
      .execute()
  }
}

export function createTotpCipher(secretKey: string) {
  return createCipher(secretKey, 'totp secrets')
}

/** Each secret is bound to its user. */
const encryptionContext = (userId: number) => `user:${userId}`

function decrypt({ settings }: FactorContext, userId: number, encrypted: string | null): string | null {
  if (encrypted === null) return null
  return createTotpCipher(settings.secretKey).decrypt(encrypted, encryptionContext(userId))
}

function findTotp(db: Db, userId: number) {
  return db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** The URL that authenticator apps read from a QR code. */
export function totpUri(username: string, secret: string): string {
  return totpOf(secret, username).toString()
}

/** The period that a code belongs to, counted since 1970; null for a code of no current period. */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  // The library throws on text of six characters that has more bytes than six digits.
  if (!/^\d{6}$/.test(code)) return null
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_S) + delta
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: 'Fieldhouse',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
  })
}

/** Returns new recovery codes, or null when the user has no second factor. */
export function renewRecoveryCodes(db: Db, user: Actor, now: Date): Promise<string[] | null> {
  return inTransaction(db, async (transaction) => {
    const { userId } = user
    if ((await findSecondFactors(transaction, userId)) === null) return null
    await recordAccountChange(transaction, userId, { at: now, actor: user, action: 'account.recovery_codes' })
    return replaceRecoveryCodes(transaction, userId)
  })
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

export async function countUnusedRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { codes } = await unusedRecoveryCodes(db, userId)
    .select(({ fn }) => fn.countAll().as('codes'))
    .executeTakeFirstOrThrow()
  return Number(codes)
}

function unusedRecoveryCodes(db: Db, userId: number) {
  return db.selectFrom('recovery_codes').where('user_id', '=', userId).where('used_at', 'is', null)
}

/** Replaces a user's recovery codes. Only their hashes are stored: 80 random bits cannot be guessed from them. */
async function replaceRecoveryCodes(db: Kysely<Database>, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES_PER_USER }, newRecoveryCode)
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashRecoveryCode(code), used_at: null })))
    .execute()
  return codes
}

/** Four groups of four characters. */
function newRecoveryCode(): string {
  const text = Array.from(randomBytes(16), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return text.replace(/(.{4})(?=.)/g, '$1-')
}

function hashRecoveryCode(code: string): string {
  return hashToken(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
}
