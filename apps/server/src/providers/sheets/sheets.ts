import { systemClock } from '../http/system-clock.ts'
import { type GoogleSheetsOptions, googleSheets } from './google-sheets.ts'
import type { SheetSource } from './sheet-source.ts'

/** Google Sheets at an address, with the clock, the waits and the chance of the real world. */
export function createSheetSource(
  options: Pick<GoogleSheetsOptions, 'address' | 'userAgent' | 'log'>,
): SheetSource {
  return googleSheets({ ...options, ...systemClock })
}
