import type {} from '@fastify/cookie'
import { DAY_MS } from '@fieldhouse/domain/duration'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isEqualTimingSafe, newToken, sign } from '../crypto/tokens.ts'
import { ApiError } from '../http/errors/api-error.ts'
import { apiTokenOf } from './api-tokens.ts'

export const CSRF_COOKIE = 'csrftoken'

type CsrfOptions = {
  secretKey: string
  /** The URL of the site; null to compare requests with their own Host header. */
  address: () => string | null
}

/**
 * Rejects every request other than GET and HEAD unless our own page made it: `X-CSRFToken` must repeat the
 * signed value of the CSRF cookie, and `Origin`, if sent, must be ours. `Sec-Fetch-Site`, if sent, must not
 * name another origin, not even of the same site, because such a host could set the cookie.
 */
export function registerCsrf(app: FastifyInstance, { secretKey, address }: CsrfOptions): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    // No other site can make a browser send an API token, and cookies next to one are ignored.
    if (apiTokenOf(request) !== null) return
    const { origin, 'sec-fetch-site': site } = request.headers
    if (origin !== undefined) checkOrigin(origin, request, address())
    if (site === 'cross-site' || site === 'same-site') throw new ApiError('wrong_origin')
    const sent = request.headers['x-csrftoken']
    const expected = request.cookies[CSRF_COOKIE]
    if (
      typeof sent !== 'string' ||
      expected === undefined ||
      !isEqualTimingSafe(sent, expected) ||
      !isSigned(secretKey, sent)
    ) {
      throw new ApiError('csrf_failed')
    }
  })
}

export function ensureCsrfToken(
  request: FastifyRequest,
  reply: FastifyReply,
  { secretKey, isSecure }: { secretKey: string; isSecure: boolean },
): string {
  const current = request.cookies[CSRF_COOKIE]
  const token = current !== undefined && isSigned(secretKey, current) ? current : newCsrfToken(secretKey)
  reply.setCookie(CSRF_COOKIE, token, {
    path: '/',
    sameSite: 'lax',
    secure: isSecure,
    maxAge: (365 * DAY_MS) / 1000,
  })
  return token
}

export function newCsrfToken(secretKey: string): string {
  const nonce = newToken(16)
  return `${nonce}.${sign(secretKey, 'csrf', nonce)}`
}

function isSigned(secretKey: string, token: string): boolean {
  const [nonce = '', signature = ''] = token.split('.')
  return nonce !== '' && isEqualTimingSafe(signature, sign(secretKey, 'csrf', nonce))
}

/** Throws `wrong_address` for a page of this server under another URL, and `wrong_origin` for one of another site. */
function checkOrigin(origin: string, request: FastifyRequest, address: string | null): void {
  const isOwnHost = URL.canParse(origin) && new URL(origin).host === request.host
  if (address === null ? isOwnHost : origin === new URL(address).origin) return
  if (address === null || !isOwnHost) throw new ApiError('wrong_origin')
  throw new ApiError('wrong_address', { message: `This site is at ${address}. Open it there.` })
}
