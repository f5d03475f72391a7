import { lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { describeNetworkError, retryAfterMs, timeoutSignal } from './attempts.ts'

const PRIVATE_NETWORKS = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/**
 * IPv6 networks inside the global range that tunnel to other addresses, are reserved for documentation, or are
 * assigned to protocols: 2001::/23 includes Teredo, benchmarking and both ORCHID networks.
 */
const SPECIAL_NETWORKS = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const blockedNetworks = new BlockList()
for (const [network, bits] of PRIVATE_NETWORKS) blockedNetworks.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of SPECIAL_NETWORKS) blockedNetworks.addSubnet(network, bits, 'ipv6')

const globalNetworks = new BlockList()
globalNetworks.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is public: not loopback, private or reserved. False for anything else. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  return isIPv6(address)
    ? globalNetworks.check(address, 'ipv6') && !blockedNetworks.check(address, 'ipv6')
    : !blockedNetworks.check(address, 'ipv4')
}

export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError'
}

/** Throws a PrivateAddressError for a host that is a private IP address, which Node does not look up. */
function requirePublicHost(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw privateAddressError()
}

/** A lookup for a connection. Fails for a host without a public address, so there is no second lookup to deceive. */
const lookupPublicAddress: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, [])
    const publicAddresses = addresses.filter(({ address }) => isPublicAddress(address))
    const [first] = publicAddresses
    if (first === undefined) return callback(privateAddressError(), [])
    if (options.all === true) return callback(null, publicAddresses)
    return callback(null, first.address, first.family)
  })
}

function privateAddressError(): PrivateAddressError {
  return new PrivateAddressError('the URL is not a public internet address')
}

/**
 * Sends one request and follows no redirects. The addresses of a host are checked while the connection is being made, so
 * a second DNS lookup cannot return a different one.
 * @param mayBePrivate whether loopback and private addresses are accepted
 */
function sendRequest(
  send: typeof httpsRequest,
  url: URL,
  { body, mayBePrivate, ...options }: RequestOptions & { body?: Buffer | string; mayBePrivate: boolean },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (!mayBePrivate) requirePublicHost(url.hostname)
    const request = send(url, {
      ...options,
      agent: false,
      ...(mayBePrivate ? {} : { lookup: lookupPublicAddress }),
    })
    request.on('error', reject)
    request.on('response', resolve)
    request.end(body)
  })
}

/** A `fetch` for GET requests to hosts on the public internet, by https only. It follows no redirects. */
export const publicFetch: typeof globalThis.fetch = async (input, init) => {
  const message = await sendRequest(httpsRequest, new URL(input instanceof Request ? input.url : input), {
    headers: { ...Object.fromEntries(new Headers(init?.headers)), 'accept-encoding': 'identity' },
    mayBePrivate: false,
    ...(init?.signal ? { signal: init.signal } : {}),
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value))
  const status = message.statusCode ?? 0
  const isBodiless = [204, 205, 304].includes(status)
  if (isBodiless) message.resume()
  const body = isBodiless ? null : (Readable.toWeb(message) as ReadableStream<Uint8Array>)
  return new Response(body, { status, headers })
}

const TIMEOUT_MS = 10_000

type ExternalPost = {
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
 * Sends one POST request to a URL that a user supplied. Only the status and `Retry-After` of the response are read.
 * Rejects only when `post.signal` aborts.
 */
export async function postExternal(post: ExternalPost, now: () => Date): Promise<DeliveryResult> {
  try {
    const signal = timeoutSignal(post.timeoutMs ?? TIMEOUT_MS, post.signal)
    const url = new URL(post.url)
    const response = await sendRequest(url.protocol === 'http:' ? httpRequest : httpsRequest, url, {
      method: 'POST',
      headers: { ...post.headers, 'content-length': Buffer.byteLength(post.body) },
      body: post.body,
      mayBePrivate: post.mayBePrivate,
      signal,
    })
    response.destroy()
    const { statusCode: status = 0, headers } = response
    if (status >= 200 && status < 300) return { kind: 'sent' }
    if (status === 404 || status === 410) return { kind: 'gone', status }
    if (status !== 429 && status < 500) return { kind: 'refused', reason: `HTTP ${status}` }
    return {
      kind: 'later',
      reason: `HTTP ${status}`,
      retryAfterMs: retryAfterMs(headers['retry-after'] ?? null, now()),
    }
  } catch (error) {
    post.signal?.throwIfAborted()
    if (error instanceof PrivateAddressError) return { kind: 'refused', reason: error.message }
    return { kind: 'later', reason: describeNetworkError(error), retryAfterMs: null }
  }
}
