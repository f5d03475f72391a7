import { DAY_MS } from '@fieldhouse/domain/duration'
import type { QueryClient } from '@tanstack/react-query'
import {
  draftKey,
  FEED_DRAFT_KEY_PREFIX,
  readByPrefix,
  readStorage,
  UNSENT_POST_KEY_PREFIX,
  writeStorage,
} from '../../../storage/browser-storage.ts'
import { deleteOtherFiles, readFile } from '../../../storage/device-files.ts'
import type { Upload } from './uploads.ts'
import { uploadsQuery } from './use-uploads.ts'

const NOT_ON_DEVICE_MESSAGE = 'This file is no longer on this device. Add it again.'
const EXPIRED_MESSAGE = 'The server deletes files that are not posted within a day. Add this file again.'

/** What a reload needs to show a file of a post again, besides its bytes. */
type StoredFile = Pick<Upload, 'id' | 'name' | 'type' | 'size' | 'key' | 'uploadedAt' | 'caption' | 'altText'>

const storageKey = (league: string) => draftKey(league, 'post-files')

/** The lists that are stored whenever they change. */
const following = new WeakSet<object>()

/**
 * Stores the files of the post that is being written whenever their list changes, until the user signs out. After a
 * reload, returns those that were there before, which then need {@link restoreFile}.
 */
export function openPostFiles(client: QueryClient, league: string, now: number): readonly Upload[] {
  const query = uploadsQuery(league, 'post')
  const cache = client.getQueryCache()
  const list = cache.build(client, client.defaultQueryOptions(query))
  if (following.has(list)) return []
  following.add(list)
  const restored = readStoredFiles(league).map((file) => toUpload(file, now))
  if (restored.length > 0) client.setQueryData(query.queryKey, restored)
  let stored = toText(restored)
  const unsubscribe = cache.subscribe((event) => {
    if (event.query !== list) return
    if (event.type === 'removed') {
      unsubscribe()
      return
    }
    const text = toText(client.getQueryData(query.queryKey) ?? [])
    if (text !== stored) writeStorage(localStorage, storageKey(league), text)
    stored = text
  })
  void deleteUnusedFiles()
  return restored
}

/** Returns what has changed about a file since the reload: its bytes, and whether it has to be uploaded again. */
export async function restoreFile({ id, key, state }: Upload): Promise<Partial<Upload>> {
  const file = await readFile(id)
  const bytes = file === null ? {} : { file, isOnDevice: true }
  if (state === 'uploaded') return bytes
  if (file !== null) return { ...bytes, state: 'waiting', key: '', uploadedAt: null }
  return {
    state: 'failed',
    problem: key === '' ? NOT_ON_DEVICE_MESSAGE : EXPIRED_MESSAGE,
    canRetry: false,
    isOnDevice: false,
  }
}

/** Null without any files. What the server would never accept is not stored. */
function toText(uploads: readonly Upload[]): string | null {
  const files = uploads
    .filter(({ state, canRetry }) => state !== 'failed' || canRetry)
    .map(
      ({ id, name, type, size, key, uploadedAt, caption, altText }): StoredFile => ({
        id,
        name,
        type,
        size,
        key,
        uploadedAt,
        caption,
        altText,
      }),
    )
  return files.length === 0 ? null : JSON.stringify(files)
}

function toUpload(stored: StoredFile, now: number): Upload {
  const isOnServer = stored.uploadedAt !== null && now - stored.uploadedAt < DAY_MS
  return {
    ...stored,
    file: null,
    preview: '',
    state: isOnServer ? 'uploaded' : 'queued',
    progress: isOnServer ? 1 : 0,
    problem: null,
    canRetry: true,
    isOnDevice: null,
  }
}

/** None if another version has stored something else. */
function readStoredFiles(league: string): readonly StoredFile[] {
  try {
    const files: unknown = JSON.parse(readStorage(localStorage, storageKey(league)) ?? '[]')
    return Array.isArray(files) && files.every(isStoredFile) ? files : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

function isStoredFile(value: unknown): value is StoredFile {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, type, size, key, uploadedAt, caption, altText } = value as Record<
    keyof StoredFile,
    unknown
  >
  return (
    [id, name, type, key, caption, altText].every((each) => typeof each === 'string') &&
    typeof size === 'number' &&
    (uploadedAt === null || typeof uploadedAt === 'number')
  )
}

/** Deletes the files that neither a draft nor an unsent post contains. */
function deleteUnusedFiles(): Promise<void> {
  const texts = [FEED_DRAFT_KEY_PREFIX, UNSENT_POST_KEY_PREFIX].flatMap((prefix) =>
    readByPrefix(localStorage, prefix),
  )
  return deleteOtherFiles((key) => texts.some((text) => text.includes(key)))
}
