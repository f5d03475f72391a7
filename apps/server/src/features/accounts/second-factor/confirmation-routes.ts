import { checkIdentity, confirmIdentity, startConfirmation } from '@fieldhouse/contract/identity'
import type { FastifyRequest } from 'fastify'
import { currentUser } from '../../../auth/access.ts'
import { NO_PASSWORD } from '../../../auth/passwords.ts'
import type { RateLimiter } from '../../../auth/rate-limiter.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import type { Routes } from '../../../http/requests/validation.ts'
import { failedSecondFactors, passkeyChallenges } from '../rate-limits.ts'
import { verifyOwnPassword } from '../sign-in.ts'
import type { AccountStore } from '../store.ts'
import type { FactorStore } from './factor-store.ts'
import { checkPasskeyProof, type PasskeyOptions } from './passkey-checks.ts'
import { passkeySiteOf, requestOptions } from './passkeys.ts'
import type { Proof } from './proof-store.ts'
import type { SignInStepStore } from './sign-in-step-store.ts'

export type ConfirmationOptions = PasskeyOptions & {
  accounts: AccountStore
  factors: FactorStore
  steps: SignInStepStore
  limiter: RateLimiter
}

/** A session proves again who its user is, before acts that the contract marks with `stepUp`. */
export const confirmationRoutes: Routes<ConfirmationOptions> = (app, options) => {
  const { accounts, factors, steps, passkeys, limiter, publicUrl, now } = options

  app.route({
    ...checkIdentity,
    handler: async () => ({ ok: true as const }),
  })

  app.route({
    ...startConfirmation,
    async handler(request) {
      const { userId } = currentUser(request)
      const site = passkeySiteOf(publicUrl, request.host)
      const ownPasskeys = await passkeys.listForUser(userId)
      const account = await accounts.findById(userId)
      const ways = {
        has_password: account !== null && account.passwordHash !== NO_PASSWORD,
        has_totp: (await factors.findTotpDate(userId)) !== null,
      }
      if (site === null || ownPasskeys.length === 0) return { ...ways, options: null }
      await limiter.consume(passkeyChallenges(`user:${userId}`), now())
      const challenge = await passkeys.createChallenge('confirm', userId, now())
      return { ...ways, options: { ...(await requestOptions(site, ownPasskeys, challenge)) } }
    },
  })

  app.route({
    ...confirmIdentity,
    async handler(request) {
      const { password, credential, code } = request.body
      if (credential != null) {
        const { userId } = currentUser(request)
        const check = () => checkPasskeyProof(request, options, credential, 'confirm', userId)
        await confirmWith(request, check, 'passkey_rejected')
      } else if (code != null) {
        const { userId } = currentUser(request)
        await confirmWith(request, () => factors.checkCode(userId, code, now()), 'code_rejected')
      } else await confirmWithPassword(request, password ?? '')
      return { message: "Thanks, it's you." }
    },
  })

  async function confirmWithPassword(request: FastifyRequest, password: string): Promise<void> {
    const user = currentUser(request)
    const isOwn = await verifyOwnPassword({ accounts, limiter, currentUser: user, password }, now())
    if (!isOwn) throw new ApiError('password_incorrect')
    await steps.confirm(user.tokenHash, null, now())
  }

  async function confirmWith(
    request: FastifyRequest,
    check: () => Promise<Proof | null>,
    rejection: 'passkey_rejected' | 'code_rejected',
  ): Promise<void> {
    const { userId, tokenHash } = currentUser(request)
    const proof = await limiter.attempt([failedSecondFactors(userId)], now(), check)
    if (proof === null || !(await steps.confirm(tokenHash, proof, now()))) throw new ApiError(rejection)
  }
}
