import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { Db } from '../database/engine/database.ts'
import { verifyPassword } from './passwords.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { CurrentUser } from './session-store.ts'

/**
 * Whether the password is the current user's own. Wrong ones are counted for the session alone, so that nobody
 * else can keep the user from entering it. Throws `too_many_attempts`.
 */
export async function verifyOwnPassword(
  ctx: { db: Db; limiter: RateLimiter; now: () => Date },
  user: CurrentUser,
  password: string,
): Promise<boolean> {
  const account = await ctx.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.userId)
    .executeTakeFirst()
  return verifyPasswordInSession(ctx, user, account?.password_hash ?? null, password)
}

export async function verifyPasswordInSession(
  { limiter, now }: { limiter: RateLimiter; now: () => Date },
  { userId, tokenHash }: CurrentUser,
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  const wrongPasswords = { name: `session:${tokenHash}`, limit: 10, windowMs: 15 * MINUTE_MS }
  const verified = await limiter.attempt([wrongPasswords], now(), async () =>
    (await verifyPassword(passwordHash, password, String(userId))) ? true : null,
  )
  return verified !== null
}
