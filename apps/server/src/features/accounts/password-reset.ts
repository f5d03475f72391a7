import { confirmPasswordReset, requestPasswordReset } from '@fieldhouse/contract/accounts/accounts'
import { hashPassword } from '../../auth/passwords.ts'
import { hashToken } from '../../crypto/crypto.ts'
import { inTransaction } from '../../database/engine/database.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { verifyLegacyEmail } from './email.ts'
import { prepareReset, resetEmailRequest } from './email-jobs.ts'
import { checkNewPassword, HANDED_OVER, lockUser, replacePassword } from './password-store.ts'
import { failedLoginsFromAddress, resetRequestsFromAddress } from './rate-limits.ts'

const REQUESTED_MESSAGE =
  'If the account has a confirmed email address, a link is on its way. If not, ask an admin of this site for a reset link.'

export const passwordReset = [
  operation(requestPasswordReset, async ({ ctx, body: { username_or_email }, request, reply }) => {
    const { settings, limiter, jobs, now } = ctx
    await limiter.consume(resetRequestsFromAddress(request.addressBlock), now())
    if (settings.DEV_LINKS) {
      const prepared = await prepareReset(ctx, username_or_email)
      if (prepared === null) return { message: REQUESTED_MESSAGE }
      await jobs.request(resetEmailRequest(username_or_email, settings.secretKey), prepared)
      return { message: REQUESTED_MESSAGE, link: prepared.link }
    }
    await jobs.queue(resetEmailRequest(username_or_email, settings.secretKey))
    // All work that depends on the account runs after the response, so that the response time does
    // not reveal whether the account exists.
    reply.raw.once('close', () => jobs.wake())
    return { message: REQUESTED_MESSAGE }
  }),

  /** Ends every session. A link that was sent also verifies its address. */
  operation(confirmPasswordReset, async ({ ctx, body, request: { addressBlock } }) => {
    const { db, limiter, now } = ctx
    const token = body.token.trim()
    const ofLink = { user_id: parseUserId(body.uid), token_hash: hashToken(token) }
    const user = await limiter.attempt([failedLoginsFromAddress(addressBlock)], now(), async () => {
      const row = await db
        .selectFrom('password_resets')
        .innerJoin('users', 'users.id', 'password_resets.user_id')
        .select(['users.id', 'users.username', 'users.email'])
        .where((eb) => eb.and(ofLink))
        .where('expires_at', '>', now().getTime())
        .executeTakeFirst()
      return row ?? null
    })
    if (user === null) throw new ApiError('invalid_reset_link')
    await checkNewPassword(ctx, body.new_password, user, 'new_password')
    const hash = await hashPassword(body.new_password, addressBlock)
    const password = { hash, keepsTokens: body.keep_tokens }
    const actor = { userId: user.id, username: user.username }
    const at = now()
    await inTransaction(db, async (transaction) => {
      await lockUser(transaction, user.id)
      const { numDeletedRows } = await transaction
        .deleteFrom('password_resets')
        .where((eb) => eb.and(ofLink))
        .where('expires_at', '>', at.getTime())
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new ApiError('invalid_reset_link')
      if (!token.startsWith(HANDED_OVER)) await verifyLegacyEmail(transaction, user.id, at)
      const replacement = { action: 'account.password_reset', actor, now: at } as const
      await replacePassword(transaction, user, password, replacement)
    })
    return { message: 'Password updated. You can sign in now.' }
  }),
]

/** The user id from a reset link, or 0, which no user has, when the text is not a valid id. */
function parseUserId(uid: string): number {
  return /^\d{1,15}$/.test(uid.trim()) ? Number(uid.trim()) : 0
}
