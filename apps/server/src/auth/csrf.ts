import type {} from '@fastify/cookie'
import { DAY_MS } from '@fieldhouse/domain/duration'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isEqualTimingSafe, newToken, sign } from '../crypto/tokens.ts'
import { ApiError } from '../http/errors/api-error.ts'
import type { Settings } from '../settings.ts'
import { apiTokenOf } from './api-tokens.ts'

export const CSRF_COOKIE = 'csrftoken'

/** Without a PUBLIC_URL, requests are compared with their own Host header. */
type CsrfSettings = Pick<Settings, 'secretKey' | 'PUBLIC_URL'>

/**
 * Rejects every request other than GET and HEAD unless our own page made it: `X-CSRFToken` must repeat the
 * signed value of the CSRF cookie, and `Origin`, if sent, must be ours. `Sec-Fetch-Site`, if sent, must not
 * name another origin, not even of the same site, because such a host could set the cookie.
 */
export function registerCsrf(app: FastifyInstance, settings: CsrfSettings): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    // No other site can make a browser send an API token, and cookies next to one are ignored.
    if (apiTokenOf(request) !== null) return
    const { origin, 'sec-fetch-site': site } = request.headers
    if (origin !== undefined && !isSameOrigin(origin, request, settings.PUBLIC_URL))
      throw new ApiError('wrong_origin')
    if (site === 'cross-site' || site === 'same-site') throw new ApiError('wrong_origin')
    const sent = request.headers['x-csrftoken']
    const expected = request.cookies[CSRF_COOKIE]
    if (
      typeof sent !== 'string' ||
      expected === undefined ||
      !isEqualTimingSafe(sent, expected) ||
      !isSigned(settings.secretKey, sent)
    ) {
      throw new ApiError('csrf_failed')
    }
  })
}

/** Returns the token in the cookie if it is valid, otherwise a new one. Sets or renews the cookie. */
export function ensureCsrfToken(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: CsrfSettings,
): string {
  const current = request.cookies[CSRF_COOKIE]
  const token =
    current !== undefined && isSigned(settings.secretKey, current)
      ? current
      : newCsrfToken(settings.secretKey)
  reply.setCookie(CSRF_COOKIE, token, {
    path: '/',
    sameSite: 'lax',
    secure: settings.PUBLIC_URL?.startsWith('https:') ?? false,
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

function isSameOrigin(origin: string, request: FastifyRequest, publicUrl: string | undefined): boolean {
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin
  return URL.canParse(origin) && new URL(origin).host === request.host
}
