import {
  otherSportIn,
  otherSportMessage,
  parseLeagueId,
  parseSheetUrl,
} from '@fieldhouse/domain/league/provider-input'
import { getFieldErrors } from '../../../api/api-client.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { useCreateLeague } from '../use-leagues.ts'
import { FirstRefresh, useFirstRefresh } from './first-refresh.tsx'
import { EspnLeagueField, SheetFields } from './sheet-fields.tsx'

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
