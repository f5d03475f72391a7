import { addPasskey, getSecurity, removePasskey, startPasskey } from '@fieldhouse/contract/passkeys'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser } from '../../../auth/access.ts'
import type { RateLimiter } from '../../../auth/rate-limiter.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import { passkeyChallenges } from '../rate-limits.ts'
import { checkNewPasskey, type PasskeyOptions, requirePasskeySite } from './passkey-checks.ts'
import { creationOptions, passkeySiteOf } from './passkeys.ts'
import { presentSecurity } from './present.ts'

/** Routes for the current user's own second factors. */
export const passkeyRoutes: FastifyPluginAsyncZod<PasskeyOptions & { limiter: RateLimiter }> = async (
  app,
  options,
) => {
  const { passkeys, limiter, publicUrl, now } = options

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
      const rejection = await passkeys.add(user, { ...checked.passkey, name }, checked.challenge, now())
      if (rejection !== null) throw new ApiError(rejection)
      return { message: `Added the passkey ${name}.`, security: await readSecurity(request) }
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

  async function readSecurity(request: FastifyRequest) {
    const list = await passkeys.listForUser(currentUser(request).userId)
    return presentSecurity(list, passkeySiteOf(publicUrl, request.host) !== null)
  }
}
