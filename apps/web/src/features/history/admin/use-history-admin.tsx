import type { SeasonAnswers } from '@fieldhouse/contract/seasons/seasons'
import { useQueryClient } from '@tanstack/react-query'
import type { ApiRequest, ApiResponse } from '../../../api/api-client.ts'
import {
  JOB_POLL_INTERVAL_MS,
  jobsQuery,
  type LeagueJob,
  leagueQuery,
  leagueQueryKey,
  useSend,
  useSendBody,
} from '../../../api/operations.ts'
import { ProgressLoader, SLOW_TIMING } from '../../../ui/feedback/progress.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import ui from '../../../ui/ui.module.css'

export type StoredSeasons = ApiResponse<'GET /api/league/:league/seasons/'>
export type StoredSeason = StoredSeasons['seasons'][number]
export type UploadedSeason = ApiResponse<'POST /api/league/:league/seasons/upload/'>['seasons'][number]
export type PreviewedSeason = ApiResponse<'POST /api/league/:league/seasons/preview/'>['seasons'][number]
export type BackfillBody = NonNullable<ApiRequest<'POST /api/league/:league/history/backfill-admin/'>['body']>

export const storedSeasonsQuery = (league: string) =>
  leagueQuery('GET /api/league/:league/seasons/', ['history', 'seasons'], { league })

/** What is read again after a change. */
const afterwards = (league: string) => ({ onSuccess: [leagueQueryKey(league)] })

/** Also after an error. */
const always = (league: string) => ({ onSettled: [leagueQueryKey(league)] })

/** The mutation settles when all seasons are read. The job continues if the user leaves the page. */
export function useBackfill(league: string) {
  const client = useQueryClient()
  return useSend(
    'POST /api/league/:league/history/backfill-admin/',
    (body: BackfillBody) => {
      // By then the job has started, so polling of its progress can begin.
      setTimeout(
        () => void client.invalidateQueries({ queryKey: jobsQuery(league).queryKey }),
        JOB_POLL_INTERVAL_MS / 2,
      )
      return { params: { league }, body }
    },
    always(league),
  )
}

/** Without `seasons`, all seasons of the files are stored. */
type SeasonUploadInput = {
  files: readonly File[]
  answers: SeasonAnswers
  seasons: readonly number[]
}

export const usePreviewSeasons = (league: string) =>
  useSend('POST /api/league/:league/seasons/preview/', (input: SeasonUploadInput) => ({
    params: { league },
    body: toForm(input),
  }))

export const useUploadSeasons = (league: string) =>
  useSend(
    'POST /api/league/:league/seasons/upload/',
    (input: SeasonUploadInput) => ({ params: { league }, body: toForm(input) }),
    always(league),
  )

/** The answers come first, because the server reads the files as they arrive. */
function toForm({ files, answers, seasons }: SeasonUploadInput): FormData {
  const form = new FormData()
  if (answers.length > 0) form.append('answers', JSON.stringify(answers))
  if (seasons.length > 0) form.append('seasons', JSON.stringify(seasons))
  for (const file of files) form.append('files', file)
  return form
}

/** Excludes a season from records. A reason of null includes it again. */
export const useExcludeSeason = (league: string) =>
  useSendBody('POST /api/league/:league/history/exclusions/', { params: { league }, ...always(league) })

export const useAcceptZeros = (league: string) =>
  useSendBody('POST /api/league/:league/seasons/accept-zeros/', { params: { league }, ...always(league) })

export const useUploadPicture = (league: string) =>
  useSend(
    'POST /api/league/:league/owners/:owner/picture/',
    ({ owner, file }: { owner: string; file: File }) => ({ params: { league, owner }, body: toFile(file) }),
    afterwards(league),
  )

export const useDeletePicture = (league: string) =>
  useSend(
    'DELETE /api/league/:league/owners/:owner/picture/',
    (owner: string) => ({ params: { league, owner } }),
    afterwards(league),
  )

/** Replaces the picture together with its description. */
export const useUploadTrophy = (league: string) =>
  useSend(
    'POST /api/league/:league/trophy/',
    ({ file, description }: { file: File; description: string }) => ({
      params: { league },
      query: { description },
      body: toFile(file),
    }),
    afterwards(league),
  )

function toFile(file: File): FormData {
  const form = new FormData()
  form.append('file', file)
  return form
}

export const useDescribeTrophy = (league: string) =>
  useSendBody('POST /api/league/:league/trophy/description/', { params: { league }, ...afterwards(league) })

export const useDeleteTrophy = (league: string) =>
  useSend('DELETE /api/league/:league/trophy/', () => ({ params: { league } }), afterwards(league))

const STARTING_MESSAGES = ['Contacting the platform…', 'Reading seasons…', 'Saving teams and games…'] as const

type JobProgressProps = {
  /** undefined until the server reports the job. */
  job: LeagueJob | undefined
}

export function JobProgress({ job }: JobProgressProps) {
  if (job === undefined || job.total === null) {
    const step = job?.step ?? ''
    return (
      <ProgressLoader isLoading messages={step === '' ? STARTING_MESSAGES : [step]} timing={SLOW_TIMING} />
    )
  }
  return (
    <div>
      <ProgressBar label="Progress" job={job} />
      <p className={ui.note}>This keeps running in the background.</p>
    </div>
  )
}
