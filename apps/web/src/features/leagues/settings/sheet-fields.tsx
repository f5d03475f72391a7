import { parseLeagueId, parseSheetUrl } from '@fieldhouse/domain/league/provider-input'
import { TextField } from '../../../ui/forms/field.tsx'

export type SheetFieldValues = { sheet: string; gid: string }

type Props = SheetFieldValues & {
  /** The server's validation errors by request field name. */
  fieldErrors: Readonly<Record<string, string>>
  onChange: (values: SheetFieldValues) => void
}

/** The Google Sheet with a league's weekly picks. A pasted URL also fills in the tab. */
export function SheetFields({ sheet, gid, fieldErrors, onChange }: Props) {
  return (
    <>
      <TextField
        label="Google Sheet ID or URL (optional)"
        value={sheet}
        onChange={(text) => onChange({ sheet: text, gid: tabIdFromUrl(text) ?? gid })}
        problem={fieldErrors['google_sheet_id']}
        hint={sheetHint(sheet)}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label="Sheet tab gid (optional)"
        value={gid}
        onChange={(text) => onChange({ sheet, gid: text })}
        problem={fieldErrors['google_sheet_gid']}
        inputMode="numeric"
        autoComplete="off"
      />
    </>
  )
}

/** Only for a whole URL: the first digits of a typed sheet ID look like a tab's gid. */
function tabIdFromUrl(text: string): string | null {
  const { sheetId, gid } = parseSheetUrl(text)
  return sheetId === null ? null : gid
}

function sheetHint(text: string): string {
  const { sheetId, gid } = parseSheetUrl(text)
  if (sheetId !== null) return gid === null ? `Sheet ${sheetId}` : `Sheet ${sheetId}, tab ${gid}`
  if (gid !== null) return `Tab ${gid}`
  return text.trim() === ''
    ? 'The sheet with your weekly picks, if you use one.'
    : 'No sheet ID found in that text.'
}

type EspnLeagueFieldProps = { value: string; onChange: (value: string) => void; problem: string | undefined }

export function EspnLeagueField({ value, onChange, problem }: EspnLeagueFieldProps) {
  const id = parseLeagueId(value)
  return (
    <TextField
      label="ESPN league ID or URL"
      value={value}
      onChange={onChange}
      problem={problem}
      hint={id === undefined ? "Paste the league's ESPN URL or ID." : `ESPN league ${id}`}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
