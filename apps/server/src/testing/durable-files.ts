import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { appendMark } from '../../../../tools/chaos/power/recorded-disk.ts'
import { writeFileAtomically } from '../files/durable-files.ts'
import { fileStore } from '../media/file-store.ts'
import { imageCache } from '../media/image-proxy.ts'
import { ownerPictures } from '../media/owner-pictures.ts'
import { readSettings } from '../settings.ts'

const CONTENT = 'a few bytes '.repeat(200)

/** Writes each kind of file that the server keeps besides its database, in a folder of its own. */
const WRITES: Record<string, (folder: string) => unknown> = {
  async media(folder) {
    const store = fileStore(join(folder, 'new', 'store'))
    mkdirSync(store.stagingFolder, { recursive: true })
    const upload = join(store.stagingFolder, 'upload')
    writeFileSync(upload, CONTENT)
    await store.put('abcdef', upload, 'image/png')
  },
  secrets: (folder) => readSettings({ DATA_DIR: join(folder, 'new', 'data') }),
  backup: (folder) => writeFileAtomically(join(folder, 'league.zip'), Readable.from([CONTENT])),
  pictures: (folder) => ownerPictures(join(folder, 'owners')).save('tahoma', Buffer.from(CONTENT)),
  cache: (folder) => imageCache(folder, 1_000_000).write('abcdef', Buffer.from(CONTENT), new Date()),
}

/** The folders exist. Marks each kind in the log of the disk when it is written. */
const [disk = '', logFile = ''] = process.argv.slice(2)
for (const [kind, write] of Object.entries(WRITES)) {
  await write(join(disk, kind))
  appendMark(logFile, kind)
}
