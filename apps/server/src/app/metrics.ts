import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { isEqualTimingSafe } from '../crypto/tokens.ts'
import { isLoopbackRequest } from '../http/requests/host-check.ts'

export type MetricsOptions = {
  registry: Registry
  /** Allows reading from other machines; undefined allows the machine itself only. */
  token: string | undefined
}

export function processMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

export const metricsRoutes = fastifyPlugin<MetricsOptions>(async (app, { registry, token }) => {
  const requestDuration = new Histogram({
    name: 'fieldhouse_http_request_duration_seconds',
    help: 'HTTP request duration in seconds, by declared route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    requestDuration.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!canReadMetrics(request, token))
      return reply
        .code(403)
        .type('text/plain')
        .send('Metrics are available from this machine, or with METRICS_TOKEN.\n')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
})

/**
 * Allows the machine itself, and any client that sends the bearer token. A forwarded request counts as
 * remote, even if it comes from an untrusted proxy on this machine. The `Host` of the request must be a loopback
 * name, because the page of another site in a browser on this machine can be rebound to its address.
 */
function canReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const [scheme, sent] = request.headers.authorization?.split(' ') ?? []
  if (token !== undefined && scheme === 'Bearer' && sent !== undefined && isEqualTimingSafe(sent, token))
    return true
  const isForwarded = ['forwarded', 'x-forwarded-for', 'via'].some((name) => name in request.headers)
  return !isForwarded && isLoopback(request.ip) && isLoopbackRequest(request)
}

function isLoopback(address: string): boolean {
  const unmapped = address.replace(/^::ffff:/, '')
  return unmapped === '::1' || (isIPv4(unmapped) && unmapped.startsWith('127.'))
}
