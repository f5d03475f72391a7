export function table(columns: readonly string[], rows: readonly (readonly (string | number)[])[]) {
  const cells = [columns, ...rows].map((row) => row.map(String))
  const widths = columns.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)))
  const isNumber = columns.map((_, column) => rows.some((row) => typeof row[column] === 'number'))
  const formatRow = (row: readonly string[]) =>
    `| ${widths.map((width, column) => pad(row[column] ?? '', width, isNumber[column] === true)).join(' | ')} |`
  const separator = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${isNumber[column] === true ? ':' : '-'}`).join('|')}|`
  const [header = [], ...body] = cells
  return [formatRow(header), separator, ...body.map(formatRow)].join('\n')
}

/** @param values at least one */
export function median(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export function rounded(value: number, decimals: number = 0) {
  return Number(value.toFixed(decimals))
}

function pad(text: string, width: number, isNumeric: boolean) {
  return isNumeric ? text.padStart(width) : text.padEnd(width)
}
