import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

export type SecurityHeaderOptions = {
  /** Hashes of the page's inline scripts and styles, in the form `sha256-…`. */
  scriptHashes: readonly string[]
  styleHashes: readonly string[]
  isSecure: () => boolean
}

const YEAR_S = 365 * 24 * 60 * 60
const HSTS = `max-age=${YEAR_S}`
const PERMISSIONS_POLICY = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

const CSP = 'content-security-policy'

/** No text can become HTML or a script through the DOM: only the page's own policy can name a script. */
const TRUSTED_TYPES = "require-trusted-types-for 'script';trusted-types fieldhouse"

/** For responses that are not pages and load nothing. */
const MINIMAL_CSP = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"

type HeaderSets = { headers: Map<string, string>; withTrustedTypes: Map<string, string> }

export function registerSecurityHeaders(app: FastifyInstance, options: SecurityHeaderOptions): void {
  const [plain, secure] = [false, true].map((isSecure) => {
    const headers = computeSecurityHeaders(options, isSecure)
    headers.set('permissions-policy', PERMISSIONS_POLICY)
    const withTrustedTypes = new Map(headers)
    withTrustedTypes.set(CSP, `${headers.get(CSP)};${TRUSTED_TYPES}`)
    return { headers, withTrustedTypes }
  }) as [HeaderSets, HeaderSets]
  app.addHook('onRequest', ({ url }, reply, done) => {
    const { headers, withTrustedTypes } = options.isSecure() ? secure : plain
    // Swagger UI writes HTML of its own.
    reply.raw.setHeaders(url.startsWith('/api/docs') ? headers : withTrustedTypes)
    done()
  })
}

/** Runs helmet once: its headers never change, but it would compute them for every response. */
function computeSecurityHeaders({ scriptHashes, styleHashes }: SecurityHeaderOptions, isSecure: boolean) {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)],
        styleSrc: ["'self'", ...styleHashes.map((hash) => `'${hash}'`)],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: YEAR_S, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: { policy: 'credentialless' },
    xFrameOptions: { action: 'deny' },
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  setHeaders(request, response, (error) => {
    if (error instanceof Error) throw error
  })
  return new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}

/** Security headers for responses that Fastify sends before any hook runs, such as to a malformed URL. */
export function minimalSecurityHeaders(isSecure: boolean): Record<string, string> {
  return {
    'content-security-policy': MINIMAL_CSP,
    'cross-origin-embedder-policy': 'credentialless',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS_POLICY,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isSecure ? { 'strict-transport-security': HSTS } : {}),
  }
}
