import { CsvError, parse } from 'csv-parse/sync'
import { SheetError } from './sheet-source.ts'

const MAX_ROWS = 5000

/** Parses a sheet's CSV into rows of cells, in the order of the sheet. Throws a SheetError. */
export function parseSheetCsv(text: string): string[][] {
  const rows = parseCsv(text)
  if (rows.length > MAX_ROWS) throw new SheetError('too_large', `more than ${MAX_ROWS} rows`)
  return rows
}

function parseCsv(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      to: MAX_ROWS + 1,
    })
  } catch (cause) {
    if (cause instanceof CsvError) throw new SheetError('unreadable', 'the body is not valid CSV', { cause })
    throw cause
  }
}
