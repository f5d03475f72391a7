import type {} from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'
import { isEqualTimingSafe, newToken, sign } from './tokens.ts'

export const CSRF_COOKIE = 'csrftoken'

export type CsrfOptions = {
  secretKey: string
  /** The product's own address when it is set; else a request's own Host is its origin. */
  publicUrl: string | undefined
}

/**
 * Refuses every call that changes something unless it proves that our own page made it: the
 * readable cookie's value, signed by us, in `X-CSRFToken`, and an `Origin`, when sent, of ours.
 * A browser that names the call's site must name ours: a neighbour could plant the cookie.
 */
export function registerCsrf(app: FastifyInstance, options: CsrfOptions): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    const { origin, 'sec-fetch-site': site } = request.headers
    if (origin !== undefined && !isSameOrigin(origin, request, options.publicUrl))
      throw new ApiError('wrong_origin')
    if (site === 'cross-site' || site === 'same-site') throw new ApiError('wrong_origin')
    const sent = request.headers['x-csrftoken']
    const kept = request.cookies[CSRF_COOKIE]
    if (
      typeof sent !== 'string' ||
      kept === undefined ||
      !isEqualTimingSafe(sent, kept) ||
      !isSigned(options.secretKey, sent)
    ) {
      throw new ApiError('csrf_failed')
    }
  })
}

/** The token in the cookie when it is one of ours, else a new one, set as the cookie. */
export function ensureCsrfToken(request: FastifyRequest, reply: FastifyReply, options: CsrfOptions): string {
  const kept = request.cookies[CSRF_COOKIE]
  const token =
    kept !== undefined && isSigned(options.secretKey, kept) ? kept : newCsrfToken(options.secretKey)
  reply.setCookie(CSRF_COOKIE, token, {
    path: '/',
    sameSite: 'lax',
    secure: options.publicUrl?.startsWith('https:') ?? false,
    maxAge: 365 * 24 * 60 * 60,
  })
  return token
}

function newCsrfToken(secretKey: string): string {
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
