import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { normalizeName } from '@fieldhouse/domain/names'
import { connect, type Db, isMigrated } from '../../database/database.ts'
import { rebuildSeasons } from '../../features/seasons/rebuild.ts'
import { rebuildStore } from '../../features/seasons/rebuild-store.ts'
import { readSettings } from '../../settings.ts'
import { loadEnvironment } from '../environment.ts'
import { type Command, UsageError } from './command.ts'

/** May run beside a server: each season is a transaction, and a league that is refreshed is passed over. */
export const rebuildCommand: Command = {
  usage: 'rebuild [--league <name>]',
  async run(args, tell) {
    const { values } = parseArgs({ args, options: { league: { type: 'string' } } })
    const { database } = readSettings(loadEnvironment())
    if (database.engine === 'sqlite' && !existsSync(database.file)) {
      throw new UsageError(`There is no database ${database.file}. DATA_DIR names its folder.`)
    }
    const db = connect(database)
    try {
      await rebuildLeagues(db, values.league ?? null, tell)
    } finally {
      await db.destroy()
    }
  },
}

/** Throws a UsageError when there is no league of that name, and for data of an older release. */
export async function rebuildLeagues(
  db: Db,
  name: string | null,
  tell: (line: string) => void,
): Promise<void> {
  if (!(await isMigrated(db))) {
    throw new UsageError('The data are of an older release. Start the server once, and run this again.')
  }
  const store = rebuildStore(db)
  const leagues = await store.listLeagues(name === null ? null : normalizeName(name))
  if (leagues.length === 0 && name !== null) throw new UsageError(`There is no league ${name}.`)
  const { rebuilt, unchanged } = await rebuildSeasons(store, leagues, tell)
  tell(`Seasons made again: ${rebuilt}, left as they were: ${unchanged}.`)
}
