import { useSyncExternalStore } from 'react'

export type Connectivity = {
  /** Whether the last call got no answer from the server itself. */
  isOffline: boolean
  /** The oldest answer that stands in for one of now in this view, as an ISO instant; null without any. */
  cachedAt: string | null
}

/** The header of an answer that the service worker kept. */
const CACHED_AT_HEADER = 'x-from-cache-at'

const ONLINE: Connectivity = { isOffline: false, cachedAt: null }
let connectivity = ONLINE
const listeners = new Set<() => void>()

/** Whether the server can be reached, as the calls find out. */
export function useConnectivity(): Connectivity {
  return useSyncExternalStore(subscribe, getConnectivity)
}

export function getConnectivity(): Connectivity {
  return connectivity
}

/** Notes what became of a call to the server, and hands its answer on. */
export async function trackConnectivity(
  ask: () => Promise<Response>,
  signal?: AbortSignal | null,
): Promise<Response> {
  let response: Response
  try {
    response = await ask()
  } catch (error) {
    if (signal?.aborted !== true) setConnectivity({ ...connectivity, isOffline: true })
    throw error
  }
  const keptAt = response.headers.get(CACHED_AT_HEADER)
  setConnectivity(
    keptAt === null ? ONLINE : { isOffline: true, cachedAt: earlierInstant(connectivity.cachedAt, keptAt) },
  )
  return response
}

/** Another view opens, whose answers tell their own age. */
export function resetCachedAt(): void {
  setConnectivity({ ...connectivity, cachedAt: null })
}

/** ISO instants sort as texts. */
function earlierInstant(one: string | null, other: string): string {
  return one === null || other < one ? other : one
}

function setConnectivity(next: Connectivity): void {
  if (next.isOffline === connectivity.isOffline && next.cachedAt === connectivity.cachedAt) return
  connectivity = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
