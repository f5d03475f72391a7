import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiRequest, type ApiResponse, apiClient } from '../../../api/api-client.ts'
import { leagueQuery, leagueQueryKey } from '../../../api/league-queries.ts'
import { createUploadClient } from '../../../api/upload-client.ts'

export type LeagueSettings = ApiResponse<'GET /api/league/:league/settings/'>

export const settingsQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/settings/', ['settings'], { league })

export const archiveUrl = (league: string) => `/api/league/${encodeURIComponent(league)}/export/`

/** `onSaved` receives the new settings before the queries do. */
export function useSaveSettings(league: string, onSaved: (settings: LeagueSettings) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NonNullable<ApiRequest<'POST /api/league/:league/settings/'>['body']>) =>
      apiClient('POST /api/league/:league/settings/', { params: { league }, body }),
    onSuccess: ({ settings }) => {
      onSaved(settings)
      client.setQueryData(settingsQuery(settings.name).queryKey, settings)
      return settings.name === league
        ? client.invalidateQueries({ queryKey: leagueQueryKey(league) })
        : invalidateLeagues(client)
    },
    // Somebody else may have changed the settings.
    onError: () => client.invalidateQueries({ queryKey: settingsQuery(league).queryKey }),
  })
}

export function useDeleteLeague(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) =>
      apiClient('POST /api/league/:league/delete/', { params: { league }, body: { name } }),
    onSuccess: () => {
      client.removeQueries({ queryKey: leagueQueryKey(league) })
      return invalidateLeagues(client)
    },
  })
}

/** `onProgress` receives the uploaded share of the archive, from 0 to 1. */
export function useImportLeague(onProgress: (share: number) => void) {
  const client = useQueryClient()
  return useMutation({
    onMutate: () => onProgress(0),
    mutationFn: ({ file, name }: { file: File; name: string }) => {
      const body = new FormData()
      if (name.trim() !== '') body.append('name', name)
      body.append('file', file)
      return createUploadClient(onProgress)('POST /api/import-league/', { body })
    },
    onSuccess: () =>
      Promise.all([invalidateLeagues(client), client.invalidateQueries({ queryKey: ['users'] })]),
  })
}

function invalidateLeagues(client: QueryClient) {
  return Promise.all(
    [['leagues'], ['user-leagues'], ['league-status'], ['acts']].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}
