import type { PicksImport } from '@fieldhouse/domain/picks-import'
import { ApiError } from '../../http/api-error.ts'
import type { SheetError } from '../../providers/sheets/sheet-source.ts'

/** What an admin should do when a sheet could not be read. */
export function toSheetApiError(error: SheetError): ApiError {
  const unreadable = (sentence: string) =>
    new ApiError('sheet_unreadable', { message: sentence, cause: error })
  switch (error.failure) {
    case 'private':
      return new ApiError('sheet_private', { cause: error })
    case 'missing':
      return new ApiError('sheet_missing', { cause: error })
    case 'no_tab':
      return unreadable('That tab (gid) is not in the sheet.')
    case 'unavailable':
      return new ApiError('provider_unavailable', {
        message: 'Google did not answer. Try again.',
        cause: error,
      })
    case 'elsewhere':
      return unreadable('The sheet’s address leads to another host, which is not followed.')
    case 'too_large':
      return unreadable('The sheet is too large: at most 1 MB and 5,000 rows are read.')
    case 'unreadable':
      return unreadable('What Google answered is no sheet. Check the sheet’s address.')
  }
}

/** What an import did, in words. */
export function importMessage({ changed, kept, skipped }: PicksImport): string {
  const rows = new Set(skipped.map(({ row }) => row)).size
  return [
    changed.length === 0 ? 'The sheet has nothing new.' : `${pluralize(changed.length, 'pick')} imported.`,
    ...(kept.length === 0
      ? []
      : [`${pluralize(kept.length, 'pick')} edited here ${kept.length === 1 ? 'stays' : 'stay'} so.`]),
    ...(rows === 0 ? [] : [`${pluralize(rows, 'row')} skipped.`]),
  ].join(' ')
}

function pluralize(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
