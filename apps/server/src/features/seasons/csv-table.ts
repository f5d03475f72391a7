import { type CsvProblem, parseSeasonTable, type SeasonTable } from '@fieldhouse/domain/season-csv'
import { CsvError, parse } from 'csv-parse/sync'

const MAX_ROWS = 5000

/** Reads CSV: comma, semicolon or tab between the cells, told by the header; a byte order mark is passed over. */
export function readCsv(text: string): SeasonTable {
  const cells = parseCells(text.replace(/^\ufeff/, ''))
  return Array.isArray(cells) ? parseSeasonTable(cells) : { kind: 'wrong', problems: [cells] }
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
    return { row: MAX_ROWS + 2, field: 'season', detail: `at most ${MAX_ROWS} rows are taken` }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const row = typeof error['records'] === 'number' ? error['records'] + 1 : 1
    return { row, field: 'the row', detail: 'a quotation mark is missing or stands where none may' }
  }
}

/** Whichever stands in the first line most often. */
function detectDelimiter(text: string): string {
  const header = text.split(/[\r\n]/, 1)[0] ?? ''
  const count = (sign: string) => header.split(sign).length
  return [';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}
