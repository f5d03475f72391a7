import { parseSheetUrl } from '@fieldhouse/domain/provider-urls'
import { ApiError } from '../../http/api-error.ts'

/**
 * The sheet and its tab, from whichever of the two fields a person pasted the address into. Throws for
 * what cannot be read.
 */
export function parseSheetFields(
  sheetText: string,
  gidText: string | number,
): { sheetId: string | null; gid: string | null } {
  const sheet = parseSheetUrl(sheetText)
  const tab = parseSheetUrl(String(gidText))
  if (sheetText.trim() !== '' && sheet.sheetId === null) {
    throw invalidField('google_sheet_id', 'That is not the address or the id of a spreadsheet.')
  }
  if (String(gidText).trim() !== '' && tab.gid === null && tab.sheetId === null) {
    throw invalidField(
      'google_sheet_gid',
      'The gid of a tab is a number: it stands at the end of its address.',
    )
  }
  return { sheetId: sheet.sheetId ?? tab.sheetId, gid: tab.gid ?? sheet.gid }
}

function invalidField(field: string, sentence: string): ApiError {
  return new ApiError('invalid_input', { message: sentence, fields: { [field]: sentence } })
}
