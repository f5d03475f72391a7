import type { ApiResponse } from '../../../api/api-client.ts'
import { leagueQuery, leagueQueryKey, useChange, useSend, useSendBody } from '../../../api/operations.ts'
import { createUploadClient } from '../../../api/upload-client.ts'

export type LeagueSettings = ApiResponse<'GET /api/league/:league/settings/'>

export const settingsQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/settings/', ['settings'], { league })

export const archiveUrl = (league: string) => `/api/league/${encodeURIComponent(league)}/export/`

/** `onSaved` receives the new settings before the queries do. */
export const useSaveSettings = (league: string, onSaved: (settings: LeagueSettings) => void) =>
  useSendBody('POST /api/league/:league/settings/', {
    params: { league },
    onSuccess: ({ settings }, _, client) => {
      onSaved(settings)
      client.setQueryData(settingsQuery(settings.name).queryKey, settings)
      return settings.name === league ? [leagueQueryKey(league)] : LEAGUES
    },
    // Somebody else may have changed the settings.
    onError: [settingsQuery(league).queryKey],
  })

export const useDeleteLeague = (league: string) =>
  useSend('POST /api/league/:league/delete/', (name: string) => ({ params: { league }, body: { name } }), {
    onSuccess: (_data, _name, client) => {
      client.removeQueries({ queryKey: leagueQueryKey(league) })
      return LEAGUES
    },
  })

/** `onProgress` receives the uploaded share of the archive, from 0 to 1. */
export const useImportLeague = (onProgress: (share: number) => void) =>
  useChange(
    ({ file, name }: { file: File; name: string }) => {
      onProgress(0)
      const body = new FormData()
      if (name.trim() !== '') body.append('name', name)
      body.append('file', file)
      return createUploadClient(onProgress)('POST /api/import-league/', { body })
    },
    { onSuccess: [...LEAGUES, ['users']] },
  )

const LEAGUES = [['leagues'], ['user-leagues'], ['league-status'], ['acts']]
