import { queryOptions } from '@tanstack/react-query'
import { apiClient } from './api-client.ts'

/** What the site is set up for, such as email. It changes next to never. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => apiClient('GET /api/site/', { signal }),
  staleTime: Infinity,
})

/** Whether a host name means the machine that uses it, so that no other device can open it. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^(?:127\.|\[::1\])/.test(hostname)
}
