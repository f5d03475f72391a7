import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Job } from '../../jobs/job.ts'
import { fileKeyOf } from '../../media/media-keys.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { MediaItemStore } from './media-item-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** So many files are looked up at once. */
const BATCH_SIZE = 200

/**
 * Removes files that no medium has: what an upload left that was killed, and what could not be
 * removed when its medium was deleted. Those of the last day may belong to an upload under way.
 */
export function mediaCleanupJob(files: MediaStore, media: MediaItemStore, now: () => Date): Job {
  return {
    name: 'media-clean-up',
    schedule: '37 4 * * *',
    async run(signal) {
      const before = now().getTime() - DAY_MS
      await removeStaleUploads(files.stagingFolder, before)
      let old: string[] = []
      for await (const { key, storedAt } of files.list()) {
        signal.throwIfAborted()
        if (storedAt.getTime() < before) old.push(key)
        if (old.length < BATCH_SIZE) continue
        await removeOrphans(old)
        old = []
      }
      await removeOrphans(old)
    },
  }

  async function removeOrphans(keys: readonly string[]): Promise<void> {
    const known = await media.findExistingKeys([...new Set(keys.map(fileKeyOf))])
    for (const key of keys) if (!known.has(fileKeyOf(key))) await files.remove(key)
  }
}

/** Removes the folders of uploads that began before. */
async function removeStaleUploads(incoming: string, before: number): Promise<void> {
  const folders = await opendir(incoming).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  for await (const { name } of folders) {
    const path = join(incoming, name)
    if ((await stat(path)).mtimeMs < before) await rm(path, { recursive: true, force: true })
  }
}
