import {
  otherSportIn,
  otherSportMessage,
  parseLeagueId,
  parseSheetUrl,
} from '@fieldhouse/domain/league/provider-input'
import { useState } from 'react'
import { getFieldErrors } from '../../../api/api-client.ts'
import { Notice } from '../../../ui/feedback/feedback.tsx'
import { Field, TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { useCreateLeague } from '../use-leagues.ts'
import {
  EspnLeagueField,
  FirstRefresh,
  SheetFields,
  useFirstRefresh,
  useImportLeague,
} from './settings-section.tsx'

type Props = { onCreated: (league: string) => void; disabled?: boolean }

const EMPTY_VALUES = { name: '', espn: '', sheet: '', gid: '' }

export function CreateLeagueForm({ onCreated, disabled = false }: Props) {
  const create = useCreateLeague()
  const refresh = useFirstRefresh()
  const form = useForm({
    initial: EMPTY_VALUES,
    mutation: create,
    check: findProblems,
    toRequest: toBody,
    onSent: (_, { name }) => {
      onCreated(name)
      refresh.mutate(name)
    },
  })
  const { sheet, gid } = form.draft
  return (
    <ActionForm
      form={form}
      label="Create New League"
      action="Create league"
      busy="Creating…"
      columns={320}
      isReady={!disabled}
      outcome={
        create.isSuccess ? (
          <FirstRefresh
            league={create.variables.name}
            done={`League ${create.variables.name} created.`}
            refresh={refresh}
          />
        ) : null
      }
    >
      <TextField {...form.field('name')} label="League name" autoComplete="off" />
      <EspnLeagueField {...form.field('espn', 'espn_league_id')} />
      <SheetFields
        sheet={sheet}
        gid={gid}
        fieldErrors={getFieldErrors(create.error)}
        onChange={form.change}
      />
    </ActionForm>
  )
}

/** Messages: specification, 5 "Create league". */
function findProblems({ name, espn }: typeof EMPTY_VALUES) {
  const sport = otherSportIn(espn)
  const unreadable =
    sport === null ? 'Enter ESPN leagueId or URL containing leagueId=…' : otherSportMessage('This', sport)
  return {
    name: name.trim() === '' ? 'League name required.' : undefined,
    espn: parseLeagueId(espn) === undefined ? unreadable : undefined,
  }
}

function toBody(values: typeof EMPTY_VALUES) {
  const leagueId = parseLeagueId(values.espn)
  if (leagueId === undefined) return null
  return { name: values.name.trim(), espn_league_id: leagueId, ...parseSheetFields(values) }
}

/** Parses the two sheet fields. Unreadable text is sent unchanged, so that the server can report the error. */
function parseSheetFields({ sheet, gid }: Pick<typeof EMPTY_VALUES, 'sheet' | 'gid'>) {
  const parsed = parseSheetUrl(sheet)
  const isGidOnly = parsed.sheetId === null && parsed.gid !== null
  return {
    google_sheet_id: parsed.sheetId ?? (isGidOnly || sheet.trim() === '' ? null : sheet),
    google_sheet_gid: gid.trim() === '' ? parsed.gid : gid,
  }
}

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
