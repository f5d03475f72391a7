import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createBucketStore, nullIfMissing, parseFolderUrl } from '../media/file-store.ts'
import type { MediaStore, StoredFile } from '../media/media-store.ts'
import type { Settings } from '../settings.ts'

export type StoredBackup = { name: string; madeAt: Date; bytes: number }

/** Where the server stores the backups that it makes. A remote storage throws a MediaUnreachableError. */
export interface BackupStorage {
  /** A local folder to which backups are written. Its disk has to have space for one. */
  readonly folder: string
  /** Whether the disk of the folder is also where backups stay. */
  readonly isLocal: boolean
  /** The folder, or the URL of a bucket. */
  readonly location: string
  /** Complete backups, newest first. */
  list(): Promise<StoredBackup[]>
  /** Stores the file that `write` creates, completely or not at all. Must not run twice at the same time. */
  add<Result>(name: string, write: (file: string) => Promise<Result>): Promise<Result>
  read(name: string): Promise<Readable | null>
  /** Does nothing if it is not stored. */
  remove(name: string): Promise<void>
}

/** The storage that `BACKUPS_URL` names. Without it, the folder `backups` in the data directory. */
export async function createBackupStorage(
  settings: Pick<Settings, 'dataDir' | 'BACKUPS_URL' | 'S3_ENDPOINT' | 'AWS_REGION'>,
): Promise<BackupStorage> {
  const { BACKUPS_URL: url, dataDir } = settings
  const folder = join(dataDir, 'backups')
  if (url?.startsWith('s3:') !== true) return folderStorage(url === undefined ? folder : parseFolderUrl(url))
  return bucketStorage(
    url,
    await createBucketStore(url, settings, { setting: 'BACKUPS_URL', stagingFolder: folder }),
  )
}

/** The name says when the backup was made, because files and objects get another time when they are copied. */
export function backupName(madeAt: Date): string {
  return `fieldhouse-${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.zip`
}

function parseName(name: string): Date | null {
  const [, day, hour, minute, second] =
    /^fieldhouse-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.zip$/.exec(name) ?? []
  const madeAt = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(madeAt.getTime()) ? null : madeAt
}

export function folderStorage(folder: string): BackupStorage {
  return {
    folder,
    isLocal: true,
    location: folder,

    async list() {
      const names = (await readdir(folder).catch(nullIfMissing)) ?? []
      const files = await Promise.all(
        names.map(async (name) => ({
          key: name,
          bytes: (await stat(join(folder, name)).catch(nullIfMissing))?.size,
        })),
      )
      return newestFirst(files)
    },

    async add(name, write) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeUnfinished(folder)
      // The file gets its name when it is complete.
      return write(join(folder, name))
    },

    async read(name) {
      if (parseName(name) === null) return null
      const handle = await open(join(folder, name)).catch(nullIfMissing)
      return handle?.createReadStream() ?? null
    },

    async remove(name) {
      if (parseName(name) !== null) await rm(join(folder, name), { force: true })
    },
  }
}

function bucketStorage(url: string, store: MediaStore): BackupStorage {
  const folder = store.stagingFolder
  return {
    folder,
    isLocal: false,
    location: url,

    async list() {
      const objects: StoredFile[] = []
      for await (const object of store.list()) objects.push(object)
      return newestFirst(objects)
    },

    async add(name, write) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeUnfinished(folder)
      const file = join(folder, `${name}.part`)
      try {
        const result = await write(file)
        await store.put(name, file, 'application/zip')
        return result
      } finally {
        await rm(file, { force: true })
      }
    },

    read: async (name) => (parseName(name) === null ? null : store.read(name, null)),
    remove: async (name) => (parseName(name) === null ? undefined : store.remove(name)),
  }
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const isUnfinished = name.endsWith('.part') && parseName(name.replace(/(?:\.part)+$/, '')) !== null
    if (isUnfinished) await rm(join(folder, name), { force: true })
  }
}

function newestFirst(files: readonly { key: string; bytes: number | undefined }[]): StoredBackup[] {
  return files
    .flatMap(({ key: name, bytes }) => {
      const madeAt = parseName(name)
      return madeAt === null || bytes === undefined ? [] : [{ name, madeAt, bytes }]
    })
    .sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
}
