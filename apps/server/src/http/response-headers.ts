import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import pLimit from 'p-limit'

type SecurityHeaderOptions = {
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

export type Encoding = 'identity' | 'br' | 'gzip'

/** Below this size, compression saves no more than its headers add. */
const MIN_BYTES = 1024

/** Compressing up to this size takes less time than handing it to another thread: about 0.2 ms. */
const MAX_SYNC_BYTES = 16 * 1024

/**
 * A good balance of time, size and memory for responses compressed on demand. The default window of 4 MB takes
 * memory for data that is never there.
 */
const BROTLI_OPTIONS = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 },
}

const COMPRESSORS = {
  br: {
    now: (body: Buffer) => brotliCompressSync(body, BROTLI_OPTIONS),
    inThread: (body: Buffer) => promisify(brotliCompress)(body, BROTLI_OPTIONS),
  },
  gzip: { now: (body: Buffer) => gzipSync(body), inThread: promisify(gzip) },
}

/** Each compression takes memory until it ends. More at a time than there are cores do not end sooner. */
const limitThreads = pLimit(2)

/** The best encoding that `Accept-Encoding` allows. A client that excludes any encoding gets the body uncompressed. */
export function negotiateEncoding(accepted: string | string[] | undefined): Encoding {
  if (typeof accepted !== 'string' || /;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(accepted)) return 'identity'
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

const compressedBodies = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>()

/** Encodes the body. The same body is compressed only once, even for concurrent requests. */
export async function encodeBody(
  body: Buffer,
  encoding: Encoding,
): Promise<{ body: Buffer; encoding: Encoding }> {
  if (encoding === 'identity' || body.length < MIN_BYTES) return { body, encoding: 'identity' }
  const variants = compressedBodies.get(body) ?? new Map<Encoding, Promise<Buffer>>()
  compressedBodies.set(body, variants)
  const compressed = variants.get(encoding) ?? compress(body, encoding)
  variants.set(encoding, compressed)
  return { body: await compressed, encoding }
}

async function compress(body: Buffer, encoding: keyof typeof COMPRESSORS): Promise<Buffer> {
  const { now, inThread } = COMPRESSORS[encoding]
  return body.length <= MAX_SYNC_BYTES ? now(body) : limitThreads(() => inThread(body))
}

/** Sends the server clock's time with every response. The page uses it as its own clock. */
export function sendServerDate(app: FastifyInstance, now: () => Date): void {
  app.addHook('onSend', async (_, reply) => {
    reply.header('date', formatHttpDate(now().getTime()))
  })
}

let cachedSecond = Number.NaN
let cachedText = ''

/** Formats a time in milliseconds for the `Date` header. Cached, because many responses share a second. */
export function formatHttpDate(at: number): string {
  if (Math.floor(at / 1000) !== cachedSecond) {
    cachedSecond = Math.floor(at / 1000)
    cachedText = new Date(at).toUTCString()
  }
  return cachedText
}
