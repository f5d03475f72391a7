import { type SubmitEvent, useState } from 'react'
import { getErrorMessage, getFieldErrors } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './league-forms.module.css'
import { useImportLeague } from './use-league-settings.ts'

/** Makes a league of an archive, for site staff. */
export function ImportLeagueForm({ onImported }: { onImported: (league: string) => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [missing, setMissing] = useState<string | undefined>(undefined)
  const [share, setShare] = useState(0)
  const bring = useImportLeague(setShare)
  const told = getFieldErrors(bring.error)

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (bring.isPending) return
    setMissing(file === null ? 'Choose an archive.' : undefined)
    if (file === null) return
    setShare(0)
    bring.mutate({ file, name }, { onSuccess: ({ league }) => onImported(league) })
  }

  return (
    <form className={styles['form']} onSubmit={send} aria-label="Import a league">
      <Field
        label="Archive"
        problem={missing ?? told['file']}
        hint="A file that a Fieldhouse made of a league. People are found by their usernames."
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".zip,application/zip"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        )}
      </Field>
      <TextField
        label="Another name (optional)"
        value={name}
        onChange={setName}
        problem={told['name']}
        hint="Where a league of that name is here already."
        autoComplete="off"
      />
      <div className={styles['end']}>
        {bring.isError ? (
          <Notice tone="bad">{getErrorMessage(bring.error, 'The import failed.')}</Notice>
        ) : null}
        {bring.isSuccess ? <ImportResult {...bring.data} /> : null}
        <Button type="submit" variant="strong" disabled={bring.isPending}>
          {bring.isPending ? progressLabel(share) : 'Import league'}
        </Button>
      </div>
    </form>
  )
}

function progressLabel(share: number): string {
  return share < 1 ? `Sending ${Math.floor(share * 100)} %` : 'Importing…'
}

type ImportResultProps = { message: string; matched: readonly string[]; created: readonly string[] }

function ImportResult({ message, matched, created }: ImportResultProps) {
  return (
    <Notice tone="good">
      <p>{message}</p>
      {matched.length > 0 ? <p>Had accounts here: {matched.join(', ')}.</p> : null}
      {created.length > 0 ? (
        <p>New accounts, which open once you reset their passwords: {created.join(', ')}.</p>
      ) : null}
    </Notice>
  )
}
