import type { PicksImport } from '@fieldhouse/domain/betslip/picks-import'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { ApiError } from '../../http/errors/api-error.ts'
import type { SheetError } from '../../providers/sheets/sheet-source.ts'

/** Converts a sheet error into an API error that tells the admin what to do next. */
export function toSheetApiError(error: SheetError): ApiError {
  const unreadable = (message: string) => new ApiError('sheet_unreadable', { message, cause: error })
  switch (error.failure) {
    case 'private':
      return new ApiError('sheet_private', { cause: error })
    case 'missing':
      return new ApiError('sheet_missing', { cause: error })
    case 'no_tab':
      return unreadable("The sheet doesn't have that tab. Check the gid in the league settings.")
    case 'unavailable':
      return new ApiError('provider_unavailable', {
        message: "Google didn't respond. Try again.",
        cause: error,
      })
    case 'elsewhere':
      return unreadable(
        'The sheet link redirects to an unexpected site. Check the link in the league settings.',
      )
    case 'too_large':
      return unreadable('The sheet is too large. The limit is 1 MB and 5,000 rows.')
    case 'unreadable':
      return unreadable("Google didn't return a sheet. Check the link in the league settings.")
  }
}

/** Summarizes an import for the admin who started it. */
export function importMessage({ changed, kept, skipped }: PicksImport): string {
  const rows = new Set(skipped.map(({ row }) => row)).size
  return [
    changed.length === 0 ? 'The sheet has no new picks.' : `${pluralize(changed.length, 'pick')} imported.`,
    ...(kept.length === 0 ? [] : [`${pluralize(kept.length, 'edited pick')} kept.`]),
    ...(rows === 0 ? [] : [`${pluralize(rows, 'row')} skipped.`]),
  ].join(' ')
}
