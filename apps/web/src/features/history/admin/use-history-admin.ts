import type { SeasonAnswers } from '@fieldhouse/contract/seasons/seasons'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiRequest, type ApiResponse, apiClient } from '../../../api/api-client.ts'
import { leagueQuery, leagueQueryKey } from '../../../api/league-queries.ts'
import { useSend } from '../../../api/operations.ts'

export type LeagueJob = ApiResponse<'GET /api/league/:league/jobs/'>['jobs'][number]
export type StoredSeasons = ApiResponse<'GET /api/league/:league/seasons/'>
export type StoredSeason = StoredSeasons['seasons'][number]
export type UploadedSeason = ApiResponse<'POST /api/league/:league/seasons/upload/'>['seasons'][number]
export type PreviewedSeason = ApiResponse<'POST /api/league/:league/seasons/preview/'>['seasons'][number]
export type BackfillBody = NonNullable<ApiRequest<'POST /api/league/:league/history/backfill-admin/'>['body']>

/** Polling interval for job progress when live events are unavailable. */
const POLL_INTERVAL_MS = 2000

/** The league's refreshes and backfills, newest first. Refresh events invalidate this key. */
export const jobsQuery = (league: string) =>
  queryOptions({
    queryKey: [...leagueQueryKey(league), 'refresh', 'jobs'],
    queryFn: ({ signal }) => apiClient('GET /api/league/:league/jobs/', { params: { league }, signal }),
    select: (data) => data.jobs,
    refetchInterval: ({ state }) => state.data?.jobs.some(isJobActive) === true && POLL_INTERVAL_MS,
  })

export function isJobActive({ state }: Pick<LeagueJob, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

export const storedSeasonsQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/seasons/', ['history', 'seasons'], { league })

/** After the mutation, all data of the league is fetched again. With `onSettled`, also after a failure. */
export function useLeagueMutation<Input, Output>(
  league: string,
  mutationFn: (input: Input) => Promise<Output>,
  refetch: 'onSuccess' | 'onSettled' = 'onSuccess',
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    [refetch]: () => client.invalidateQueries({ queryKey: leagueQueryKey(league) }),
  })
}

/** The mutation settles when all seasons are read. The job continues if the user leaves the page. */
export function useBackfill(league: string) {
  const client = useQueryClient()
  const startBackfill = (body: BackfillBody) => {
    const response = apiClient('POST /api/league/:league/history/backfill-admin/', {
      params: { league },
      body,
    })
    // By then the job has started, so polling of its progress can begin.
    setTimeout(
      () => void client.invalidateQueries({ queryKey: jobsQuery(league).queryKey }),
      POLL_INTERVAL_MS / 2,
    )
    return response
  }
  return useLeagueMutation(league, startBackfill, 'onSettled')
}

/** Without `seasons`, all seasons of the files are stored. */
export type SeasonUploadInput = {
  files: readonly File[]
  answers: SeasonAnswers
  seasons: readonly number[]
}

export const usePreviewSeasons = (league: string) =>
  useSend('POST /api/league/:league/seasons/preview/', (input: SeasonUploadInput) => ({
    params: { league },
    body: toForm(input),
  }))

export function useUploadSeasons(league: string) {
  const uploadSeasons = (input: SeasonUploadInput) =>
    apiClient('POST /api/league/:league/seasons/upload/', { params: { league }, body: toForm(input) })
  return useLeagueMutation(league, uploadSeasons, 'onSettled')
}

/** The answers come first, because the server reads the files as they arrive. */
function toForm({ files, answers, seasons }: SeasonUploadInput): FormData {
  const form = new FormData()
  if (answers.length > 0) form.append('answers', JSON.stringify(answers))
  if (seasons.length > 0) form.append('seasons', JSON.stringify(seasons))
  for (const file of files) form.append('files', file)
  return form
}

/** Excludes a season from records. A reason of null includes it again. */
export function useExcludeSeason(league: string) {
  const exclude = (body: ApiRequest<'POST /api/league/:league/history/exclusions/'>['body']) =>
    apiClient('POST /api/league/:league/history/exclusions/', { params: { league }, body })
  return useLeagueMutation(league, exclude, 'onSettled')
}

export function useAcceptZeros(league: string) {
  const accept = (body: ApiRequest<'POST /api/league/:league/seasons/accept-zeros/'>['body']) =>
    apiClient('POST /api/league/:league/seasons/accept-zeros/', { params: { league }, body })
  return useLeagueMutation(league, accept, 'onSettled')
}

export function useUploadPicture(league: string) {
  return useLeagueMutation(league, ({ owner, file }: { owner: string; file: File }) => {
    const body = new FormData()
    body.append('file', file)
    return apiClient('POST /api/league/:league/owners/:owner/picture/', { params: { league, owner }, body })
  })
}

export function useDeletePicture(league: string) {
  return useLeagueMutation(league, (owner: string) =>
    apiClient('DELETE /api/league/:league/owners/:owner/picture/', { params: { league, owner } }),
  )
}

/** Replaces the picture together with its description. */
export function useUploadTrophy(league: string) {
  return useLeagueMutation(league, ({ file, description }: { file: File; description: string }) => {
    const body = new FormData()
    body.append('file', file)
    const query = { description }
    return apiClient('POST /api/league/:league/trophy/', { params: { league }, query, body })
  })
}

export function useDescribeTrophy(league: string) {
  return useLeagueMutation(league, (description: string) =>
    apiClient('POST /api/league/:league/trophy/description/', { params: { league }, body: { description } }),
  )
}

export function useDeleteTrophy(league: string) {
  return useLeagueMutation(league, () =>
    apiClient('DELETE /api/league/:league/trophy/', { params: { league } }),
  )
}
