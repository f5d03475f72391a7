import {
  otherSportIn,
  otherSportMessage,
  parseLeagueId,
  parseSheetUrl,
} from '@fieldhouse/domain/league/provider-input'
import { type SubmitEvent, useState } from 'react'
import { getFieldErrors } from '../../../api/api-error.ts'
import { ErrorNotice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import styles from '../league-forms.module.css'
import { useCreateLeague } from '../use-leagues.ts'
import { EspnLeagueField } from './espn-league-field.tsx'
import { FirstRefresh, useFirstRefresh } from './first-refresh.tsx'
import { SheetFields } from './sheet-fields.tsx'

type Props = { onCreated: (league: string) => void; disabled?: boolean }

const EMPTY_VALUES = { name: '', espn: '', sheet: '', gid: '' }

export function CreateLeagueForm({ onCreated, disabled = false }: Props) {
  const [values, setValues] = useState(EMPTY_VALUES)
  const [errors, setErrors] = useState<FieldErrors>({})
  const create = useCreateLeague()
  const refresh = useFirstRefresh()
  const serverErrors = getFieldErrors(create.error)
  const set = (name: 'name' | 'espn') => (value: string) => setValues({ ...values, [name]: value })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const { errors: formErrors, body } = validateForm(values)
    setErrors(formErrors)
    if (body === null || create.isPending) return
    create.mutate(body, {
      onSuccess: () => {
        setValues(EMPTY_VALUES)
        onCreated(body.name)
        refresh.mutate(body.name)
      },
    })
  }

  return (
    <Form className={styles.form} onSubmit={submit} aria-label="Create New League">
      <fieldset className={styles.fields} disabled={disabled}>
        <TextField
          label="League name"
          value={values.name}
          onChange={set('name')}
          problem={errors.name ?? serverErrors['name']}
          autoComplete="off"
        />
        <EspnLeagueField
          value={values.espn}
          onChange={set('espn')}
          problem={errors.espn ?? serverErrors['espn_league_id']}
        />
        <SheetFields
          sheet={values.sheet}
          gid={values.gid}
          fieldErrors={serverErrors}
          onChange={(sheetValues) => setValues({ ...values, ...sheetValues })}
        />
      </fieldset>
      <div className={styles.footer}>
        <ErrorNotice error={create.error} fallback="Something went wrong." />
        {create.isSuccess ? (
          <FirstRefresh
            league={create.variables.name}
            done={`League ${create.variables.name} created.`}
            refresh={refresh}
          />
        ) : null}
        <Button type="submit" variant="strong" disabled={disabled || create.isPending}>
          {create.isPending ? 'Creating…' : 'Create league'}
        </Button>
      </div>
    </Form>
  )
}

type FieldErrors = { name?: string; espn?: string }

/** The request body, or the validation errors. Messages: specification, 5 "Create league". */
function validateForm(values: typeof EMPTY_VALUES) {
  const name = values.name.trim()
  const leagueId = parseLeagueId(values.espn)
  const sport = otherSportIn(values.espn)
  const espn =
    sport === null ? 'Enter ESPN leagueId or URL containing leagueId=…' : otherSportMessage('This', sport)
  const errors: FieldErrors = {
    ...(name === '' ? { name: 'League name required.' } : {}),
    ...(leagueId === undefined ? { espn } : {}),
  }
  if (name === '' || leagueId === undefined) return { errors, body: null }
  return { errors, body: { name, espn_league_id: leagueId, ...parseSheetFields(values) } }
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
