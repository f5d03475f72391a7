import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { lockDataFolder } from '../../database/data-folder.ts'
import { connect } from '../../database/database.ts'
import { createMediaStore } from '../../media/create-media-store.ts'
import { ownerPictures, ownerPicturesFolder } from '../../media/owner-pictures.ts'
import { readSettings, type Settings } from '../../settings.ts'
import { type Manifest, secretKeyCheck } from '../backup/backup-format.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { loadEnvironment } from '../environment.ts'
import type { Command } from './command.ts'
import { existingFileArgument } from './file-argument.ts'

/** Into the database and the media that the server of this environment would use, which may not run. */
export const restoreCommand: Command = {
  usage: 'FILE',
  async run(args, tell) {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true })
    const file = existingFileArgument(positionals, 'Name the backup to restore.')
    const settings = readSettings(loadEnvironment())
    const hold = lockDataFolder(settings.dataDir)
    try {
      const manifest = await restore(file, settings)
      for (const line of summaryLines(manifest, settings)) tell(line)
    } finally {
      hold.release()
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
    `Restored what release ${release} had on ${made_at}: ${rows} rows, ${media.length} files of media, ${pictures.length} pictures of owners.`,
    ...(missing.length === 0
      ? []
      : [`Files of media that were missing when it was made: ${missing.length}.`]),
    ...(secretKeyCheck(secretKey) === manifest.key_check ? [] : [DIFFERENT_KEY_MESSAGE]),
  ]
}

const DIFFERENT_KEY_MESSAGE =
  "It was made under another SECRET_KEY. Before the first start, set that one, or put its file secret-key into the data folder. Otherwise the leagues' cookies must be entered again, and nobody's vote on an open anonymous proposal is known as theirs."
