import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiRequest, type ApiResponse, apiClient } from '../../api/api-client.ts'
import { operationQuery } from '../../api/operations.ts'
import { siteQuery } from '../../api/site.ts'

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

export const siteSettingsQuery = operationQuery('GET /api/site/settings/', ['site-settings'])

export function useSaveSiteSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NonNullable<ApiRequest<'POST /api/site/settings/'>['body']>) =>
      apiClient('POST /api/site/settings/', { body }),
    onSuccess: ({ settings }) => {
      client.setQueryData(siteSettingsQuery.queryKey, settings)
      return Promise.all(
        [siteQuery, siteStatusQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
      )
    },
  })
}
