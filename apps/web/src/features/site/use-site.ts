import { queryOptions } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'

export type SiteStatus = ApiResponse<'GET /api/site/status/'>
export type Backups = ApiResponse<'GET /api/site/backups/'>

export type Checklist = NonNullable<ApiResponse<'GET /api/site/checklist/'>['checklist']>

/** How often to look whether a backup or a check has ended. */
const RUNNING_POLL_MS = 2000

export const siteStatusQuery = queryOptions({
  queryKey: ['site-status'],
  queryFn: ({ signal }) => apiClient('GET /api/site/status/', { signal }),
})

export const backupsQuery = queryOptions({
  queryKey: ['site-backups'],
  queryFn: ({ signal }) => apiClient('GET /api/site/backups/', { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.is_running === true || data?.is_checking === true ? RUNNING_POLL_MS : false,
})

/** What is left to set up on a new site. */
export const checklistQuery = queryOptions({
  queryKey: ['site-checklist'],
  queryFn: ({ signal }) => apiClient('GET /api/site/checklist/', { signal }),
})
