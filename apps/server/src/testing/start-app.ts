import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { normalizeName } from '@fieldhouse/domain/names'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { inject } from 'vitest'
import type { AppOptions } from '../app/app-options.ts'
import { recentErrors } from '../app/monitoring.ts'
import { buildApp } from '../app.ts'
import { CSRF_COOKIE, newCsrfToken, SESSION_COOKIE } from '../auth/access.ts'
import { hashPassword } from '../auth/passwords.ts'
import { folderStorage } from '../backup/backup-storage.ts'
import type { Db } from '../database/engine/database.ts'
import { registerAccount } from '../features/accounts/sign-in.ts'
import { imagePaths } from '../images/image-paths.ts'
import type { Email } from '../mail/mail.ts'
import { fileStore } from '../media/file-store.ts'
import type { LeagueArchive } from '../providers/league-provider.ts'
import { Environment } from '../settings.ts'
import { closeApp, type PooledApp, releaseApp, takeIdleApp } from './app-pool.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** A Sunday afternoon in the season 2026. */
export const SUNDAY = new Date('2026-10-11T18:30:00Z')

export const SECRET_KEY = 'a secret key of at least 32 bytes'

export const ADMIN_CODE = 'let-me-run-this-league'

const IMAGES_BASE_URL = 'https://a.espncdn.com'

/** The paths of images in responses of the test app. */
export const TEST_IMAGES = imagePaths({ secretKey: SECRET_KEY, imagesBaseUrl: IMAGES_BASE_URL })

/** The path of a logo. */
export const TEST_LOGO = TEST_IMAGES.ofLogo('https://g.espncdn.com/logo.svg') ?? ''

/** The path of the picture of a linked page. */
export const TEST_LINK_IMAGE = TEST_IMAGES.ofLinkImage('https://news.example/story.png') ?? ''

/** Every picture of other hosts, unless a test has its own. */
const PICTURE = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4" fill="#c8102e"/></svg>',
)

/** Every picture of linked pages: one pixel as PNG. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export type TestApp = Omit<PooledApp, 'emails' | 'isClosed' | 'resetSources'> & {
  db: Db
  emails: readonly Email[]
  /** Creates a client that stores cookies and sends the CSRF token. */
  client: () => TestClient
  /**
   * Creates a user, whose email address counts as verified, and returns the signed-in client. Not with a request,
   * which takes ten times as long.
   */
  registerUser: (username: string, fields?: UserFields) => Promise<TestClient>
  /** The ID of a league. */
  findLeagueId: (name?: string) => Promise<number>
  /** Marks the email address of a user as verified. */
  verifyEmail: (username: string) => Promise<void>
  close: () => Promise<void>
}

/** As in the request that registers a user. `role` "admin" needs no code here. */
type UserFields = {
  password?: string
  email?: string
  first_name?: string
  last_name?: string
  role?: string
  admin_code?: string
}

export type TestClient = {
  get: (url: string, headers?: Record<string, string>) => Promise<TestResponse>
  post: (url: string, body?: unknown, headers?: Record<string, string>) => Promise<TestResponse>
  delete: (url: string, headers?: Record<string, string>) => Promise<TestResponse>
  cookies: Map<string, string>
}

export type TestResponse = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of the response
  body: any
  headers: Record<string, string | string[] | number | undefined>
}

type StartOptions = Partial<
  Pick<
    AppOptions,
    | 'sheets'
    | 'media'
    | 'backups'
    | 'settingsInEffect'
    | 'errors'
    | 'newsSources'
    | 'mailer'
    | 'imageSource'
    | 'linkPreviews'
    | 'serverCookies'
    | 'signInProviders'
    | 'breachedPasswords'
    | 'pageFolder'
    | 'log'
  >
> & {
  /** Stands for ESPN. */
  provider?: LeagueArchive
  /** The other providers, if the server reads any. */
  otherProviders?: Partial<AppOptions['providers']>
  externalData?: Partial<AppOptions['externalData']>
  /** The database of another app. Closing this app does not drop it. */
  database?: TestDatabase
  /** Wraps the database, such as to watch its statements. */
  wrapDatabase?: (db: Db) => Db
}

/**
 * Starts the whole server on a private real database, with a fixed clock. It may be the app of an earlier test,
 * with nothing left in it.
 */
export async function startApp(
  settings: Partial<AppOptions['settings']> = {},
  options: StartOptions = {},
): Promise<TestApp> {
  const poolKey = poolKeyOf(settings, options)
  const started =
    (poolKey === null ? undefined : takeIdleApp(poolKey)) ?? (await buildTestApp(settings, options))
  const { app, database } = started
  const { db } = database
  const secretKey = settings.secretKey ?? SECRET_KEY
  const client = () => createClient(app, secretKey)
  return {
    ...started,
    db,
    client,
    registerUser: async (username, fields = {}) => {
      const user = client()
      user.cookies.set(CSRF_COOKIE, newCsrfToken(secretKey))
      user.cookies.set(SESSION_COOKIE, await registerUser(db, username, fields, started.clock.now))
      if (fields.email !== undefined) await verifyEmail(db, username)
      return user
    },
    findLeagueId: async (name = 'Harbour') =>
      (await db.selectFrom('leagues').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id,
    verifyEmail: (username) => verifyEmail(db, username),
    close: () => (poolKey === null ? closeApp(started) : releaseApp(poolKey, started)),
  }
}

/** A number for each value of an option. */
const optionNumbers = new WeakMap<object, number>()
let optionCount = 0

/** The same text for the same settings and the same values of the options; null for an app that is not used again. */
function poolKeyOf(settings: Partial<AppOptions['settings']>, options: StartOptions): string | null {
  if (options.database !== undefined || options.wrapDatabase !== undefined) return null
  const numbers = Object.entries(options).map(([name, value]) => {
    if (value === null || value === undefined || typeof value === 'string') return `${name}=${value}`
    const number = optionNumbers.get(value) ?? ++optionCount
    optionNumbers.set(value, number)
    return `${name}=${number}`
  })
  return [JSON.stringify(settings), ...numbers].join(' ')
}

async function buildTestApp(
  settings: Partial<AppOptions['settings']>,
  {
    wrapDatabase,
    database: sharedDatabase,
    externalData,
    provider: espn,
    otherProviders,
    ...appOptions
  }: StartOptions,
): Promise<PooledApp> {
  const ownDatabase = sharedDatabase ?? (await createTestDatabase())
  const database = {
    ...ownDatabase,
    db: wrapDatabase?.(ownDatabase.db) ?? ownDatabase.db,
    ...(sharedDatabase === undefined ? {} : { drop: async () => undefined }),
  }
  const { db } = database
  if (sharedDatabase === undefined) await ownDatabase.prepare()
  const dataDir = mkdtempSync(join(inject('testFolder'), 'fieldhouse-data-'))
  const mediaFolder = join(dataDir, 'media')
  mkdirSync(mediaFolder)
  const clock = { now: SUNDAY }
  const emails: Email[] = []
  const metrics = new Registry()
  const provider: TestApp['provider'] = { read: () => null }
  const fakeSheet: TestApp['sheet'] = { rows: [] }
  const app = await buildApp({
    db,
    settings: {
      ...Environment.parse({}),
      NODE_ENV: 'test',
      database: { engine: 'sqlite', file: ':memory:' },
      oidcProviders: [],
      secretKey: SECRET_KEY,
      adminSignupCode: ADMIN_CODE,
      REFRESH_SCHEDULE: 'off',
      SLOW_QUERY_MS: 0,
      PAGE_RENDER_MS: 0,
      DISCORD_BASE_URL: 'http://127.0.0.1:9',
      SLACK_BASE_URL: 'http://127.0.0.1:9',
      GROUPME_BASE_URL: 'http://127.0.0.1:9',
      IMAGES_BASE_URL,
      MAX_UPLOAD_MB: 1,
      // Counts of requests would be among the rows that rejected requests leave unchanged.
      RATE_LIMIT_FACTOR: 0,
      PROVIDER_USER_AGENT: 'Tests/1.0 (+https://tests.example)',
      dataDir,
      ...settings,
    },
    settingsInEffect: [],
    errors: recentErrors(() => clock.now),
    providers: { espn: espn ?? fakeProvider(provider), ...otherProviders },
    externalData: {
      readWeek: async () => undefined,
      readPlayers: async () => undefined,
      refreshStale: async () => undefined,
      refreshScores: async () => undefined,
      fetch: async () => undefined,
      ...externalData,
    },
    newsSources: [],
    sheets: { readRows: async () => fakeSheet.rows },
    mailer: { send: async (email) => void emails.push(email) },
    imageSource: { read: async () => PICTURE },
    linkPreviews: {
      read: async () => ({ kind: 'none', reason: 'no page is read' }),
      readImage: async () => PIXEL,
    },
    media: fileStore(mediaFolder),
    backups: folderStorage(join(dataDir, 'backups')),
    serverCookies: null,
    signInProviders: [],
    breachedPasswords: null,
    chatModel: null,
    pageFolder: null,
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    metrics,
    now: () => clock.now,
    ...appOptions,
  })
  const started: PooledApp = {
    app,
    database,
    dataDir,
    isClosed: false,
    clock,
    provider,
    sheet: fakeSheet,
    emails,
    mediaFolder,
    resetSources: () => {
      clock.now = SUNDAY
      provider.read = () => null
      fakeSheet.rows = []
      emails.length = 0
      metrics.resetMetrics()
    },
  }
  app.addHook('onClose', async () => {
    started.isClosed = true
  })
  return started
}

/** @returns the token of a session */
async function registerUser(db: Db, username: string, fields: UserFields, now: Date): Promise<string> {
  const isAdmin = fields.role === 'admin'
  const { token } = await registerAccount(
    db,
    {
      username,
      email: fields.email ?? '',
      firstName: fields.first_name ?? '',
      lastName: fields.last_name ?? '',
      passwordHash: await hashPassword(fields.password ?? `${username}-has-a-secret`),
      isAdmin,
      isStaff: isAdmin,
    },
    { userAgent: 'lightMyRequest', address: '127.0.0.1', replacedSession: null, now },
    false,
  )
  return token
}

async function verifyEmail(db: Db, username: string): Promise<void> {
  const { id, email } = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const key = normalizeName(email)
  // Not with the store, so that the audit log contains only what the test does.
  await db.updateTable('users').set({ email_key: null }).where('email_key', '=', key).execute()
  await db
    .updateTable('users')
    .set({
      email_key: key,
      email_verified_at: SUNDAY.getTime(),
      email_claim_key: null,
      email_claimed_at: null,
    })
    .where('id', '=', id)
    .execute()
}

function fakeProvider(provider: TestApp['provider']): LeagueArchive {
  return {
    name: 'espn',
    async readSeason(request) {
      const season = await provider.read(request)
      return season === null
        ? null
        : { season, raw: [{ request: `/seasons/${season.season}`, fetchedAt: SUNDAY, body: '{}' }] }
    },
    async listSeasons({ newest, ...request }) {
      const season = await provider.read({ ...request, season: newest })
      return season === null ? null : { knownSeasons: { seasons: [season.season], denied: [] }, raw: [] }
    },
    async previewLeague({ newest, ...request }) {
      const season = await provider.read({ ...request, season: newest })
      if (season === null) return null
      const seasons = [season.season, ...season.previousSeasons.toReversed()]
      return { season, knownSeasons: { seasons, denied: [] } }
    },
    readPart: async () => null,
  }
}

function createClient(app: FastifyInstance, secretKey: string): TestClient {
  const cookies = new Map<string, string>()

  async function send(options: InjectOptions): Promise<TestResponse> {
    const response = await app.inject({ ...options, cookies: Object.fromEntries(cookies) })
    for (const { name, value, maxAge } of response.cookies) {
      if (value === '' || maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    const isJson = response.headers['content-type']?.toString().includes('json') ?? false
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson && response.body !== '' ? response.json() : response.body,
    }
  }

  async function sendChange(
    method: 'POST' | 'DELETE',
    url: string,
    body: unknown,
    headers: Record<string, string>,
  ) {
    if (!cookies.has(CSRF_COOKIE)) cookies.set(CSRF_COOKIE, newCsrfToken(secretKey))
    return send({
      method,
      url,
      headers: { 'x-csrftoken': cookies.get(CSRF_COOKIE) ?? '', ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
  }

  return {
    cookies,
    get: (url, headers = {}) => send({ method: 'GET', url, headers }),
    post: (url, body, headers = {}) => sendChange('POST', url, body, headers),
    delete: (url, headers = {}) => sendChange('DELETE', url, undefined, headers),
  }
}
