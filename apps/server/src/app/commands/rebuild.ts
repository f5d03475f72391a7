import { parseArgs } from 'node:util'
import { normalizeName } from '@fieldhouse/domain/names'
import type { Db } from '../../database/engine/database.ts'
import { storedSleeperPlayers } from '../../features/external-data/sleeper-players.ts'
import { listLeagues, rebuildSeasons } from '../../features/seasons/rebuild.ts'
import { type Command, UsageError } from './command.ts'
import { requireMigrated, withExistingDatabase } from './with-database.ts'

/**
 * Can run while a server is running: each season is rebuilt in its own transaction, and leagues that are being
 * refreshed are skipped.
 */
export const rebuildCommand: Command = {
  summary: 'Computes stored seasons again from the recorded responses',
  usage: 'rebuild [--league NAME]',
  async run(args, printLine) {
    const { values } = parseArgs({ args, options: { league: { type: 'string' } } })
    await withExistingDatabase((db) => rebuildLeagues(db, values.league ?? null, printLine))
  },
}

/** Null rebuilds all leagues. Throws a UsageError for an unknown league or a database that is not migrated. */
export async function rebuildLeagues(
  db: Db,
  name: string | null,
  printLine: (line: string) => void,
): Promise<void> {
  await requireMigrated(db)
  const leagues = await listLeagues(db, name === null ? null : normalizeName(name))
  if (leagues.length === 0 && name !== null) throw new UsageError(`League not found: ${name}.`)
  const players = storedSleeperPlayers(db)
  const { rebuilt, unchanged } = await rebuildSeasons(db, players, leagues, printLine)
  printLine(`Seasons rebuilt: ${rebuilt}, unchanged: ${unchanged}.`)
}
