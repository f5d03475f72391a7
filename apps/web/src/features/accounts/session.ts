import { displayNameOf } from '@fieldhouse/domain/names'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type ApiResponse, apiClient, isSignOutPending, markSignOutPending } from '../../api/api-client.ts'
import type { PageMessage } from '../../service-worker/messages.ts'
import { clearUserStorage, readStorage, writeStorage } from '../../storage/browser-storage.ts'

export type User = Extract<ApiResponse<'GET /api/whoami/'>, { username: string }>

export function nameOfUser({ first_name: firstName, last_name: lastName, username }: User): string {
  return displayNameOf({ firstName, lastName, username })
}

export const currentUserQuery = queryOptions({
  queryKey: ['whoami'],
  queryFn: ({ signal }) => fetchCurrentUser(signal),
  select: toUser,
  staleTime: 5 * 60_000,
})

async function fetchCurrentUser(signal: AbortSignal): Promise<ApiResponse<'GET /api/whoami/'>> {
  const user = hasSignedOut() ? null : toUser(await apiClient('GET /api/whoami/', { signal }))
  // The user may have signed out in another tab in the meantime.
  if (user !== null && !hasSignedOut()) return user
  // The session may have ended while no tab was open to receive the broadcast.
  clearUserStorage(localStorage)
  // The page may have been closed before the worker got the message.
  if (hasSignedOut()) postToServiceWorker('signed out')
  return { username: null }
}

const hasSignedOut = () => isSignOutPending(document.cookie)

function toUser(response: ApiResponse<'GET /api/whoami/'>): User | null {
  return response.username === null ? null : response
}

/** Switches the page to another user, or to none, and clears all cached data of the previous user. */
export function switchUser(client: QueryClient, user: User | null): void {
  removeOtherQueries(client)
  // A pending whoami response would describe the previous user.
  void client.cancelQueries({ queryKey: currentUserQuery.queryKey })
  client.setQueryData(currentUserQuery.queryKey, user ?? { username: null })
  clearUserData(user === null ? 'signed out' : 'signed in')
}

/** Clears what the browser has stored of the previous user. The page itself must be loaded again. */
export function clearUserData(change: 'signed in' | 'signed out'): void {
  clearUserStorage(localStorage)
  postToServiceWorker(change)
}

export function isSignedIn(client: QueryClient): boolean {
  return typeof client.getQueryData(currentUserQuery.queryKey)?.username === 'string'
}

export function resetSession(client: QueryClient): void {
  removeOtherQueries(client)
  void client.resetQueries({ queryKey: currentUserQuery.queryKey })
}

function removeOtherQueries(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== currentUserQuery.queryKey[0] })
}

/** Signs out on this device and in all its tabs at once. The request is sent as soon as the server responds. */
export function signOut(client: QueryClient): void {
  markSignOutPending()
  switchUser(client, null)
  broadcastSessionChange('out')
}

const SIGN_OUT_RETRY_INTERVAL_MS = 5000

export function retryPendingSignOut(): () => void {
  const retry = () => {
    // Fails while the server cannot be reached.
    if (hasSignedOut()) apiClient('POST /api/logout/').catch(() => undefined)
  }
  const timer = setInterval(retry, SIGN_OUT_RETRY_INTERVAL_MS)
  addEventListener('online', retry)
  retry()
  return () => {
    clearInterval(timer)
    removeEventListener('online', retry)
  }
}

const STORAGE_KEY = 'session_changed'

type SessionChange = 'in' | 'out'

export function broadcastSessionChange(change: SessionChange): void {
  writeStorage(localStorage, STORAGE_KEY, `${change} ${new Date().toISOString()}`)
}

/**
 * A page restored from the back/forward cache receives no storage events while it is cached, so the listener is called
 * with the last change when the page is restored.
 */
export function subscribeToSessionChanges(listener: (change: SessionChange) => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY) listener(parseSessionChange(event.newValue))
  }
  const handlePageShow = (event: PageTransitionEvent) => {
    if (event.persisted) listener(parseSessionChange(readStorage(localStorage, STORAGE_KEY)))
  }
  addEventListener('storage', handleStorage)
  addEventListener('pageshow', handlePageShow)
  return () => {
    removeEventListener('storage', handleStorage)
    removeEventListener('pageshow', handlePageShow)
  }
}

function parseSessionChange(text: string | null): SessionChange {
  return text?.startsWith('out') === true ? 'out' : 'in'
}

function postToServiceWorker(message: PageMessage): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.getRegistration().then(
    (registration) => registration?.active?.postMessage(message),
    // Rejects when the browser blocks service workers, and then there is none to notify.
    () => undefined,
  )
}
