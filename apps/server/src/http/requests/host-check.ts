import { isIP, isIPv4 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../errors/api-error.ts'
import { isPageNavigation } from '../errors/error-handler.ts'
import { plainPage } from '../errors/plain-page.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

/** Probes use any host name, and the responses say nothing about the site. */
const HEALTH_PATHS = ['/healthz', '/readyz']

export type HostCheckOptions = {
  /** Without it, the site can be opened only by people on this machine or with its IP address. */
  publicUrl: string | undefined
  /** Sent with each rejection, which comes before the hooks that set headers. */
  headers: Record<string, string>
}

/**
 * Protects against DNS rebinding: a page whose host name is changed to mean this machine is of the same origin as the
 * site, but its requests carry its own host name. With PUBLIC_URL, `Origin` is compared with it instead.
 */
export function rejectUnknownHosts(app: FastifyInstance, { publicUrl, headers }: HostCheckOptions): void {
  if (publicUrl !== undefined) return
  app.addHook('onRequest', async (request, reply) => {
    const host = hostNameOf(request)
    if (isLoopbackHost(host) || isIP(host) !== 0 || HEALTH_PATHS.includes(request.url)) return
    reply.headers({ ...headers, [REQUEST_ID_HEADER]: request.id })
    const error = new ApiError('unknown_host')
    if (!isPageNavigation(request)) throw error
    return reply
      .code(error.status)
      .type('text/html; charset=utf-8')
      .send(plainPage('Unknown host name', error.message))
  })
}

/** Whether the `Host` of a request names this machine, as seen from itself. */
export function isLoopbackRequest(request: FastifyRequest): boolean {
  return isLoopbackHost(hostNameOf(request))
}

/** In lower case, without the port and brackets; empty if the header is invalid. */
function hostNameOf({ headers }: FastifyRequest): string {
  const url = `http://${headers.host ?? ''}`
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
