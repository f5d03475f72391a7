import type { LeagueEvents } from '@fieldhouse/contract/live'
import type { ShareFormat, ShareTheme } from '@fieldhouse/contract/share-images'
import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  skipToken,
  type UndefinedInitialDataOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  type ApiRequest,
  type ApiResponse,
  apiClient,
  type OperationKey,
  resolveEndpoint,
  toApiError,
} from './api-client.ts'
import { trackConnectivity } from './connectivity.ts'

type Send<Key extends OperationKey> = (key: Key, request: object) => Promise<ApiResponse<Key>>

type OperationQueryOptions<Key extends OperationKey, Data> = Omit<
  UndefinedInitialDataOptions<ApiResponse<Key>, Error, Data>,
  'queryKey' | 'queryFn'
> & { request?: ApiRequest<Key> }

export function operationQuery<Key extends OperationKey, Data = ApiResponse<Key>>(
  operation: Key,
  queryKey: QueryKey,
  { request, ...options }: OperationQueryOptions<Key, Data> = {},
) {
  const send = apiClient as Send<Key>
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => send(operation, { ...(request as object | undefined), signal }),
    ...options,
  })
}

/** The beginnings of the keys of the queries that are read again. */
type Effect<Data, Input> =
  | readonly QueryKey[]
  | ((data: Data, input: Input, client: QueryClient) => readonly QueryKey[])
  | ((data: Data, input: Input, client: QueryClient) => void)

/** `onSettled` is also for errors, when somebody else may have been faster. */
type Effects<Data, Input> = {
  onSuccess?: Effect<Data, Input>
  onSettled?: Effect<Data | undefined, Input>
  onError?: readonly QueryKey[]
  gcTime?: number
  /** Mutations with the same one run one after the other. */
  scope?: { id: string }
}

export const EVERY_QUERY: readonly QueryKey[] = [[]]

export function useSend<Key extends OperationKey, Input = void>(
  operation: Key,
  toRequest: (input: Input) => ApiRequest<Key>,
  effects?: Effects<ApiResponse<Key>, Input>,
) {
  const send = apiClient as Send<Key>
  return useChange((input: Input) => send(operation, toRequest(input) as object), effects)
}

/** For what one operation cannot send. */
export function useChange<Data, Input = void>(
  send: (input: Input) => Promise<Data>,
  { onSuccess = [], onSettled = [], onError = [], ...options }: Effects<Data, Input> = {},
) {
  const client = useQueryClient()
  const run = <Known>(effect: Effect<Known, Input>, data: Known, input: Input) => {
    const keys = typeof effect === 'function' ? effect(data, input, client) : effect
    return Promise.all((keys ?? []).map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  return useMutation({
    ...options,
    mutationFn: send,
    onSuccess: (data, input) => run(onSuccess, data, input),
    onSettled: (data, _, input) => run(onSettled, data, input),
    onError: (_, input) => run(onError, undefined, input),
  })
}

export type BodyOf<Key extends OperationKey> =
  ApiRequest<Key> extends { body?: infer Body } ? NonNullable<Body> : never

type ParamsOf<Key extends OperationKey> =
  ApiRequest<Key> extends { params: infer Params } ? { params: Params } : { params?: never }

/** Sends what the mutation is given as the body of the request. */
export function useSendBody<Key extends OperationKey>(
  operation: Key,
  { params, ...effects }: ParamsOf<Key> & Effects<ApiResponse<Key>, BodyOf<Key>>,
) {
  return useSend(
    operation,
    (body: BodyOf<Key>) => ({ params, body }) as ApiRequest<Key>,
    effects as Effects<ApiResponse<Key>, BodyOf<Key>>,
  )
}

/** The prefix of all query keys of a league, so that they can be invalidated together. */
export function leagueQueryKey(league: string) {
  return ['league', league] as const
}

type LeagueOperation = Extract<OperationKey, `GET /api/league/:league/${string}`>

type InputOf<Key extends LeagueOperation> = ApiRequest<Key>['params'] & {
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

function toRequest(operation: OperationKey, input: object) {
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

type RefreshProgress = LeagueEvents['refresh']

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

/** What the site is set up for, such as email. It changes next to never. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => apiClient('GET /api/site/', { signal }),
  staleTime: Infinity,
})

export type { ShareFormat }

type ShareImageKey = Extract<OperationKey, `GET ${string}/image/`>

export type ShareImage = { [K in ShareImageKey]: { key: K; request: ApiRequest<K> } }[ShareImageKey]

type LeagueImageKey = Extract<ShareImageKey, `GET /api/league/:league/${string}`>

export const shareImage = <Key extends LeagueImageKey>(key: Key, input: InputOf<Key>) =>
  ({ key, request: toRequest(key, input) }) as unknown as ShareImage

type ShareImageStyle = { format: ShareFormat; theme: ShareTheme }

/** Downloads the picture as a PNG. Throws an ApiError if the server can't draw it or can't be reached. */
export async function fetchShareImage(
  { key, request }: ShareImage,
  style: ShareImageStyle,
  signal: AbortSignal,
): Promise<Blob> {
  const { path } = resolveEndpoint(key, { ...request, query: { ...request.query, ...style } })
  const response = await trackConnectivity(() => fetch(path, { signal }), signal)
  if (!response.ok) throw toApiError(response.status, await response.json().catch(() => null))
  return response.blob()
}
