import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiResponse } from '../../../api/api-client.ts'
import { leagueQuery, leagueQueryKey } from '../../../api/league-queries.ts'
import { useSend, useSendBody } from '../../../api/operations.ts'
import { createUploadClient } from '../../../api/upload-client.ts'

export type LeagueSettings = ApiResponse<'GET /api/league/:league/settings/'>

export const settingsQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/settings/', ['settings'], { league })

export const archiveUrl = (league: string) => `/api/league/${encodeURIComponent(league)}/export/`

/** `onSaved` receives the new settings before the queries do. */
export function useSaveSettings(league: string, onSaved: (settings: LeagueSettings) => void) {
  const client = useQueryClient()
  return useSendBody(
    'POST /api/league/:league/settings/',
    { league },
    {
      onSuccess: ({ settings }) => {
        onSaved(settings)
        client.setQueryData(settingsQuery(settings.name).queryKey, settings)
        return settings.name === league ? [leagueQueryKey(league)] : LEAGUES
      },
      // Somebody else may have changed the settings.
      onError: [settingsQuery(league).queryKey],
    },
  )
}

export function useDeleteLeague(league: string) {
  const client = useQueryClient()
  return useSend(
    'POST /api/league/:league/delete/',
    (name: string) => ({ params: { league }, body: { name } }),
    {
      onSuccess: () => {
        client.removeQueries({ queryKey: leagueQueryKey(league) })
        return LEAGUES
      },
    },
  )
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
      Promise.all([...LEAGUES, ['users']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

const LEAGUES = [['leagues'], ['user-leagues'], ['league-status'], ['acts']]
