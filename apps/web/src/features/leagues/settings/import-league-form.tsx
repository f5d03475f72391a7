import { useState } from 'react'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Field, TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { useImportLeague } from './use-league-settings.ts'

const NOTHING: { file: File | null; name: string } = { file: null, name: '' }

export function ImportLeagueForm({ onImported }: { onImported: (league: string) => void }) {
  const [progress, setProgress] = useState(0)
  const importLeague = useImportLeague(setProgress)
  const form = useForm({
    initial: NOTHING,
    mutation: importLeague,
    check: ({ file }) => ({ file: file === null ? 'Choose an archive.' : undefined }),
    toRequest: ({ file, name }) => (file === null ? null : { file, name }),
    onSent: ({ league }) => onImported(league),
    clears: false,
  })
  const file = form.field('file')
  return (
    <ActionForm
      form={form}
      label="Import a league"
      action="Import league"
      busy={progressLabel(progress)}
      fallback="The import failed."
      columns={320}
      outcome={importLeague.isSuccess ? <ImportResult {...importLeague.data} /> : null}
    >
      <Field
        label="Archive"
        problem={file.problem}
        hint="A league archive exported from Fieldhouse. What its members wrote is marked as imported."
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".zip,application/zip"
            onChange={(event) => file.onChange(event.target.files?.[0] ?? null)}
          />
        )}
      </Field>
      <TextField
        {...form.field('name')}
        label="New name (optional)"
        hint="Use this if a league with the same name already exists."
        autoComplete="off"
      />
    </ActionForm>
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
