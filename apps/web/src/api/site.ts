import { queryOptions } from '@tanstack/react-query'
import { apiClient } from './api-client.ts'

/** What the site is set up for, such as email. It changes next to never. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => apiClient('GET /api/site/', { signal }),
  staleTime: Infinity,
})
