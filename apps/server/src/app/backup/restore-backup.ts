import { assertEmpty, copyDatabase } from '../../database/copy-database.ts'
import { type Db, migrate } from '../../database/database.ts'
import { listTables } from '../../database/list-tables.ts'
import type { Manifest } from './backup-format.ts'
import { type WorkFolderOptions, withLoadedRows } from './load-rows.ts'
import { withBackup } from './read-backup.ts'
import { type FileTargets, withRestoredFiles } from './restore-files.ts'

export type RestoreTarget = FileTargets &
  WorkFolderOptions & {
    /** Without any row; its tables are made here where there are none. */
    db: Db
  }

/**
 * Fills an empty database of either engine from a backup of this release or an older one, and stores
 * its files: all of it or nothing. The rows are tried in a database aside, so that the target is
 * touched only by what fits. Throws a BackupError, or a CopyRefusedError where the target has rows.
 */
export async function restoreBackup(file: string, target: RestoreTarget): Promise<Manifest> {
  const { db: to } = target
  // Before the file is read, which may take long: it is what goes wrong most.
  await assertEmpty(to, await listTables(to))
  return withBackup(file, async (backup) => {
    await withLoadedRows(backup, target, async (from) => {
      await migrate(to)
      await withRestoredFiles(backup, target, () => copyDatabase({ from, to }))
    })
    return backup.manifest
  })
}
