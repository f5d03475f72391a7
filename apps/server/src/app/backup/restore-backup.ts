import { type Db, migrate } from '../../database/engine/database.ts'
import { assertEmpty, copyDatabase } from '../../database/portability/copy-database.ts'
import { listTables } from '../../database/portability/list-tables.ts'
import type { Manifest } from './backup-format.ts'
import { type WorkFolderOptions, withLoadedRows } from './load-rows.ts'
import { withBackup } from './read-backup.ts'
import { type FileTargets, withRestoredFiles } from './restore-files.ts'

export type RestoreTarget = FileTargets &
  WorkFolderOptions & {
    /** Must not contain any rows. Missing tables are created. */
    db: Db
  }

/**
 * Restores a backup of this or an older release, rows and files, to an empty database of either engine: either
 * completely or not at all. The rows are loaded into a temporary database first, so that only valid rows reach
 * the target. Throws a BackupError, or a CopyRefusedError if the target has rows.
 */
export async function restoreBackup(file: string, target: RestoreTarget): Promise<Manifest> {
  const { db: to } = target
  // Checked first, because it is the most common mistake and reading the file can take a long time.
  await assertEmpty(to, await listTables(to))
  return withBackup(file, async (backup) => {
    await withLoadedRows(backup, target, async (from) => {
      await migrate(to)
      await withRestoredFiles(backup, target, () => copyDatabase({ from, to }))
    })
    return backup.manifest
  })
}
