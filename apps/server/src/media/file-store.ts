import { randomUUID } from 'node:crypto'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { flushFolder } from '../files/durable-files.ts'
import type { Settings } from '../settings.ts'
import type { MediaStore } from './media-store.ts'
import type { S3Options } from './s3-store.ts'

/** The folder of incomplete uploads. Its name cannot equal the first two characters of a key. */
const STAGING_FOLDER = 'incoming'

export function fileStore(folder: string): MediaStore {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key)
  /** Folders whose names this process has written to disk, or is writing. */
  const flushedNames = new Map<string, Promise<void>>()

  /** Returns once the names of the subfolder and its parents are on the disk, whichever upload has created them. */
  async function makeSubfolder(subfolder: string): Promise<void> {
    const isNew = (await mkdir(subfolder, { recursive: true, mode: 0o700 })) !== undefined
    if (isNew) flushedNames.delete(subfolder)
    for (let path = subfolder; path !== dirname(path); path = dirname(path)) await flushName(path)
  }

  function flushName(path: string): Promise<void> {
    const earlier = flushedNames.get(path)
    if (earlier !== undefined) return earlier
    const flushed = flushFolder(dirname(path)).catch((error: unknown) => {
      flushedNames.delete(path)
      throw error
    })
    flushedNames.set(path, flushed)
    return flushed
  }

  return {
    stagingFolder: join(folder, STAGING_FOLDER),

    async put(key, file) {
      const path = pathOf(key)
      await makeSubfolder(dirname(path))
      await syncToDisk(file)
      await rename(file, path)
      await flushFolder(dirname(path))
    },

    async read(key, range) {
      const handle = await open(pathOf(key)).catch(nullIfMissing)
      if (handle === null) return null
      return handle.createReadStream(range === null ? {} : { start: range.first, end: range.last })
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },

    async *list() {
      for await (const subfolder of listEntries(folder)) {
        if (!subfolder.isDirectory() || subfolder.name === STAGING_FOLDER) continue
        for await (const { name } of listEntries(join(folder, subfolder.name))) {
          const stats = await stat(join(folder, subfolder.name, name)).catch(nullIfMissing)
          if (stats !== null) yield { key: name, storedAt: stats.mtime, bytes: stats.size }
        }
      }
    },
  }
}

/** Flushes the file, so that a power failure cannot leave the name of an empty or incomplete file. */
async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* listEntries(folder: string) {
  const entries = await opendir(folder).catch(nullIfMissing)
  if (entries !== null) yield* entries
}

export function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

type MediaSettings = Pick<Settings, 'dataDir' | 'MEDIA_URL' | 'S3_ENDPOINT' | 'AWS_REGION'>

/** The store that `MEDIA_URL` names. Without it, the folder `media` in the data directory. */
export async function createMediaStore(settings: MediaSettings): Promise<MediaStore> {
  const { MEDIA_URL, dataDir } = settings
  if (MEDIA_URL === undefined) return fileStore(join(dataDir, 'media'))
  if (MEDIA_URL.startsWith('file:')) return fileStore(parseFolderUrl(MEDIA_URL))
  return createBucketStore(MEDIA_URL, settings, {
    setting: 'MEDIA_URL',
    stagingFolder: join(dataDir, 'incoming'),
  })
}

export async function createBucketStore(
  url: string,
  { S3_ENDPOINT = '', AWS_REGION }: Partial<Pick<Settings, 'S3_ENDPOINT'>> & Pick<Settings, 'AWS_REGION'>,
  options: Pick<S3Options, 'setting' | 'stagingFolder'>,
): Promise<MediaStore> {
  const { hostname, pathname } = new URL(url)
  const folder = pathname.replace(/^\/+|\/+$/g, '')
  // Imported only when needed, because the S3 library is large and slows down the start.
  const { s3Store } = await import('./s3-store.ts')
  return s3Store({
    ...options,
    bucket: hostname,
    prefix: folder === '' ? '' : `${decodeURIComponent(folder)}/`,
    endpoint: S3_ENDPOINT,
    region: AWS_REGION,
  })
}

/** Parses `file:FOLDER` or `file:///FOLDER`. A relative path is resolved against the working directory. */
export function parseFolderUrl(url: string): string {
  const path = decodeURIComponent(url.replace(/^file:(?:\/\/(?=\/))?/, ''))
  return isAbsolute(path) ? path : resolve(path)
}

const SEPARATOR = '~'

/** Its name says which process uses it. */
export async function createStagingFolder(stagingFolder: string): Promise<string> {
  const folder = join(stagingFolder, [hostname(), process.pid, randomUUID()].join(SEPARATOR))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/**
 * Removes the temporary folders of processes of this machine that were killed. Call it before this process creates
 * any: after a restart of a container, its predecessor had the same process ID. Folders from another machine are left
 * to the daily cleanup.
 */
export async function removeAbandonedFolders(stagingFolder: string): Promise<void> {
  const entries = await opendir(stagingFolder).catch(nullIfMissing)
  for await (const { name } of entries ?? []) {
    const [host, pid] = name.split(SEPARATOR)
    const isAbandoned = host === hostname() && (Number(pid) === process.pid || !isRunning(Number(pid)))
    if (isAbandoned) await rm(join(stagingFolder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Any other error means that the process exists but belongs to another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
