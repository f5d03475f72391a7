import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from '../app.ts'
import { holdDataFolder } from '../database/data-folder.ts'
import { connect, type Db, migrate } from '../database/database.ts'
import { accountStore } from '../features/accounts/store.ts'
import { cookieSeal, credentialStore } from '../features/credentials/store.ts'
import { pushKeySeal, sealPushKeysAgain } from '../features/notifications/push-keys.ts'
import { webhookSeal, webhookStore } from '../features/webhook/store.ts'
import { newToken } from '../http/tokens.ts'
import { jobStore } from '../jobs/job-store.ts'
import { freeAllJobs } from '../jobs/league-job-store.ts'
import { jobRunner } from '../jobs/runner.ts'
import type { Settings } from '../settings.ts'
import { type Connections, watchConnections } from './connections.ts'
import { listen, publicAddressOf } from './listen.ts'
import { processMetrics } from './metrics.ts'
import { outerWorld } from './outer-world.ts'
import { scheduledJobs } from './scheduled-jobs.ts'
import { serverLog } from './server-log.ts'
import { slowQueryWatch } from './slow-queries.ts'

/** The page as the build leaves it, seen from the built server. */
const PAGE_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Requests under way get this long to end before their connections are cut. */
const CLOSE_MS = 7000

/** Jobs that run get this long to stop at a safe point. */
const STOP_JOBS_MS = 5000

export type RunningServer = {
  app: FastifyInstance
  /** Where people open the page. */
  address: string
  /** Whether nobody can run the site yet, so that the admin code must be shown. */
  needsAdmin: boolean
  log: Logger
  /** Finishes the requests under way, stops the jobs at a safe point and closes the database. */
  close: () => Promise<void>
}

/** Opens the data, migrates and listens. */
export async function runServer(settings: Settings, now = clockOf(settings)): Promise<RunningServer> {
  const log = serverLog(settings.LOG_LEVEL)
  const hold = settings.database.engine === 'sqlite' ? holdDataFolder(settings.dataDir) : null
  const db = connect(settings.database, slowQueryWatch(log, settings.SLOW_QUERY_MS))
  const closeData = async () => {
    try {
      await db.destroy()
    } finally {
      hold?.release()
    }
  }
  try {
    await migrate(db)
    // Nobody else can have the folder: what is held there was held by a process that died.
    if (hold !== null) await freeAllJobs(db)
    await followTheKey(db, settings, log)
    const { outside, media, mailer, ...others } = await outerWorld(db, settings, log, now)
    const app = await buildApp({
      db,
      settings,
      outside,
      media,
      mailer,
      ...others,
      pageFolder: PAGE_FOLDER,
      log,
      metrics: processMetrics(),
      now,
    })
    const connections = watchConnections(app.server)
    await listen(app, settings.PORT, settings.HOST)
    const needsAdmin = !(await accountStore(db).hasSiteAdmin())
    const scheduled = scheduledJobs({
      db,
      media,
      outside: settings.REFRESH_SCHEDULE === 'on' ? outside : null,
      settings,
      mailer,
      publicAddress: () => publicAddressOf(app, settings),
      now,
    })
    const jobs = jobRunner({ store: jobStore(db), jobs: scheduled, newToken, log, now })
    jobs.start()
    return {
      app,
      address: publicAddressOf(app, settings),
      needsAdmin,
      log,
      close: async () => {
        await Promise.all([closeApp(app, connections), jobs.stop(STOP_JOBS_MS)])
        await closeData()
      },
    }
  } catch (error) {
    await closeData()
    throw error
  }
}

/** Where the key was changed, what the previous one sealed is sealed again. */
async function followTheKey(
  db: Db,
  { secretKey, SECRET_KEY_PREVIOUS }: Settings,
  log: Logger,
): Promise<void> {
  if (SECRET_KEY_PREVIOUS === undefined) return
  const credentials = credentialStore(db, cookieSeal(secretKey))
  const leagues = await credentials.sealAgain(cookieSeal(SECRET_KEY_PREVIOUS))
  await sealPushKeysAgain(db, pushKeySeal(secretKey), pushKeySeal(SECRET_KEY_PREVIOUS))
  await webhookStore(db, webhookSeal(secretKey)).sealAgain(webhookSeal(SECRET_KEY_PREVIOUS))
  log.info({ leagues }, 'cookies that the previous key sealed are under the new one')
}

async function closeApp(app: FastifyInstance, connections: Connections): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS)
  const closed = app.close()
  connections.closeUnused()
  await closed
  clearTimeout(cut)
}

export function clockOf({ NOW }: Settings): () => Date {
  return NOW === undefined ? () => new Date() : () => new Date(NOW)
}
