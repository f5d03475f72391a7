import cookie from '@fastify/cookie'
import etag from '@fastify/etag'
import { BODY_LIMIT } from '@fieldhouse/contract/operation'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { apiReference } from './app/api-reference.ts'
import { type AppOptions, isDevelopment, RELEASE } from './app/app-options.ts'
import { registerLiveHooks } from './app/live.ts'
import { metricsRoutes, registerSiteMetrics } from './app/monitoring.ts'
import { OPERATIONS } from './app/operations.ts'
import { loadPage, type Page, pageRenderer, sendPublicPage } from './app/page.ts'
import { createServices } from './app/services.ts'
import { authorizationCache, registerAuthorization, registerCsrf } from './auth/access.ts'
import { attemptStore, registerRequestLimits } from './auth/rate-limits.ts'
import { type Db, isMigrated, leagueVersionsOf } from './database/engine/database.ts'
import { hasSiteAdmin } from './features/accounts/read-site-admin.ts'
import { pictureFileRoutes } from './features/history/pictures.ts'
import { publicDocumentRoutes } from './features/public-link/public-link.ts'
import { closeStalledConnections, handleClientError, rejectDuringShutdown } from './http/connections.ts'
import { registerErrorHandlers, sendError } from './http/errors/error-handler.ts'
import { registerContractValidation, registerJsonParser, registerOperations } from './http/operation.ts'
import {
  logRequestCompleted,
  omitHeaders,
  registerRequestLogContext,
  registerRequestLogging,
} from './http/request-log.ts'
import {
  parseTrustedProxies,
  publicAddress,
  REQUEST_ID_HEADER,
  registerAddressBlocks,
  registerHostCheck,
  requestIdGenerator,
  sendRequestId,
} from './http/request-origin.ts'
import { responseCache } from './http/response-cache.ts'
import { minimalSecurityHeaders, registerSecurityHeaders, sendServerDate } from './http/response-headers.ts'
import { eventStore } from './live/live-events.ts'
import { siteAddress } from './repositories/site-settings.ts'

const HEADERS_TIMEOUT_MS = 20_000

/** How long a request may take to arrive: the largest upload over a slow connection takes ten minutes. */
const REQUEST_TIMEOUT_MS = 15 * MINUTE_MS

/** Builds the server. The order of hooks and plugins matters. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, settings, log, now } = options
  const address = await siteAddress(db, settings)
  const page: Page | null = options.pageFolder === null ? null : loadPage(options.pageFolder)
  const isTrusted = parseTrustedProxies(settings.TRUST_PROXY)

  const app = fastify({
    loggerInstance: omitHeaders(log),
    genReqId: requestIdGenerator(isTrusted),
    trustProxy: settings.TRUST_PROXY === undefined ? false : isTrusted,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...minimalSecurityHeaders(address.isSecure()), [REQUEST_ID_HEADER]: request.id })
      sendError(error, request, reply)
      logRequestCompleted(request, reply)
    },
    clientErrorHandler: (error, socket) => handleClientError(error, socket, app.server),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    return503OnClosing: false,
    logController: new LogController({ disableRequestLogging: true }),
  })
  closeStalledConnections(app.server)
  registerAddressBlocks(app, isTrusted)
  const readVersions = leagueVersionsOf(db)
  const authorizations = authorizationCache()
  const responses = responseCache({ readVersions, authorizations, now })
  registerHostCheck(app, {
    address,
    isNew: async () => !(await hasSiteAdmin(db)),
    isTrusted,
    headers: () => minimalSecurityHeaders(address.isSecure()),
  })
  responses.serveCached(app)
  if (settings.SLOW_QUERY_MS > 0) registerRequestLogContext(app)
  registerRequestLogging(app)
  sendRequestId(app)
  sendServerDate(app, now)
  registerErrorHandlers(app)
  await app.register(metricsRoutes, { registry: options.metrics, token: settings.METRICS_TOKEN })
  registerSecurityHeaders(app, {
    scriptHashes: page?.scriptHashes ?? [],
    styleHashes: page?.styleHashes ?? [],
    isSecure: address.isSecure,
  })
  rejectDuringShutdown(app)
  await app.register(cookie)
  registerRequestLimits(app, { attempts: attemptStore(db), factor: settings.RATE_LIMIT_FACTOR, now })
  const findLastEvent = () => eventStore(db).findNewestId()
  const renderer =
    page === null
      ? null
      : pageRenderer(app, { folder: page.folder, maxMs: settings.PAGE_RENDER_MS, now, findLastEvent })
  if (page !== null) await app.register(page.routes, { draftAppUrl: settings.DRAFT_APP_URL, renderer })
  healthRoutes(app, db)

  const services = createServices(app, options, readVersions, address)
  const { live } = services
  registerSiteMetrics(options.metrics, services)

  await app.register(async function registerApi(api) {
    api.addHook('onSend', async (_, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
    })
    responses.store(api)
    await api.register(etag)
    registerJsonParser(api)
    const typedApi = registerContractValidation(api, {
      checksResponses: isDevelopment(settings),
    })
    registerCsrf(typedApi, { secretKey: settings.secretKey, address: () => publicAddress(address.current()) })
    registerAuthorization(typedApi, {
      db,
      authorizations,
      requiresSecondFactor: settings.REQUIRE_SECOND_FACTOR,
      isSecure: address.isSecure,
      now,
    })
    responses.serveAuthorized(typedApi)
    apiReference(typedApi)
    registerLiveHooks(typedApi, live)

    registerOperations(typedApi, services, OPERATIONS)
    pictureFileRoutes(typedApi, services)
    if (page !== null) publicDocumentRoutes(typedApi, services, sendPublicPage(page, renderer))
  })
  return app
}

function healthRoutes(app: FastifyInstance, db: Db): void {
  app.get('/healthz', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    return { ok: true, version: RELEASE }
  })

  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const reason = await notReadyReason()
    if (reason === null) return { ok: true }
    reply.code(503).header('retry-after', '5')
    return { ok: false, reason }

    async function notReadyReason(): Promise<string | null> {
      try {
        return (await isMigrated(db)) ? null : 'The database schema does not match this release.'
      } catch (error) {
        request.log.error({ err: error }, 'failed to reach the database')
        return 'The database is unreachable.'
      }
    }
  })
}
