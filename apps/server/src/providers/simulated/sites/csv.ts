/** A table as CSV with CR LF; fields in quotes where they need them, or all of them. */
export function csvOf(rows: readonly (readonly string[])[], quoted: 'where needed' | 'all'): string {
  return rows.map((row) => `${row.map((field) => fieldOf(field, quoted)).join(',')}\r\n`).join('')
}

function fieldOf(field: string, quoted: 'where needed' | 'all'): string {
  return quoted === 'all' || /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
