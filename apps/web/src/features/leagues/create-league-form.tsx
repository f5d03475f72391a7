import { parseLeagueId, parseSheetUrl } from '@fieldhouse/domain/provider-urls'
import { type SubmitEvent, useState } from 'react'
import { getErrorMessage, getFieldErrors } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './league-forms.module.css'
import { SheetFields } from './sheet-fields.tsx'
import { useCreateLeague } from './use-leagues.ts'

type Props = { onCreated: (league: string) => void; disabled?: boolean }

const EMPTY_VALUES = { name: '', espn: '', sheet: '', gid: '' }

export function CreateLeagueForm({ onCreated, disabled = false }: Props) {
  const [values, setValues] = useState(EMPTY_VALUES)
  const [problems, setProblems] = useState<FieldErrors>({})
  const create = useCreateLeague()
  const told = getFieldErrors(create.error)
  const set = (name: 'name' | 'espn') => (value: string) => setValues({ ...values, [name]: value })

  function send(event: SubmitEvent) {
    event.preventDefault()
    const { problems: found, body } = validateForm(values)
    setProblems(found)
    if (body === null || create.isPending) return
    create.mutate(body, {
      onSuccess: () => {
        setValues(EMPTY_VALUES)
        onCreated(body.name)
      },
    })
  }

  return (
    <form className={styles['form']} onSubmit={send} aria-label="Create New League">
      <fieldset className={styles['fields']} disabled={disabled}>
        <TextField
          label="League name"
          value={values.name}
          onChange={set('name')}
          problem={problems.name ?? told['name']}
          autoComplete="off"
        />
        <TextField
          label="ESPN league id or address"
          value={values.espn}
          onChange={set('espn')}
          problem={problems.espn ?? told['espn_league_id']}
          hint={espnHint(values.espn)}
          autoComplete="off"
          spellCheck={false}
        />
        <SheetFields
          sheet={values.sheet}
          gid={values.gid}
          fieldErrors={told}
          onChange={(texts) => setValues({ ...values, ...texts })}
        />
      </fieldset>
      <div className={styles['end']}>
        {create.isError ? (
          <Notice tone="bad">{getErrorMessage(create.error, 'Something went wrong.')}</Notice>
        ) : null}
        {create.isSuccess ? <Notice tone="good">{create.data.message}</Notice> : null}
        <Button type="submit" variant="strong" disabled={disabled || create.isPending}>
          {create.isPending ? 'Creating…' : 'Create league'}
        </Button>
      </div>
    </form>
  )
}

type FieldErrors = { name?: string; espn?: string }

/** The body of the call, or what is wrong. Messages: specification, 5 "Create league". */
function validateForm(values: typeof EMPTY_VALUES) {
  const name = values.name.trim()
  const leagueId = parseLeagueId(values.espn)
  const problems: FieldErrors = {
    ...(name === '' ? { name: 'League name required.' } : {}),
    ...(leagueId === undefined ? { espn: 'Enter ESPN leagueId or URL containing leagueId=…' } : {}),
  }
  if (name === '' || leagueId === undefined) return { problems, body: null }
  return { problems, body: { name, espn_league_id: leagueId, ...parseSheetFields(values) } }
}

/** What is read in the two fields. What cannot be read is sent as it is: the server says what is wrong with it. */
function parseSheetFields({ sheet, gid }: Pick<typeof EMPTY_VALUES, 'sheet' | 'gid'>) {
  const found = parseSheetUrl(sheet)
  const isTabAlone = found.sheetId === null && found.gid !== null
  return {
    google_sheet_id: found.sheetId ?? (isTabAlone || sheet.trim() === '' ? null : sheet),
    google_sheet_gid: gid.trim() === '' ? found.gid : gid,
  }
}

function espnHint(text: string): string {
  const id = parseLeagueId(text)
  return id === undefined ? 'Paste the address of the league’s page, or its number.' : `ESPN league ${id}`
}
