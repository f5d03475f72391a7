import { existsSync } from 'node:fs'
import { findLeague, type LeagueScope } from '../../auth/league-access-store.ts'
import { connect, type Db, isMigrated, migrate } from '../../database/engine/database.ts'
import { loadEnvironment, readSettings, type Settings } from '../../settings.ts'
import { UsageError } from './command.ts'

/** Runs `work` with the migrated database of the configured server. Can be used while the server is running. */
export function withDatabase<Result>(work: (db: Db, settings: Settings) => Promise<Result>): Promise<Result> {
  return withConnection(readSettings(loadEnvironment()), async (db, settings) => {
    await migrate(db)
    return work(db, settings)
  })
}

/** The same without creating or migrating the database. Throws a UsageError if its file does not exist. */
export async function withExistingDatabase<Result>(
  work: (db: Db, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings(loadEnvironment())
  const { database } = settings
  if (database.engine === 'sqlite' && !existsSync(database.file))
    throw new UsageError(`Database not found: ${database.file}. Check DATA_DIR.`)
  return withConnection(settings, work)
}

async function withConnection<Result>(
  settings: Settings,
  work: (db: Db, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const db = connect(settings.database)
  try {
    return await work(db, settings)
  } finally {
    await db.destroy()
  }
}

export async function requireMigrated(db: Db): Promise<void> {
  if (await isMigrated(db)) return
  throw new UsageError(
    'The database was written by an older release. Start the server once to migrate it, then try again.',
  )
}

/** The league named by --league. Throws a UsageError if the option is missing or the league does not exist. */
export async function requireLeague(db: Db, name: string | undefined): Promise<LeagueScope> {
  if (!name) throw new UsageError('Specify the league with --league.')
  const league = await findLeague(db, name, null)
  if (league === null) throw new UsageError(`League not found: ${name}.`)
  return league
}
