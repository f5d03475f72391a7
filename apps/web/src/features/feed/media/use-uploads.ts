import {
  type Query,
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import pLimit, { type LimitFunction } from 'p-limit'
import { useEffect } from 'react'
import { createUploadClient } from '../../../api/upload-client.ts'
import { placeItem } from '../feed-events.ts'
import { createRandomKey } from '../random-key.ts'
import type { Media } from '../use-feed.ts'
import { createUpload, toFailedState, type Upload } from './uploads.ts'

/** More parallel uploads would only share the same bandwidth. */
const MAX_CONCURRENT_UPLOADS = 2

const UPLOADS_KEY = 'uploads'

export type Uploads = {
  list: readonly Upload[]
  add: (files: readonly File[]) => void
  remove: (id: string) => void
  send: (ids: readonly string[]) => void
}

/** What files are uploaded for: each becomes a media item, or all of them become a part of one post. */
type UploadList = 'media' | 'post'

/** The list is stored in the query cache, so it survives leaving the tab and is cleared on sign-out. */
export const uploadsQuery = (league: string, list: UploadList) =>
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
  /** Called with each uploaded item, by league name, while the league's tab is open. */
  uploadListeners: Map<string, (media: Media) => void>
}

const uploadQueues = new WeakMap<QueryClient, UploadQueue>()

function getUploadQueue(client: QueryClient): UploadQueue {
  const existingQueue = uploadQueues.get(client)
  if (existingQueue !== undefined) return existingQueue
  const queue: UploadQueue = {
    limit: pLimit(MAX_CONCURRENT_UPLOADS),
    abortControllers: new Map(),
    uploadListeners: new Map(),
  }
  uploadQueues.set(client, queue)
  abortWhenListRemoved(client, queue)
  return queue
}

/** Cancels uploads and revokes object URLs when the list is removed on sign-out. */
function abortWhenListRemoved(client: QueryClient, { abortControllers }: UploadQueue): void {
  client.getQueryCache().subscribe(({ type, query }) => {
    const { queryKey, state } = query as Query<unknown, Error, readonly Upload[]>
    if (type !== 'removed' || queryKey[0] !== UPLOADS_KEY) return
    for (const { id, preview } of state.data ?? []) {
      abortControllers.get(id)?.abort()
      abortControllers.delete(id)
      URL.revokeObjectURL(preview)
    }
  })
}

/** Each file has its own request and so its own progress. Uploads continue when the user leaves the tab. */
export function useUploads(league: string, onUploaded: (media: Media) => void): Uploads {
  const client = useQueryClient()
  const { data: list = [] } = useQuery(uploadsQuery(league, 'media'))
  useEffect(() => {
    const { uploadListeners } = getUploadQueue(client)
    uploadListeners.set(league, onUploaded)
    return () => void uploadListeners.delete(league)
  }, [client, league, onUploaded])

  async function share(upload: Upload, options: SendOptions) {
    const { items } = await options.send('POST /api/league/:league/social/media/', {
      params: { league },
      body: options.body,
      signal: options.signal,
    })
    for (const item of items) {
      getUploadQueue(client).uploadListeners.get(league)?.(item)
      placeItem(client, league, item)
    }
    actions.remove(upload.id)
  }

  const actions = createUploadActions(client, league, 'media', share)
  return { list, ...actions }
}

type SendOptions = { send: ReturnType<typeof createUploadClient>; body: FormData; signal: AbortSignal }

type UploadActions = Omit<Uploads, 'list' | 'add'> & {
  /** Does nothing once the list was removed on sign-out. */
  update: (id: string, changes: Partial<Upload>) => void
  /** Adds files, and returns their IDs. */
  add: (files: readonly File[]) => string[]
}

/** @param sendFile uploads a file and deals with the response */
export function createUploadActions(
  client: QueryClient,
  league: string,
  list: UploadList,
  sendFile: (upload: Upload, options: SendOptions) => Promise<void>,
): UploadActions {
  const { queryKey } = uploadsQuery(league, list)
  const queue = getUploadQueue(client)

  const update = (id: string, changes: Partial<Upload>) =>
    client.setQueryData(queryKey, (uploads) =>
      uploads?.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)),
    )

  function add(files: readonly File[]) {
    const added = files.map((file) => createUpload(createRandomKey(), file, URL.createObjectURL(file)))
    client.setQueryData(queryKey, (uploads = []) => [...uploads, ...added])
    return added.map(({ id }) => id)
  }

  function remove(id: string) {
    queue.abortControllers.get(id)?.abort()
    queue.abortControllers.delete(id)
    const removed = client.getQueryData(queryKey)?.find((upload) => upload.id === id)
    if (removed !== undefined) URL.revokeObjectURL(removed.preview)
    client.setQueryData(queryKey, (uploads) => uploads?.filter((upload) => upload.id !== id))
  }

  async function uploadFile(upload: Upload, file: File, signal: AbortSignal) {
    if (signal.aborted) return
    update(upload.id, { state: 'uploading' })
    const body = new FormData()
    body.append('files', file)
    const send = createUploadClient((progress) => update(upload.id, { progress }))
    await sendFile(upload, { send, body, signal })
  }

  function send(ids: readonly string[]) {
    for (const upload of client.getQueryData(queryKey)?.filter(({ id }) => ids.includes(id)) ?? []) {
      const { file } = upload
      if (file === null) continue
      const controller = new AbortController()
      queue.abortControllers.set(upload.id, controller)
      update(upload.id, { state: 'queued', progress: 0, problem: null })
      queue
        .limit(() => uploadFile(upload, file, controller.signal))
        .catch((error: unknown) => {
          if (!controller.signal.aborted) update(upload.id, toFailedState(error))
        })
    }
  }

  return { add, remove, send, update }
}
