import {
  completeSignIn,
  signInWithPasskey,
  startPasskeySignIn,
  startSecondFactor,
} from '@fieldhouse/contract/passkeys'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { setSessionCookie } from '../../../auth/access.ts'
import type { RateLimiter } from '../../../auth/rate-limiter.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import type { Routes } from '../../../http/requests/validation.ts'
import type { DeviceCookie } from '../device-cookie.ts'
import { presentUser } from '../present.ts'
import { failedLoginsFromAddress, failedSecondFactors, passkeyChallenges } from '../rate-limits.ts'
import { signInContextOf } from '../sign-in.ts'
import type { AccountStore } from '../store.ts'
import type { FactorStore } from './factor-store.ts'
import { checkPasskeyProof, type PasskeyOptions, requirePasskeySite } from './passkey-checks.ts'
import { requestOptions } from './passkeys.ts'
import type { Proof } from './proof-store.ts'
import type { SignInStepStore } from './sign-in-step-store.ts'

export type SecondFactorSignInOptions = PasskeyOptions & {
  accounts: AccountStore
  steps: SignInStepStore
  factors: FactorStore
  limiter: RateLimiter
  devices: DeviceCookie
  isSecure: boolean
}

type ProofRejection = 'passkey_rejected' | 'code_rejected'

/** Signs in with a passkey alone, or with a second factor after the password. */
export const secondFactorSignInRoutes: Routes<SecondFactorSignInOptions> = (app, options) => {
  const { passkeys, steps, factors, limiter, publicUrl, now } = options

  app.route({
    ...startPasskeySignIn,
    async handler(request) {
      const site = requirePasskeySite(request, publicUrl)
      await limiter.consume(passkeyChallenges(`address:${request.addressBlock}`), now())
      const challenge = await passkeys.createChallenge('sign_in', null, now())
      return { options: { ...(await requestOptions(site, null, challenge)) } }
    },
  })

  app.route({
    ...signInWithPasskey,
    async handler(request, reply) {
      const { credential } = request.body
      const proof = await limiter.attempt([failedLoginsFromAddress(request.addressBlock)], now(), () =>
        checkPasskeyProof(request, options, credential, 'sign_in', null),
      )
      return signIn(request, reply, proof ?? 'passkey_rejected', null)
    },
  })

  app.route({
    ...startSecondFactor,
    async handler(request) {
      const site = requirePasskeySite(request, publicUrl)
      const userId = await requireStep(request.body.token)
      await limiter.consume(passkeyChallenges(`user:${userId}`), now())
      const challenge = await passkeys.createChallenge('second_factor', userId, now())
      return {
        options: { ...(await requestOptions(site, await passkeys.listForUser(userId), challenge)) },
      }
    },
  })

  app.route({
    ...completeSignIn,
    async handler(request, reply) {
      const { token, credential, code } = request.body
      const userId = await requireStep(token)
      const buckets = [failedSecondFactors(userId), failedLoginsFromAddress(request.addressBlock)]
      const proof = await limiter.attempt(buckets, now(), async () =>
        credential == null
          ? factors.checkCode(userId, code ?? '', now())
          : checkPasskeyProof(request, options, credential, 'second_factor', userId),
      )
      return signIn(
        request,
        reply,
        proof ?? (credential == null ? 'code_rejected' : 'passkey_rejected'),
        token,
      )
    },
  })

  async function requireStep(token: string): Promise<number> {
    const userId = await steps.findUserId(token, now())
    if (userId === null) throw new ApiError('sign_in_expired')
    return userId
  }

  async function signIn(
    request: FastifyRequest,
    reply: FastifyReply,
    proof: Proof | ProofRejection,
    stepToken: string | null,
  ) {
    if (typeof proof === 'string') throw new ApiError(proof)
    const token = await steps.complete(proof, stepToken, signInContextOf(request, now()))
    const account = await options.accounts.findById(proof.userId)
    if (token === null || account === null)
      throw new ApiError(proof.kind === 'passkey' ? 'passkey_rejected' : 'code_rejected')
    setSessionCookie(reply, token, options.isSecure)
    options.devices.remember(request, reply, proof.userId)
    return presentUser(account)
  }
}
