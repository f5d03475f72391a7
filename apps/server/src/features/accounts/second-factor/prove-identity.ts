import { checkIdentity, confirmIdentity, startConfirmation } from '@fieldhouse/contract/identity'
import {
  completeSignIn,
  signInWithPasskey,
  startPasskeySignIn,
  startSecondFactor,
} from '@fieldhouse/contract/passkeys'
import { verifyOwnPassword } from '../../../auth/own-password.ts'
import { NO_PASSWORD } from '../../../auth/passwords.ts'
import type { Context } from '../../../context.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import { operation } from '../../../http/operation.ts'
import { failedLoginsFromAddress, failedSecondFactors, passkeyChallenges } from '../rate-limits.ts'
import { type AnyCall, respondSignedIn, signInContextOf } from '../sign-in.ts'
import { findAccount } from '../store.ts'
import { checkCode, findTotpDate } from './factor-store.ts'
import { createChallenge, listPasskeys } from './passkey-store.ts'
import { checkPasskeyProof, passkeySiteOf, requestOptions, requirePasskeySite } from './passkeys.ts'
import { confirmSession, findUserOfStep, type Proof, signInWithProof } from './proof-store.ts'

/**
 * Signing in with a passkey alone, or with a second factor after the password; and proving again who the user of a
 * session is, before acts that the contract marks with `stepUp`.
 */
export const proveIdentity = [
  operation(startPasskeySignIn, async (call) => {
    const { ctx, request } = call
    const site = requirePasskeySite(call)
    await ctx.limiter.consume(passkeyChallenges(`address:${request.addressBlock}`), ctx.now())
    const challenge = await createChallenge(ctx, 'sign_in', null)
    return { options: { ...(await requestOptions(site, null, challenge)) } }
  }),

  operation(signInWithPasskey, async (call) => {
    const { ctx, request, body } = call
    const proof = await ctx.limiter.attempt([failedLoginsFromAddress(request.addressBlock)], ctx.now(), () =>
      checkPasskeyProof(call, body.credential, 'sign_in', null),
    )
    if (proof === null) throw new ApiError('passkey_rejected')
    return signIn(call, proof, null)
  }),

  operation(startSecondFactor, async (call) => {
    const { ctx, body } = call
    const site = requirePasskeySite(call)
    const userId = await requireStep(ctx, body.token)
    await ctx.limiter.consume(passkeyChallenges(`user:${userId}`), ctx.now())
    const challenge = await createChallenge(ctx, 'second_factor', userId)
    return { options: { ...(await requestOptions(site, await listPasskeys(ctx.db, userId), challenge)) } }
  }),

  operation(completeSignIn, async (call) => {
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
      has_totp: (await findTotpDate(ctx.db, userId)) !== null,
    }
    if (site === null || passkeys.length === 0) return { ...ways, options: null }
    await ctx.limiter.consume(passkeyChallenges(`user:${userId}`), ctx.now())
    const challenge = await createChallenge(ctx, 'confirm', userId)
    return { ...ways, options: { ...(await requestOptions(site, passkeys, challenge)) } }
  }),

  operation(confirmIdentity, async (call) => {
    const { ctx, user } = call
    const { userId, tokenHash } = user
    const { password, credential, code } = call.body
    if (credential == null && code == null) {
      if (!(await verifyOwnPassword(ctx, user, password ?? ''))) throw new ApiError('password_incorrect')
      await confirmSession(ctx.db, tokenHash, null, ctx.now())
      return { message: "Thanks, it's you." }
    }
    const proof = await ctx.limiter.attempt([failedSecondFactors(userId)], ctx.now(), async () =>
      credential == null
        ? checkCode(ctx, userId, code ?? '')
        : checkPasskeyProof(call, credential, 'confirm', userId),
    )
    if (proof === null || !(await confirmSession(ctx.db, tokenHash, proof, ctx.now())))
      throw new ApiError(credential == null ? 'code_rejected' : 'passkey_rejected')
    return { message: "Thanks, it's you." }
  }),
]

async function requireStep(ctx: Context, token: string): Promise<number> {
  const userId = await findUserOfStep(ctx.db, token, ctx.now())
  if (userId === null) throw new ApiError('sign_in_expired')
  return userId
}

async function signIn(call: AnyCall, proof: Proof, stepToken: string | null) {
  const { db } = call.ctx
  const token = await signInWithProof(db, proof, stepToken, signInContextOf(call))
  const account = await findAccount(db, proof.userId)
  if (token === null || account === null)
    throw new ApiError(proof.kind === 'passkey' ? 'passkey_rejected' : 'code_rejected')
  return respondSignedIn(call, account, token)
}
