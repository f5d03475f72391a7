export type CsvCell = string | number | null | undefined

/** A row of a CSV file, without a line break. Text that a spreadsheet would execute as a formula stays text. */
export function formatCsvLine(cells: readonly CsvCell[]): string {
  return cells.map(formatCell).join(',')
}

function formatCell(value: CsvCell): string {
  if (typeof value === 'number') return String(value)
  const text = escapeFormula(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The start of what spreadsheets take for a formula, some of them also in full width. Source: OWASP, CSV injection. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** Prefixes a formula with an apostrophe, and text that looks like one with a prefix. */
function escapeFormula(text: string): string {
  return FORMULA.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text
}

/** The text before `formatCsvLine` has prefixed it. */
export function unescapeFormula(text: string): string {
  const unprefixed = text.slice(1)
  return text.startsWith("'") && FORMULA.test(unprefixed) ? unprefixed : text
}
