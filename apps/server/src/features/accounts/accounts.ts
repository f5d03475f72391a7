import { isIP } from 'node:net'
import {
  confirmPasswordReset,
  getCsrf,
  login,
  logout,
  register,
  requestPasswordReset,
  whoAmI,
} from '@fieldhouse/contract/accounts/accounts'
import { clearSessionCookie, ensureCsrfToken, SESSION_COOKIE } from '../../auth/access.ts'
import { hashPassword, verifyPassword } from '../../auth/passwords.ts'
import type { Bucket } from '../../auth/rate-limits.ts'
import { endSessionWith } from '../../auth/session-store.ts'
import { hashToken } from '../../crypto/crypto.ts'
import { inTransaction } from '../../database/engine/database.ts'
import { ApiError, orThrow } from '../../http/errors/api-error.ts'
import { type AnyCall, operation } from '../../http/operation.ts'
import { publicAddress } from '../../http/request-origin.ts'
import { saveSiteSetting } from '../../repositories/site-settings.ts'
import { isEmailTaken, verifyLegacyEmail } from './email.ts'
import { lockoutEmailRequest, prepareReset, resetEmailRequest } from './email-jobs.ts'
import { findSecondFactors } from './factor-store.ts'
import {
  checkNewPassword,
  failedLoginsFromAddress,
  failedLoginsOnDevice,
  failedLoginsWith,
  HANDED_OVER,
  lockUser,
  replacePassword,
  resetRequestsFromAddress,
} from './password-store.ts'
import { hasSiteAdmin } from './read-site-admin.ts'
import { startSignInStep } from './second-factors.ts'
import {
  type Account,
  findByUsername,
  findForSignIn,
  presentUser,
  readDevice,
  registerAccount,
  requireRoles,
  respondSignedIn,
  signInContextOf,
  signInWithPassword,
} from './sign-in.ts'

export const accounts = [
  operation(getCsrf, ({ ctx, request, reply }) => ({
    csrfToken: ensureCsrfToken(request, reply, {
      secretKey: ctx.settings.secretKey,
      isSecure: ctx.isSecure,
    }),
  })),

  operation(whoAmI, ({ user }) => (user === null ? { username: null } : presentUser(user))),

  operation(login, async (call) => {
    const { ctx, request, reply } = call
    const { username, password } = call.body
    const candidates = await findForSignIn(ctx.db, username)
    const account = await ctx.limiter.attempt(
      failedLoginBuckets(call, candidates, username),
      ctx.now(),
      () => findByPassword(candidates, password, request.addressBlock),
      async () => {
        if (ctx.sendsMail) await ctx.jobs.queue(lockoutEmailRequest(username, ctx.settings.secretKey))
        // After the response, whose time must not tell whether there is an account.
        reply.raw.once('close', () => ctx.jobs.wake())
      },
    )
    const factors = account === null ? null : await findSecondFactors(ctx.db, account.id)
    if (account !== null && factors !== null) {
      const token = orThrow(await startSignInStep(ctx.db, account, ctx.now()), 'invalid_credentials')
      return { username: null, token, has_passkey: factors.hasPasskey, has_totp: factors.hasTotp }
    }
    const token = account === null ? null : await signInWithPassword(ctx.db, account, signInContextOf(call))
    if (account === null || token === null) {
      // The entered name is not logged, because people sometimes type their password there.
      request.log.warn({ account: candidates[0]?.id ?? null, from: request.ip }, 'sign-in failed')
      throw new ApiError('invalid_credentials')
    }
    return respondSignedIn(call, account, token)
  }),

  operation(logout, async ({ ctx, request, reply }) => {
    const token = request.cookies[SESSION_COOKIE]
    if (token !== undefined) await endSessionWith(ctx.db, token)
    clearSessionCookie(reply)
    return { ok: true } as const
  }),

  operation(register, async (call) => {
    const { ctx, request } = call
    const { username, password, email = '', first_name = '', last_name = '' } = call.body
    const roles = await requireRoles(call, call.body)
    const isFirstAdmin = roles.isAdmin && !(await hasSiteAdmin(ctx.db))
    await checkNewPassword(ctx, password, { username, email }, 'password')
    if ((await findByUsername(ctx.db, username)) !== null) throw new ApiError('username_taken')
    if (await isEmailTaken(ctx.db, email, null, ctx.now())) throw new ApiError('email_taken')
    const passwordHash = await hashPassword(password, request.addressBlock)
    const account = { username, email, firstName: first_name, lastName: last_name, passwordHash, ...roles }
    const created = await registerAccount(ctx.db, account, signInContextOf(call), ctx.sendsMail)
    if (isFirstAdmin) await rememberHostName(call)
    ctx.jobs.wake()
    return respondSignedIn(call, created.account, created.token)
  }),
]

/**
 * Before it has an admin, a site accepts every host name. The one under which the first admin registers stays the URL of
 * the site. An IP address is accepted anyway, and becomes it only when a site admin confirms it.
 */
async function rememberHostName({ ctx, request: { headers } }: AnyCall): Promise<void> {
  const url = URL.canParse(headers.origin ?? '') ? new URL(headers.origin ?? '') : null
  if (url === null || ctx.address.current() !== null) return
  const isName = isIP(url.hostname) === 0 && !url.hostname.startsWith('[')
  if (!isName || publicAddress(url.origin) === null) return
  await saveSiteSetting(ctx.db, 'address', url.origin)
  await ctx.address.refresh(true)
}

/** A device that has signed in to the account before has its own count, so that nobody can lock it out. */
function failedLoginBuckets(call: AnyCall, candidates: readonly Account[], typed: string): readonly Bucket[] {
  const device = readDevice(call)
  const isKnown = device !== null && candidates.some(({ id }) => device.userIds.includes(id))
  return isKnown
    ? [failedLoginsOnDevice(device.id)]
    : [failedLoginsWith(typed), failedLoginsFromAddress(call.request.addressBlock)]
}

/**
 * The account whose password it is; null for a wrong one. Checks all at the same time, and a hash of nobody's if there
 * are none, so that the response time does not tell.
 */
async function findByPassword(candidates: readonly Account[], password: string, client: string) {
  const hashes = candidates.length === 0 ? [null] : candidates.map(({ passwordHash }) => passwordHash)
  const matches = await Promise.all(hashes.map((hash) => verifyPassword(hash, password, client)))
  return candidates[matches.indexOf(true)] ?? null
}

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
