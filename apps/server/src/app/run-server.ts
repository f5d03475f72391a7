import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import pretty from 'pino-pretty'
import { buildApp } from '../app.ts'
import { connect, type Db, lockDataFolder, migrate } from '../database/engine/database.ts'
import { reencryptTotpSecrets } from '../features/accounts/factor-store.ts'
import { MIN_ADMIN_CODE_LENGTH } from '../features/accounts/password-store.ts'
import { hasSiteAdmin } from '../features/accounts/read-site-admin.ts'
import { reencryptCookies } from '../features/credentials/credentials.ts'
import { reencryptPushKeys } from '../features/notifications/notifications.ts'
import { reencryptWebhooks } from '../features/webhook/webhook.ts'
import { closeConnections } from '../http/connections.ts'
import { createCookieCipher } from '../ingestion/league-cookies.ts'
import { releaseAllLeases } from '../jobs/job-store.ts'
import { removeAbandonedFolders } from '../media/file-store.ts'
import { siteAddress } from '../repositories/site-settings.ts'
import type { Settings } from '../settings.ts'
import { createIntegrations } from './integrations.ts'
import {
  listSettings,
  processMetrics,
  readSettingsFile,
  recentErrors,
  slowQueryLogger,
} from './monitoring.ts'
import { listen, localUrlOf } from './program.ts'

const PAGE_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))

const CLOSE_TIMEOUT_MS = 7000

/**
 * Opens and migrates the database, and listens, which also starts the jobs.
 * @param previewFetch replaces the requests for previews of links, which otherwise reach public addresses only
 */
export async function runServer(
  settings: Settings,
  now = clockOf(settings),
  previewFetch?: typeof globalThis.fetch,
) {
  const errors = recentErrors(now)
  const log = createServerLog(settings.LOG_LEVEL, errors.hooks)
  const folderLock = settings.database.engine === 'sqlite' ? lockDataFolder(settings.dataDir) : null
  closeDataFiles(settings.dataDir, log)
  const db = connect(settings.database, slowQueryLogger(log, settings.SLOW_QUERY_MS))
  const closeData = async () => {
    try {
      await db.destroy()
    } finally {
      folderLock?.release()
    }
  }
  try {
    await migrate(db)
    // No other process can use the folder, so any lease belongs to a process that died.
    if (folderLock !== null) await releaseAllLeases(db)
    await rotateSecretKey(db, settings, log)
    if (settings.adminSignupCode.length < MIN_ADMIN_CODE_LENGTH)
      log.warn(`ADMIN_SIGNUP_CODE is short: set one with at least ${MIN_ADMIN_CODE_LENGTH} characters`)
    const integrations = await createIntegrations(db, settings, log, now, previewFetch)
    await removeAbandonedFolders(integrations.media.stagingFolder)
    const app = await buildApp({
      db,
      settings,
      settingsInEffect: listSettings(settings, process.env, readSettingsFile()),
      errors,
      ...integrations,
      pageFolder: PAGE_FOLDER,
      log,
      metrics: processMetrics(),
      now,
    })
    await listen(app, settings.PORT, settings.HOST)
    const needsAdmin = !(await hasSiteAdmin(db))
    return {
      app,
      publicUrl: (await siteAddress(db, settings)).current() ?? localUrlOf(app, settings),
      needsAdmin,
      log,
      close: async () => {
        await closeApp(app)
        await closeData()
      },
    }
  } catch (error) {
    await closeData()
    throw error
  }
}

/** After a change of SECRET_KEY, re-encrypts everything that was encrypted with the previous key. */
async function rotateSecretKey(db: Db, { secretKey, SECRET_KEY_PREVIOUS }: Settings, log: Logger) {
  if (SECRET_KEY_PREVIOUS === undefined) return
  const leagues = await reencryptCookies(
    db,
    createCookieCipher(secretKey),
    createCookieCipher(SECRET_KEY_PREVIOUS),
  )
  await reencryptPushKeys(db, secretKey, SECRET_KEY_PREVIOUS)
  await reencryptWebhooks(db, secretKey, SECRET_KEY_PREVIOUS)
  await reencryptTotpSecrets(db, secretKey, SECRET_KEY_PREVIOUS)
  log.info({ leagues }, 're-encrypted stored secrets with the new key')
}

async function closeApp(app: FastifyInstance) {
  const forceClose = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS)
  const closed = app.close()
  closeConnections(app.server)
  await closed
  clearTimeout(forceClose)
}

export function clockOf({ NOW }: Settings): () => Date {
  return NOW === undefined ? () => new Date() : () => new Date(NOW)
}

/** Log lines are buffered up to this time and size, so that several are written together. */
const BUFFER_MS = 50
const BUFFER_BYTES = 8 * 1024

/** Buffered lines are flushed when the process exits. */
function createServerLog(level: string, hooks: NonNullable<LoggerOptions['hooks']>): Logger {
  const { isTTY } = process.stdout
  // In a terminal, the address, the admin signup code and warnings are all that people look for.
  const shown = isTTY && process.env['LOG_LEVEL'] === undefined ? 'warn' : level
  return pino(
    { level: shown, hooks, serializers: { err: serializeError } },
    isTTY
      ? pretty({ sync: true, colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' })
      : jsonOutput(),
  )
}

function serializeError(error: Error) {
  const serialized = pino.stdSerializers.err(error)
  return { ...serialized, stack: originalStack(serialized.stack) }
}

function jsonOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, minLength: BUFFER_BYTES, periodicFlush: BUFFER_MS })
  process.once('exit', () => output.flushSync())
  return output
}

const OTHERS = 0o077

/** SQLite creates the files of its log with the permissions of the database. */
const DATABASE_FILES = ['fieldhouse.db', 'fieldhouse.db-wal', 'fieldhouse.db-shm']

/**
 * Closes the database to other users of the machine, for whom earlier releases created it readable, and warns if they
 * can open the data directory. The permissions of the directory are the operator's choice.
 */
function closeDataFiles(dataDir: string, log: Pick<Logger, 'warn'>): void {
  // Windows has no such permissions.
  if (process.platform === 'win32') return
  for (const file of DATABASE_FILES.map((name) => join(dataDir, name)).filter(existsSync)) {
    try {
      if ((statSync(file).mode & OTHERS) !== 0) chmodSync(file, 0o600)
    } catch (error) {
      log.warn({ err: error, file }, 'failed to close a file to other users of this machine')
    }
  }
  const mode = statSync(dataDir).mode & 0o777
  if ((mode & OTHERS) !== 0)
    log.warn(
      { dataDir, mode: mode.toString(8) },
      'other users of this machine can open the data directory: run chmod 700 on it',
    )
}

const POSITION = /(file:\/\/[^\s():]+\.js):(\d+):(\d+)/g

/** Node can do that for every error, but then has the source maps in memory, which take 75 MB. */
export function originalStack(stack: string): string {
  const maps = new Map<string, SourceMap | null>()
  return stack.replace(POSITION, (position, url: string, line: string, column: string) => {
    const file = fileURLToPath(url)
    const map = maps.get(file) ?? readSourceMap(file)
    maps.set(file, map)
    const entry = map?.findEntry(Number(line) - 1, Number(column) - 1)
    if (entry === undefined || !('originalSource' in entry)) return position
    const source = join(dirname(file), entry.originalSource)
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
}

/** null if the file has none that can be read: the position in the built file is still useful. */
function readSourceMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload)
  } catch {
    return null
  }
}
