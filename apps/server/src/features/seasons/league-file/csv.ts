import {
  CSV_COLUMNS,
  type CsvProblem,
  countColumnNames,
  MORE_COLUMNS,
  parseSeasonTable,
  type SeasonTable,
  type TableKind,
} from '@fieldhouse/domain/seasons/season-csv'
import { NO_TABLE_ANSWERS, type TableAnswers } from '@fieldhouse/domain/seasons/table-row'
import { CsvError, parse } from 'csv-parse/sync'

export const MAX_TABLE_ROWS = 5000

/**
 * The delimiter is a comma, semicolon or tab and is detected from the header. A byte order mark is ignored. The answers
 * say how to read cells that can be read in two ways.
 */
export function readCsv(text: string, answers: TableAnswers = NO_TABLE_ANSWERS): SeasonTable {
  const cells = parseCells(text.replace(/^\ufeff/, ''))
  return Array.isArray(cells) ? parseSeasonTable(cells, answers) : { kind: 'invalid', problems: [cells] }
}

function parseCells(text: string): string[][] | CsvProblem {
  try {
    const cells: string[][] = parse(text, {
      delimiter: detectDelimiter(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      to: MAX_TABLE_ROWS + 2,
    })
    if (cells.length <= MAX_TABLE_ROWS + 1) return cells
    return { row: MAX_TABLE_ROWS + 2, field: 'season', detail: `at most ${MAX_TABLE_ROWS} rows are allowed` }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const row = typeof error['records'] === 'number' ? error['records'] + 1 : 1
    return { row, field: 'row', detail: 'a quotation mark is missing or misplaced' }
  }
}

/** Lines above the header can have other delimiters, such as the commas of a title. */
const SEARCHED_LINES = 20

function detectDelimiter(text: string): string {
  const lines = text.split(/\r\n|\r|\n/, SEARCHED_LINES)
  const count = (delimiter: string) =>
    Math.max(...lines.map((line) => countColumnNames(line.replaceAll('"', '').split(delimiter))))
  return [';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',')
}

const TEMPLATE_ROWS: Readonly<Record<TableKind, readonly string[]>> = {
  scores: [
    '2009,1,Anchors,Ada Marlow,101.5,Buoys,no,1',
    '2009,1,Buoys,Ben Okafor & Cora Lindqvist,88.02,Anchors,no,2',
    '2009,2,Anchors,Ada Marlow,97,Buoys,yes,1',
    '2009,2,Buoys,Ben Okafor & Cora Lindqvist,90.4,Anchors,yes,2',
  ],
  standings: [
    '2009,Anchors,Ada Marlow,9,4,1,1402.5,1311.26,1',
    '2009,Buoys,Ben Okafor & Cora Lindqvist,4,9,1,1311.26,1402.5,2',
  ],
  seasons: ['2009,yahoo,,Harbor League,1,2,no,yes'],
  owners: ['2009,Ada Marlow,,yes', '2009,Ben Okafor,,no', '2009,Cora Lindqvist,,no'],
  draft: ['2009,1,1,Anchors,Marcus Vale,,RB,KC,1,no,', '2009,2,1,Buoys,Owen Hart,,QB,GB,2,yes,31'],
  transactions: ['2009,2,waiver,Theo Lund,,Anchors,,WR,SEA,1,2009-09-16,done,Anchors,7'],
  lineups: ['2009,1,Anchors,RB,Marcus Vale,,RB,KC,21.4,15', '2009,1,Buoys,QB,Owen Hart,,QB,GB,18.02,'],
}

/**
 * Scores and standings only have the columns that most leagues need. The byte order mark tells spreadsheets that it is
 * UTF-8.
 */
export function csvTemplate(kind: TableKind): string {
  const more = kind === 'scores' || kind === 'standings' ? [] : MORE_COLUMNS[kind]
  const header = [...CSV_COLUMNS[kind], ...more].join(',')
  return `\ufeff${[header, ...TEMPLATE_ROWS[kind]].join('\r\n')}\r\n`
}
