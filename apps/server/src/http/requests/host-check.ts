import { isIP, isIPv4 } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors/api-error.ts'
import { isPageNavigation } from '../errors/error-handler.ts'
import { plainPage } from '../errors/plain-page.ts'
import type { IsTrustedProxy } from '../headers/trusted-proxies.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

/** Probes use any host name, and the responses say nothing about the site. */
const NEUTRAL_PATHS = /^\/(?:healthz|readyz|metrics)(?:[/?]|$)/

/** Set with a redirect, so that a browser that comes back in spite of it is not redirected again. */
const REDIRECTED_COOKIE = 'redirected'

export type HostCheckOptions = {
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
  return address === null || isLoopbackHost(new URL(address).hostname.replace(/^\[|\]$/g, ''))
    ? null
    : address
}

function rejectHost(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = new ApiError('unknown_host')
  const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true
  if (!wantsPage) throw error
  return reply
    .code(error.status)
    .type('text/html; charset=utf-8')
    .send(plainPage('Unknown host name', error.message))
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

function isLoopbackHost(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    (isIPv4(host) && host.startsWith('127.'))
  )
}
