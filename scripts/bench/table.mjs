/**
 * Rows as a table of Markdown, numbers to the right.
 * @param {readonly string[]} heads
 * @param {readonly (readonly (string | number)[])[]} rows
 */
export function table(heads, rows) {
  const cells = [heads, ...rows].map((row) => row.map(String))
  const widths = heads.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)))
  const isNumber = heads.map((_, column) => rows.some((row) => typeof row[column] === 'number'))
  const line = (/** @type {readonly string[]} */ row) =>
    `| ${widths.map((width, column) => pad(row[column] ?? '', width, isNumber[column] === true)).join(' | ')} |`
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${isNumber[column] === true ? ':' : '-'}`).join('|')}|`
  const [head = [], ...body] = cells
  return [line(head), rule, ...body.map(line)].join('\n')
}

/** @param {readonly number[]} values at least one */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/**
 * @param {number} value
 * @param {number} [places]
 */
export function rounded(value, places = 0) {
  return Number(value.toFixed(places))
}

/**
 * @param {string} text
 * @param {number} width
 * @param {boolean} toTheRight
 */
function pad(text, width, toTheRight) {
  return toTheRight ? text.padStart(width) : text.padEnd(width)
}
