import { type CsvProblem, parseSeasonTable, type SeasonTable } from '@fieldhouse/domain/seasons/season-csv'
import { CsvError, parse } from 'csv-parse/sync'

const MAX_ROWS = 5000

/**
 * Parses a CSV file. The delimiter is a comma, semicolon or tab and is detected from the header. A byte order
 * mark is ignored.
 */
export function readCsv(text: string): SeasonTable {
  const cells = parseCells(text.replace(/^\ufeff/, ''))
  return Array.isArray(cells) ? parseSeasonTable(cells) : { kind: 'invalid', problems: [cells] }
}

function parseCells(text: string): string[][] | CsvProblem {
  try {
    const cells: string[][] = parse(text, {
      delimiter: detectDelimiter(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      to: MAX_ROWS + 2,
    })
    if (cells.length <= MAX_ROWS + 1) return cells
    return { row: MAX_ROWS + 2, field: 'season', detail: `at most ${MAX_ROWS} rows are allowed` }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const row = typeof error['records'] === 'number' ? error['records'] + 1 : 1
    return { row, field: 'row', detail: 'a quotation mark is missing or misplaced' }
  }
}

/** Returns the delimiter that occurs most often in the first line. */
function detectDelimiter(text: string): string {
  const header = text.split(/[\r\n]/, 1)[0] ?? ''
  const count = (delimiter: string) => header.split(delimiter).length
  return [';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',')
}
