import {
  type Query,
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { createUploadClient } from '../../api/upload-client.ts'
import { addItem } from './feed-cache.ts'
import { scheduleFeedRefetch } from './feed-events.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { createUpload, toFailedState, type Upload } from './uploads.ts'
import type { Media } from './use-feed.ts'

/** More at once would only share the same line. */
const MAX_CONCURRENT_UPLOADS = 2

const UPLOADS_KEY = 'uploads'

export type Uploads = {
  list: readonly Upload[]
  add: (files: readonly File[]) => void
  /** Takes a file off the list; one that is on its way is stopped. */
  remove: (id: number) => void
  /** Sends the files with these numbers. */
  send: (ids: readonly number[]) => void
}

/** The list stands beside what is read, so that it goes with the person who signs out, and no sooner. */
const uploadsQuery = (league: string) =>
  queryOptions<readonly Upload[]>({
    queryKey: [UPLOADS_KEY, league],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** What goes on while nobody looks. */
type UploadQueue = {
  limit: ReturnType<typeof limitConcurrency>
  abortControllers: Map<number, AbortController>
  /** Who looks at a league's files, and wants to know what became of them. */
  uploadListeners: Map<string, (media: Media) => void>
  lastId: number
}

const uploadQueues = new WeakMap<QueryClient, UploadQueue>()

function getUploadQueue(client: QueryClient): UploadQueue {
  const known = uploadQueues.get(client)
  if (known !== undefined) return known
  const work: UploadQueue = {
    limit: limitConcurrency(MAX_CONCURRENT_UPLOADS),
    abortControllers: new Map(),
    uploadListeners: new Map(),
    lastId: 0,
  }
  uploadQueues.set(client, work)
  abortWhenListRemoved(client, work)
  return work
}

/** Stops what is on its way, and ends the addresses of the files, when their list goes with its person. */
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

/**
 * The files that a person shares with a league, each in a call of its own so that each has its
 * progress. They go on, and are still there, when the place where they are shown is left.
 */
export function useUploads(league: string, onMade: (media: Media) => void): Uploads {
  const client = useQueryClient()
  const { data: list = [] } = useQuery(uploadsQuery(league))
  useEffect(() => {
    const { uploadListeners } = getUploadQueue(client)
    uploadListeners.set(league, onMade)
    return () => void uploadListeners.delete(league)
  }, [client, league, onMade])
  return { list, ...createUploadActions(client, league) }
}

function createUploadActions(client: QueryClient, league: string): Omit<Uploads, 'list'> {
  const { queryKey } = uploadsQuery(league)
  const work = getUploadQueue(client)

  /** Does nothing to a list that went with its person. */
  const change = (id: number, changed: Partial<Upload>) =>
    client.setQueryData(queryKey, (all) =>
      all?.map((upload) => (upload.id === id ? { ...upload, ...changed } : upload)),
    )

  function add(files: readonly File[]) {
    const added = files.map((file) => {
      work.lastId += 1
      return createUpload(work.lastId, file, URL.createObjectURL(file))
    })
    client.setQueryData(queryKey, (all = []) => [...all, ...added])
  }

  function remove(id: number) {
    work.abortControllers.get(id)?.abort()
    work.abortControllers.delete(id)
    const dropped = client.getQueryData(queryKey)?.find((upload) => upload.id === id)
    if (dropped !== undefined) URL.revokeObjectURL(dropped.preview)
    client.setQueryData(queryKey, (all) => all?.filter((upload) => upload.id !== id))
  }

  async function uploadFile({ id, file }: Upload, signal: AbortSignal) {
    if (signal.aborted) return
    change(id, { state: 'sending' })
    const body = new FormData()
    body.append('files', file)
    const call = createUploadClient((sent) => change(id, { progress: sent }))
    const { items } = await call('POST /api/league/:league/social/media/', {
      params: { league },
      body,
      signal,
    })
    for (const item of items) {
      work.uploadListeners.get(league)?.(item)
      addItem(client, league, item)
    }
    remove(id)
    scheduleFeedRefetch(client, league)
  }

  function send(ids: readonly number[]) {
    for (const upload of client.getQueryData(queryKey)?.filter(({ id }) => ids.includes(id)) ?? []) {
      const stop = new AbortController()
      work.abortControllers.set(upload.id, stop)
      change(upload.id, { state: 'waiting', progress: 0, problem: null })
      work
        .limit(() => uploadFile(upload, stop.signal))
        .catch((error: unknown) => {
          if (!stop.signal.aborted) change(upload.id, toFailedState(error))
        })
    }
  }

  return { add, remove, send }
}
