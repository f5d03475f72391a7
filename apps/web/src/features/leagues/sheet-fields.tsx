import { parseSheetUrl } from '@fieldhouse/domain/provider-urls'
import { TextField } from '../../ui/text-field.tsx'

/** As they were typed. */
export type SheetTexts = { sheet: string; gid: string }

type Props = SheetTexts & {
  /** What the server says is wrong, by its names of the fields. */
  told: Readonly<Record<string, string>>
  onChange: (texts: SheetTexts) => void
}

/** Which sheet has the weekly picks of a league; the tab is filled in from an address that names one. */
export function SheetFields({ sheet, gid, told, onChange }: Props) {
  return (
    <>
      <TextField
        label="Google Sheet id or address (optional)"
        value={sheet}
        onChange={(text) => onChange({ sheet: text, gid: tabIn(text) ?? gid })}
        problem={told['google_sheet_id']}
        hint={sheetHint(sheet)}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label="Sheet tab gid (optional)"
        value={gid}
        onChange={(text) => onChange({ sheet, gid: text })}
        problem={told['google_sheet_gid']}
        inputMode="numeric"
        autoComplete="off"
      />
    </>
  )
}

/** Of a whole address alone: an id that is being typed begins like the number of a tab. */
function tabIn(text: string): string | null {
  const { sheetId, gid } = parseSheetUrl(text)
  return sheetId === null ? null : gid
}

function sheetHint(text: string): string {
  const { sheetId, gid } = parseSheetUrl(text)
  if (sheetId !== null) return gid === null ? `Sheet ${sheetId}` : `Sheet ${sheetId}, tab ${gid}`
  if (gid !== null) return `Tab ${gid}`
  return text.trim() === '' ? 'Where the weekly picks are kept, if anywhere.' : 'No sheet found in that text.'
}
