import { LEAGUE_PROVIDERS, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../../api/api-client.ts'
import { ApiError } from '../../../api/api-error.ts'
import { leagueMetaQuery, leagueQuery, leagueQueryKey } from '../../../api/league-queries.ts'

export type LeaguePreview = ApiResponse<'POST /api/leagues/preview/'>
export type LeagueJob = ApiResponse<'GET /api/league/:league/jobs/'>['jobs'][number]
export type Cookies = { swid: string; s2: string }

/** For when live events are unavailable. */
const POLL_INTERVAL_MS = 2000

export type LeagueOfUser = ApiResponse<'GET /api/providers/sleeper/leagues/'>['leagues'][number]
/** A league at its provider. */
export type ProviderLeague = { provider: ProviderName; leagueId: string }

/** What the provider has about a league. Nothing is stored, so it is asked again only for other cookies. */
export const previewQuery = (league: ProviderLeague | null, cookies: Cookies | null) =>
  queryOptions({
    queryKey: ['league-preview', league, cookies],
    queryFn: ({ signal }) =>
      apiClient('POST /api/leagues/preview/', {
        body: {
          source: toSource(league ?? { provider: 'espn', leagueId: '' }),
          cookies: cookies === null ? '' : `SWID=${cookies.swid}; espn_s2=${cookies.s2}`,
        },
        signal,
      }),
    enabled: league !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    // The key contains the cookies.
    gcTime: 0,
  })

/** The leagues of a Sleeper user in a season. */
export const leaguesOfUserQuery = (username: string, season: number) =>
  queryOptions({
    queryKey: ['leagues-of-user', username, season],
    queryFn: ({ signal }) =>
      apiClient('GET /api/providers/sleeper/leagues/', { query: { username, season }, signal }),
    enabled: username !== '',
    retry: false,
    staleTime: 5 * 60_000,
  })

function toSource({ provider, leagueId }: ProviderLeague) {
  return { provider, league_id: leagueId }
}

/** The refreshes and backfills of a league, newest first. Events invalidate this key. */
export const setUpJobsQuery = (league: string) => ({
  ...leagueQuery('GET /api/league/:league/jobs/', ['refresh', 'jobs'], { params: { league } }),
  refetchInterval: POLL_INTERVAL_MS,
})

/** The stored seasons. */
export const setUpSeasonsQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/seasons/', ['history', 'seasons'], { params: { league } })

/** Among others, the seasons that the provider lists and that are not stored. */
export const setUpHistoryQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/history/', ['history', 'all'], { params: { league } })

/** The name of the platform that a league is read from; null until it is known. */
export function usePlatformName(league: string): string | null {
  const { data } = useQuery(leagueMetaQuery(league))
  return data?.provider_page == null ? null : LEAGUE_PROVIDERS[data.provider_page.provider].label
}

export const cookieStatusQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/cookie-status/', ['cookies'], { params: { league } })

export function useSaveLeagueCookies(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (cookies: Cookies) => saveCookies(league, cookies),
    onSuccess: () => client.invalidateQueries({ queryKey: cookieStatusQuery(league).queryKey }),
  })
}

export type NewLeague = { name: string; source: ProviderLeague; cookies: Cookies | null }

/** Creates the league and saves its cookies. `cookieError` is why they were not saved: the league exists nonetheless. */
export function useCreatePreviewedLeague() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ name, source, cookies }: NewLeague) => {
      await apiClient('POST /api/create-league/', { body: { name, source: toSource(source) } })
      try {
        if (cookies !== null) await saveCookies(name, cookies)
        return { cookieError: null }
      } catch (error) {
        if (error instanceof ApiError) return { cookieError: error }
        throw error
      }
    },
    onSuccess: () => invalidateLists(client),
  })
}

/** `season` is the one that the preview has found; null for the current one. */
export type Start = { league: string; season: number | null }

/** Reads the newest season, then the earlier ones. Both are jobs, which continue if the page is left. */
export function useReadLeague() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ league, season }: Start) => {
      const { ok } = await apiClient('POST /api/refresh/', { body: { name: league, season } })
      await refetchLeague(client, league)
      if (ok) await readEarlierSeasons(client, league)
    },
    onSettled: (_data, _error, { league }) => refetchLeague(client, league),
  })
}

/** Reads the seasons that the provider lists and that are not stored. */
export function useReadEarlierSeasons(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => readEarlierSeasons(client, league),
    onSettled: () => refetchLeague(client, league),
  })
}

export function useStopReading(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      apiClient('POST /api/league/:league/history/backfill-admin/stop/', { params: { league } }),
    onSettled: () => refetchLeague(client, league),
  })
}

export function isRunning({ state }: Pick<LeagueJob, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

async function readEarlierSeasons(client: QueryClient, league: string): Promise<void> {
  const history = await client.query({ ...setUpHistoryQuery(league), staleTime: 0 })
  const missing = history.all_time.missing_seasons
  if (missing.length === 0) return
  await apiClient('POST /api/league/:league/history/backfill-admin/', {
    params: { league },
    body: { start: Math.min(...missing), end: Math.max(...missing) },
  })
}

function saveCookies(league: string, { swid, s2 }: Cookies) {
  return apiClient('POST /api/league/:league/espn-credentials/', {
    params: { league },
    body: { swid, s2, force: false },
  })
}

function refetchLeague(client: QueryClient, league: string) {
  return Promise.all([
    client.invalidateQueries({ queryKey: leagueQueryKey(league) }),
    invalidateLists(client),
  ])
}

function invalidateLists(client: QueryClient) {
  return Promise.all(
    [['leagues'], ['user-leagues'], ['league-status']].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}
