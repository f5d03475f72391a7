import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { leagueKey } from '../../api/league-key.ts'
import { callWithProgress } from '../../api/upload.ts'

export type LeagueSettings = Answer<'GET /api/league/:league/settings/'>
export type Member = Answer<'GET /api/league/:league/members/'>['members'][number]

export const settingsOf = (league: string) =>
  queryOptions({
    queryKey: [...leagueKey(league), 'settings'],
    queryFn: ({ signal }) => call('GET /api/league/:league/settings/', { params: { league }, signal }),
    enabled: league !== '',
  })

export const membersOf = (league: string) =>
  queryOptions({
    queryKey: [...leagueKey(league), 'members'],
    queryFn: ({ signal }) => call('GET /api/league/:league/members/', { params: { league }, signal }),
    select: (answer) => answer.members,
    enabled: league !== '',
  })

/** Where the browser fetches a league's archive. */
export const archiveAddress = (league: string) => `/api/league/${encodeURIComponent(league)}/export/`

export function useSaveSettings(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: LeagueSettings) =>
      call('POST /api/league/:league/settings/', { params: { league }, body }),
    onSuccess: ({ settings }) => {
      client.setQueryData(settingsOf(settings.name).queryKey, settings)
      return settings.name === league
        ? client.invalidateQueries({ queryKey: leagueKey(league) })
        : leaguesChanged(client)
    },
  })
}

export function useRemoveMember(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (username: string) =>
      call('POST /api/league/:league/members/remove/', { params: { league }, body: { username } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: leagueKey(league) }),
        client.invalidateQueries({ queryKey: ['user-leagues'] }),
      ]),
  })
}

export function useDeleteLeague(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) =>
      call('POST /api/league/:league/delete/', { params: { league }, body: { name } }),
    onSuccess: () => {
      client.removeQueries({ queryKey: leagueKey(league) })
      return leaguesChanged(client)
    },
  })
}

/** Tells meanwhile which share of the archive has been sent, 0 to 1. */
export function useImportLeague(onProgress: (share: number) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ file, name }: { file: File; name: string }) => {
      const body = new FormData()
      if (name.trim() !== '') body.append('name', name)
      body.append('file', file)
      return callWithProgress(onProgress)('POST /api/import-league/', { body })
    },
    onSuccess: () => Promise.all([leaguesChanged(client), client.invalidateQueries({ queryKey: ['users'] })]),
  })
}

function leaguesChanged(client: QueryClient) {
  return Promise.all(
    [['leagues'], ['user-leagues'], ['league-status'], ['acts']].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}
