import { queryOptions } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { operationQuery } from '../../api/operations.ts'

export type SiteStatus = ApiResponse<'GET /api/site/status/'>
export type Backups = ApiResponse<'GET /api/site/backups/'>

export type Checklist = NonNullable<ApiResponse<'GET /api/site/checklist/'>['checklist']>

const RUNNING_POLL_MS = 2000

export const siteStatusQuery = operationQuery('GET /api/site/status/', ['site-status'])

export const backupsQuery = queryOptions({
  queryKey: ['site-backups'],
  queryFn: ({ signal }) => apiClient('GET /api/site/backups/', { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.is_running === true || data?.is_checking === true ? RUNNING_POLL_MS : false,
})

export const checklistQuery = operationQuery('GET /api/site/checklist/', ['site-checklist'])
