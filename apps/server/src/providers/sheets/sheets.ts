import { REAL_WORLD } from '../http/real-world.ts'
import { type GoogleSheetsOptions, googleSheets } from './google-sheets.ts'
import type { SheetSource } from './sheet-source.ts'

/** Google Sheets at an address, with the clock, the waits and the chance of the real world. */
export function sheetsAt(options: Pick<GoogleSheetsOptions, 'address' | 'userAgent' | 'log'>): SheetSource {
  return googleSheets({ ...options, ...REAL_WORLD })
}
