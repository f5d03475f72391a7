/** Formats rows as CSV with CRLF line endings. Quotes all fields, or only those that require it. */
export function formatCsv(rows: readonly (readonly string[])[], quoting: 'minimal' | 'all'): string {
  return rows.map((row) => `${row.map((field) => formatField(field, quoting)).join(',')}\r\n`).join('')
}

function formatField(field: string, quoting: 'minimal' | 'all'): string {
  return quoting === 'all' || /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
