import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Context } from '../../context.ts'
import { createCipher, hashToken, reencrypt } from '../../crypto/crypto.ts'
import type { Db } from '../../database/engine/database.ts'
import type { Settings } from '../../settings.ts'
import { listPasskeys } from './passkeys.ts'

/** How long a code is shown, in seconds. Source: RFC 6238, 5.2. */
const PERIOD_S = 30

/** Codes of the previous and the next period count too, because clocks differ. */
const WINDOW = 1

const RECOVERY_CODES_PER_USER = 10

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

type FactorContext = Pick<Context, 'db' | 'now'> & { settings: Pick<Settings, 'secretKey'> }

/** A code that was verified and must be used up together with what it allows. */
export type CodeProof =
  | { kind: 'totp'; userId: number; step: number }
  | { kind: 'recovery_code'; userId: number; code: string }

/** Which second factors a user has, at least one; null without one, when the password is enough. */
export async function findSecondFactors(
  db: Db,
  userId: number,
): Promise<{ hasPasskey: boolean; hasTotp: boolean } | null> {
  const hasPasskey = (await listPasskeys(db, userId)).length > 0
  const hasTotp = (await findTotp(db, userId))?.secret != null
  return hasPasskey || hasTotp ? { hasPasskey, hasTotp } : null
}

export async function deleteUnneededRecoveryCodes(db: Db, userId: number): Promise<void> {
  if ((await findSecondFactors(db, userId)) !== null) return
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Deletes all second factors of a user and the recovery codes. Returns false if there is none. */
export async function deleteSecondFactors(db: Db, userId: number): Promise<boolean> {
  if ((await findSecondFactors(db, userId)) === null) return false
  for (const table of ['passkeys', 'totp_secrets', 'recovery_codes'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
  return true
}

/** A user's authenticator app, which may wait for the code that confirms it. */
export function findTotp(db: Db, userId: number) {
  return db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** The code of the user's authenticator app, or a recovery code; null if it is neither or was used before. */
export async function checkCode(ctx: FactorContext, userId: number, code: string): Promise<CodeProof | null> {
  const row = await findTotp(ctx.db, userId)
  const step = acceptedStep(ctx, userId, row?.secret ?? null, code)
  if (row !== undefined && step !== null) return step > row.last_step ? { kind: 'totp', userId, step } : null
  const unused = await unusedRecoveryCodes(ctx.db, userId)
    .select('user_id')
    .where('code_hash', '=', hashRecoveryCode(code))
    .executeTakeFirst()
  return unused === undefined ? null : { kind: 'recovery_code', userId, code }
}

/** Uses up a code. Returns false if another request was faster. */
export async function spendCodeProof(db: Db, proof: CodeProof, now: Date): Promise<boolean> {
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
          .where((eb) => eb.and({ user_id: userId, code_hash: hashRecoveryCode(proof.code) }))
          .where('used_at', 'is', null)
  return (await query.executeTakeFirst()).numUpdatedRows === 1n
}

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

/** Encrypts the secret of an authenticator app, which is bound to its user. */
export function encryptTotpSecret({ settings }: FactorContext, userId: number, secret: string): string {
  return createTotpCipher(settings.secretKey).encrypt(secret, encryptionContext(userId))
}

/** The period whose code it is, for the secret as it is stored; null for a wrong code. */
export function acceptedStep(
  { settings, now }: FactorContext,
  userId: number,
  encrypted: string | null,
  code: string,
): number | null {
  if (encrypted === null) return null
  const secret = createTotpCipher(settings.secretKey).decrypt(encrypted, encryptionContext(userId))
  return secret === null ? null : totpStepOf(secret, code.replace(/\s/g, ''), now())
}

const encryptionContext = (userId: number) => `user:${userId}`

/** 160 random bits in base32, as RFC 4226 recommends. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

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

/** Creates recovery codes for a user who has none; null for a user who has some, even if all were used. */
export async function issueRecoveryCodes(db: Db, userId: number): Promise<string[] | null> {
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
export async function replaceRecoveryCodes(db: Db, userId: number): Promise<string[]> {
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
