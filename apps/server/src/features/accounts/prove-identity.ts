import * as contract from '@fieldhouse/contract/accounts/sign-in-methods'
import {
  checkIdentity,
  confirmIdentity,
  startConfirmation,
} from '@fieldhouse/contract/accounts/sign-in-methods'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { NO_PASSWORD, verifyOwnPassword } from '../../auth/passwords.ts'
import { markSessionVerified } from '../../auth/session-store.ts'
import type { Context } from '../../context.ts'
import { hashToken, newToken } from '../../crypto/crypto.ts'
import { type Db, inTransaction } from '../../database/engine/database.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { type AnyCall, operation } from '../../http/operation.ts'
import { checkCode, findTotp, spendCodeProof } from './factor-store.ts'
import {
  checkPasskeyProof,
  createChallenge,
  listPasskeys,
  type Proof,
  passkeySiteOf,
  requestOptions,
  requirePasskeySite,
  spendPasskeyProof,
} from './passkeys.ts'
import { lockCurrentPassword } from './password-store.ts'
import { failedLoginsFromAddress, failedSecondFactors } from './rate-limits.ts'
import { openSession, respondSignedIn, signInContextOf } from './sign-in.ts'
import { findAccount } from './store.ts'

const STEP_TTL_MS = 10 * MINUTE_MS

/**
 * Signing in with a passkey alone, or with a second factor after the password; and proving again who the user of a
 * session is, before acts that the contract marks with `stepUp`.
 */
export const proveIdentity = [
  operation(contract.startPasskeySignIn, async (call) => {
    const site = requirePasskeySite(call)
    const challenge = await createChallenge(call, 'sign_in', null)
    return { options: { ...(await requestOptions(site, null, challenge)) } }
  }),

  operation(contract.signInWithPasskey, async (call) => {
    const { ctx, request, body } = call
    const proof = await ctx.limiter.attempt([failedLoginsFromAddress(request.addressBlock)], ctx.now(), () =>
      checkPasskeyProof(call, body.credential, 'sign_in', null),
    )
    if (proof === null) throw new ApiError('passkey_rejected')
    return signIn(call, proof, null)
  }),

  operation(contract.startSecondFactor, async (call) => {
    const { ctx, body } = call
    const site = requirePasskeySite(call)
    const userId = await requireStep(ctx, body.token)
    const challenge = await createChallenge(call, 'second_factor', userId)
    return { options: { ...(await requestOptions(site, await listPasskeys(ctx.db, userId), challenge)) } }
  }),

  operation(contract.completeSignIn, async (call) => {
    const { ctx, request } = call
    const { token, credential, code } = call.body
    const userId = await requireStep(ctx, token)
    const buckets = [failedSecondFactors(userId), failedLoginsFromAddress(request.addressBlock)]
    const proof = await ctx.limiter.attempt(buckets, ctx.now(), async () =>
      credential == null
        ? checkCode(ctx, userId, code ?? '')
        : checkPasskeyProof(call, credential, 'second_factor', userId),
    )
    if (proof === null) throw new ApiError(credential == null ? 'code_rejected' : 'passkey_rejected')
    return signIn(call, proof, token)
  }),

  operation(checkIdentity, () => ({ ok: true as const })),

  operation(startConfirmation, async (call) => {
    const { ctx, user } = call
    const { userId } = user
    const site = passkeySiteOf(call)
    const passkeys = await listPasskeys(ctx.db, userId)
    const account = await findAccount(ctx.db, userId)
    const ways = {
      has_password: account !== null && account.passwordHash !== NO_PASSWORD,
      has_totp: (await findTotp(ctx.db, userId))?.confirmed_at != null,
    }
    if (site === null || passkeys.length === 0) return { ...ways, options: null }
    const challenge = await createChallenge(call, 'confirm', userId)
    return { ...ways, options: { ...(await requestOptions(site, passkeys, challenge)) } }
  }),

  operation(confirmIdentity, async (call) => {
    const { ctx, user } = call
    const { userId, tokenHash } = user
    const { password, credential, code } = call.body
    if (credential == null && code == null) {
      if (!(await verifyOwnPassword(ctx, user, password ?? ''))) throw new ApiError('password_incorrect')
      await confirmSession(ctx, tokenHash, null)
      return { message: "Thanks, it's you." }
    }
    const proof = await ctx.limiter.attempt([failedSecondFactors(userId)], ctx.now(), async () =>
      credential == null
        ? checkCode(ctx, userId, code ?? '')
        : checkPasskeyProof(call, credential, 'confirm', userId),
    )
    if (proof === null || !(await confirmSession(ctx, tokenHash, proof)))
      throw new ApiError(credential == null ? 'code_rejected' : 'passkey_rejected')
    return { message: "Thanks, it's you." }
  }),
]

/** Returns the token that completes the sign-in, or null when the password has changed since it was verified. */
export function startSignInStep(
  db: Db,
  account: { id: number; passwordHash: string },
  now: Date,
): Promise<string | null> {
  return inTransaction(db, async (transaction) => {
    if (!(await lockCurrentPassword(transaction, account))) return null
    const token = newToken()
    const expires_at = now.getTime() + STEP_TTL_MS
    await transaction
      .insertInto('sign_in_steps')
      .values({ token_hash: hashToken(token), user_id: account.id, expires_at })
      .execute()
    return token
  })
}

/** The user whose password was correct. Throws `sign_in_expired`. */
async function requireStep({ db, now }: Context, token: string): Promise<number> {
  const step = await db
    .selectFrom('sign_in_steps')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now().getTime())
    .executeTakeFirstOrThrow(() => new ApiError('sign_in_expired'))
  return step.user_id
}

/** Uses up the proof, and the token of the first step if there was one, unless another request was faster. */
async function signIn(call: AnyCall, proof: Proof, stepToken: string | null) {
  const context = signInContextOf(call)
  const { account, token } = await inTransaction(call.ctx.db, async (transaction) => {
    const account = await findAccount(transaction, proof.userId)
    const isUnused = await spendProof(transaction, proof, context.now)
    if (account === null || !isUnused || !(await spendStep(transaction, stepToken)))
      throw new ApiError(proof.kind === 'passkey' ? 'passkey_rejected' : 'code_rejected')
    const method = proof.kind === 'passkey' && stepToken !== null ? 'second_passkey' : proof.kind
    return { account, token: await openSession(transaction, account, context, method) }
  })
  return respondSignedIn(call, account, token)
}

async function spendStep(db: Db, token: string | null): Promise<boolean> {
  if (token === null) return true
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_steps')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

function confirmSession({ db, now }: Context, tokenHash: string, proof: Proof | null): Promise<boolean> {
  const at = now()
  return inTransaction(db, async (transaction) => {
    if (proof !== null && !(await spendProof(transaction, proof, at))) return false
    await markSessionVerified(transaction, tokenHash, at)
    return true
  })
}

function spendProof(db: Db, proof: Proof, now: Date): Promise<boolean> {
  return proof.kind === 'passkey' ? spendPasskeyProof(db, proof, now) : spendCodeProof(db, proof, now)
}
