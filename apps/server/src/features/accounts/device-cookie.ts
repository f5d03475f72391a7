import type {} from '@fastify/cookie'
import { DAY_MS } from '@fieldhouse/domain/duration'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isEqualTimingSafe, newToken, sign } from '../../crypto/tokens.ts'

const COOKIE = 'device'

/** The longest time for which browsers keep a cookie. */
const MAX_AGE_MS = 400 * DAY_MS

/** A household may share a tablet. */
const MAX_ACCOUNTS = 5

/** A browser in which these users have signed in before. */
export type KnownDevice = { id: string; userIds: readonly number[] }

export interface DeviceCookie {
  /** null when nobody has signed in in this browser, or the cookie is not ours. */
  read(request: FastifyRequest): KnownDevice | null
  /** Remembers that the user has signed in in this browser. */
  remember(request: FastifyRequest, reply: FastifyReply, userId: number): void
}

/**
 * Recognizes devices by a signed cookie. Failed logins of strangers do not count for a device that has signed in
 * to the account before. Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 */
export function deviceCookie(secretKey: string, isSecure: boolean): DeviceCookie {
  const signatureOf = (id: string, userIds: string) => sign(secretKey, 'known device', `${id}.${userIds}`)

  function read(request: FastifyRequest): KnownDevice | null {
    const [id = '', userIds = '', signature = ''] = request.cookies[COOKIE]?.split('.') ?? []
    if (!isEqualTimingSafe(signature, signatureOf(id, userIds))) return null
    return { id, userIds: userIds.split('-').map(Number) }
  }

  return {
    read,
    remember(request, reply, userId) {
      const known = read(request)
      if (known?.userIds[0] === userId) return
      const others = known?.userIds.filter((each) => each !== userId) ?? []
      const userIds = [userId, ...others].slice(0, MAX_ACCOUNTS).join('-')
      const id = known?.id ?? newToken(16)
      reply.setCookie(COOKIE, [id, userIds, signatureOf(id, userIds)].join('.'), {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: isSecure,
        maxAge: MAX_AGE_MS / 1000,
      })
    },
  }
}
