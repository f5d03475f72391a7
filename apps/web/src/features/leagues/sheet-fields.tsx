import { parseSheetUrl } from '@fieldhouse/domain/provider-urls'
import { TextField } from '../../ui/text-field.tsx'

/** As they were typed. */
export type SheetFieldValues = { sheet: string; gid: string }

type Props = SheetFieldValues & {
  /** What the server says is wrong, by its names of the fields. */
  fieldErrors: Readonly<Record<string, string>>
  onChange: (texts: SheetFieldValues) => void
}

/** Which sheet has the weekly picks of a league; the tab is filled in from an address that names one. */
export function SheetFields({ sheet, gid, fieldErrors, onChange }: Props) {
  return (
    <>
      <TextField
        label="Google Sheet id or address (optional)"
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

/** Of a whole address alone: an id that is being typed begins like the number of a tab. */
function tabIdFromUrl(text: string): string | null {
  const { sheetId, gid } = parseSheetUrl(text)
  return sheetId === null ? null : gid
}

function sheetHint(text: string): string {
  const { sheetId, gid } = parseSheetUrl(text)
  if (sheetId !== null) return gid === null ? `Sheet ${sheetId}` : `Sheet ${sheetId}, tab ${gid}`
  if (gid !== null) return `Tab ${gid}`
  return text.trim() === '' ? 'Where the weekly picks are kept, if anywhere.' : 'No sheet found in that text.'
}
