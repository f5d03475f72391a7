import { DAY_MS } from '@fieldhouse/domain/duration'
import { isEqualTimingSafe, newToken, sign } from '../../crypto/crypto.ts'
import type { AnyCall } from '../../http/operation.ts'

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

export function rememberDevice(call: AnyCall, userId: number): void {
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
