import { addPasskey, getSecurity, removePasskey, startPasskey } from '@fieldhouse/contract/passkeys'
import { confirmTotp, createRecoveryCodes, removeTotp, startTotp } from '@fieldhouse/contract/totp'
import type { FastifyRequest } from 'fastify'
import { currentUser } from '../../../auth/access.ts'
import type { RateLimiter } from '../../../auth/rate-limiter.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import type { Routes } from '../../../http/requests/validation.ts'
import { failedSecondFactors, passkeyChallenges } from '../rate-limits.ts'
import type { FactorStore } from './factor-store.ts'
import { checkNewPasskey, type PasskeyOptions, requirePasskeySite } from './passkey-checks.ts'
import { creationOptions, passkeySiteOf } from './passkeys.ts'
import { presentSecurity } from './present.ts'
import { newTotpSecret, totpUri } from './totp.ts'

export type SecondFactorOptions = PasskeyOptions & { factors: FactorStore; limiter: RateLimiter }

/** Routes for the current user's own second factors. */
export const secondFactorRoutes: Routes<SecondFactorOptions> = (app, options) => {
  const { passkeys, factors, limiter, publicUrl, now } = options

  app.route({
    ...getSecurity,
    handler: (request) => readSecurity(request),
  })

  app.route({
    ...startPasskey,
    async handler(request) {
      const { userId, username } = currentUser(request)
      const site = requirePasskeySite(request, publicUrl)
      await limiter.consume(passkeyChallenges(`user:${userId}`), now())
      const challenge = await passkeys.createChallenge('register', userId, now())
      const owner = { userId, username, passkeys: await passkeys.listForUser(userId) }
      return { options: { ...(await creationOptions(site, owner, challenge)) } }
    },
  })

  app.route({
    ...addPasskey,
    async handler(request) {
      const user = currentUser(request)
      const { name, credential } = request.body
      const checked = await checkNewPasskey(request, options, credential, user.userId)
      if (checked === null) throw new ApiError('passkey_rejected')
      const added = await passkeys.add(user, { ...checked.passkey, name }, checked.challenge, now())
      if (typeof added === 'string') throw new ApiError(added)
      return {
        message: `Added the passkey ${name}.`,
        security: await readSecurity(request),
        recovery_codes: added.recoveryCodes,
      }
    },
  })

  app.route({
    ...removePasskey,
    async handler(request) {
      const isRemoved = await passkeys.remove(currentUser(request), request.body.id, now())
      if (!isRemoved) throw new ApiError('passkey_not_found')
      return { message: 'Passkey removed.', security: await readSecurity(request) }
    },
  })

  app.route({
    ...startTotp,
    async handler(request) {
      const { userId, username } = currentUser(request)
      const secret = newTotpSecret()
      await factors.startTotp(userId, secret)
      return { secret, uri: totpUri(username, secret) }
    },
  })

  app.route({
    ...confirmTotp,
    async handler(request) {
      const user = currentUser(request)
      const confirmed = await limiter.attempt([failedSecondFactors(user.userId)], now(), () =>
        factors.confirmTotp(user, request.body.code.replace(/\s/g, ''), now()),
      )
      if (confirmed === null) throw new ApiError('code_rejected')
      return {
        message: 'Added your authenticator app.',
        security: await readSecurity(request),
        recovery_codes: confirmed.recoveryCodes,
      }
    },
  })

  app.route({
    ...removeTotp,
    async handler(request) {
      const isRemoved = await factors.removeTotp(currentUser(request), now())
      if (!isRemoved) throw new ApiError('totp_not_found')
      return { message: 'Authenticator app removed.', security: await readSecurity(request) }
    },
  })

  app.route({
    ...createRecoveryCodes,
    async handler(request) {
      const codes = await factors.renewRecoveryCodes(currentUser(request), now())
      if (codes === null) throw new ApiError('no_second_factor')
      return {
        message: 'Created new recovery codes. The old ones no longer work.',
        security: await readSecurity(request),
        recovery_codes: codes,
      }
    },
  })

  async function readSecurity(request: FastifyRequest) {
    const { userId } = currentUser(request)
    return presentSecurity({
      passkeys: await passkeys.listForUser(userId),
      hasPasskeySupport: passkeySiteOf(publicUrl, request.host) !== null,
      totpDate: await factors.findTotpDate(userId),
      recoveryCodesLeft: await factors.countRecoveryCodes(userId),
    })
  }
}
