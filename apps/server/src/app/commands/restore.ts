import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { holdDataFolder } from '../../database/data-folder.ts'
import { connect } from '../../database/database.ts'
import { mediaStoreAt } from '../../media/media-store-at.ts'
import { ownerPictures, picturesFolderIn } from '../../media/owner-pictures.ts'
import { readSettings, type Settings } from '../../settings.ts'
import { keyCheckOf, type Manifest } from '../backup/backup-format.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { environmentWithFile } from '../environment.ts'
import type { Command } from './command.ts'
import { fileToRead } from './file-argument.ts'

/** Into the database and the media that the server of this environment would use, which may not run. */
export const restoreCommand: Command = {
  usage: 'FILE',
  async run(args, tell) {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true })
    const file = fileToRead(positionals, 'Name the backup to restore.')
    const settings = readSettings(environmentWithFile())
    const hold = holdDataFolder(settings.dataDir)
    try {
      const manifest = await restore(file, settings)
      for (const line of linesAbout(manifest, settings)) tell(line)
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
      media: await mediaStoreAt(settings),
      pictures: ownerPictures(picturesFolderIn(dataDir)),
      workFolder: join(dataDir, 'restoring'),
    })
  } finally {
    await db.destroy()
  }
}

function linesAbout(manifest: Manifest, { secretKey }: Settings): string[] {
  const { tables, media, pictures, missing, made_at, release } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `Restored what release ${release} had on ${made_at}: ${rows} rows, ${media.length} files of media, ${pictures.length} pictures of owners.`,
    ...(missing.length === 0
      ? []
      : [`Files of media that were missing when it was made: ${missing.length}.`]),
    ...(keyCheckOf(secretKey) === manifest.key_check ? [] : [OTHER_KEY]),
  ]
}

const OTHER_KEY =
  "It was made under another SECRET_KEY. Before the first start, set that one, or put its file secret-key into the data folder. Otherwise the leagues' cookies must be entered again, and nobody's vote on an open anonymous proposal is known as theirs."
