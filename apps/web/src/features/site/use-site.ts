import type { ApiResponse } from '../../api/api-client.ts'
import { operationQuery, siteQuery, useSendBody } from '../../api/operations.ts'

export type SiteStatus = ApiResponse<'GET /api/site/status/'>
export type Backups = ApiResponse<'GET /api/site/backups/'>

export type Checklist = NonNullable<ApiResponse<'GET /api/site/checklist/'>['checklist']>

const RUNNING_POLL_MS = 2000

export const siteStatusQuery = operationQuery('GET /api/site/status/', ['site-status'])

export const backupsQuery = operationQuery('GET /api/site/backups/', ['site-backups'], {
  refetchInterval: ({ state: { data } }) =>
    data?.is_running === true || data?.is_checking === true ? RUNNING_POLL_MS : false,
})

export const checklistQuery = operationQuery('GET /api/site/checklist/', ['site-checklist'])

export const siteSettingsQuery = operationQuery('GET /api/site/settings/', ['site-settings'])

export const useSaveSiteSettings = () =>
  useSendBody('POST /api/site/settings/', {
    onSuccess: ({ settings }, _, client) => {
      client.setQueryData(siteSettingsQuery.queryKey, settings)
      return [siteQuery.queryKey, siteStatusQuery.queryKey]
    },
  })
