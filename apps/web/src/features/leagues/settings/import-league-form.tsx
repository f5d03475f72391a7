import { type SubmitEvent, useState } from 'react'
import { getFieldErrors } from '../../../api/api-error.ts'
import { ErrorNotice, Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Field, TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import styles from '../league-forms.module.css'
import { useImportLeague } from './use-league-settings.ts'

/** Imports a league from an archive; for site staff. */
export function ImportLeagueForm({ onImported }: { onImported: (league: string) => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [fileError, setFileError] = useState<string | undefined>(undefined)
  const [progress, setProgress] = useState(0)
  const importLeague = useImportLeague(setProgress)
  const fieldErrors = getFieldErrors(importLeague.error)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (importLeague.isPending) return
    setFileError(file === null ? 'Choose an archive.' : undefined)
    if (file === null) return
    setProgress(0)
    importLeague.mutate({ file, name }, { onSuccess: ({ league }) => onImported(league) })
  }

  return (
    <Form className={styles.form} onSubmit={submit} aria-label="Import a league">
      <Field
        label="Archive"
        problem={fileError ?? fieldErrors['file']}
        hint="A league archive exported from Fieldhouse. What its members wrote is marked as imported."
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
        label="New name (optional)"
        value={name}
        onChange={setName}
        problem={fieldErrors['name']}
        hint="Use this if a league with the same name already exists."
        autoComplete="off"
      />
      <div className={styles.footer}>
        <ErrorNotice error={importLeague.error} fallback="The import failed." />
        {importLeague.isSuccess ? <ImportResult {...importLeague.data} /> : null}
        <Button type="submit" variant="strong" disabled={importLeague.isPending}>
          {importLeague.isPending ? progressLabel(progress) : 'Import league'}
        </Button>
      </div>
    </Form>
  )
}

function progressLabel(progress: number): string {
  return progress < 1 ? `Uploading ${Math.floor(progress * 100)} %` : 'Importing…'
}

type ImportResultProps = { message: string; matched: readonly string[]; created: readonly string[] }

function ImportResult({ message, matched, created }: ImportResultProps) {
  return (
    <Notice tone="good">
      <p>{message}</p>
      {matched.length > 0 ? (
        <p>
          Not linked to the accounts with the same username: {matched.join(', ')}. They can ask for it on
          their account page, or a site admin can link them under “Imported people”.
        </p>
      ) : null}
      {created.length > 0 ? (
        <p>New accounts: {created.join(', ')}. Reset their passwords so they can sign in.</p>
      ) : null}
    </Notice>
  )
}
