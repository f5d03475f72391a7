import { existsSync } from 'node:fs'
import { findLeague, type LeagueScope } from '../../auth/league-access-store.ts'
import { connect, type Db, migrate } from '../../database/engine/database.ts'
import { loadEnvironment, readSettings, type Settings } from '../../settings.ts'
import { UsageError } from './command.ts'

/** Runs `work` with the migrated database of the configured server. Can be used while the server is running. */
export async function withDatabase(work: (db: Db, settings: Settings) => Promise<void>): Promise<void> {
  const settings = readSettings(loadEnvironment())
  const db = connect(settings.database)
  try {
    await migrate(db)
    await work(db, settings)
  } finally {
    await db.destroy()
  }
}

/** The same without creating or migrating the database. Throws a UsageError if its file does not exist. */
export async function withExistingDatabase<Result>(
  work: (db: Db, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings(loadEnvironment())
  const { database } = settings
  if (database.engine === 'sqlite' && !existsSync(database.file)) {
    throw new UsageError(`Database not found: ${database.file}. Check DATA_DIR.`)
  }
  const db = connect(database)
  try {
    return await work(db, settings)
  } finally {
    await db.destroy()
  }
}

/** The league named by --league. Throws a UsageError if the option is missing or the league does not exist. */
export async function requireLeague(db: Db, name: string | undefined): Promise<LeagueScope> {
  if (!name) throw new UsageError('Specify the league with --league.')
  const league = await findLeague(db, name, null)
  if (league === null) throw new UsageError(`League not found: ${name}.`)
  return league
}
