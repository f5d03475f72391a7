import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { resolveEndpoint } from '../../../api/api-client.ts'
import { ApiError } from '../../../api/api-error.ts'
import { ErrorNotice, Notice } from '../../../ui/feedback/notice.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import ui from '../../../ui/ui.module.css'
import { DEPTH_LABELS } from '../season-status.ts'
import { JobProgress } from './job-progress.tsx'
import { type SeasonAnswer, SeasonPreview } from './season-preview.tsx'
import {
  isJobActive,
  jobsQuery,
  type PreviewedSeason,
  type UploadedSeason,
  usePreviewSeasons,
  useUploadSeasons,
} from './use-history-admin.ts'

/** Limit of the upload endpoint. */
const MAX_FILES = 60

type Props = { league: string }

/** Uploads seasons from files. Either all files are stored or none. */
export function SeasonUpload({ league }: Props) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [seasons, setSeasons] = useState<readonly PreviewedSeason[]>([])
  const [answers, setAnswers] = useState<readonly SeasonAnswer[]>([])
  const input = useRef<HTMLInputElement>(null)
  const preview = usePreviewSeasons(league)
  const upload = useUploadSeasons(league)
  const isTooMany = files.length > MAX_FILES

  function chooseFiles(chosen: readonly File[]) {
    setFiles(chosen)
    setSeasons([])
    setAnswers([])
    preview.reset()
    upload.reset()
  }

  function showPreview(given: readonly SeasonAnswer[]) {
    preview.mutate({ files, answers: [...given] }, { onSuccess: (response) => setSeasons(response.seasons) })
  }

  /** The end of the regular season can show the champion, so it needs a new preview. */
  function handleAnswer(answer: SeasonAnswer) {
    const previous = answers.find(({ season }) => season === answer.season)
    const next = [...answers.filter((each) => each !== previous), answer]
    setAnswers(next)
    if (previous?.regular_season_periods !== answer.regular_season_periods) showPreview(next)
  }

  function handleUpload() {
    const onSuccess = () => {
      setFiles([])
      setSeasons([])
      setAnswers([])
      if (input.current !== null) input.current.value = ''
    }
    upload.mutate({ files, answers: [...answers] }, { onSuccess })
  }

  return (
    <div className={ui.stack16}>
      <p>
        Upload seasons that their platform no longer has (JSON or CSV). CSV templates:{' '}
        <TemplateLink league={league} kind="scores" text="weekly scores" />,{' '}
        <TemplateLink league={league} kind="standings" text="final standings" />
      </p>
      <Field
        label="Files"
        hint={`Up to ${MAX_FILES} files. If one file fails, none are saved.`}
        problem={isTooMany ? `Choose up to ${MAX_FILES} files.` : undefined}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            type="file"
            multiple
            accept=".json,.csv,application/json,text/csv"
            onChange={(event: ChangeEvent<HTMLInputElement>) => chooseFiles([...(event.target.files ?? [])])}
          />
        )}
      </Field>
      {seasons.length === 0 ? null : (
        <ul className={ui.stack16} aria-label="Seasons to upload">
          {seasons.map((season) => (
            <SeasonPreview
              key={season.season}
              season={season}
              answer={answers.find((each) => each.season === season.season) ?? { season: season.season }}
              onAnswer={handleAnswer}
            />
          ))}
        </ul>
      )}
      <div className={ui.row}>
        {seasons.length === 0 ? (
          <Button
            variant="strong"
            disabled={files.length === 0 || isTooMany || preview.isPending}
            onClick={() => showPreview([])}
          >
            {preview.isPending
              ? 'Checking…'
              : files.length === 0
                ? 'Check files'
                : `Check ${formatCount(files.length, 'file')}`}
          </Button>
        ) : (
          <Button variant="strong" disabled={upload.isPending || preview.isPending} onClick={handleUpload}>
            {upload.isPending ? 'Uploading…' : `Upload ${formatCount(seasons.length, 'season')}`}
          </Button>
        )}
      </div>
      {upload.error instanceof ApiError && upload.error.code === 'job_running' ? (
        <BlockingJob league={league} error={upload.error} />
      ) : (
        <ErrorNotice error={upload.error ?? preview.error} fallback="Upload failed." />
      )}
      {upload.isSuccess ? (
        <Notice tone="good">
          {upload.data.seasons.map((season) => (
            <p key={season.season}>{describeUpload(season)}</p>
          ))}
        </Notice>
      ) : null}
    </div>
  )
}

/** The refresh or backfill because of which nothing was uploaded, until it has finished. */
function BlockingJob({ league, error }: { league: string; error: ApiError }) {
  const { data: jobs } = useQuery(jobsQuery(league))
  const job = jobs?.find(isJobActive)
  if (jobs !== undefined && job === undefined)
    return (
      <Notice tone="info">It has finished. Your files are still here, so you can upload them now.</Notice>
    )
  return (
    <>
      <ErrorNotice error={error} fallback="Upload failed." />
      <JobProgress job={job} />
    </>
  )
}

function TemplateLink({
  league,
  kind,
  text,
}: {
  league: string
  kind: 'scores' | 'standings'
  text: string
}) {
  const { path } = resolveEndpoint('GET /api/league/:league/seasons/template/', {
    params: { league },
    query: { kind },
  })
  return (
    <a href={path} download={`season-${kind}.csv`}>
      {text}
    </a>
  )
}

function describeUpload({ season, depth, teams, games, findings }: UploadedSeason): string {
  const findingsSuffix = findings.length === 0 ? '' : `, ${formatCount(findings.length, 'finding')}`
  return `Stored ${season}: ${DEPTH_LABELS[depth].toLowerCase()}, ${formatCount(teams, 'team')}, ${formatCount(games, 'game')}${findingsSuffix}.`
}
