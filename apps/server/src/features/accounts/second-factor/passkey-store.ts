import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { hashToken, newToken } from '../../../crypto/crypto.ts'
import type { Db } from '../../../database/engine/database.ts'
import type { Database } from '../../../database/schema/schema.ts'
import type { AnyCall } from '../../../http/operation.ts'
import { passkeyChallenges } from '../rate-limits.ts'
import type { CodeProof } from './factor-store.ts'

/** Bytes are base64url. `usedAt` is null if it was never used to sign in. */
export type Passkey = ReturnType<typeof toPasskey>

export type PasskeyData = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>

/** What a challenge was created for; it is valid for nothing else. */
export type ChallengePurpose = 'register' | 'sign_in' | 'second_factor' | 'confirm'

/** A signed challenge, which must be used up together with what it allows. */
export type PasskeyProof = {
  kind: 'passkey'
  userId: number
  passkey: Passkey
  counter: number
  challenge: string
}

export type Proof = PasskeyProof | CodeProof

const CHALLENGE_TTL_MS = 5 * MINUTE_MS

/** A user's passkeys, oldest first. */
export async function listPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(toPasskey)
}

export async function findPasskey(db: Db, credentialId: string): Promise<Passkey | null> {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row === undefined ? null : toPasskey(row)
}

/**
 * Creates a challenge of 256 random bits. Throws `too_many_attempts`.
 * @param userId null if the passkey will say who signs in
 */
export async function createChallenge(
  { ctx, request }: AnyCall,
  purpose: ChallengePurpose,
  userId: number | null,
): Promise<string> {
  const requester = userId === null ? `address:${request.addressBlock}` : `user:${userId}`
  await ctx.limiter.consume(passkeyChallenges(requester), ctx.now())
  const challenge = newToken()
  const expires_at = ctx.now().getTime() + CHALLENGE_TTL_MS
  await ctx.db
    .insertInto('passkey_challenges')
    .values({ challenge_hash: hashToken(challenge), purpose, user_id: userId, expires_at })
    .execute()
  return challenge
}

/** Whether the challenge was created for this purpose and user, and was not used and has not expired. */
export async function isOpenChallenge(
  { db, now }: Pick<Context, 'db' | 'now'>,
  challenge: string,
  purpose: ChallengePurpose,
  userId: number | null,
): Promise<boolean> {
  const row = await db
    .selectFrom('passkey_challenges')
    .select('purpose')
    .where((eb) => eb.and({ challenge_hash: hashToken(challenge), purpose }))
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('expires_at', '>', now().getTime())
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Uses up a verified signature: its challenge, and the state of the passkey's counter. Returns false if another
 * request was faster.
 */
export async function spendPasskeyProof(
  db: Db,
  { passkey, counter, challenge }: PasskeyProof,
  now: Date,
): Promise<boolean> {
  if (!(await deleteChallenge(db, challenge))) return false
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, used_at: now.getTime() })
    .where((eb) => eb.and({ id: passkey.id, counter: passkey.counter }))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses up a challenge. Returns false if another request was faster. */
export async function deleteChallenge(db: Db, challenge: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashToken(challenge))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

const Transports = z.array(z.string())

function toPasskey(row: Selectable<Database['passkeys']>) {
  return {
    id: row.id,
    userId: row.user_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: Transports.parse(JSON.parse(row.transports)),
    name: row.name,
    createdAt: new Date(row.created_at),
    usedAt: row.used_at === null ? null : new Date(row.used_at),
  }
}
