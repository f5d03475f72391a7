import type { User } from '@fieldhouse/contract/accounts/accounts'
import { DAY_MS } from '@fieldhouse/domain/duration'
import type { FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { setSessionCookie } from '../../auth/access.ts'
import { endSession, startSession } from '../../auth/session-store.ts'
import { isEqualTimingSafe, newToken, sign } from '../../crypto/crypto.ts'
import type { Db } from '../../database/engine/database.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { AnyCall } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import { recordAuditEntry } from '../../repositories/audit.ts'
import { readSignup } from '../../repositories/site-settings.ts'
import { requireLink } from '../invites/read-links.ts'
import { emailStateOf } from './email.ts'
import { clearFailedLogins } from './password-store.ts'
import { failedLoginsFromAddress, wrongAdminCodesFromAddress, wrongShortAdminCodes } from './rate-limits.ts'

export type Account = ReturnType<typeof toAccount>

export function toAccount(row: Selectable<Database['users']>) {
  return {
    id: row.id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    emailState: emailStateOf(row),
    isAdmin: row.is_admin === 1,
    isStaff: row.is_staff === 1,
    isDisabled: row.disabled_at !== null,
    passwordHash: row.password_hash,
  }
}

export type SignInContext = {
  userAgent: string | null
  address: string | null
  /** The session that the browser had before, which is ended; null for none. */
  replacedSession: { userId: number; tokenHash: string } | null
  now: Date
}

/** The sign-in context of a request. The session of the request, if any, is replaced. */
export function signInContextOf({ ctx, request }: AnyCall): SignInContext {
  return {
    userAgent: userAgentOf(request),
    address: request.ip,
    replacedSession: request.currentUser,
    now: ctx.now(),
  }
}

export function userAgentOf({ headers }: FastifyRequest): string | null {
  return headers['user-agent'] || null
}

/** Signs in a user who has proved who they are, and returns the session token. */
export async function openSession(
  db: Db,
  user: { id: number; username: string },
  context: SignInContext,
  method?: string,
): Promise<string> {
  await clearFailedLogins(db, user.id)
  await recordAuditEntry(db, {
    at: context.now,
    actor: { userId: user.id, username: user.username },
    action: 'account.login',
    ...(method === undefined ? {} : { detail: { with: method } }),
  })
  return replaceSession(db, user.id, context)
}

export async function replaceSession(db: Db, userId: number, context: SignInContext): Promise<string> {
  const { userAgent, address, replacedSession, now } = context
  if (replacedSession !== null) await endSession(db, replacedSession.userId, replacedSession.tokenHash)
  return startSession(db, { userId, userAgent, address, now })
}

export function respondSignedIn(call: AnyCall, account: Account, token: string): z.infer<typeof User> {
  setSessionCookie(call.reply, token, call.ctx.isSecure)
  rememberDevice(call, account.id)
  return presentUser(account)
}

type PresentedUser = Pick<Account, 'username' | 'firstName' | 'lastName' | 'isAdmin' | 'isStaff' | 'email'>

export function presentUser(user: PresentedUser & { mustAddSecondFactor?: boolean }): z.infer<typeof User> {
  const { username, firstName, lastName, isAdmin, isStaff, email, mustAddSecondFactor = false } = user
  return {
    ...toWire({ username, firstName, lastName, isAdmin, isStaff, email }),
    ...(mustAddSecondFactor ? { must_add_second_factor: true } : {}),
  }
}

type SignupCodes = {
  role: 'user' | 'admin'
  admin_code?: string | undefined
  invite_code?: string | undefined
}

/**
 * The roles of a new account. Throws `invalid_admin_code` for a wrong admin signup code, which counts as a failed
 * login from the address, `too_many_attempts`, and `invite_only` or an error of the invite link where users need one.
 */
export async function requireRoles(
  { ctx, request }: AnyCall,
  { role, admin_code = '', invite_code = '' }: SignupCodes,
): Promise<{ isAdmin: boolean; isStaff: boolean }> {
  const { db, limiter, now, settings } = ctx
  if (role !== 'admin') {
    if ((await readSignup(db, settings)) === 'invite') {
      if (invite_code === '') throw new ApiError('invite_only')
      await requireLink(ctx, request, invite_code, null)
    }
    return { isAdmin: false, isStaff: false }
  }
  const expected = settings.adminSignupCode
  const buckets = [
    ...wrongShortAdminCodes(expected),
    wrongAdminCodesFromAddress(request.addressBlock),
    failedLoginsFromAddress(request.addressBlock),
  ]
  const verified = await limiter.attempt(buckets, now(), async () =>
    isEqualTimingSafe(admin_code.trim(), expected) ? true : null,
  )
  if (verified === null) throw new ApiError('invalid_admin_code')
  return { isAdmin: true, isStaff: true }
}

const COOKIE = 'device'

/** The longest time for which browsers keep a cookie. */
const MAX_AGE_MS = 400 * DAY_MS

/** A household may share a tablet. */
const MAX_ACCOUNTS = 5

/**
 * The device of a request and the users who have signed in on it before, by its signed cookie; null if that is absent
 * or not ours. Failed logins of strangers do not count for such a device.
 * Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 */
export function readDevice({ ctx, request }: AnyCall): { id: string; userIds: readonly number[] } | null {
  const [id = '', userIds = '', signature = ''] = request.cookies[COOKIE]?.split('.') ?? []
  if (!isEqualTimingSafe(signature, signatureOf(ctx.settings.secretKey, id, userIds))) return null
  return { id, userIds: userIds.split('-').map(Number) }
}

function rememberDevice(call: AnyCall, userId: number): void {
  const { ctx, reply } = call
  const known = readDevice(call)
  if (known?.userIds[0] === userId) return
  const others = known?.userIds.filter((each) => each !== userId) ?? []
  const userIds = [userId, ...others].slice(0, MAX_ACCOUNTS).join('-')
  const id = known?.id ?? newToken(16)
  reply.setCookie(COOKIE, [id, userIds, signatureOf(ctx.settings.secretKey, id, userIds)].join('.'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: ctx.isSecure,
    maxAge: MAX_AGE_MS / 1000,
  })
}

function signatureOf(secretKey: string, id: string, userIds: string): string {
  return sign(secretKey, 'known device', `${id}.${userIds}`)
}
