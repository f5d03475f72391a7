import { readSheetAddress } from '@fieldhouse/domain/league-address'
import { ApiError } from '../../http/api-error.ts'

/** The sheet and its tab, from whichever of the two fields a person pasted the address into. */
export function sheetIn(
  sheetText: string,
  gidText: string | number,
): { sheetId: string | null; gid: string | null } {
  const sheet = readSheetAddress(sheetText)
  const tab = readSheetAddress(String(gidText))
  if (sheetText.trim() !== '' && sheet.sheetId === null) {
    const sentence = 'That is not the address or the id of a spreadsheet.'
    throw new ApiError('invalid_input', { sentence, fields: { google_sheet_id: sentence } })
  }
  return { sheetId: sheet.sheetId ?? tab.sheetId, gid: tab.gid ?? sheet.gid }
}
