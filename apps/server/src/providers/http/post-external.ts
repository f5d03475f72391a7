import { lookup } from 'node:dns'
import { request as plainRequest } from 'node:http'
import { request as safeRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { retryAfterMs } from './backoff.ts'
import { isPublicAddress } from './public-address.ts'
import { withTimeout } from './with-timeout.ts'

const TIMEOUT_MS = 10_000

export type ExternalPost = {
  url: string
  headers: Readonly<Record<string, string | number>>
  body: Buffer | string
  signal: AbortSignal | undefined
  timeoutMs?: number
  /** Whether it may go to this machine and its network too. */
  mayBePrivate: boolean
}

/** How it ended: `gone` will never work again, `later` may. */
export type DeliveryResult =
  | { kind: 'sent' }
  | { kind: 'gone'; status: number }
  /** Another refusal: the same message would be refused again. */
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string; retryAfterMs: number | null }

/**
 * Posts to an address that somebody else chose, once: no redirect is followed, nothing of the answer
 * but its status is read, and it goes to no address of this machine or its network. Where a name
 * leads is looked at when the connection is made, so that it cannot lead elsewhere afterwards.
 * Rejects only when the caller's own signal aborts.
 */
export async function postExternal(post: ExternalPost, now: () => Date): Promise<DeliveryResult> {
  try {
    const { status, retryAfter } = await withTimeout(post.timeoutMs ?? TIMEOUT_MS, post.signal, (signal) =>
      sendRequest(post, signal),
    )
    if (status >= 200 && status < 300) return { kind: 'sent' }
    if (status === 404 || status === 410) return { kind: 'gone', status }
    if (status !== 429 && status < 500) return { kind: 'refused', reason: `answered ${status}` }
    return { kind: 'later', reason: `answered ${status}`, retryAfterMs: retryAfterMs(retryAfter, now()) }
  } catch (error) {
    post.signal?.throwIfAborted()
    if (error instanceof PrivateAddressError) return { kind: 'refused', reason: error.message }
    return { kind: 'later', reason: describeNetworkError(error), retryAfterMs: null }
  }
}

class PrivateAddressError extends Error {
  override name = 'PrivateAddressError'
}

function sendRequest(
  { url, headers, body, mayBePrivate }: ExternalPost,
  signal: AbortSignal,
): Promise<{ status: number; retryAfter: string | null }> {
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    // A host that is an address already is never looked up.
    if (!mayBePrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw privateAddressError()
    const request = (protocol === 'http:' ? plainRequest : safeRequest)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      signal,
      ...(mayBePrivate ? {} : { lookup: lookupPublicAddress }),
    })
    request.on('error', reject)
    request.on('response', (response) => {
      response.destroy()
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null })
    })
    request.end(body)
  })
}

const lookupPublicAddress: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return done(error, [])
    const open = addresses.filter(({ address }) => isPublicAddress(address))
    const [first] = open
    if (first === undefined) return done(privateAddressError(), [])
    return options.all === true ? done(null, open) : done(null, first.address, first.family)
  })
}

function privateAddressError(): PrivateAddressError {
  return new PrivateAddressError('the address is not of the internet at large')
}

/** The name of a network fault, such as `ECONNREFUSED`. */
function describeNetworkError(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed'
  const code: unknown = 'code' in error ? error.code : undefined
  return `no answer (${typeof code === 'string' ? code : error.name})`
}
