import { LEAGUE_PROVIDERS, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import { useQuery } from '@tanstack/react-query'
import type { ApiResponse } from '../../../api/api-client.ts'
import {
  JOB_POLL_INTERVAL_MS,
  type LeagueTeam,
  leagueMetaQuery,
  leagueQuery,
  leagueQueryKey,
  operationQuery,
  useSend,
} from '../../../api/operations.ts'

export type LeaguePreview = ApiResponse<'POST /api/leagues/preview/'>
export type Cookies = { swid: string; s2: string }

export type LeagueOfUser = ApiResponse<'GET /api/providers/sleeper/leagues/'>['leagues'][number]

/** What the provider has about a league. Nothing is stored, so it is asked again only for other cookies. */
export const previewQuery = (
  league: { provider: ProviderName; leagueId: string } | null,
  cookies: Cookies | null,
) =>
  operationQuery('POST /api/leagues/preview/', ['league-preview', league, cookies], {
    request: {
      body: {
        source: { provider: league?.provider ?? 'espn', league_id: league?.leagueId ?? '' },
        cookies: toCookieText(cookies),
      },
    },
    enabled: league !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    // The key contains the cookies.
    gcTime: 0,
  })

/** The leagues of a Sleeper user in a season; null for the newest one with leagues. */
export const leaguesOfUserQuery = (username: string, season: number | null) =>
  operationQuery('GET /api/providers/sleeper/leagues/', ['leagues-of-user', username, season], {
    request: { query: season === null ? { username } : { username, season } },
    enabled: username !== '',
    retry: false,
    staleTime: 5 * 60_000,
  })

export function toCookieText(cookies: Cookies | null): string {
  return cookies === null ? '' : `SWID=${cookies.swid}; espn_s2=${cookies.s2}`
}

/** The stored seasons, which become more while the league is being read. */
export const setUpSeasonsQuery = (league: string, isBusy: boolean) => ({
  ...leagueQuery('GET /api/league/:league/seasons/', ['history', 'seasons'], { league }),
  refetchInterval: isBusy ? JOB_POLL_INTERVAL_MS : (false as const),
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

export const useSaveLeagueCookies = (league: string) =>
  useSend(
    'POST /api/league/:league/espn-credentials/',
    (cookies: Cookies) => ({ params: { league }, body: { ...cookies, force: false } }),
    { onSuccess: [cookieStatusQuery(league).queryKey] },
  )

const LISTS = [['leagues'], ['user-leagues'], ['league-status']]

/** Starts to read the seasons that are not stored, in a job. */
export const useReadSeasons = (league: string) =>
  useSend('POST /api/league/:league/seasons/read/', () => ({ params: { league }, body: {} }), {
    onSettled: [leagueQueryKey(league), ...LISTS],
  })

export const useChooseTeam = (league: string, username: string) =>
  // Also after an error: somebody else may have the team.
  useSend(
    'POST /api/league/:league/assign-team/',
    (team: LeagueTeam) => ({
      params: { league },
      body: { league_team_id: team.league_team_id, username, expected: { username: team.assigned_user } },
    }),
    { onSettled: [leagueQueryKey(league), ...LISTS] },
  )

export const useStopReading = (league: string) =>
  useSend('POST /api/league/:league/history/backfill-admin/stop/', () => ({ params: { league } }), {
    onSettled: [leagueQueryKey(league), ...LISTS],
  })
