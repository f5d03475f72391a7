import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { isEqualTimingSafe } from '../http/tokens.ts'

export type MetricsOptions = {
  registry: Registry
  /** Lets callers from elsewhere read; without it only the machine itself may. */
  token: string | undefined
}

/** A registry with what there is to know of the process itself: memory, processor, event loop. */
export function processMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Serves `/metrics` as Prometheus text, and measures every answer of the server. */
export const metricsRoutes = fastifyPlugin<MetricsOptions>(async (app, { registry, token }) => {
  const seconds = new Histogram({
    name: 'fieldhouse_http_request_duration_seconds',
    help: 'How long answers took, by the address as it is declared.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!canReadMetrics(request, token)) {
      return reply.code(403).type('text/plain').send('Only from this machine, or with METRICS_TOKEN.\n')
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
})

/**
 * The machine itself, or whoever sends the token as a bearer. What a proxy has passed on is from
 * elsewhere, even where the proxy is on this machine and not trusted.
 */
function canReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const [scheme, sent] = request.headers.authorization?.split(' ') ?? []
  if (token !== undefined && scheme === 'Bearer' && sent !== undefined && isEqualTimingSafe(sent, token))
    return true
  const isPassedOn = ['forwarded', 'x-forwarded-for', 'via'].some((name) => name in request.headers)
  return !isPassedOn && isLoopback(request.ip)
}

function isLoopback(address: string): boolean {
  const bare = address.replace(/^::ffff:/, '')
  return bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'))
}
