import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance } from 'fastify'

export type SecurityHeaderOptions = {
  /** Hashes of the page's own inline scripts, in the form `sha256-…`. */
  scriptHashes: readonly string[]
  /** Whether people reach the product through https. */
  isSecure: boolean
}

const YEAR_S = 365 * 24 * 60 * 60
const HSTS = `max-age=${YEAR_S}`
const PERMISSIONS_POLICY = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/** Of an answer that is no page and needs nothing. */
const MINIMAL_CSP = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"

/** What every answer tells the browser that it may do with it. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  options: SecurityHeaderOptions,
): Promise<void> {
  const headers = new Map(await computeSecurityHeaders(options))
  headers.set('permissions-policy', PERMISSIONS_POLICY)
  app.addHook('onRequest', (_, reply, done) => {
    reply.raw.setHeaders(headers)
    done()
  })
}

/** Helmet works its headers out for every answer again, and they are always the same: it is asked once. */
async function computeSecurityHeaders({
  scriptHashes,
  isSecure,
}: SecurityHeaderOptions): Promise<[string, string][]> {
  const asked = fastify()
  await asked.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        // Team logos are addresses that league members chose, on any host (docs/decisions/0025).
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
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
    // Other hosts are asked for pictures without their cookies.
    crossOriginEmbedderPolicy: { policy: 'credentialless' },
    xFrameOptions: { action: 'deny' },
  })
  asked.get('/', (_, reply) => reply.code(204).send())
  const { headers } = await asked.inject('/')
  await asked.close()
  return Object.entries(headers).flatMap(([name, value]) =>
    NON_HELMET_HEADERS.has(name) ? [] : [[name, String(value)]],
  )
}

/** What is not helmet's. */
const NON_HELMET_HEADERS = new Set(['connection', 'content-length', 'date', 'keep-alive'])

/** The same for what the framework answers before any hook is asked: an address that is not well formed. */
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
