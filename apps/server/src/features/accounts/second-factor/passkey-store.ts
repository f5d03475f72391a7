import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { hashToken, newToken } from '../../../crypto/tokens.ts'
import type { Db } from '../../../database/engine/database.ts'
import { isUniqueViolation } from '../../../database/engine/database-errors.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { recordAccountChange } from '../../../repositories/accounts/account-changes.ts'
import type { Actor } from '../../../repositories/audit/audit.ts'
import { deleteUnneededRecoveryCodes, issueRecoveryCodes } from './factor-store.ts'
import type { PasskeyData } from './passkeys.ts'

export type Passkey = PasskeyData & {
  id: number
  userId: number
  name: string
  createdAt: Date
  /** null if it was never used to sign in. */
  usedAt: Date | null
}

/** What a challenge was created for; it is valid for nothing else. */
export type ChallengePurpose = 'register' | 'sign_in' | 'second_factor' | 'confirm'

/** A challenge that was answered and must be used up together with what it allows. */
export type PasskeyProof = { passkey: Passkey; counter: number; challenge: string }

const CHALLENGE_TTL_MS = 5 * MINUTE_MS

const MAX_PASSKEYS_PER_USER = 20

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

/** Creates a challenge of 256 random bits. `userId` is null if the passkey will say who signs in. */
export async function createChallenge(
  { db, now }: Pick<Context, 'db' | 'now'>,
  purpose: ChallengePurpose,
  userId: number | null,
): Promise<string> {
  const challenge = newToken()
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashToken(challenge),
      purpose,
      user_id: userId,
      expires_at: now().getTime() + CHALLENGE_TTL_MS,
    })
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
    .where('challenge_hash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('expires_at', '>', now().getTime())
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Uses up the challenge and adds the passkey. Returns new recovery codes for the user's first second factor, or
 * why nothing was changed.
 */
export async function insertPasskey(
  db: Db,
  user: Actor,
  passkey: PasskeyData & { name: string },
  challenge: string,
  now: Date,
): Promise<{ recoveryCodes: string[] | null } | 'passkey_rejected' | 'passkey_limit'> {
  try {
    return await inTransaction(db, async (transaction) => {
      if (!(await deleteChallenge(transaction, challenge))) return 'passkey_rejected'
      const { passkeys } = await transaction
        .selectFrom('passkeys')
        .select(({ fn }) => fn.countAll().as('passkeys'))
        .where('user_id', '=', user.userId)
        .executeTakeFirstOrThrow()
      if (Number(passkeys) >= MAX_PASSKEYS_PER_USER) throw new PasskeyLimitReached()
      await transaction
        .insertInto('passkeys')
        .values({
          user_id: user.userId,
          credential_id: passkey.credentialId,
          public_key: passkey.publicKey,
          counter: passkey.counter,
          transports: JSON.stringify(passkey.transports),
          name: passkey.name,
          created_at: now.getTime(),
          used_at: null,
        })
        .execute()
      await recordAccountChange(transaction, user.userId, {
        at: now,
        actor: user,
        action: 'account.add_passkey',
        detail: { name: passkey.name },
      })
      return { recoveryCodes: await issueRecoveryCodes(transaction, user.userId) }
    })
  } catch (error) {
    if (error instanceof PasskeyLimitReached) return 'passkey_limit'
    if (isUniqueViolation(error)) return 'passkey_rejected'
    throw error
  }
}

/** Returns false when the user has no such passkey. */
export function deletePasskey(db: Db, user: Actor, id: number, now: Date): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const removed = await transaction
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', user.userId)
      .returning('name')
      .executeTakeFirst()
    if (removed === undefined) return false
    await deleteUnneededRecoveryCodes(transaction, user.userId)
    await recordAccountChange(transaction, user.userId, {
      at: now,
      actor: user,
      action: 'account.remove_passkey',
      detail: { name: removed.name },
    })
    return true
  })
}

/** Rolls back the transaction, so that a rejected request changes nothing. */
class PasskeyLimitReached extends Error {}

/**
 * Uses up a verified signature: its challenge, and the state of the passkey's counter. Returns false if another
 * request was faster.
 */
export async function spendPasskeyProof(
  db: Kysely<Database>,
  { passkey, counter, challenge }: PasskeyProof,
  now: Date,
): Promise<boolean> {
  if (!(await deleteChallenge(db, challenge))) return false
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, used_at: now.getTime() })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function deleteChallenge(db: Kysely<Database>, challenge: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashToken(challenge))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

const Transports = z.array(z.string())

function toPasskey(row: Selectable<Database['passkeys']>): Passkey {
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
