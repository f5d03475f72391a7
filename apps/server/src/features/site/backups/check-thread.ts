import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { BackupError, type Manifest, secretKeyCheck } from '../../../backup/backup-format.ts'
import { restoreBackup } from '../../../backup/restore-backup.ts'
import { appliedMigrations, connect, type Db, disableDiskSync } from '../../../database/engine/database.ts'
import { fileStore } from '../../../media/file-store.ts'
import { ownerPictures } from '../../../media/owner-pictures.ts'
import { serveTasks } from '../../../threads/task-thread.ts'

export type BackupCheckTask = {
  file: string
  /** A folder for this check alone. Emptied before it and removed after it. */
  folder: string
  secretKey: string
}

export type BackupContent = Awaited<ReturnType<typeof checkBackup>>

/** As `npm run restore` would, in a temporary folder. Throws a BackupError that says what is wrong. */
async function checkBackup({ file, folder, secretKey }: BackupCheckTask) {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const db = connect({ engine: 'sqlite', file: join(folder, 'restored.db') })
  try {
    await disableDiskSync(db)
    const media = fileStore(join(folder, 'media'))
    const pictures = ownerPictures(join(folder, 'owners'))
    const manifest = await restoreBackup(file, { db, media, pictures, workFolder: join(folder, 'restoring') })
    await assertIntact(db)
    const rows = await countRows(db, manifest)
    const sizes = new Map<string, number>()
    for await (const { key, bytes } of media.list()) sizes.set(key, bytes)
    if (manifest.media.some(({ key, size }) => sizes.get(key) !== size))
      throw new BackupError('Some media files of the backup were not restored completely.')
    if ((await pictures.listSlugs()).length !== manifest.pictures.length)
      throw new BackupError('Some owner pictures of the backup were not restored.')
    if (secretKeyCheck(secretKey) !== manifest.key_check) throw new BackupError(OTHER_KEY_MESSAGE)
    return {
      release: manifest.release,
      rows,
      files: manifest.media.length + manifest.pictures.length,
      /** Media files that were already missing when the backup was made. */
      missingFiles: manifest.missing.length,
    }
  } finally {
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  }
}

const OTHER_KEY_MESSAGE =
  "The backup was made with a different SECRET_KEY. The leagues' cookies in it can't be decrypted with the current one."

async function assertIntact(db: Db): Promise<void> {
  const { rows: problems } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  if (problems.some(({ integrity_check }) => integrity_check !== 'ok'))
    throw new BackupError('The restored database is damaged.')
  const { rows: orphans } = await sql`pragma foreign_key_check`.execute(db)
  if (orphans.length > 0) throw new BackupError('The restored database refers to rows that are missing.')
}

/** The number of restored rows. Migrations of a newer release may have changed that of a table. */
async function countRows(db: Db, { tables, migrations }: Manifest): Promise<number> {
  const wasMigrated = (await appliedMigrations(db)).length > migrations.length
  let sum = 0
  for (const { name, rows } of tables) {
    if (wasMigrated) {
      sum += rows
      continue
    }
    const { rows: counts } = await sql<{
      count: number
    }>`select count(*) as count from ${sql.table(name)}`.execute(db)
    if (counts[0]?.count !== rows)
      throw new BackupError(`The table ${name} was restored with ${counts[0]?.count} of ${rows} rows.`)
    sum += rows
  }
  return sum
}

// The program of the thread that restores a backup for a check, which writes as many rows as the site has.
serveTasks(checkBackup)
