import { useSyncExternalStore } from 'react'
import type { CachedAtHeader } from '../service-worker/messages.ts'

export type Connectivity = {
  /**
   * Whether the network is gone, or the last request failed to reach the server, even when the service worker had a
   * cached response.
   */
  isOffline: boolean
  /** When the oldest cached response in the current view was saved, as an ISO instant; null without any. */
  cachedAt: string | null
}

export const CACHED_AT_HEADER: CachedAtHeader = 'x-from-cache-at'

/** Functions that are called when something changes. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    /** Returns a function that ends it. */
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify: () => {
      for (const listener of listeners) listener()
    },
  }
}

const ONLINE: Connectivity = { isOffline: false, cachedAt: null }
let connectivity = ONLINE
let losses = 0
const changes = createListeners()

export function useConnectivity(): Connectivity {
  return useSyncExternalStore(changes.subscribe, getConnectivity, () => ONLINE)
}

export function getConnectivity(): Connectivity {
  return connectivity
}

export async function trackConnectivity(
  sendRequest: () => Promise<Response>,
  signal?: AbortSignal | null,
): Promise<Response> {
  const lossesBefore = losses
  let response: Response
  try {
    response = await sendRequest()
  } catch (error) {
    if (signal?.aborted !== true) setConnectivity({ ...connectivity, isOffline: true })
    throw error
  }
  const cachedAt = response.headers.get(CACHED_AT_HEADER)
  // It says nothing about the time after a loss.
  if (cachedAt === null && losses !== lossesBefore) return response
  setConnectivity(
    cachedAt === null
      ? ONLINE
      : { isOffline: true, cachedAt: earlierInstant(connectivity.cachedAt, cachedAt) },
  )
  return response
}

const PROBE_TIMEOUT_MS = 3000

/** A proxy that responds in its place does not count. */
export async function probeServer(): Promise<void> {
  const isAlive = await fetch('/healthz', {
    cache: 'no-store',
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  })
    .then((response) => response.ok)
    .catch(() => false)
  setConnectivity(isAlive ? ONLINE : { ...connectivity, isOffline: true })
}

export function watchNetwork(page: Pick<EventTarget, 'addEventListener'> = window): void {
  page.addEventListener('offline', () => {
    losses += 1
    setConnectivity({ ...connectivity, isOffline: true })
  })
  page.addEventListener('online', () => void probeServer())
}

/** Call when another view opens: the age of its data is determined by its own responses. */
export function resetCachedAt(): void {
  setConnectivity({ ...connectivity, cachedAt: null })
}

/** ISO instants sort as strings. */
function earlierInstant(a: string | null, b: string): string {
  return a === null || b < a ? b : a
}

function setConnectivity(next: Connectivity): void {
  if (next.isOffline === connectivity.isOffline && next.cachedAt === connectivity.cachedAt) return
  connectivity = next
  changes.notify()
}
