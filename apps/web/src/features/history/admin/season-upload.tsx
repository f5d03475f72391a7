import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, Suspense, useRef, useState } from 'react'
import { ApiError, type ApiRequest, getFieldErrors, resolveEndpoint } from '../../../api/api-client.ts'
import { isJobActive, jobsQuery } from '../../../api/operations.ts'
import { serverClock } from '../../../api/page-environment.ts'
import { ErrorNotice, Notice, Skeleton } from '../../../ui/feedback/feedback.tsx'
import { formatCount } from '../../../ui/format/format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Checkbox, Field } from '../../../ui/forms/field.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import ui from '../../../ui/ui.module.css'
import { DEPTH_LABELS } from '../use-history.ts'
import { type SeasonAnswer, SeasonPreview } from './season-preview.tsx'
import { listFindings, UploadFindings } from './upload-findings.tsx'
import {
  JobProgress,
  type PreviewedSeason,
  type UploadedSeason,
  usePreviewSeasons,
  useUploadSeasons,
} from './use-history-admin.tsx'

const PasteTable = lazyNamed(() => import('./paste-table.tsx'), 'PasteTable')

/** Limit of the upload endpoint. */
const MAX_FILES = 60

/** Uploads seasons from files. Either all files are stored or none. */
export function SeasonUpload({ league }: { league: string }) {
  const [files, setFiles] = useState<readonly File[]>([])
  /** Those of the files that were pasted: the file input does not know them. */
  const [pasted, setPasted] = useState<readonly File[]>([])
  const [seasons, setSeasons] = useState<readonly PreviewedSeason[]>([])
  const [answers, setAnswers] = useState<readonly SeasonAnswer[]>([])
  const input = useRef<HTMLInputElement>(null)
  const preview = usePreviewSeasons(league)
  const upload = useUploadSeasons(league)
  const isTooMany = files.length > MAX_FILES
  const [isPasting, setPasting] = useState(false)
  const [skipped, setSkipped] = useState<readonly number[]>([])
  const accepted = seasons.filter(
    ({ season, rejection }) => rejection === undefined && !skipped.includes(season),
  )
  const isOpen = accepted.some(({ contents }) =>
    contents?.questions.some((question) => 'is_answered' in question && !question.is_answered),
  )
  const findings = listFindings(getFieldErrors(upload.error ?? preview.error))

  function chooseFiles(chosen: readonly File[]) {
    setFiles(chosen)
    setSeasons([])
    setAnswers([])
    setSkipped([])
    preview.reset()
    upload.reset()
  }

  /** The input would not tell that a removed file is chosen again, and would add it to the next ones. */
  function removeFile(removed: File) {
    chooseFiles(files.filter((file) => file !== removed))
    if (input.current !== null) input.current.value = ''
  }

  function showPreview(given: readonly SeasonAnswer[]) {
    preview.mutate(
      { files, answers: [...given], seasons: [] },
      { onSuccess: (response) => setSeasons(response.seasons) },
    )
  }

  /**
   * The end of the regular season can show the champion, and the form of numbers changes all of them, so they need a new
   * preview. Files with several seasons have the same form in all of them.
   */
  function handleAnswer(answer: SeasonAnswer) {
    const previous = answers.find(({ season }) => season === answer.season)
    const { decimal_mark, date_order } = answer
    const isFormChanged = previous?.decimal_mark !== decimal_mark || previous?.date_order !== date_order
    const others = seasons
      .filter(({ season }) => season !== answer.season)
      .map(({ season, files: names }): SeasonAnswer => {
        const own = answers.find((each) => each.season === season) ?? { season }
        const isSameFile = names.some((name) =>
          seasons.some((each) => each.season === answer.season && each.files.includes(name)),
        )
        return isFormChanged && isSameFile ? { ...own, decimal_mark, date_order } : own
      })
    const next = [...others, answer]
    setAnswers(next)
    const isPreviewChanged =
      isFormChanged ||
      previous?.owners !== answer.owners ||
      previous?.regular_season_periods !== answer.regular_season_periods
    if (isPreviewChanged) showPreview(next)
  }

  function handleUpload() {
    const onSuccess = () => {
      setFiles([])
      setSeasons([])
      setAnswers([])
      if (input.current !== null) input.current.value = ''
    }
    const chosen = accepted.length === seasons.length ? [] : accepted.map(({ season }) => season)
    upload.mutate({ files, answers: [...answers], seasons: chosen }, { onSuccess })
  }

  return (
    <Stack>
      <p>
        Upload seasons of any platform: league files, tables (CSV), or a zip of them. CSV templates:{' '}
        {TEMPLATES.map(({ kind, text }, index) => (
          <span key={kind}>
            {index === 0 ? '' : ', '}
            <a href={templateUrl(league, kind)} download={`season-${kind}.csv`}>
              {text}
            </a>
          </span>
        ))}
        . Other programs find the format in its <a href="/api/league-file-schema/">JSON Schema</a>.
      </p>
      <Row as="p" wraps>
        <a href={exportUrl(league, 'json')} download>
          Download league file
        </a>
        <a href={exportUrl(league, 'csv')} download>
          Download tables
        </a>
      </Row>
      <div>
        <Button aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
          Paste a table
        </Button>
      </div>
      {isPasting ? (
        <Suspense fallback={<Skeleton label="Loading form" rows={4} />}>
          <PasteTable
            league={league}
            defaultSeason={serverClock.now().getFullYear() - 1}
            onAdd={(added) => {
              const named = withFreeNames(added, files)
              setPasted([...pasted, ...named])
              chooseFiles([...files, ...named])
            }}
          />
        </Suspense>
      ) : null}
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
            accept=".json,.csv,.zip,application/json,text/csv,application/zip"
            onChange={(event: ChangeEvent<HTMLInputElement>) =>
              chooseFiles([...files.filter((file) => pasted.includes(file)), ...(event.target.files ?? [])])
            }
          />
        )}
      </Field>
      {files.length === 0 ? null : (
        <Row as="ul" wraps aria-label="Chosen files">
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: files can be equal, and rows have no state
            <li key={`${file.name} ${index}`} className={ui.frame}>
              &nbsp;{file.name}
              <Button variant="quiet" aria-label={`Remove ${file.name}`} onClick={() => removeFile(file)}>
                Remove
              </Button>
            </li>
          ))}
        </Row>
      )}
      {seasons.length === 0 ? null : (
        <Stack as="ul" aria-label="Seasons to upload">
          {seasons.map((season) => (
            <SeasonPreview
              key={season.season}
              season={season}
              answer={answers.find((each) => each.season === season.season) ?? { season: season.season }}
              onAnswer={handleAnswer}
            >
              {seasons.length > 1 && season.rejection === undefined ? (
                <Checkbox
                  label={`Upload ${season.season}`}
                  checked={!skipped.includes(season.season)}
                  onChange={(isChosen) =>
                    setSkipped(
                      isChosen
                        ? skipped.filter((each) => each !== season.season)
                        : [...skipped, season.season],
                    )
                  }
                />
              ) : null}
            </SeasonPreview>
          ))}
        </Stack>
      )}
      <Row wraps>
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
          <Button
            variant="strong"
            disabled={upload.isPending || preview.isPending || accepted.length === 0 || isOpen}
            onClick={handleUpload}
          >
            {upload.isPending ? 'Uploading…' : `Upload ${formatCount(accepted.length, 'season')}`}
          </Button>
        )}
      </Row>
      {isOpen ? <Notice tone="info">Answer the questions about the seasons to upload them.</Notice> : null}
      {upload.error instanceof ApiError && upload.error.code === 'job_running' ? (
        <BlockingJob league={league} error={upload.error} />
      ) : (
        <ErrorNotice error={upload.error ?? preview.error} fallback="Upload failed." />
      )}
      <UploadFindings findings={findings} />
      {upload.isSuccess ? (
        <Notice tone="good">
          {upload.data.seasons.map((season) => (
            <p key={season.season}>{describeUpload(season)}</p>
          ))}
        </Notice>
      ) : null}
    </Stack>
  )
}

function withFreeNames(added: readonly File[], files: readonly File[]): File[] {
  return added.map((file) => {
    let name = file.name
    for (let count = 2; files.some((other) => other.name === name); count += 1)
      name = file.name.replace(/(?=\.csv$)/, `-${count}`)
    return name === file.name ? file : new File([file], name, { type: file.type })
  })
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

type TemplateKind = NonNullable<ApiRequest<'GET /api/league/:league/seasons/template/'>['query']>['kind']

const TEMPLATES: readonly { kind: NonNullable<TemplateKind>; text: string }[] = [
  { kind: 'scores', text: 'weekly scores' },
  { kind: 'standings', text: 'final standings' },
  { kind: 'seasons', text: 'seasons' },
  { kind: 'owners', text: 'owners' },
  { kind: 'draft', text: 'draft' },
  { kind: 'transactions', text: 'transactions' },
  { kind: 'lineups', text: 'lineups' },
]

function exportUrl(league: string, format: 'json' | 'csv'): string {
  const request = { params: { league }, query: { format } }
  return resolveEndpoint('GET /api/league/:league/seasons/export/', request).path
}

function templateUrl(league: string, kind: NonNullable<TemplateKind>): string {
  const request = { params: { league }, query: { kind } }
  return resolveEndpoint('GET /api/league/:league/seasons/template/', request).path
}

function describeUpload({ season, depth, teams, games, findings }: UploadedSeason): string {
  const findingsSuffix = findings.length === 0 ? '' : `, ${formatCount(findings.length, 'finding')}`
  return `Stored ${season}: ${DEPTH_LABELS[depth].toLowerCase()}, ${formatCount(teams, 'team')}, ${formatCount(games, 'game')}${findingsSuffix}.`
}
