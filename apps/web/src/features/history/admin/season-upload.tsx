import { type ChangeEvent, useRef, useState } from 'react'
import { resolveEndpoint } from '../../../api/api-client.ts'
import { ErrorNotice } from '../../../ui/feedback/mutation-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import ui from '../../../ui/ui.module.css'
import { DEPTH_LABELS } from '../season-status.ts'
import { type UploadedSeason, useUploadSeasons } from './use-history-admin.ts'

/** Limit of the upload endpoint. */
const MAX_FILES = 10

type Props = { league: string }

/** Uploads seasons from files. Either all files are stored or none. */
export function SeasonUpload({ league }: Props) {
  const [files, setFiles] = useState<readonly File[]>([])
  const input = useRef<HTMLInputElement>(null)
  const upload = useUploadSeasons(league)
  const isTooMany = files.length > MAX_FILES

  function handleUpload() {
    const onSuccess = () => {
      setFiles([])
      if (input.current !== null) input.current.value = ''
    }
    upload.mutate(files, { onSuccess })
  }

  return (
    <div className={ui.stack16}>
      <p>
        Upload seasons ESPN no longer has (JSON or CSV). CSV templates:{' '}
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
            onChange={(event: ChangeEvent<HTMLInputElement>) => setFiles([...(event.target.files ?? [])])}
          />
        )}
      </Field>
      <div className={ui.row}>
        <Button
          variant="strong"
          disabled={files.length === 0 || isTooMany || upload.isPending}
          onClick={handleUpload}
        >
          {upload.isPending
            ? 'Uploading…'
            : files.length === 0
              ? 'Upload'
              : `Upload ${formatCount(files.length, 'file')}`}
        </Button>
      </div>
      <ErrorNotice error={upload.error} fallback="Upload failed." />
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
