import { confirmPasswordReset, requestPasswordReset } from '@fieldhouse/contract/accounts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ApiError } from '../../http/api-error.ts'
import type { Limiter } from '../../http/attempt-limiter.ts'
import type { Outbox } from '../../mail/outbox.ts'
import type { PasswordStore } from './password-store.ts'
import { hashPassword } from './passwords.ts'
import type { ResetSender } from './reset-sender.ts'
import { refuseCommon } from './sign-in.ts'
import { linksAskedFrom, triesFrom } from './tries.ts'

export type PasswordResetOptions = {
  passwords: PasswordStore
  limiter: Limiter
  sender: ResetSender
  outbox: Outbox
  /** Whether the link is answered too, for development. */
  hasDevLinks: boolean
  now: () => Date
}

const ASKED = 'If that account exists, an email was sent.'

export const passwordResetRoutes: FastifyPluginAsyncZod<PasswordResetOptions> = async (app, options) => {
  const { passwords, limiter, sender, outbox, now } = options

  app.route({
    ...requestPasswordReset,
    async handler(request, reply) {
      const { username_or_email } = request.body
      await limiter.count(linksAskedFrom(request.ip), now())
      if (options.hasDevLinks) {
        const written = await sender.write(username_or_email)
        if (written === null) return { message: ASKED }
        outbox.post((signal) => sender.send(written, signal))
        return { message: ASKED, link: written.link }
      }
      // Whatever depends on the account comes after the answer, whose time then tells nothing of it.
      reply.raw.once('close', () =>
        outbox.post(async (signal) => {
          const written = await sender.write(username_or_email)
          if (written !== null) await sender.send(written, signal)
        }),
      )
      return { message: ASKED }
    },
  })

  app.route({
    ...confirmPasswordReset,
    async handler(request) {
      const { uid, token, new_password } = request.body
      const given = { userId: userIdIn(uid), token: token.trim() }
      const person = await limiter.attempt([triesFrom(request.ip)], now(), () =>
        passwords.personOfReset(given.userId, given.token, now()),
      )
      if (person === null) throw new ApiError('invalid_reset_link')
      refuseCommon(new_password, 'new_password')
      const newHash = await hashPassword(new_password)
      const isReset = await passwords.reset(person, given.token, newHash, now())
      if (!isReset) throw new ApiError('invalid_reset_link')
      return { message: 'Password updated. You can sign in now.' }
    },
  })
}

/** 0, which nobody has, for what was never in a link. */
function userIdIn(uid: string): number {
  return /^\d{1,15}$/.test(uid.trim()) ? Number(uid.trim()) : 0
}
