import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { MediaStore } from '../../media/media-store.ts'
import type { OwnerPictures } from '../../media/owner-pictures.ts'
import { mediaFile, pictureFile } from './backup-format.ts'
import type { Backup } from './read-backup.ts'

export type FileTargets = { media: MediaStore; pictures: OwnerPictures }

/**
 * Stores the media and owner pictures of a backup under their original names and then runs `work`. If either
 * fails, the files that did not exist before are removed again.
 */
export async function withRestoredFiles<Result>(
  backup: Backup,
  targets: FileTargets,
  work: () => Promise<Result>,
): Promise<Result> {
  const undoSteps: (() => Promise<void>)[] = []
  try {
    await restoreMedia(backup, targets.media, undoSteps)
    await restorePictures(backup, targets.pictures, undoSteps)
    return await work()
  } catch (error) {
    await Promise.allSettled(undoSteps.map((remove) => remove()))
    throw error
  }
}

async function restoreMedia(
  backup: Backup,
  store: MediaStore,
  undoSteps: (() => Promise<void>)[],
): Promise<void> {
  const { media } = backup.manifest
  if (media.length === 0) return
  const existingKeys = new Set<string>()
  for await (const { key } of store.list()) existingKeys.add(key)
  const folder = join(store.stagingFolder, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    for (const { key, content_type } of media) {
      const path = join(folder, key)
      await pipeline(backup.content(mediaFile(key)), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      if (!existingKeys.has(key)) undoSteps.push(() => store.remove(key))
      await store.put(key, path, content_type)
      await rm(path, { force: true })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function restorePictures(
  backup: Backup,
  pictures: OwnerPictures,
  undoSteps: (() => Promise<void>)[],
): Promise<void> {
  const existingSlugs = new Set(await pictures.listSlugs())
  for (const { slug } of backup.manifest.pictures) {
    if (!existingSlugs.has(slug)) undoSteps.push(() => pictures.remove(slug))
    await pictures.save(slug, await buffer(backup.content(pictureFile(slug))))
  }
}
