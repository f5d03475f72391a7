import { CSV_COLUMNS } from '@fieldhouse/domain/seasons/season-csv'

const EXAMPLES = {
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
export function csvTemplate(kind: keyof typeof EXAMPLES): string {
  return `\ufeff${[CSV_COLUMNS[kind].join(','), ...EXAMPLES[kind]].join('\r\n')}\r\n`
}
