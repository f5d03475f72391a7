import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import type { FastifyInstance } from 'fastify'
import { type CompiledQuery, Kysely } from 'kysely'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { buildApp } from '../../app.ts'
import { postgresDialect } from '../../database/postgres.ts'
import type { Database } from '../../database/schema.ts'
import { SESSION_COOKIE } from '../../http/access.ts'
import { CSRF_COOKIE } from '../../http/csrf.ts'
import { noMailer } from '../../mail/no-mailer.ts'
import { fileStore } from '../../media/file-store.ts'
import type { LeagueArchive } from '../../providers/league-provider.ts'
import type { Settings } from '../../settings.ts'
import { type ScaleLeague, sampleLeagues } from './scale-league.ts'
import type { ScaleRequest } from './scale-requests.ts'

/** The server on one database, without listening, so that it does nothing but what it is asked for. */
export type MeasuredSite = {
  db: Kysely<Database>
  leagues: readonly ScaleLeague[]
  /** The statements that ran since this was asked last. */
  takeStatements: () => CompiledQuery[]
  /** Makes a call in a league, and throws where it is refused. Answers the length of the answer in bytes. */
  sendRequest: (name: keyof Operations, call: ScaleRequest, place: ScaleLeague) => Promise<number>
  close: () => Promise<void>
}

/** Nothing outside is asked while calls are measured. */
const NO_PROVIDER: LeagueArchive = {
  readSeason: async () => null,
  listSeasons: async () => null,
  readWeek: async () => null,
  readDraft: async () => null,
  readTransactions: async () => null,
}

export async function createMeasuredSite(
  url: string,
  settings: Settings,
  { places, now }: { places: number; now: () => Date },
): Promise<MeasuredSite> {
  let ran: CompiledQuery[] = []
  const db = new Kysely<Database>({
    dialect: postgresDialect(url),
    log: ({ query }) => void ran.push(query),
  })
  const mediaFolder = join(settings.dataDir, 'media')
  mkdirSync(mediaFolder, { recursive: true })
  const log = pino({ level: 'silent' })
  const app = await buildApp({
    db,
    settings: { ...settings, REFRESH_SCHEDULE: 'off' },
    provider: NO_PROVIDER,
    externalData: { readWeek: async () => undefined },
    newsSources: [],
    sheets: null,
    mailer: noMailer(log),
    media: fileStore(mediaFolder),
    serverCookies: null,
    pageFolder: null,
    log,
    metrics: new Registry(),
    now,
  })
  const csrf = await fetchCsrfToken(app)
  return {
    db,
    leagues: await sampleLeagues(db, places, now()),
    takeStatements() {
      const since = ran
      ran = []
      return since
    },
    sendRequest: (name, call, place) => sendRequest(app, csrf, name, call, place),
    async close() {
      await app.close()
      await db.destroy()
    },
  }
}

async function fetchCsrfToken(app: FastifyInstance): Promise<string> {
  const answer = await app.inject({ method: 'GET', url: operations.getCsrf.url })
  return answer.cookies.find(({ name }) => name === CSRF_COOKIE)?.value ?? ''
}

async function sendRequest(
  app: FastifyInstance,
  csrf: string,
  name: keyof Operations,
  call: ScaleRequest,
  place: ScaleLeague,
): Promise<number> {
  const operation: Operation = operations[name]
  const token = call.who === 'nobody' ? undefined : place[call.who].token
  const body = call.body?.(place)
  const answer = await app.inject({
    method: operation.method,
    url: buildUrl(operation, call, place),
    cookies: { [CSRF_COOKIE]: csrf, ...(token === undefined ? {} : { [SESSION_COOKIE]: token }) },
    headers: { 'x-csrftoken': csrf },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  if (answer.statusCode !== 200)
    throw new Error(`${name} in ${place.league} answered ${answer.statusCode}: ${answer.body}`)
  return answer.rawPayload.length
}

function buildUrl({ url }: Operation, call: ScaleRequest, place: ScaleLeague): string {
  const parts = { league: place.league, ...call.params?.(place) }
  const path = Object.entries(parts).reduce(
    (address, [name, value]) => address.replace(`:${name}`, encodeURIComponent(value)),
    url as string,
  )
  const query = Object.entries(call.query?.(place) ?? {}).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`
}
