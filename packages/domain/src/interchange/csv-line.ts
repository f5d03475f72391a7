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

/** Prefixes a formula with an apostrophe, and text that looks like one with a prefix. */
function escapeFormula(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text
}

/** The text before `formatCsvLine` has prefixed it. */
export function unescapeFormula(text: string): string {
  return text.replace(/^'(?='*[=+\-@])/, '')
}
