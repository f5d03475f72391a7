import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Job } from '../../jobs/job.ts'
import { fileKeyOf } from '../../media/media-keys.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { MediumStore } from './medium-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** So many files are looked up at once. */
const AT_ONCE = 200

/**
 * Removes files that no medium has: what an upload left that was killed, and what could not be
 * removed when its medium was deleted. Those of the last day may belong to an upload under way.
 */
export function mediaCleanUp(files: MediaStore, media: MediumStore, now: () => Date): Job {
  return {
    name: 'media-clean-up',
    schedule: '37 4 * * *',
    async run(signal) {
      const before = now().getTime() - DAY_MS
      await removeUploads(files.incoming, before)
      let old: string[] = []
      for await (const { key, storedAt } of files.list()) {
        signal.throwIfAborted()
        if (storedAt.getTime() < before) old.push(key)
        if (old.length < AT_ONCE) continue
        await removeUnknown(old)
        old = []
      }
      await removeUnknown(old)
    },
  }

  async function removeUnknown(keys: readonly string[]): Promise<void> {
    const known = await media.known([...new Set(keys.map(fileKeyOf))])
    for (const key of keys) if (!known.has(fileKeyOf(key))) await files.remove(key)
  }
}

/** Removes the folders of uploads that began before. */
async function removeUploads(incoming: string, before: number): Promise<void> {
  const folders = await opendir(incoming).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  for await (const { name } of folders) {
    const path = join(incoming, name)
    if ((await stat(path)).mtimeMs < before) await rm(path, { recursive: true, force: true })
  }
}
