import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Manifest, secretKeyCheck } from '../../backup/backup-format.ts'
import { restoreBackup } from '../../backup/restore-backup.ts'
import { lockDataFolder } from '../../database/engine/data-folder.ts'
import { connect } from '../../database/engine/database.ts'
import { createMediaStore } from '../../media/create-media-store.ts'
import { ownerPictures, ownerPicturesFolder } from '../../media/owner-pictures.ts'
import { loadEnvironment, readSettings, type Settings } from '../../settings.ts'
import { type Command, existingFileArgument } from './command.ts'

/** Restores to the database and media storage of the configured server, which must not be running. */
export const restoreCommand: Command = {
  summary: 'Restores a backup to an empty database',
  usage: 'FILE',
  async run(args, printLine) {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true })
    const file = existingFileArgument(positionals, 'Specify the backup to restore.')
    const settings = readSettings(loadEnvironment())
    const lock = lockDataFolder(settings.dataDir)
    try {
      const manifest = await restore(file, settings)
      for (const line of summaryLines(manifest, settings)) printLine(line)
    } finally {
      lock.release()
    }
  },
}

async function restore(file: string, settings: Settings): Promise<Manifest> {
  const { database, dataDir } = settings
  const db = connect(database)
  try {
    return await restoreBackup(file, {
      db,
      media: await createMediaStore(settings),
      pictures: ownerPictures(ownerPicturesFolder(dataDir)),
      workFolder: join(dataDir, 'restoring'),
    })
  } finally {
    await db.destroy()
  }
}

function summaryLines(manifest: Manifest, { secretKey }: Settings): string[] {
  const { tables, media, pictures, missing, made_at, release } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `Restored the backup made by release ${release} on ${made_at} (rows: ${rows}, media files: ${media.length}, owner pictures: ${pictures.length}).`,
    ...(missing.length === 0 ? [] : [`Media files missing from the backup: ${missing.length}.`]),
    ...(secretKeyCheck(secretKey) === manifest.key_check ? [] : [DIFFERENT_KEY_MESSAGE]),
  ]
}

const DIFFERENT_KEY_MESSAGE =
  "The backup was made with a different SECRET_KEY. Before you start the server, set that key, or copy its secret-key file to the data directory. Otherwise the leagues' cookies have to be entered again, and votes on open anonymous proposals can no longer be matched to their voters."
