import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiRequest, apiClient } from '../../api/api-client.ts'
import { operationQuery } from '../../api/operations.ts'
import { siteQuery } from '../../api/site.ts'
import { siteStatusQuery } from './use-site.ts'

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
