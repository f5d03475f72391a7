import type { Kysely } from 'kysely'
import type { Database } from '../../../database/schema/schema.ts'
import type { CodeProof } from './factor-store.ts'
import { type PasskeyProof, spendPasskeyProof } from './passkey-store.ts'
import { spendRecoveryCode } from './recovery-code-store.ts'

/** A second factor that was verified, and can be used once. */
export type Proof = ({ kind: 'passkey'; userId: number } & PasskeyProof) | CodeProof

/** Uses up a proof. Returns false if another request was faster. */
export async function spendProof(db: Kysely<Database>, proof: Proof, now: Date): Promise<boolean> {
  switch (proof.kind) {
    case 'passkey':
      return spendPasskeyProof(db, proof, now)
    case 'totp':
      return spendTotpStep(db, proof.userId, proof.step)
    case 'recovery_code':
      return spendRecoveryCode(db, proof.userId, proof.code, now)
  }
}

/** A code, and every older one, is accepted once. Source: RFC 6238, 5.2. */
async function spendTotpStep(db: Kysely<Database>, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
