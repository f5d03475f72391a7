import type { LeagueEvents } from '@fieldhouse/contract/live'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { type ApiRequest, type ApiResponse, apiClient, type OperationKey } from './api-client.ts'
import { operationQuery, type Send } from './operations.ts'

/** The prefix of all query keys of a league, so that they can be invalidated together. */
export function leagueQueryKey(league: string) {
  return ['league', league] as const
}

type LeagueOperation = Extract<OperationKey, `GET /api/league/:league/${string}`>

export type InputOf<Key extends LeagueOperation> = ApiRequest<Key>['params'] & {
  league: string
} & (ApiRequest<Key> extends {
    query?: infer Query
  }
    ? { [Name in keyof Query]: Query[Name] | null }
    : unknown)

/**
 * Nothing is sent while no league is chosen.
 * @param key of this kind of data within the league
 * @param input what the path and the query name; also part of the key, in this order
 */
export function leagueQuery<Key extends LeagueOperation>(
  operation: Key,
  key: readonly unknown[],
  { league, ...input }: InputOf<Key>,
) {
  const send = apiClient as Send<Key>
  const request = toRequest(operation, { league, ...input })
  return queryOptions({
    queryKey: [...leagueQueryKey(league), ...key, ...Object.values(input)],
    queryFn: ({ signal }) => send(operation, { ...request, signal }),
    enabled: league !== '',
  })
}

export function toRequest(operation: OperationKey, input: object) {
  const isInPath = (name: string) => operation.includes(`/:${name}/`)
  return {
    params: input,
    query: Object.fromEntries(Object.entries(input).filter(([name]) => !isInPath(name))),
  }
}

/** The props of a view of a league that shows one season at a time. */
export type SeasonViewProps = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
}

export type LeagueMeta = ApiResponse<'GET /api/league/:league/meta/'>

export const leagueMetaQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/meta/', ['meta'], { league })

export type Face = { src: string | null; color?: string | null | undefined }

const NO_FACE: Face = { src: null }

/**
 * People without a team, former members and the league itself have neither. Fetches nothing: the screen of the league
 * has loaded the metadata.
 */
export function useFaces(league: string): (name: string) => Face {
  const { data } = useQuery({ ...leagueMetaQuery(league), enabled: false, select: facesOf })
  return (name) => data?.get(name) ?? NO_FACE
}

function facesOf({ people = [] }: LeagueMeta): ReadonlyMap<string, Face> {
  return new Map(people.map(({ name, picture, color }) => [name, { src: picture, color }]))
}

export type RefreshProgress = LeagueEvents['refresh']

/** The progress of the league's refresh or backfill. Never fetched: the event stream updates it. */
export const refreshProgressQuery = (league: string) =>
  queryOptions<RefreshProgress>({
    queryKey: [...leagueQueryKey(league), 'refresh-progress'],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })

type TeamsResponse = ApiResponse<'GET /api/league/:league/teams/'>
export type LeagueTeam = TeamsResponse['teams'][number]
export type EndedAssignment = TeamsResponse['ended_assignments'][number]

export const teamsQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/teams/', ['teams'], { league })

export type Standings = ApiResponse<'GET /api/league/:league/standings/'>
export type Standing = Standings['standings'][number]

/** The standings of a season; null for the current one. */
export const standingsQuery = (league: string, season: number | null = null) =>
  leagueQuery('GET /api/league/:league/standings/', ['standings'], { league, season })

export type LeagueJob = ApiResponse<'GET /api/league/:league/jobs/'>['jobs'][number]

/** For when live events are unavailable. */
export const JOB_POLL_INTERVAL_MS = 2000

/** The league's refreshes and backfills, newest first. Refresh events invalidate this key. */
export const jobsQuery = (league: string, { isAlwaysPolled = false } = {}) =>
  operationQuery('GET /api/league/:league/jobs/', [...leagueQueryKey(league), 'refresh', 'jobs'], {
    request: { params: { league } },
    select: (data) => data.jobs,
    refetchInterval: ({ state }) =>
      (isAlwaysPolled || state.data?.jobs.some(isJobActive) === true) && JOB_POLL_INTERVAL_MS,
    enabled: league !== '',
  })

export function isJobActive({ state }: Pick<LeagueJob, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}
