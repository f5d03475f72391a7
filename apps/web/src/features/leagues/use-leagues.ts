import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, call, type Request } from '../../api/call.ts'
import { leagueKey } from '../../api/league-key.ts'

export type MyLeague = Answer<'GET /api/user-leagues/:username/'>['leagues'][number]
export type MyRequest = Answer<'GET /api/my-requests/'>['requests'][number]
export type LeagueMeta = Answer<'GET /api/league/:league/meta/'>

/** How often a person who waits for a league learns whether there is one. */
const WAITING_MS = 30_000

export const leaguesOf = (username: string) =>
  queryOptions({
    queryKey: ['user-leagues', username],
    queryFn: ({ signal }) => call('GET /api/user-leagues/:username/', { params: { username }, signal }),
    select: (answer) => answer.leagues,
    enabled: username !== '',
    refetchInterval: ({ state }) => state.data?.leagues.length === 0 && WAITING_MS,
  })

/** One's own join requests, newest first. */
export const myRequests = queryOptions({
  queryKey: ['my-requests'],
  queryFn: ({ signal }) => call('GET /api/my-requests/', { signal }),
  select: (answer) => answer.requests,
  refetchInterval: ({ state }) =>
    state.data?.requests.some((request) => request.status === 'pending') === true && WAITING_MS,
})

export const allLeagues = queryOptions({
  queryKey: ['leagues'],
  queryFn: ({ signal }) => call('GET /api/leagues/', { signal }),
  select: (answer) => answer.leagues,
})

export const metaOf = (league: string) =>
  queryOptions({
    queryKey: [...leagueKey(league), 'meta'],
    queryFn: ({ signal }) => call('GET /api/league/:league/meta/', { params: { league }, signal }),
  })

/** What the caller is in a league. */
export const roleIn = (league: string) =>
  queryOptions({
    queryKey: [...leagueKey(league), 'role'],
    queryFn: ({ signal }) => call('GET /api/league/:league/me/role/', { params: { league }, signal }),
    enabled: league !== '',
  })

export function useRequestLeague() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { league: string | null; message: string }) =>
      call('POST /api/request-league/', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: myRequests.queryKey }),
  })
}

export function useCreateLeague() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Request<'POST /api/create-league/'>['body']) =>
      call('POST /api/create-league/', { body }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['leagues'] }),
        client.invalidateQueries({ queryKey: ['user-leagues'] }),
        client.invalidateQueries({ queryKey: ['league-status'] }),
      ]),
  })
}
