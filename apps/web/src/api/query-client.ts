import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { getConnectivity } from './connectivity.ts'

/**
 * The cache of what the server said. `onSignedOut` is told when a call finds that
 * the session has ended.
 */
export function createQueryClient(onSignedOut: (client: QueryClient) => void): QueryClient {
  const notice = (error: Error) => {
    if (error instanceof ApiError && error.code === 'not_signed_in') onSignedOut(client)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: notice }),
    mutationCache: new MutationCache({ onError: notice }),
    defaultOptions: {
      queries: {
        // What was kept from before is asked for again at every turn.
        staleTime: () => (getConnectivity().isOffline ? 0 : 30_000),
        networkMode: 'always',
        refetchOnReconnect: 'always',
        retry: shouldRetry,
      },
      // What was sent may hold a password: it is forgotten soon after its form is gone.
      mutations: { networkMode: 'always', gcTime: 1000 },
    },
  })
  return client
}

/** Once more when the server could not be reached or failed; an answer of ours is final. */
function shouldRetry(failures: number, error: Error): boolean {
  if (failures > 0 || !(error instanceof ApiError)) return false
  return error.status === 0 || error.status === 502 || error.status === 503
}
