import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { getConnectivity } from './connectivity.ts'

/** `onSignedOut` is called when a request finds that the session ended. */
export function createQueryClient(onSignedOut: (client: QueryClient) => void): QueryClient {
  const handleError = (error: Error) => {
    if (error instanceof ApiError && error.code === 'not_signed_in') onSignedOut(client)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: handleError }),
    mutationCache: new MutationCache({ onError: handleError }),
    defaultOptions: {
      queries: {
        // While offline, responses come from the service worker's cache: refetch them on every mount.
        staleTime: () => (getConnectivity().isOffline ? 0 : 30_000),
        networkMode: 'always',
        refetchOnReconnect: 'always',
        retry: shouldRetry,
      },
      // Variables may contain a password, so drop them soon after the form unmounts.
      mutations: { networkMode: 'always', gcTime: 1000 },
    },
  })
  return client
}

/** Retries once when the server could not be reached or a proxy reported it unavailable. */
function shouldRetry(failureCount: number, error: Error): boolean {
  if (failureCount > 0 || !(error instanceof ApiError)) return false
  return error.status === 0 || error.status === 502 || error.status === 503
}
