import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import etag from '@fastify/etag'
import { BODY_LIMIT } from '@fieldhouse/contract/operation'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Registry } from 'prom-client'
import { apiReference } from './app/api-reference.ts'
import { healthRoutes } from './app/health.ts'
import { registerJobs } from './app/jobs.ts'
import { trackPublicUrl } from './app/listen.ts'
import { createLiveUpdates, registerLiveHooks } from './app/live.ts'
import { liveScores } from './app/live-scores.ts'
import { metricsRoutes } from './app/metrics.ts'
import { loadPage, type Page } from './app/page.ts'
import { createWebhooks } from './app/webhooks.ts'
import { registerAuthorization } from './auth/access.ts'
import { apiTokenStore } from './auth/api-token-store.ts'
import { attemptStore } from './auth/attempt-store.ts'
import { authorizationCache } from './auth/authorization-cache.ts'
import { registerCsrf } from './auth/csrf.ts'
import { leagueAccessStore } from './auth/league-access-store.ts'
import { hashPassword } from './auth/passwords.ts'
import { rateLimiter } from './auth/rate-limiter.ts'
import { registerRequestLimits } from './auth/request-limits.ts'
import { sessionStore } from './auth/session-store.ts'
import { newToken } from './crypto/tokens.ts'
import { type Db, leagueVersionsOf } from './database/engine/database.ts'
import { leagueMemory } from './database/engine/league-memory.ts'
import { apiTokenRoutes } from './features/accounts/api-tokens/routes.ts'
import { ownTokenStore } from './features/accounts/api-tokens/store.ts'
import { deviceCookie } from './features/accounts/device-cookie.ts'
import { emailStore } from './features/accounts/email/email-store.ts'
import { emailRoutes } from './features/accounts/email/routes.ts'
import { createLockoutCipher, lockoutEmailRequest } from './features/accounts/lockout-email-job.ts'
import { newPasswordCheck } from './features/accounts/new-password.ts'
import { identityStore } from './features/accounts/oidc/identity-store.ts'
import { oidcRoutes } from './features/accounts/oidc/routes.ts'
import { signInCookie } from './features/accounts/oidc/sign-in-cookie.ts'

import { deletionStore } from './features/accounts/own-account/deletion-store.ts'
import { ownAccountRoutes } from './features/accounts/own-account/routes.ts'
import { passwordStore } from './features/accounts/password-store.ts'
import { createResetRequestCipher } from './features/accounts/reset/reset-email-job.ts'
import { resetSender } from './features/accounts/reset/reset-sender.ts'
import { passwordResetRoutes } from './features/accounts/reset/routes.ts'
import { accountsRoutes } from './features/accounts/routes.ts'
import { confirmationRoutes } from './features/accounts/second-factor/confirmation-routes.ts'
import { factorStore } from './features/accounts/second-factor/factor-store.ts'
import { passkeyStore } from './features/accounts/second-factor/passkey-store.ts'
import { secondFactorRoutes } from './features/accounts/second-factor/routes.ts'
import { secondFactorSignInRoutes } from './features/accounts/second-factor/sign-in-routes.ts'
import { signInStepStore } from './features/accounts/second-factor/sign-in-step-store.ts'
import { createTotpCipher } from './features/accounts/second-factor/totp.ts'
import { verifyOwnPassword } from './features/accounts/sign-in.ts'
import { accountStore } from './features/accounts/store.ts'
import { userRoutes } from './features/accounts/users/routes.ts'
import { userStore } from './features/accounts/users/store.ts'
import { auditLogRoutes } from './features/admin/audit-log-routes.ts'
import { auditLogStore } from './features/admin/audit-log-store.ts'
import { adminRoutes } from './features/admin/routes.ts'
import { adminStore } from './features/admin/store.ts'
import { backfillRoutes } from './features/backfill/routes.ts'
import { importStore } from './features/betslip/import-store.ts'
import { ownerStore } from './features/betslip/owner-store.ts'
import { sheetRefreshRoutes } from './features/betslip/refresh-routes.ts'
import { betslipRoutes } from './features/betslip/routes.ts'
import { scoreStore } from './features/betslip/score-store.ts'
import { pickStore } from './features/betslip/store.ts'
import { leagueCookies } from './features/credentials/cookies.ts'
import { credentialsRoutes } from './features/credentials/routes.ts'
import { createCookieCipher, credentialStore } from './features/credentials/store.ts'
import { exportRoutes } from './features/export/routes.ts'
import type { ExternalData } from './features/external-data/external-data.ts'
import { feedReader } from './features/feed/items/feed-reader.ts'
import { itemStore } from './features/feed/items/item-store.ts'
import { mediaItemStore } from './features/feed/media/media-item-store.ts'
import { mediaRoutes } from './features/feed/media/routes.ts'
import { postStore } from './features/feed/posts/post-store.ts'
import { feedRoutes } from './features/feed/posts/routes.ts'
import { proposalStore } from './features/feed/proposals/proposal-store.ts'
import { proposalRoutes } from './features/feed/proposals/routes.ts'
import { anonymousVoteKeys, voteStore } from './features/feed/proposals/vote-store.ts'
import { historyAdminRoutes } from './features/history/admin-routes.ts'
import { historyCache } from './features/history/history-cache.ts'
import { ownerPictureRoutes } from './features/history/picture-routes.ts'
import { historyRoutes } from './features/history/routes.ts'
import { historyStore } from './features/history/store.ts'
import { findTeamOwner, listOtherMeetings } from './features/history/team-owner.ts'
import { imagesRoutes } from './features/images/routes.ts'
import { importedPeopleRoutes } from './features/imported-people/routes.ts'
import { importedPeopleStore } from './features/imported-people/store.ts'
import { jobsRoutes } from './features/jobs/routes.ts'
import { jobListStore } from './features/jobs/store.ts'
import { joinRoutes } from './features/leagues/join-routes.ts'
import { joinStore } from './features/leagues/join-store.ts'
import { memberStore } from './features/leagues/member-store.ts'
import { leaguesRoutes } from './features/leagues/routes.ts'
import { settingsRoutes } from './features/leagues/settings-routes.ts'
import { settingsStore } from './features/leagues/settings-store.ts'
import { leagueStore } from './features/leagues/store.ts'
import { liveRoutes } from './features/live/routes.ts'
import { matchupsRoutes } from './features/matchups/routes.ts'
import { weekReader } from './features/matchups/week-reader.ts'
import { newsFetcher } from './features/news/news-fetcher.ts'
import { playerNews } from './features/news/player-news.ts'
import { newsRoutes } from './features/news/routes.ts'
import { newsStore } from './features/news/store.ts'
import { choiceStore } from './features/notifications/choice-store.ts'
import { createPushKeyCipher, getOrCreatePushKeys } from './features/notifications/push-key-store.ts'
import { notificationsRoutes } from './features/notifications/routes.ts'
import { playersRoutes } from './features/players/routes.ts'
import { playoffsRoutes } from './features/playoffs/routes.ts'
import { refreshRoutes } from './features/refresh/routes.ts'
import { refreshStore } from './features/refresh/store.ts'
import { rosterRoutes } from './features/roster/routes.ts'
import { seasonsRoutes } from './features/seasons/routes.ts'
import { seasonStore } from './features/seasons/store.ts'
import { standingsRoutes } from './features/standings/routes.ts'
import { teamsRoutes } from './features/teams/routes.ts'
import { webhookRoutes } from './features/webhook/routes.ts'
import { handleClientError, trackResponses } from './http/errors/client-error.ts'
import { registerErrorHandlers, sendError } from './http/errors/error-handler.ts'
import { registerAddressBlocks } from './http/headers/address-block.ts'
import { sendServerDate } from './http/headers/date-header.ts'
import { minimalSecurityHeaders, registerSecurityHeaders } from './http/headers/security-headers.ts'
import { parseTrustedProxies } from './http/headers/trusted-proxies.ts'
import { rejectUnknownHosts } from './http/requests/host-check.ts'
import { REQUEST_ID_HEADER, requestIdGenerator, sendRequestId } from './http/requests/request-id.ts'
import {
  logRequestCompleted,
  omitHeaders,
  registerRequestLogContext,
  registerRequestLogging,
} from './http/requests/request-log.ts'
import { rejectDuringShutdown } from './http/requests/shutdown.ts'
import { closeStalledConnections } from './http/requests/stalled-connections.ts'
import { registerContractValidation, registerJsonParser } from './http/requests/validation.ts'
import { responseCache } from './http/response-cache.ts'
import { imagePaths } from './images/image-paths.ts'
import type { Mailer } from './mail/mailer.ts'
import { imageCache } from './media/image-cache.ts'
import { imageProxy } from './media/image-proxy.ts'
import type { MediaStore } from './media/media-store.ts'
import { ownerPictures, ownerPicturesFolder } from './media/owner-pictures.ts'
import type { BreachedPasswords } from './providers/breaches/breached-passwords.ts'
import type { ImageSource } from './providers/images/image-source.ts'
import type { LeagueArchive, ProviderCookies } from './providers/league-provider.ts'
import type { NewsSource } from './providers/news/news-source.ts'
import type { SignInProvider } from './providers/oidc/sign-in-provider.ts'
import type { SheetSource } from './providers/sheets/sheet-source.ts'
import { historyReader } from './repositories/history/history-reader.ts'
import { ownerPictureStore } from './repositories/history/owner-picture-store.ts'
import { externalFetchStore } from './repositories/nfl/external-fetch-store.ts'
import { nflReader } from './repositories/nfl/nfl-reader.ts'
import { archiveReader } from './repositories/seasons/archive-reader.ts'
import { bracketReader } from './repositories/seasons/bracket-reader.ts'
import { gameReader } from './repositories/seasons/game-reader.ts'
import { logoColorStore } from './repositories/seasons/logo-color-store.ts'
import { playerReader } from './repositories/seasons/player-reader.ts'
import { rosterReader } from './repositories/seasons/roster-reader.ts'
import { seasonReader } from './repositories/seasons/season-reader.ts'
import { teamReader } from './repositories/seasons/team-reader.ts'
import type { Settings } from './settings.ts'

export type AppOptions = {
  db: Db
  settings: Pick<
    Settings,
    | 'secretKey'
    | 'adminSignupCode'
    | 'PORT'
    | 'PUBLIC_URL'
    | 'TRUST_PROXY'
    | 'DEV_LINKS'
    | 'BETSLIP_LEAGUE'
    | 'DRAFT_APP_URL'
    | 'METRICS_TOKEN'
    | 'dataDir'
    | 'MAX_UPLOAD_MB'
    | 'MAX_MEDIA_MB_PER_PERSON'
    | 'MAX_MEDIA_MB_PER_LEAGUE'
    | 'RATE_LIMIT_FACTOR'
    | 'REFRESH_SCHEDULE'
    | 'SLOW_QUERY_MS'
    | 'DISCORD_BASE_URL'
    | 'SLACK_BASE_URL'
    | 'PUSH_ANYWHERE'
    | 'REQUIRE_SECOND_FACTOR'
    | 'SMTP_URL'
    | 'IMAGES_BASE_URL'
    | 'IMAGES_OFF'
  >
  provider: LeagueArchive
  /** null when Google Sheets are turned off. */
  sheets: SheetSource | null
  mailer: Mailer
  /** Fetched on a schedule, and for the week that a refresh has stored. */
  externalData: ExternalData
  /** The sources of player news. */
  newsSources: readonly NewsSource[]
  /** Downloads logos and headshots for the image proxy. */
  imageSource: ImageSource
  /** Stores uploaded pictures and videos. */
  media: MediaStore
  /** The provider cookies of the server itself; null without any. */
  serverCookies: ProviderCookies | null
  /** The OpenID Connect providers that people can sign in with. */
  signInProviders: readonly SignInProvider[]
  /** Passwords known from breaches; null if nobody is asked for them. */
  breachedPasswords: BreachedPasswords | null
  /** The built web app; null serves the API only. */
  pageFolder: string | null
  log: FastifyBaseLogger
  /** Collects metrics, and already contains those of the process. */
  metrics: Registry
  now: () => Date
}

const HEADERS_TIMEOUT_MS = 20_000

/** How long a request may take to arrive: the largest upload over a slow connection takes ten minutes. */
const REQUEST_TIMEOUT_MS = 15 * MINUTE_MS

/** About 10,000 pictures, each in all sizes. */
const MAX_IMAGE_CACHE_BYTES = 256 * 1024 * 1024

/** Builds the server. The order of hooks and plugins matters. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, settings, provider, log, now } = options
  const isSecure = settings.PUBLIC_URL?.startsWith('https:') ?? false
  const csrf = { secretKey: settings.secretKey, publicUrl: settings.PUBLIC_URL }
  const page: Page | null = options.pageFolder === null ? null : loadPage(options.pageFolder)
  const isTrusted = parseTrustedProxies(settings.TRUST_PROXY)

  const app = fastify({
    loggerInstance: omitHeaders(log),
    genReqId: requestIdGenerator(isTrusted),
    trustProxy: settings.TRUST_PROXY === undefined ? false : isTrusted,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...minimalSecurityHeaders(isSecure), [REQUEST_ID_HEADER]: request.id })
      sendError(error, request, reply)
      logRequestCompleted(request, reply)
    },
    clientErrorHandler: handleClientError,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    return503OnClosing: false,
    logController: new LogController({ disableRequestLogging: true }),
  })
  trackResponses(app.server)
  closeStalledConnections(app.server)
  registerAddressBlocks(app, isTrusted)
  const readVersions = leagueVersionsOf(db)
  const authorizations = authorizationCache()
  const responses = responseCache({ readVersions, authorizations, now })
  rejectUnknownHosts(app, { publicUrl: settings.PUBLIC_URL, headers: minimalSecurityHeaders(isSecure) })
  responses.serveCached(app)
  if (settings.SLOW_QUERY_MS > 0) registerRequestLogContext(app)
  registerRequestLogging(app)
  sendRequestId(app)
  sendServerDate(app, now)
  await app.register(metricsRoutes, { registry: options.metrics, token: settings.METRICS_TOKEN })
  await registerSecurityHeaders(app, {
    scriptHashes: page?.scriptHashes ?? [],
    styleHashes: page?.styleHashes ?? [],
    isSecure,
  })
  rejectDuringShutdown(app)
  await app.register(cookie)
  registerErrorHandlers(app)
  if (page !== null) await app.register(page.routes, { draftAppUrl: settings.DRAFT_APP_URL })
  const picturesFolder = ownerPicturesFolder(settings.dataDir)
  mkdirSync(picturesFolder, { recursive: true })
  await app.register(healthRoutes, { db })

  const memory = leagueMemory(readVersions)
  const seasons = memory.remember(seasonReader(db), ['season'])
  const sessions = sessionStore(db)
  const sendsMail = settings.SMTP_URL !== undefined
  const accounts = accountStore(db, { sendsMail })
  const emails = emailStore(db)
  const passwords = passwordStore(db)
  const checkNewPassword = newPasswordCheck(options.breachedPasswords)
  const attempts = attemptStore(db)
  const limiter = rateLimiter(attempts)
  const publicUrl = trackPublicUrl(app, settings)
  const resets = resetSender({
    accounts,
    passwords,
    limiter,
    mailer: options.mailer,
    secretKey: settings.secretKey,
    publicUrl,
    now,
  })
  const resetCipher = createResetRequestCipher(settings.secretKey)
  const lockoutCipher = createLockoutCipher(settings.secretKey)
  const leagues = leagueAccessStore(db)
  const images = imagePaths({
    secretKey: settings.secretKey,
    imagesBaseUrl: settings.IMAGES_OFF ? null : settings.IMAGES_BASE_URL,
  })
  const teams = memory.remember(teamReader(db, images), ['season', 'league', 'people'])
  const games = memory.remember(gameReader(db), ['season'])
  const archive = memory.remember(archiveReader(db), ['season'])
  const brackets = memory.remember(bracketReader(db, games), ['season'])
  const nfl = memory.remember(nflReader(db), ['nfl'], false)
  const rosters = rosterReader({ games, archive, nfl })
  const players = playerReader(db)
  const logoColors = logoColorStore(db)
  const credentials = credentialStore(db, createCookieCipher(settings.secretKey))
  const pictures = ownerPictures(picturesFolder)
  const historyDecisions = historyStore(db)
  const uploadedPictures = ownerPictureStore(db)
  const history = historyCache(historyReader(db, images), uploadedPictures, pictures, now)
  const refreshes = refreshStore(db)
  const news = { sources: options.newsSources, store: newsStore(db), fetchStore: externalFetchStore(db), now }
  const weeks = weekReader({ seasons, games, teams, archive, brackets, nfl, now })
  const scores = liveScores({ weeks, games, teams, seasons, archive, readVersions, log })
  const live = createLiveUpdates(app, db, { readVersions, data: scores, now })
  const jobs = registerJobs(app, {
    ...options,
    refreshes,
    seasons,
    cookies: leagueCookies(credentials, options.serverCookies, now),
    news: newsFetcher({ ...news, log }),
    limiter,
    leagueNews: { ...news, archive },
    resetEmails: { sender: resets, cipher: resetCipher },
    accounts,
    lockoutCipher,
    viewedLeagues: () => live.activeLeagues.drain(),
    onChange: () => live.hub.wake(),
    publicUrl,
  })

  await app.register(async (api) => {
    api.addHook('onSend', async (_, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
    })
    responses.store(api)
    await api.register(etag)
    registerJsonParser(api)
    const typedApi = registerContractValidation(api)
    registerCsrf(typedApi, csrf)
    registerRequestLimits(typedApi, { attempts, factor: settings.RATE_LIMIT_FACTOR, now })
    registerAuthorization(typedApi, {
      sessions,
      tokens: apiTokenStore(db),
      leagues,
      authorizations,
      requiresSecondFactor: settings.REQUIRE_SECOND_FACTOR,
      isSecure,
      now,
    })
    responses.serveAuthorized(typedApi)
    await typedApi.register(apiReference)
    registerLiveHooks(typedApi, live)

    const factors = factorStore(db, createTotpCipher(settings.secretKey))
    const steps = signInStepStore(db)
    const secondFactors = {
      factors,
      passkeys: passkeyStore(db),
      publicUrl: settings.PUBLIC_URL,
      limiter,
      now,
    }
    const devices = deviceCookie(settings.secretKey, isSecure)
    await typedApi.register(secondFactorRoutes, secondFactors)
    await typedApi.register(confirmationRoutes, { ...secondFactors, accounts, steps })
    await typedApi.register(secondFactorSignInRoutes, {
      ...secondFactors,
      accounts,
      steps,
      devices,
      isSecure,
    })
    await typedApi.register(accountsRoutes, {
      accounts,
      steps,
      factors,
      sessions,
      emails,
      jobs,
      limiter,
      devices,
      checkNewPassword,
      onLockout: async (typed) => {
        if (sendsMail) await jobs.queue(lockoutEmailRequest(typed, lockoutCipher))
      },
      csrf,
      adminSignupCode: settings.adminSignupCode,
      isSecure,
      now,
    })
    await typedApi.register(oidcRoutes, {
      providers: options.signInProviders,
      identities: identityStore(db),
      accounts,
      emails,
      cookie: signInCookie(settings.secretKey, isSecure),
      limiter,
      adminSignupCode: settings.adminSignupCode,
      publicUrl,
      isSecure,
      now,
    })
    await typedApi.register(ownAccountRoutes, {
      accounts,
      emails,
      passwords,
      sessions,
      deletions: deletionStore(db),
      checkNewPassword,
      limiter,
      jobs,
      isSecure,
      now,
    })
    await typedApi.register(apiTokenRoutes, { tokens: ownTokenStore(db), now })
    await typedApi.register(emailRoutes, {
      store: emails,
      limiter,
      jobs,
      secretKey: settings.secretKey,
      sendsMail,
      now,
    })
    await typedApi.register(userRoutes, {
      users: userStore(db),
      accounts,
      passwords,
      checkNewPassword,
      jobs,
      now,
    })
    await typedApi.register(passwordResetRoutes, {
      passwords,
      checkNewPassword,
      limiter,
      sender: resets,
      jobs,
      cipher: resetCipher,
      hasDevLinks: settings.DEV_LINKS,
      now,
    })
    await typedApi.register(leaguesRoutes, {
      store: leagueStore(db, images),
      seasons,
      teams,
      betslipLeague: settings.BETSLIP_LEAGUE,
      now,
    })
    await typedApi.register(joinRoutes, { store: joinStore(db), leagues, now })
    await typedApi.register(credentialsRoutes, {
      store: credentials,
      serverCookies: options.serverCookies,
      provider,
      log,
      now,
    })
    await typedApi.register(refreshRoutes, { db, store: refreshes, seasons, jobs, leagues, now })
    await typedApi.register(backfillRoutes, {
      db,
      jobs,
      countOwners: async (leagueId) => (await history.get(leagueId)).history.owners.length,
      verifyOwnPassword: (user, password) =>
        verifyOwnPassword({ accounts, limiter, currentUser: user, password }, now()),
      now,
    })
    await typedApi.register(jobsRoutes, { store: jobListStore(db), jobs, now })
    await typedApi.register(liveRoutes, { streams: live.streams })
    await typedApi.register(seasonsRoutes, { store: seasonStore(db), now })
    await typedApi.register(adminRoutes, {
      store: adminStore(db),
      leagues,
      seasons,
      teams,
      now,
    })
    await typedApi.register(standingsRoutes, {
      seasons,
      teams,
      games,
      now,
    })
    await typedApi.register(imagesRoutes, {
      paths: images,
      players,
      proxy: imageProxy({
        source: options.imageSource,
        onColor: (url, color) => logoColors.save(url, color),
        cache: imageCache(join(settings.dataDir, 'images'), MAX_IMAGE_CACHE_BYTES),
        log,
        now,
      }),
    })
    await typedApi.register(matchupsRoutes, {
      weeks,
      seasons,
      games,
      teams,
      listOtherMeetings: async (leagueId, season, teamIds) =>
        listOtherMeetings(await history.get(leagueId), season, teamIds),
    })
    await typedApi.register(playoffsRoutes, { seasons, games, teams, brackets, rosters, now })
    await typedApi.register(teamsRoutes, {
      seasons,
      games,
      teams,
      archive,
      brackets,
      rosters,
      players,
      findOwner: async (leagueId, season, teamId) =>
        findTeamOwner(await history.get(leagueId), season, teamId),
      now,
    })
    await typedApi.register(playersRoutes, { seasons, teams, archive, rosters, players, nfl })
    await typedApi.register(rosterRoutes, { seasons, teams, rosters, now })
    await typedApi.register(historyRoutes, { cache: history, archive })
    await typedApi.register(historyAdminRoutes, { store: historyDecisions, cache: history, now })
    await typedApi.register(ownerPictureRoutes, {
      store: historyDecisions,
      cache: history,
      leagues,
      uploadedPictures,
      folder: pictures,
      files: options.media,
      maxUploadBytes: settings.MAX_UPLOAD_MB * 1024 * 1024,
      now,
    })
    await typedApi.register(newsRoutes, {
      news: playerNews({ ...news, jobs }),
      players: playerReader(db),
      leagues,
      now,
    })
    await typedApi.register(settingsRoutes, {
      store: settingsStore(db),
      members: memberStore(db),
      seasons,
      now,
    })
    await typedApi.register(notificationsRoutes, {
      store: choiceStore(db),
      keys: () => getOrCreatePushKeys(db, createPushKeyCipher(settings.secretKey)),
      sendsMail,
      allowsPrivateHosts: settings.PUSH_ANYWHERE,
      now,
    })
    await typedApi.register(webhookRoutes, { ...createWebhooks(db, settings, now), limiter, now })
    await typedApi.register(auditLogRoutes, { store: auditLogStore(db), leagues })
    await typedApi.register(exportRoutes, {
      db,
      files: options.media,
      maxFileMb: settings.MAX_UPLOAD_MB,
      pictures,
      unusablePasswordHash: () => hashPassword(newToken()),
      excludesHiddenPicks: true,
      onCleanupError: (error) => log.error({ err: error }, 'failed to remove export files'),
      now,
    })
    await typedApi.register(importedPeopleRoutes, { store: importedPeopleStore(db), now })
    const voteKeys = anonymousVoteKeys(settings.secretKey)
    const feed = feedReader(db, voteKeys, memory)
    const items = itemStore(db)
    await typedApi.register(feedRoutes, { feed, items, posts: postStore(db), limiter, now })
    await typedApi.register(proposalRoutes, {
      feed,
      items,
      proposals: proposalStore(db, voteKeys),
      votes: voteStore(db, voteKeys),
      limiter,
      now,
    })
    await typedApi.register(mediaRoutes, {
      feed,
      items,
      media: mediaItemStore(db),
      files: options.media,
      maxFileMb: settings.MAX_UPLOAD_MB,
      quotas: {
        personBytes: settings.MAX_MEDIA_MB_PER_PERSON * 1024 * 1024,
        leagueBytes: settings.MAX_MEDIA_MB_PER_LEAGUE * 1024 * 1024,
      },
      limiter,
      now,
    })
    const picks = pickStore(db)
    const owners = ownerStore(db, teams)
    await typedApi.register(betslipRoutes, {
      store: picks,
      owners,
      scores: scoreStore(db),
      games,
      teams,
      seasons,
      now,
    })
    await typedApi.register(sheetRefreshRoutes, {
      store: picks,
      imports: importStore(db),
      owners,
      seasons,
      sheets: options.sheets,
      log,
      now,
    })
  })
  return app
}
