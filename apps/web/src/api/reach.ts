import { useSyncExternalStore } from 'react'

export type Reach = {
  /** Whether the last call got no answer from the server itself. */
  isLost: boolean
  /** The oldest answer that stands in for one of now in this view, as an ISO instant; null without any. */
  keptAt: string | null
}

/** The header of an answer that the service worker kept. */
const KEPT_AT = 'x-from-cache-at'

const FOUND: Reach = { isLost: false, keptAt: null }
let reach = FOUND
const listeners = new Set<() => void>()

/** Whether the server can be reached, as the calls find out. */
export function useReach(): Reach {
  return useSyncExternalStore(subscribe, reachNow)
}

export function reachNow(): Reach {
  return reach
}

/** Notes what became of a call to the server, and hands its answer on. */
export async function watched(ask: () => Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  let response: Response
  try {
    response = await ask()
  } catch (error) {
    if (signal?.aborted !== true) become({ ...reach, isLost: true })
    throw error
  }
  const keptAt = response.headers.get(KEPT_AT)
  become(keptAt === null ? FOUND : { isLost: true, keptAt: olderOf(reach.keptAt, keptAt) })
  return response
}

/** Another view opens, whose answers tell their own age. */
export function openView(): void {
  become({ ...reach, keptAt: null })
}

/** ISO instants sort as texts. */
function olderOf(one: string | null, other: string): string {
  return one === null || other < one ? other : one
}

function become(next: Reach): void {
  if (next.isLost === reach.isLost && next.keptAt === reach.keptAt) return
  reach = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
