import {
  type Query,
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { callWithProgress } from '../../api/upload.ts'
import { addItem } from './feed-cache.ts'
import { refreshSoon } from './feed-news.ts'
import { limited } from './limited.ts'
import { chosen, failed, type Upload } from './uploads.ts'
import type { Media } from './use-feed.ts'

/** More at once would only share the same line. */
const AT_ONCE = 2

const UPLOADS = 'uploads'

export type Uploads = {
  list: readonly Upload[]
  add: (files: readonly File[]) => void
  /** Takes a file off the list; one that is on its way is stopped. */
  drop: (id: number) => void
  /** Sends the files with these numbers. */
  send: (ids: readonly number[]) => void
}

/** The list stands beside what is read, so that it goes with the person who signs out, and no sooner. */
const uploadsOf = (league: string) =>
  queryOptions<readonly Upload[]>({
    queryKey: [UPLOADS, league],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** What goes on while nobody looks. */
type Work = {
  run: ReturnType<typeof limited>
  stops: Map<number, AbortController>
  /** Who looks at a league's files, and wants to know what became of them. */
  tell: Map<string, (media: Media) => void>
  lastId: number
}

const works = new WeakMap<QueryClient, Work>()

function workOf(client: QueryClient): Work {
  const known = works.get(client)
  if (known !== undefined) return known
  const work: Work = { run: limited(AT_ONCE), stops: new Map(), tell: new Map(), lastId: 0 }
  works.set(client, work)
  endWithLists(client, work)
  return work
}

/** Stops what is on its way, and ends the addresses of the files, when their list goes with its person. */
function endWithLists(client: QueryClient, { stops }: Work): void {
  client.getQueryCache().subscribe(({ type, query }) => {
    const { queryKey, state } = query as Query<unknown, Error, readonly Upload[]>
    if (type !== 'removed' || queryKey[0] !== UPLOADS) return
    for (const { id, preview } of state.data ?? []) {
      stops.get(id)?.abort()
      stops.delete(id)
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
  const { data: list = [] } = useQuery(uploadsOf(league))
  useEffect(() => {
    const { tell } = workOf(client)
    tell.set(league, onMade)
    return () => void tell.delete(league)
  }, [client, league, onMade])
  return { list, ...actsOn(client, league) }
}

function actsOn(client: QueryClient, league: string): Omit<Uploads, 'list'> {
  const { queryKey } = uploadsOf(league)
  const work = workOf(client)

  /** Does nothing to a list that went with its person. */
  const change = (id: number, changed: Partial<Upload>) =>
    client.setQueryData(queryKey, (all) =>
      all?.map((upload) => (upload.id === id ? { ...upload, ...changed } : upload)),
    )

  function add(files: readonly File[]) {
    const added = files.map((file) => {
      work.lastId += 1
      return chosen(work.lastId, file, URL.createObjectURL(file))
    })
    client.setQueryData(queryKey, (all = []) => [...all, ...added])
  }

  function drop(id: number) {
    work.stops.get(id)?.abort()
    work.stops.delete(id)
    const dropped = client.getQueryData(queryKey)?.find((upload) => upload.id === id)
    if (dropped !== undefined) URL.revokeObjectURL(dropped.preview)
    client.setQueryData(queryKey, (all) => all?.filter((upload) => upload.id !== id))
  }

  async function sendOne({ id, file }: Upload, signal: AbortSignal) {
    if (signal.aborted) return
    change(id, { state: 'sending' })
    const body = new FormData()
    body.append('files', file)
    const call = callWithProgress((sent) => change(id, { sent }))
    const { items } = await call('POST /api/league/:league/social/media/', {
      params: { league },
      body,
      signal,
    })
    for (const item of items) {
      work.tell.get(league)?.(item)
      addItem(client, league, item)
    }
    drop(id)
    refreshSoon(client, league)
  }

  function send(ids: readonly number[]) {
    for (const upload of client.getQueryData(queryKey)?.filter(({ id }) => ids.includes(id)) ?? []) {
      const stop = new AbortController()
      work.stops.set(upload.id, stop)
      change(upload.id, { state: 'waiting', sent: 0, problem: null })
      work
        .run(() => sendOne(upload, stop.signal))
        .catch((error: unknown) => {
          if (!stop.signal.aborted) change(upload.id, failed(error))
        })
    }
  }

  return { add, drop, send }
}
