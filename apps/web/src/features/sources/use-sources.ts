import type { READ_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { leagueQuery, leagueQueryKey } from '../../api/league-queries.ts'

export type Source = ApiResponse<'GET /api/league/:league/sources/'>['sources'][number]

export const sourcesQuery = (league: string) =>
  queryOptions({
    queryKey: [...leagueQueryKey(league), 'sources'],
    queryFn: ({ signal }) => apiClient('GET /api/league/:league/sources/', { params: { league }, signal }),
    enabled: league !== '',
  })

export type NewSource = {
  provider: (typeof READ_PROVIDERS)[number]
  league_id: string
  from: number | null
  to: number | null
  /** Whether another source may be read for fewer seasons. */
  cut?: boolean
}

/** The league's ID at ESPN, which other screens show, can change as well. */
export function useAddSource(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewSource) =>
      apiClient('POST /api/league/:league/sources/', { params: { league }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: leagueQueryKey(league) }),
  })
}

export function useRemoveSource(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      apiClient('POST /api/league/:league/sources/remove/', { params: { league }, body: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: leagueQueryKey(league) }),
  })
}

/** For when live events are unavailable, as in Admin Tools. */
const POLL_INTERVAL_MS = 2000

export type LeagueJob = ApiResponse<'GET /api/league/:league/jobs/'>['jobs'][number]

/** The refreshes and backfills of a league, newest first. */
export const jobsQuery = (league: string) => ({
  ...leagueQuery('GET /api/league/:league/jobs/', ['refresh', 'jobs'], { params: { league } }),
  refetchInterval: POLL_INTERVAL_MS,
})

export function isRunning({ state }: Pick<LeagueJob, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

/** Reads the newest season of a source with its lineups, then all of its seasons. Both are jobs. */
export function useReadSeasons(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ first_season: first, last_season: last }: Source) => {
      await apiClient('POST /api/refresh/', { body: { name: league, season: last } })
      return apiClient('POST /api/league/:league/history/backfill-admin/', {
        params: { league },
        body: { end: last, ...(first === null ? {} : { start: first }) },
      })
    },
    onSettled: () => client.invalidateQueries({ queryKey: leagueQueryKey(league) }),
  })
}
