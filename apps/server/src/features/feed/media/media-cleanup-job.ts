import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '@fieldhouse/domain/duration'
import { inBatches } from '../../../database/engine/batches.ts'
import type { ScheduledJob } from '../../../jobs/job.ts'
import { nullIfMissing } from '../../../media/file-store.ts'
import { fileKeyOf, type MediaStore } from '../../../media/media-store.ts'
import type { MediaItemStore } from './media-item-store.ts'

/** The number of file keys looked up in one query. */
const BATCH_SIZE = 200

/**
 * Removes files that belong to no media item and no picture of an owner or a trophy: leftovers of interrupted
 * uploads, files of posts that were not written within a day, and files that could not be removed when their item or
 * league was deleted. Files from the last 24 hours are skipped because they may belong to an upload in progress.
 */
export function mediaCleanupJob(files: MediaStore, media: MediaItemStore, now: () => Date): ScheduledJob {
  return {
    name: 'media-clean-up',
    schedule: '37 4 * * *',
    async run(signal) {
      const before = now().getTime() - DAY_MS
      await removeStaleUploads(files.stagingFolder, before)
      await media.deleteOldDrafts(new Date(before))
      for await (const keys of inBatches(listOldKeys(before, signal), BATCH_SIZE)) await removeOrphans(keys)
    },
  }

  async function* listOldKeys(before: number, signal: AbortSignal): AsyncGenerator<string> {
    for await (const { key, storedAt } of files.list()) {
      signal.throwIfAborted()
      if (storedAt.getTime() < before) yield key
    }
  }

  async function removeOrphans(keys: readonly string[]): Promise<void> {
    const existingKeys = await media.findExistingKeys([...new Set(keys.map(fileKeyOf))])
    for (const key of keys) if (!existingKeys.has(fileKeyOf(key))) await files.remove(key)
  }
}

/** Removes upload folders last modified before `before` (milliseconds since 1970). */
async function removeStaleUploads(stagingFolder: string, before: number): Promise<void> {
  const folders = await opendir(stagingFolder).catch(nullIfMissing)
  for await (const { name } of folders ?? []) {
    const path = join(stagingFolder, name)
    // The folder of an upload disappears when the upload ends.
    const stats = await stat(path).catch(nullIfMissing)
    if (stats !== null && stats.mtimeMs < before) await rm(path, { recursive: true, force: true })
  }
}
