import { connect, type Db, migrate } from '../../database/engine/database.ts'
import { readSettings, type Settings } from '../../settings.ts'
import { loadEnvironment } from '../environment.ts'

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
