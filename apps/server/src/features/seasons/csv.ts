import {
  CSV_COLUMNS,
  type CsvProblem,
  parseSeasonTable,
  type SeasonTable,
} from '@fieldhouse/domain/seasons/season-csv'
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

const TEMPLATE_ROWS = {
  scores: [
    '2009,1,Anchors,Ada Marlow,101.5,Buoys,no,1',
    '2009,1,Buoys,Ben Okafor,88.02,Anchors,no,2',
    '2009,2,Anchors,Ada Marlow,97,Buoys,yes,1',
    '2009,2,Buoys,Ben Okafor,90.4,Anchors,yes,2',
  ],
  standings: [
    '2009,Anchors,Ada Marlow,9,4,1,1402.5,1311.26,1',
    '2009,Buoys,Ben Okafor & Cora Lindqvist,4,9,1,1311.26,1402.5,2',
  ],
}

/**
 * Returns a CSV to fill in: a header and example rows to overwrite. The byte order mark tells spreadsheets
 * that it is UTF-8.
 */
export function csvTemplate(kind: keyof typeof TEMPLATE_ROWS): string {
  return `\ufeff${[CSV_COLUMNS[kind].join(','), ...TEMPLATE_ROWS[kind]].join('\r\n')}\r\n`
}
