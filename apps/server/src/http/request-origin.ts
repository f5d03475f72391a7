import { randomUUID } from 'node:crypto'
import { BlockList, isIP, isIPv4 } from 'node:net'
import { isLoopbackHost } from '@fieldhouse/domain/hosts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RawRequestDefaultExpression } from 'fastify'
import { ApiError } from './errors/api-error.ts'
import { isPageNavigation, sendPlainPage } from './errors/error-handler.ts'

/** Probes use any host name, and the responses say nothing about the site. */
const NEUTRAL_PATHS = /^\/(?:healthz|readyz|metrics)(?:[/?]|$)/

/** Set with a redirect, so that a browser that comes back in spite of it is not redirected again. */
const REDIRECTED_COOKIE = 'redirected'

type HostCheckOptions = {
  address: { current: () => string | null; refresh: () => Promise<void> }
  /** Whether the site has no admin yet, who confirms its URL. */
  isNew: () => Promise<boolean>
  isTrusted: IsTrustedProxy
  /** Sent with each rejection and redirect, which come before the hooks that set headers. */
  headers: () => Record<string, string>
}

/**
 * Leads pages under another URL of the server to the URL of the site. As long as that is not known, or is one of this
 * machine only, requests to an unknown host are rejected, which protects against DNS rebinding: a page whose host name
 * is changed to mean this machine is of the same origin as the site, but its requests carry its own host name.
 * Otherwise, `Origin` is compared with the URL instead.
 */
export function registerHostCheck(app: FastifyInstance, options: HostCheckOptions): void {
  const { address, isNew, isTrusted, headers } = options
  app.addHook('onRequest', async (request, reply) => {
    if (NEUTRAL_PATHS.test(request.url)) return
    await address.refresh()
    const site = publicAddress(address.current())
    if (site === null) {
      const host = hostNameOf(request)
      if (isLoopbackHost(host) || isIP(host) !== 0 || (await isNew())) return
      reply.headers({ ...headers(), [REQUEST_ID_HEADER]: request.id })
      return rejectHost(request, reply)
    }
    if (!isPageNavigation(request) || !isElsewhere(request, new URL(site), isTrusted)) return
    return reply
      .headers({ ...headers(), [REQUEST_ID_HEADER]: request.id, 'cache-control': 'no-store' })
      .header('set-cookie', `${REDIRECTED_COOKIE}=1; Max-Age=60; Path=/; SameSite=Lax`)
      .redirect(new URL(pathOf(request), site).href)
  })
}

/** The path and the query of a request, which cannot name another host. */
function pathOf({ url }: FastifyRequest): string {
  return url.startsWith('/') ? `/${url.replace(/^[/\\]+/, '')}` : '/'
}

/** The URL of a site that other devices can open; null for one of this machine only. */
export function publicAddress(address: string | null): string | null {
  return address === null || isLoopbackHost(new URL(address).hostname) ? null : address
}

function rejectHost(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = new ApiError('unknown_host')
  const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true
  if (!wantsPage) throw error
  return sendPlainPage(reply, error.status, 'Unknown host name', error.message)
}

/**
 * Whether a browser opened a page under another URL than that of the site. Behind a proxy, only what a trusted one says
 * counts, because proxies can send requests under a host name of their own. A loopback host is of this machine.
 */
function isElsewhere(request: FastifyRequest, site: URL, isTrusted: IsTrustedProxy): boolean {
  const { headers, socket, protocol } = request
  if (new RegExp(`(?:^|;)\\s*${REDIRECTED_COOKIE}=`).test(headers.cookie ?? '')) return false
  const isProxied = Object.keys(headers).some((name) =>
    /^(?:forwarded|via|x-forwarded-.+|x-real-ip)$/.test(name),
  )
  const trusts = (name: string) => isTrusted(socket.remoteAddress) && headers[name] !== undefined
  if (site.protocol === 'https:' && protocol === 'http' && trusts('x-forwarded-proto')) return true
  if (isProxied && !trusts('x-forwarded-host')) return false
  const host = hostNameOf(request)
  return host !== site.hostname.replace(/^\[|\]$/g, '') && !isLoopbackHost(host)
}

export function isLoopbackRequest(request: FastifyRequest): boolean {
  return isLoopbackHost(nameOf(request.headers.host))
}

/** As a trusted proxy says, or else the browser. */
function hostNameOf(request: FastifyRequest): string {
  return nameOf(request.host)
}

/** In lower case, without the port and brackets; empty if the header is invalid. */
function nameOf(host: string | undefined): string {
  const url = `http://${host ?? ''}`
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$|\.$/g, '') : ''
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The addresses that are counted as one client: an IPv4 address, or a /64 of IPv6 addresses. */
    addressBlock: string
  }
}

export function registerAddressBlocks(app: FastifyInstance, isTrusted: IsTrustedProxy): void {
  app.decorateRequest('addressBlock', {
    getter(this: FastifyRequest) {
      return addressBlockOf(clientAddressOf(this.ips ?? [this.ip], isTrusted))
    },
  })
}

/**
 * The address of the client among those that proxies report, nearest first. If all of them are in the ranges of
 * trusted proxies, the client may have made up the farthest ones, and only the one that the nearest proxy has seen is
 * reliable.
 */
export function clientAddressOf(addresses: readonly string[], isTrusted: IsTrustedProxy): string {
  const [peer = '', nearest = peer] = addresses
  const farthest = addresses.at(-1) ?? peer
  const address = isTrusted(farthest) ? nearest : farthest
  return isIP(address) === 0 ? peer : address
}

/** IPv6 networks give each customer a /64 or more, so one person has at least 2^64 addresses. */
export function addressBlockOf(address: string): string {
  const unmapped = unmapIPv4(address)
  if (isIPv4(unmapped)) return unmapped
  const [head = [], tail] = (unmapped.split('%')[0] ?? '').split('::').map(toGroups)
  const groups =
    tail === undefined
      ? head
      : [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

function toGroups(part: string): number[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => (isIPv4(group) ? [0, 0] : [Number.parseInt(group, 16)]))
}

const NAMED_RANGES: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

type IsTrustedProxy = (address: string | undefined) => boolean

/** Parses `TRUST_PROXY`, whose format was validated at startup. Without the setting, no address is trusted. */
export function parseTrustedProxies(setting: string | undefined): IsTrustedProxy {
  const ranges = new BlockList()
  const entries = setting?.split(',').map((entry) => entry.trim()) ?? []
  for (const range of entries.flatMap((entry) => NAMED_RANGES[entry] ?? [entry])) {
    const [address = '', bits] = range.split('/')
    const unmapped = unmapIPv4(address)
    const family = familyOf(unmapped)
    if (bits === undefined) ranges.addAddress(unmapped, family)
    else ranges.addSubnet(unmapped, Number(bits), family)
  }
  return (address) => {
    if (address === undefined) return false
    const unmapped = unmapIPv4(address)
    return ranges.check(unmapped, familyOf(unmapped))
  }
}

/** Dual-stack sockets report IPv4 addresses in IPv6 notation. */
function unmapIPv4(address: string): string {
  const rest = address.replace(/^::ffff:/i, '')
  return isIPv4(rest) ? rest : address
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}

export const REQUEST_ID_HEADER = 'x-request-id'

/** The formats that proxies generate: hexadecimal, UUIDs, base64, `Root=1-…`. */
const VALID_REQUEST_ID = /^[\w.+/=:-]{8,128}$/

/** The `X-Request-Id` of a trusted proxy, otherwise a random UUID, which is unique across processes. */
export function requestIdGenerator(
  isTrusted: IsTrustedProxy,
): (request: RawRequestDefaultExpression) => string {
  return ({ headers, socket }) => {
    const sent = headers[REQUEST_ID_HEADER]
    const isFromProxy =
      typeof sent === 'string' && VALID_REQUEST_ID.test(sent) && isTrusted(socket.remoteAddress)
    return isFromProxy ? sent : randomUUID()
  }
}

export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id)
  })
}
