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
 * Stores the media and pictures of a backup under the names that they had, and runs `work`; when
 * either fails, those that were not there before are gone again.
 */
export async function withRestoredFiles<Result>(
  backup: Backup,
  targets: FileTargets,
  work: () => Promise<Result>,
): Promise<Result> {
  const undo: (() => Promise<void>)[] = []
  try {
    await restoreMedia(backup, targets.media, undo)
    await restorePictures(backup, targets.pictures, undo)
    return await work()
  } catch (error) {
    await Promise.allSettled(undo.map((remove) => remove()))
    throw error
  }
}

async function restoreMedia(backup: Backup, store: MediaStore, undo: (() => Promise<void>)[]): Promise<void> {
  const { media } = backup.manifest
  if (media.length === 0) return
  const there = new Set<string>()
  for await (const { key } of store.list()) there.add(key)
  const folder = join(store.stagingFolder, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    for (const { key, content_type } of media) {
      const path = join(folder, key)
      await pipeline(backup.content(mediaFile(key)), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      if (!there.has(key)) undo.push(() => store.remove(key))
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
  undo: (() => Promise<void>)[],
): Promise<void> {
  const there = new Set(await pictures.listSlugs())
  for (const { slug } of backup.manifest.pictures) {
    if (!there.has(slug)) undo.push(() => pictures.remove(slug))
    await pictures.save(slug, await buffer(backup.content(pictureFile(slug))))
  }
}
