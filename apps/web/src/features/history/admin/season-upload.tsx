import { type ChangeEvent, useRef, useState } from 'react'
import { addressOf } from '../../../api/call.ts'
import { messageOf } from '../../../api/call-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { count } from '../../../ui/format/count.ts'
import { Notice } from '../../../ui/notice.tsx'
import { DEPTHS } from '../season-words.ts'
import styles from './history-admin.module.css'
import { type UploadedSeason, useUploadSeasons } from './use-history-admin.ts'

/** As many as the call takes. */
const MOST = 10

type Props = { league: string }

/** Takes seasons from files; all of them are stored, or none. */
export function SeasonUpload({ league }: Props) {
  const [files, setFiles] = useState<readonly File[]>([])
  const input = useRef<HTMLInputElement>(null)
  const upload = useUploadSeasons(league)
  const isTooMany = files.length > MOST

  function send() {
    const onSuccess = () => {
      setFiles([])
      if (input.current !== null) input.current.value = ''
    }
    upload.mutate(files, { onSuccess })
  }

  return (
    <div className={styles['part']}>
      <p>
        Seasons that the provider no longer has come from files: JSON captured from ESPN, or CSV.{' '}
        <Template league={league} kind="scores" text="CSV for every week’s scores" /> or{' '}
        <Template league={league} kind="standings" text="CSV for the final table" />.
      </p>
      <Field
        label="Files"
        hint={`At most ${MOST} at once. All of them are stored, or none.`}
        problem={isTooMany ? `Choose at most ${MOST} files.` : undefined}
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
      <div className={styles['buttons']}>
        <Button look="strong" disabled={files.length === 0 || isTooMany || upload.isPending} onClick={send}>
          {upload.isPending
            ? 'Uploading…'
            : files.length === 0
              ? 'Upload'
              : `Upload ${count(files.length, 'file')}`}
        </Button>
      </div>
      {upload.isError ? <Notice tone="bad">{messageOf(upload.error, 'Upload failed.')}</Notice> : null}
      {upload.isSuccess ? (
        <Notice tone="good">
          {upload.data.seasons.map((season) => (
            <p key={season.season}>{storedLine(season)}</p>
          ))}
        </Notice>
      ) : null}
    </div>
  )
}

function Template({ league, kind, text }: { league: string; kind: 'scores' | 'standings'; text: string }) {
  const { path } = addressOf('GET /api/league/:league/seasons/template/', {
    params: { league },
    query: { kind },
  })
  return (
    <a href={path} download={`season-${kind}.csv`}>
      {text}
    </a>
  )
}

function storedLine({ season, depth, teams, games, findings }: UploadedSeason): string {
  const found = findings.length === 0 ? '' : `, ${count(findings.length, 'finding')}`
  return `Stored ${season}: ${DEPTHS[depth].toLowerCase()}, ${count(teams, 'team')}, ${count(games, 'game')}${found}.`
}
