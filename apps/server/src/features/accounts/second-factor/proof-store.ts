import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { Kysely } from 'kysely'
import { markSessionVerified } from '../../../auth/session-store.ts'
import { hashToken, newToken } from '../../../crypto/tokens.ts'
import type { Db } from '../../../database/engine/database.ts'
import { inTransaction } from '../../../database/engine/transaction.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { lockCurrentPassword } from '../password-store.ts'
import { openSession, type SignInContext } from '../sign-in.ts'
import { type CodeProof, spendCodeProof } from './factor-store.ts'
import { type PasskeyProof, spendPasskeyProof } from './passkey-store.ts'

/** How long a correct password waits for the second factor. */
const STEP_TTL_MS = 10 * MINUTE_MS

/** A second factor that was verified, and can be used once. */
export type Proof = ({ kind: 'passkey'; userId: number } & PasskeyProof) | CodeProof

/** Returns the token that completes the sign-in, or null when the password has changed since it was verified. */
export function startSignInStep(
  db: Db,
  account: { id: number; passwordHash: string },
  now: Date,
): Promise<string | null> {
  return inTransaction(db, async (transaction) => {
    if (!(await lockCurrentPassword(transaction, account))) return null
    const token = newToken()
    await transaction
      .insertInto('sign_in_steps')
      .values({
        token_hash: hashToken(token),
        user_id: account.id,
        expires_at: now.getTime() + STEP_TTL_MS,
      })
      .execute()
    return token
  })
}

/** The user whose password was correct; null if the token is unknown or has expired. */
export async function findUserOfStep(db: Db, token: string, now: Date): Promise<number | null> {
  const row = await db
    .selectFrom('sign_in_steps')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now.getTime())
    .executeTakeFirst()
  return row?.user_id ?? null
}

/**
 * Uses up the proof, and the token of the first step if there was one, and starts a session. Returns null
 * when another request was faster, or the account was deleted.
 */
export async function signInWithProof(
  db: Db,
  proof: Proof,
  stepToken: string | null,
  context: SignInContext,
): Promise<string | null> {
  try {
    return await inTransaction(db, async (transaction) => {
      const user = await transaction
        .selectFrom('users')
        .select(['id', 'username'])
        .where('id', '=', proof.userId)
        .executeTakeFirst()
      const isUnused = await spendProof(transaction, proof, context.now)
      if (user === undefined || !isUnused) throw new ProofSpent()
      if (stepToken !== null && !(await deleteStep(transaction, stepToken))) throw new ProofSpent()
      const method = proof.kind === 'passkey' && stepToken !== null ? 'second_passkey' : proof.kind
      return openSession(transaction, user, context, method)
    })
  } catch (error) {
    if (error instanceof ProofSpent) return null
    throw error
  }
}

/**
 * Records that the user of a session has proved who they are, and uses up the proof, if it is not the password.
 * Returns false when another request was faster.
 */
export function confirmSession(db: Db, tokenHash: string, proof: Proof | null, now: Date): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    if (proof !== null && !(await spendProof(transaction, proof, now))) return false
    await markSessionVerified(transaction, tokenHash, now)
    return true
  })
}

/** Uses up a proof. Returns false if another request was faster. */
function spendProof(db: Kysely<Database>, proof: Proof, now: Date): Promise<boolean> {
  return proof.kind === 'passkey' ? spendPasskeyProof(db, proof, now) : spendCodeProof(db, proof, now)
}

/** Rolls back the transaction, so that a rejected request changes nothing. */
class ProofSpent extends Error {}

async function deleteStep(db: Kysely<Database>, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_steps')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return numDeletedRows === 1n
}
