import { LEAGUE_PROVIDERS, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../../api/api-client.ts'
import { type LeagueTeam, leagueMetaQuery, leagueQuery, leagueQueryKey } from '../../../api/league-queries.ts'

export type LeaguePreview = ApiResponse<'POST /api/leagues/preview/'>
export type LeagueJob = ApiResponse<'GET /api/league/:league/jobs/'>['jobs'][number]
export type Cookies = { swid: string; s2: string }

/** For when live events are unavailable. */
const POLL_INTERVAL_MS = 2000

export type LeagueOfUser = ApiResponse<'GET /api/providers/sleeper/leagues/'>['leagues'][number]
export type ProviderLeague = { provider: ProviderName; leagueId: string }

/** What the provider has about a league. Nothing is stored, so it is asked again only for other cookies. */
export const previewQuery = (league: ProviderLeague | null, cookies: Cookies | null) =>
  queryOptions({
    queryKey: ['league-preview', league, cookies],
    queryFn: ({ signal }) =>
      apiClient('POST /api/leagues/preview/', {
        body: {
          source: toSource(league ?? { provider: 'espn', leagueId: '' }),
          cookies: cookies === null ? '' : toCookieText(cookies),
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

/** The leagues of a Sleeper user in a season; null for the newest one with leagues. */
export const leaguesOfUserQuery = (username: string, season: number | null) =>
  queryOptions({
    queryKey: ['leagues-of-user', username, season],
    queryFn: ({ signal }) =>
      apiClient('GET /api/providers/sleeper/leagues/', {
        query: season === null ? { username } : { username, season },
        signal,
      }),
    enabled: username !== '',
    retry: false,
    staleTime: 5 * 60_000,
  })

function toCookieText({ swid, s2 }: Cookies): string {
  return `SWID=${swid}; espn_s2=${s2}`
}

function toSource({ provider, leagueId }: ProviderLeague) {
  return { provider, league_id: leagueId }
}

/** The refreshes and backfills of a league, newest first. Events invalidate this key. */
export const setUpJobsQuery = (league: string) => ({
  ...leagueQuery('GET /api/league/:league/jobs/', ['refresh', 'jobs'], { league }),
  refetchInterval: POLL_INTERVAL_MS,
})

/** The stored seasons, which become more while the league is being read. */
export const setUpSeasonsQuery = (league: string, isBusy: boolean) => ({
  ...leagueQuery('GET /api/league/:league/seasons/', ['history', 'seasons'], { league }),
  refetchInterval: isBusy ? POLL_INTERVAL_MS : (false as const),
})

/** Among others, the seasons that the provider lists and that are not stored. */
export const setUpHistoryQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/history/', ['history', 'all'], { league })

export function usePlatformName(league: string): string | null {
  const { data } = useQuery(leagueMetaQuery(league))
  return data?.provider_page == null ? null : LEAGUE_PROVIDERS[data.provider_page.provider].label
}

export const cookieStatusQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/cookie-status/', ['cookies'], { league })

export function useSaveLeagueCookies(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (cookies: Cookies) => saveCookies(league, cookies),
    onSuccess: () => client.invalidateQueries({ queryKey: cookieStatusQuery(league).queryKey }),
  })
}

export type NewLeague = {
  name: string
  /** null for a league whose seasons come as files. */
  source: ProviderLeague | null
  cookies?: Cookies | null
  /** The season to read first. */
  season?: number
}

/** Creates a league. The server then reads its seasons, also if the page is left. */
export function useCreateLeague() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ name, source, cookies = null, season }: NewLeague) =>
      apiClient('POST /api/create-league/', {
        body: {
          name,
          source: source && toSource(source),
          ...(cookies === null ? {} : { cookies: toCookieText(cookies) }),
          ...(season === undefined ? {} : { reads_season: season }),
        },
      }),
    onSuccess: () => invalidateLists(client),
  })
}

/** Starts to read the seasons that are not stored, in a job. */
export function useReadSeasons(league: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => apiClient('POST /api/league/:league/seasons/read/', { params: { league }, body: {} }),
    onSettled: () => refetchLeague(client, league),
  })
}

export function useChooseTeam(league: string, username: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (team: LeagueTeam) =>
      apiClient('POST /api/league/:league/assign-team/', {
        params: { league },
        body: { league_team_id: team.league_team_id, username, expected: { username: team.assigned_user } },
      }),
    // Also after an error: somebody else may have the team.
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
