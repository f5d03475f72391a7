import { queryOptions } from '@tanstack/react-query'
import { apiClient } from './api-client.ts'

/** What the site is set up for: the draft app, email. It changes only with the server's settings. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => apiClient('GET /api/site/', { signal }),
  staleTime: Infinity,
})
