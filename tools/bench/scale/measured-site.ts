import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import type { FastifyInstance } from 'fastify'
import { type CompiledQuery, Kysely } from 'kysely'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { buildApp } from '../../../apps/server/src/app.ts'
import { SESSION_COOKIE } from '../../../apps/server/src/auth/access.ts'
import { CSRF_COOKIE } from '../../../apps/server/src/auth/csrf.ts'
import { postgresDialect } from '../../../apps/server/src/database/engine/postgres.ts'
import type { Database } from '../../../apps/server/src/database/schema/schema.ts'
import { noMailer } from '../../../apps/server/src/mail/no-mailer.ts'
import { fileStore } from '../../../apps/server/src/media/file-store.ts'
import type { LeagueArchive } from '../../../apps/server/src/providers/league-provider.ts'
import type { Settings } from '../../../apps/server/src/settings.ts'
import { type ScaleLeague, sampleLeagues } from './scale-league.ts'
import type { ScaleRequest } from './scale-requests.ts'

/** The server on one database. It does not listen on a port, so it handles only the measured requests. */
export type MeasuredSite = {
  db: Kysely<Database>
  leagues: readonly ScaleLeague[]
  /** Returns the statements executed since this function was last called. */
  takeStatements: () => CompiledQuery[]
  /**
   * Sends a request in a league and returns the length of the response in bytes. Throws if the status is not
   * 200.
   */
  sendRequest: (name: keyof Operations, request: ScaleRequest, league: ScaleLeague) => Promise<number>
  close: () => Promise<void>
}

/** No external requests are sent while requests are measured. */
const NO_PROVIDER: LeagueArchive = {
  name: 'espn',
  readSeason: async () => null,
  listSeasons: async () => null,
  previewLeague: async () => null,
  readWeek: async () => null,
  readDraft: async () => null,
  readTransactions: async () => null,
}

export async function createMeasuredSite(
  url: string,
  settings: Settings,
  { leagueCount, now }: { leagueCount: number; now: () => Date },
): Promise<MeasuredSite> {
  let statements: CompiledQuery[] = []
  const db = new Kysely<Database>({
    dialect: postgresDialect(url),
    log: ({ query }) => void statements.push(query),
  })
  const app = await buildMeasuredApp(db, settings, now)
  const csrf = await fetchCsrfToken(app)
  return {
    db,
    leagues: await sampleLeagues(db, leagueCount, now()),
    takeStatements() {
      const taken = statements
      statements = []
      return taken
    },
    sendRequest: (name, request, league) => sendRequest(app, csrf, name, request, league),
    async close() {
      await app.close()
      await db.destroy()
    },
  }
}

/** The server without a port, and without anything that sends requests of its own. */
export async function buildMeasuredApp(
  db: Kysely<Database>,
  settings: Settings,
  now: () => Date,
): Promise<FastifyInstance> {
  const mediaFolder = join(settings.dataDir, 'media')
  mkdirSync(mediaFolder, { recursive: true })
  const log = pino({ level: 'silent' })
  return buildApp({
    db,
    settings: { ...settings, REFRESH_SCHEDULE: 'off', RATE_LIMIT_FACTOR: 0 },
    providers: { espn: NO_PROVIDER },
    findSleeperLeagues: async () => [],
    externalData: {
      readWeek: async () => undefined,
      readPlayers: async () => undefined,
      refreshStale: async () => undefined,
      refreshScores: async () => undefined,
      fetch: async () => undefined,
    },
    newsSources: [],
    imageSource: { read: () => Promise.reject(new Error('the site has no pictures')) },
    linkPreviews: null,
    sheets: null,
    mailer: noMailer(log),
    chatModel: null,
    media: fileStore(mediaFolder),
    serverCookies: null,
    signInProviders: [],
    breachedPasswords: null,
    pageFolder: null,
    log,
    metrics: new Registry(),
    now,
  })
}

async function fetchCsrfToken(app: FastifyInstance): Promise<string> {
  const response = await app.inject({ method: 'GET', url: operations.getCsrf.url })
  return response.cookies.find(({ name }) => name === CSRF_COOKIE)?.value ?? ''
}

async function sendRequest(
  app: FastifyInstance,
  csrf: string,
  name: keyof Operations,
  request: ScaleRequest,
  league: ScaleLeague,
): Promise<number> {
  const operation: Operation = operations[name]
  const token = request.who === 'nobody' ? undefined : league[request.who].token
  const body = request.body?.(league)
  const response = await app.inject({
    method: operation.method,
    url: buildUrl(operation, request, league),
    cookies: { [CSRF_COOKIE]: csrf, ...(token === undefined ? {} : { [SESSION_COOKIE]: token }) },
    headers: { 'x-csrftoken': csrf },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  if (response.statusCode !== 200)
    throw new Error(`${name} in ${league.league} returned ${response.statusCode}: ${response.body}`)
  return response.rawPayload.length
}

function buildUrl({ url }: Operation, request: ScaleRequest, league: ScaleLeague): string {
  const params = { league: league.league, ...request.params?.(league) }
  const path = Object.entries(params).reduce(
    (template, [name, value]) => template.replace(`:${name}`, encodeURIComponent(value)),
    url as string,
  )
  const query = Object.entries(request.query?.(league) ?? {}).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`
}
