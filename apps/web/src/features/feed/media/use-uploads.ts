import { DAY_MS } from '@fieldhouse/domain/duration'
import {
  type Query,
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import pLimit, { type LimitFunction } from 'p-limit'
import { useEffect, useEffectEvent } from 'react'
import { type ApiClient, ApiError, apiClient } from '../../../api/api-client.ts'
import { getConnectivity, probeServer, useConnectivity } from '../../../api/connectivity.ts'
import { createUploadClient } from '../../../api/upload-client.ts'
import {
  draftKey,
  FEED_DRAFT_KEY_PREFIX,
  parseStored,
  readByPrefix,
  readStorage,
  UNSENT_POST_KEY_PREFIX,
  writeStorage,
} from '../../../storage/browser-storage.ts'
import { deleteFiles, deleteOtherFiles, readFile, storeFile } from '../../../storage/device-files.ts'
import { hasTexts } from '../draft.ts'
import { showCreatedItem } from '../feed-actions.ts'
import { createRandomKey, createUpload, toFailedState, type Upload } from './uploads.ts'

/** More parallel uploads would only share the same bandwidth. */
const MAX_CONCURRENT_UPLOADS = 2

const UPLOADS_KEY = 'uploads'

/** What files are uploaded for: each becomes a media item, or all of them become a part of one post. */
type UploadList = 'media' | 'post'

/** The list is stored in the query cache, so it survives leaving the tab and is cleared on sign-out. */
const uploadsQuery = (league: string, list: UploadList) =>
  queryOptions<readonly Upload[]>({
    queryKey: [UPLOADS_KEY, league, list],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** State that outlives the component, because uploads continue when the user leaves the tab. */
type UploadQueue = {
  limit: LimitFunction
  abortControllers: Map<string, AbortController>
}

const uploadQueues = new WeakMap<QueryClient, UploadQueue>()

function getUploadQueue(client: QueryClient): UploadQueue {
  const existingQueue = uploadQueues.get(client)
  if (existingQueue !== undefined) return existingQueue
  const abortControllers = new Map<string, AbortController>()
  const queue = { limit: pLimit(MAX_CONCURRENT_UPLOADS), abortControllers }
  uploadQueues.set(client, queue)
  // Cancels uploads and revokes object URLs when the list is removed on sign-out.
  client.getQueryCache().subscribe(({ type, query }) => {
    const { queryKey, state } = query as Query<unknown, Error, readonly Upload[]>
    if (type !== 'removed' || queryKey[0] !== UPLOADS_KEY) return
    for (const { id, preview } of state.data ?? []) {
      abortControllers.get(id)?.abort()
      abortControllers.delete(id)
      URL.revokeObjectURL(preview)
    }
  })
  return queue
}

export type Uploads = ReturnType<typeof useUploads>

/** Each file has its own request and so its own progress. Uploads continue when the user leaves the tab. */
export function useUploads(league: string) {
  const client = useQueryClient()
  const { data: list = [] } = useQuery(uploadsQuery(league, 'media'))
  const actions = createUploadActions(client, league, 'media', async (id, send, request) => {
    const { items } = await send('POST /api/league/:league/social/media/', request)
    for (const item of items) showCreatedItem(client, league, item)
    actions.remove(id)
  })
  return { list, ...actions }
}

type UploadRequest = { params: { league: string }; body: FormData; signal: AbortSignal }

/** @param sendFile uploads a file and deals with the response */
function createUploadActions(
  client: QueryClient,
  league: string,
  list: UploadList,
  sendFile: (id: string, send: ApiClient, request: UploadRequest) => Promise<void>,
) {
  const { queryKey } = uploadsQuery(league, list)
  const queue = getUploadQueue(client)

  /** Does nothing once the list was removed on sign-out. */
  const update = (id: string, changes: Partial<Upload>) =>
    client.setQueryData(queryKey, (uploads) =>
      uploads?.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)),
    )

  async function uploadFile(id: string, file: File, signal: AbortSignal) {
    if (signal.aborted) return
    update(id, { state: 'uploading' })
    const body = new FormData()
    body.append('files', file)
    const send = createUploadClient((progress) => update(id, { progress }))
    await sendFile(id, send, { params: { league }, body, signal })
  }

  return {
    update,
    /** Adds files, and returns their IDs. */
    add: (files: readonly File[]) => {
      const added = files.map((file) => createUpload(createRandomKey(), file, URL.createObjectURL(file)))
      client.setQueryData(queryKey, (uploads = []) => [...uploads, ...added])
      return added.map(({ id }) => id)
    },
    remove: (id: string) => {
      queue.abortControllers.get(id)?.abort()
      queue.abortControllers.delete(id)
      const removed = client.getQueryData(queryKey)?.find((upload) => upload.id === id)
      if (removed !== undefined) URL.revokeObjectURL(removed.preview)
      client.setQueryData(queryKey, (uploads) => uploads?.filter((upload) => upload.id !== id))
    },
    send: (ids: readonly string[]) => {
      for (const { id, file } of client.getQueryData(queryKey) ?? []) {
        if (file === null || !ids.includes(id)) continue
        const controller = new AbortController()
        queue.abortControllers.set(id, controller)
        update(id, { state: 'queued', progress: 0, problem: null })
        queue
          .limit(() => uploadFile(id, file, controller.signal))
          .catch((error: unknown) => {
            if (!controller.signal.aborted) update(id, toFailedState(error))
          })
      }
    },
  }
}

const MAX_FILES = 10

const TOO_MANY_MESSAGE = `A post has at most ${MAX_FILES} files.`

const readNow = () => Date.now()

export type PostFile = {
  /** Empty for a file that has to be uploaded first. */
  key: string
  caption: string
  alt_text: string
  /** Like `deviceKey`, absent in what earlier versions have stored. */
  name?: string
  /** The key of its bytes on the device; absent if they are not there. */
  deviceKey?: string
}

export type PostFiles = ReturnType<typeof usePostFiles>

/** Uploads continue when the user leaves the tab, and when the network is back. The files survive a reload. */
export function usePostFiles(league: string) {
  const client = useQueryClient()
  const query = uploadsQuery(league, 'post')
  const { data: list = [] } = useQuery(query)
  const { isOffline } = useConnectivity()
  const uploads = () => client.getQueryData(query.queryKey) ?? []
  const isListed = (id: string) => uploads().some((upload) => upload.id === id)

  const actions = createUploadActions(client, league, 'post', async (id, send, request) => {
    try {
      const { media } = await send('POST /api/league/:league/social/posts/media/', request)
      for (const { key } of media)
        actions.update(id, { state: 'uploaded', progress: 1, key, uploadedAt: readNow() })
    } catch (error) {
      if (request.signal.aborted || !(await isNetworkGone(error))) throw error
      actions.update(id, { state: 'waiting', progress: 0 })
    }
  })

  async function storeOnDevice({ id, file }: Upload) {
    if (file === null) return
    const isOnDevice = await storeFile(id, file)
    if (isListed(id)) actions.update(id, { isOnDevice })
    else await deleteFiles([id])
  }

  async function restore(upload: Upload) {
    const changes = await restoreFile(upload)
    const { id } = upload
    if (!isListed(id)) return
    const preview = changes.file ? URL.createObjectURL(changes.file) : ''
    actions.update(id, { ...changes, preview })
    if (changes.state === 'waiting') actions.send([id])
  }

  const sendWaiting = useEffectEvent(() => {
    for (const { id, state } of uploads()) if (state === 'waiting') actions.send([id])
  })
  const handleRestored = useEffectEvent((upload: Upload) => void restore(upload))
  useEffect(() => {
    for (const upload of openPostFiles(client, league, readNow())) handleRestored(upload)
  }, [client, league])
  useEffect(() => {
    if (!isOffline) sendWaiting()
  }, [isOffline])

  return {
    list,
    /** Whether a post can be sent with the files: each is on the server, or waits on the device for the network. */
    isReady: list.every(
      ({ state, isOnDevice }) => state === 'uploaded' || (state === 'waiting' && isOnDevice === true),
    ),
    /** Adds files to the post and uploads them at once. */
    add(files: readonly File[]) {
      const added = new Set(actions.add(files))
      const all = uploads()
      for (const [index, upload] of all.entries()) {
        const { id, state } = upload
        if (!added.has(id)) continue
        if (index >= MAX_FILES)
          actions.update(id, { state: 'failed', problem: TOO_MANY_MESSAGE, canRetry: false })
        else if (state === 'selected') {
          void storeOnDevice(upload)
          actions.send([id])
        }
      }
    },
    /** Removes a file from the list, and from the server and the device. */
    remove(id: string) {
      const key = list.find((upload) => upload.id === id)?.key ?? ''
      actions.remove(id)
      void deleteFiles([id])
      // Files that stay on the server are deleted after a day.
      if (key !== '')
        apiClient('DELETE /api/league/:league/social/posts/media/:key/', { params: { league, key } }).catch(
          () => undefined,
        )
    },
    retry: (id: string) => actions.send([id]),
    describe: actions.update,
    moveForward: (id: string) =>
      client.setQueryData(query.queryKey, (uploads = []) => {
        const index = uploads.findIndex((upload) => upload.id === id)
        const moved = uploads[index]
        return moved === undefined || index === 0
          ? uploads
          : uploads.toSpliced(index, 1).toSpliced(index - 1, 0, moved)
      }),
    /** Empties the list, because a post contains the files, and returns them. */
    take(): PostFile[] {
      for (const { id } of list) actions.remove(id)
      return list.map(({ id, key, name, caption, altText, isOnDevice }) => ({
        key,
        caption: caption.trim(),
        alt_text: altText.trim(),
        name,
        ...(isOnDevice === true ? { deviceKey: id } : {}),
      }))
    },
  }
}

/** Whether an upload failed because the server cannot be reached, so that it can be repeated when that has changed. */
async function isNetworkGone(error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || error.code !== 'unreachable') return false
  await probeServer()
  return getConnectivity().isOffline
}

const NOT_ON_DEVICE_MESSAGE = 'This file is no longer on this device. Add it again.'
const EXPIRED_MESSAGE = 'The server deletes files that are not posted within a day. Add this file again.'

const STORED = ['id', 'name', 'type', 'size', 'key', 'uploadedAt', 'caption', 'altText'] as const

type StoredFile = Pick<Upload, (typeof STORED)[number]>

const storageKey = (league: string) => draftKey(league, 'post-files')

/** The lists that are stored whenever they change. */
const following = new WeakSet<object>()

/**
 * Stores the files of the post that is being written whenever their list changes, until the user signs out. After a
 * reload, returns those that were there before, which then need {@link restoreFile}.
 */
function openPostFiles(client: QueryClient, league: string, now: number): readonly Upload[] {
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

async function restoreFile({ id, key, state }: Upload): Promise<Partial<Upload>> {
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
  const files = uploads.filter(({ state, canRetry }) => state !== 'failed' || canRetry)
  return files.length === 0 ? null : JSON.stringify(files, [...STORED])
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
  const files = parseStored(readStorage(localStorage, storageKey(league)))
  return Array.isArray(files) && files.every(isStoredFile) ? files : []
}

function isStoredFile(value: unknown): value is StoredFile {
  if (!hasTexts(value, ['id', 'name', 'type', 'key', 'caption', 'altText'])) return false
  const { size, uploadedAt } = value as Record<keyof StoredFile, unknown>
  return typeof size === 'number' && (uploadedAt === null || typeof uploadedAt === 'number')
}

/** Deletes the files that neither a draft nor an unsent post contains. */
function deleteUnusedFiles(): Promise<void> {
  const texts = [FEED_DRAFT_KEY_PREFIX, UNSENT_POST_KEY_PREFIX].flatMap((prefix) =>
    readByPrefix(localStorage, prefix),
  )
  return deleteOtherFiles((key) => texts.some((text) => text.includes(key)))
}
