import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callWithProgress } from '../../api/upload.ts'
import { addItem } from './feed-cache.ts'
import { refreshSoon } from './feed-news.ts'
import { limited } from './limited.ts'
import { chosen, failed, type Upload } from './uploads.ts'
import type { Media } from './use-feed.ts'

/** More at once would only share the same line. */
const AT_ONCE = 2

export type Uploads = {
  list: readonly Upload[]
  add: (files: readonly File[]) => void
  /** Takes a file off the list; one that is on its way is stopped. */
  drop: (id: number) => void
  /** Sends the files with these numbers. */
  send: (ids: readonly number[]) => void
}

/** The files that a person shares with a league, each in a call of its own so that each has its progress. */
export function useUploads(league: string, onMade: (media: Media) => void): Uploads {
  const client = useQueryClient()
  const [list, setList] = useState<readonly Upload[]>([])
  const [run] = useState(() => limited(AT_ONCE))
  const [stops] = useState(() => new Map<number, AbortController>())
  const lastId = useRef(0)
  useEndOfPreviews(list)

  const change = (id: number, changed: Partial<Upload>) =>
    setList((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changed } : upload)))

  function add(files: readonly File[]) {
    const added = files.map((file) => {
      lastId.current += 1
      return chosen(lastId.current, file, URL.createObjectURL(file))
    })
    setList((all) => [...all, ...added])
  }

  function drop(id: number) {
    stops.get(id)?.abort()
    stops.delete(id)
    setList((all) => all.filter((upload) => upload.id !== id))
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
      onMade(item)
      addItem(client, league, item)
    }
    drop(id)
    refreshSoon(client, league)
  }

  function send(ids: readonly number[]) {
    for (const upload of list.filter(({ id }) => ids.includes(id))) {
      const stop = new AbortController()
      stops.set(upload.id, stop)
      change(upload.id, { state: 'waiting', sent: 0, problem: null })
      run(() => sendOne(upload, stop.signal)).catch((error: unknown) => {
        if (!stop.signal.aborted) change(upload.id, failed(error))
      })
    }
  }

  return { list, add, drop, send }
}

/** Lets go of the pictures of files that left the list. */
function useEndOfPreviews(list: readonly Upload[]): void {
  const held = useRef<readonly Upload[]>([])
  useEffect(() => {
    letGo(held.current.filter(({ id }) => !list.some((upload) => upload.id === id)))
    held.current = list
  }, [list])
  useEffect(() => () => letGo(held.current), [])
}

function letGo(uploads: readonly Upload[]): void {
  for (const { preview } of uploads) URL.revokeObjectURL(preview)
}
