import { systemClock } from '../http/system-clock.ts'
import { type GoogleSheetsOptions, googleSheets } from './google-sheets.ts'
import type { SheetSource } from './sheet-source.ts'

/** Creates a Google Sheets source with the system clock. */
export function createSheetSource(
  options: Pick<GoogleSheetsOptions, 'baseUrl' | 'userAgent' | 'log'>,
): SheetSource {
  return googleSheets({ ...options, ...systemClock })
}
