import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { describeNetworkError, retryAfterMs, timeoutSignal } from './attempts.ts'
import { lookupPublicAddress, PrivateAddressError, requirePublicHost } from './public-host.ts'

const TIMEOUT_MS = 10_000

export type ExternalPost = {
  url: string
  headers: Readonly<Record<string, string | number>>
  body: Buffer | string
  signal: AbortSignal | undefined
  timeoutMs?: number
  mayBePrivate: boolean
}

export type DeliveryResult =
  | { kind: 'sent' }
  | { kind: 'gone'; status: number }
  /** Rejected for another reason. The same message would be rejected again. */
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string; retryAfterMs: number | null }

/**
 * Sends one POST request to a URL that a user supplied. Redirects are not followed, only the status and
 * `Retry-After` of the response are read, and loopback and private addresses are rejected unless
 * `mayBePrivate` is set. Host names are checked while the connection is being made, so a second DNS lookup
 * cannot return a different address. Rejects only when `post.signal` aborts.
 */
export async function postExternal(post: ExternalPost, now: () => Date): Promise<DeliveryResult> {
  try {
    const signal = timeoutSignal(post.timeoutMs ?? TIMEOUT_MS, post.signal)
    const { status, retryAfter } = await sendRequest(post, signal)
    if (status >= 200 && status < 300) return { kind: 'sent' }
    if (status === 404 || status === 410) return { kind: 'gone', status }
    if (status !== 429 && status < 500) return { kind: 'refused', reason: `HTTP ${status}` }
    return { kind: 'later', reason: `HTTP ${status}`, retryAfterMs: retryAfterMs(retryAfter, now()) }
  } catch (error) {
    post.signal?.throwIfAborted()
    if (error instanceof PrivateAddressError) return { kind: 'refused', reason: error.message }
    return { kind: 'later', reason: describeNetworkError(error), retryAfterMs: null }
  }
}

function sendRequest(
  { url, headers, body, mayBePrivate }: ExternalPost,
  signal: AbortSignal,
): Promise<{ status: number; retryAfter: string | null }> {
  const { protocol, hostname } = new URL(url)
  return new Promise((resolve, reject) => {
    if (!mayBePrivate) requirePublicHost(hostname)
    const request = (protocol === 'http:' ? httpRequest : httpsRequest)(url, {
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
