import { connect, type Db, migrate } from '../../database/database.ts'
import { readSettings, type Settings } from '../../settings.ts'
import { loadEnvironment } from '../environment.ts'

/** Opens the database that the server of this environment uses, beside a running one too. */
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
