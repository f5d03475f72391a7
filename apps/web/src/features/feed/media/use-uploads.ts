import {
  type Query,
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import pLimit, { type LimitFunction } from 'p-limit'
import type { ApiClient } from '../../../api/api-client.ts'
import { createUploadClient } from '../../../api/upload-client.ts'
import { showCreatedItem } from '../feed-actions.ts'
import { createRandomKey } from '../random-key.ts'
import { createUpload, toFailedState, type Upload } from './uploads.ts'

/** More parallel uploads would only share the same bandwidth. */
const MAX_CONCURRENT_UPLOADS = 2

const UPLOADS_KEY = 'uploads'

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
export function createUploadActions(
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
