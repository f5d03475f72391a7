/**
 * Formats rows as a Markdown table, with numbers aligned to the right.
 * @param {readonly string[]} columns
 * @param {readonly (readonly (string | number)[])[]} rows
 */
export function table(columns, rows) {
  const cells = [columns, ...rows].map((row) => row.map(String))
  const widths = columns.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)))
  const isNumber = columns.map((_, column) => rows.some((row) => typeof row[column] === 'number'))
  const formatRow = (/** @type {readonly string[]} */ row) =>
    `| ${widths.map((width, column) => pad(row[column] ?? '', width, isNumber[column] === true)).join(' | ')} |`
  const separator = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${isNumber[column] === true ? ':' : '-'}`).join('|')}|`
  const [header = [], ...body] = cells
  return [formatRow(header), separator, ...body.map(formatRow)].join('\n')
}

/** @param {readonly number[]} values at least one */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/**
 * @param {number} value
 * @param {number} [decimals]
 */
export function rounded(value, decimals = 0) {
  return Number(value.toFixed(decimals))
}

/**
 * @param {string} text
 * @param {number} width
 * @param {boolean} isNumeric
 */
function pad(text, width, isNumeric) {
  return isNumeric ? text.padStart(width) : text.padEnd(width)
}
