import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { LeagueSeason } from '@fieldhouse/domain/seasons/season'
import type { FastifyInstance } from 'fastify'
import type { Email } from '../mail/mail.ts'
import type { SeasonRequest } from '../providers/league-provider.ts'
import type { TestDatabase } from './test-database.ts'

type ReadSeason = (request: SeasonRequest) => Promise<LeagueSeason | null> | LeagueSeason | null

/** An app with everything around it that tests change. */
export type PooledApp = {
  app: FastifyInstance
  database: TestDatabase
  /** The data folder, for this app alone. */
  dataDir: string
  /** Where uploaded files are stored. */
  mediaFolder: string
  clock: { now: Date }
  /** What the provider returns from now on. */
  provider: { read: ReadSeason }
  /** What the sheet of every league contains from now on. */
  sheet: { rows: string[][] }
  /** The sent emails, in order. */
  emails: Email[]
  /** A test may close the app and continue to use its database. */
  isClosed: boolean
  /** Restores the clock, the sources of data and the metrics, and forgets the emails. */
  resetSources: () => void
}

/**
 * Apps that earlier tests of this worker have finished with, by their settings and options. Starting an app takes ten times as
 * long as removing what a test has left in it.
 */
const idleApps = new Map<string, PooledApp[]>()
/** Each has connections to its database, of which PostgreSQL allows a number. */
const MAX_IDLE_APPS = 8

/** The key of apps with the usual settings. */
export const USUAL_APP = JSON.stringify({})

export const takeIdleApp = (key: string): PooledApp | undefined => idleApps.get(key)?.pop()

/** Makes the app available to the next test, or closes it if it cannot be restored. */
export async function releaseApp(key: string, pooled: PooledApp): Promise<void> {
  if (!(await restoreApp(pooled))) return closeApp(pooled)
  const count = [...idleApps.values()].flat().length
  if (key !== USUAL_APP && count >= MAX_IDLE_APPS) return closeApp(pooled)
  idleApps.set(key, [...(idleApps.get(key) ?? []), pooled])
}

export async function closeApp({ app, database, dataDir }: PooledApp): Promise<void> {
  await app.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
}

/**
 * Closes the apps that are left, except the one with the usual settings, which most files use; runs after the last test
 * of a file. The files of that app are in a folder that is removed after the last test of all.
 */
export async function closeIdleApps(): Promise<void> {
  const [usual, ...others] = idleApps.get(USUAL_APP) ?? []
  idleApps.delete(USUAL_APP)
  const apps = [...others, ...[...idleApps.values()].flat()]
  idleApps.clear()
  if (usual !== undefined) idleApps.set(USUAL_APP, [usual])
  for (const pooled of apps) await closeApp(pooled)
}

/** Returns false for an app that is closed or listens, or that still has work. */
async function restoreApp({ app, database, dataDir, isClosed, resetSources }: PooledApp): Promise<boolean> {
  if (isClosed || app.server.listening) return false
  // First, so that none of them starts once it is known that none is running.
  await database.db.deleteFrom('jobs').where('lease_token', 'is', null).execute()
  if (await hasStartedJobs(database)) return false
  if (!(await database.empty())) return false
  for (const folder of readdirSync(dataDir)) {
    rmSync(join(dataDir, folder), { recursive: true })
    mkdirSync(join(dataDir, folder))
  }
  resetSources()
  return true
}

async function hasStartedJobs({ db }: TestDatabase): Promise<boolean> {
  const job = await db
    .selectFrom('jobs')
    .select('id')
    .where('ended_at', 'is', null)
    .where('lease_token', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return job !== undefined
}
