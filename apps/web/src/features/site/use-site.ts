import { queryOptions } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { operationQuery } from '../../api/operations.ts'

export type SiteStatus = ApiResponse<'GET /api/site/status/'>
export type Backups = ApiResponse<'GET /api/site/backups/'>

export type Checklist = NonNullable<ApiResponse<'GET /api/site/checklist/'>['checklist']>

/** How often to look whether a backup or a check has ended. */
const RUNNING_POLL_MS = 2000

export const siteStatusQuery = operationQuery('GET /api/site/status/', ['site-status'])

export const backupsQuery = queryOptions({
  queryKey: ['site-backups'],
  queryFn: ({ signal }) => apiClient('GET /api/site/backups/', { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.is_running === true || data?.is_checking === true ? RUNNING_POLL_MS : false,
})

/** What is left to set up on a new site. */
export const checklistQuery = operationQuery('GET /api/site/checklist/', ['site-checklist'])
