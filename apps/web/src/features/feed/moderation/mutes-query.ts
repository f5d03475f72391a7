import { queryOptions } from '@tanstack/react-query'
import { apiClient } from '../../../api/api-client.ts'

/** Whom the user has muted in which league. */
export const mutesQuery = queryOptions({
  queryKey: ['mutes'],
  queryFn: ({ signal }) => apiClient('GET /api/account/mutes/', { signal }),
})
