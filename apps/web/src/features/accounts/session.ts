import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { postToServiceWorker } from '../../api/post-to-service-worker.ts'
import { clearUserStorage } from '../../storage/user-storage.ts'

export type User = Extract<ApiResponse<'GET /api/whoami/'>, { username: string }>

export const currentUserQuery = queryOptions({
  queryKey: ['whoami'],
  queryFn: async ({ signal }) => {
    const answer = await apiClient('GET /api/whoami/', { signal })
    // The session may have ended while no page was open to be told.
    if (answer.username === null) clearUserStorage(localStorage)
    return answer
  },
  select: toUser,
  staleTime: 5 * 60_000,
})

/** The person who is signed in; null for nobody. */
function toUser(answer: ApiResponse<'GET /api/whoami/'>): User | null {
  return answer.username === null ? null : answer
}

/** Makes the page that of another person, or of nobody: all that was read before is dropped. */
export function switchUser(client: QueryClient, user: User | null): void {
  removeOtherQueries(client)
  clearUserStorage(localStorage)
  // An answer that is still on its way tells of the person before.
  void client.cancelQueries({ queryKey: currentUserQuery.queryKey })
  client.setQueryData(currentUserQuery.queryKey, user ?? { username: null })
  postToServiceWorker(user === null ? 'signed out' : 'signed in')
}

/** Whether the page is that of a person, as far as it knows by now. */
export function isSignedIn(client: QueryClient): boolean {
  return typeof client.getQueryData(currentUserQuery.queryKey)?.username === 'string'
}

/** Drops all that was read, and asks anew who is signed in. */
export function resetSession(client: QueryClient): void {
  removeOtherQueries(client)
  void client.resetQueries({ queryKey: currentUserQuery.queryKey })
}

function removeOtherQueries(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== currentUserQuery.queryKey[0] })
}
