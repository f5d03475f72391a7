/** Megabytes as in the server's settings, from 10,000 on gigabytes; with one decimal below 10. */
export function formatBytes(bytes: number): string {
  const megabytes = bytes / 1024 / 1024
  const isLarge = megabytes >= 10_000
  const size = isLarge ? megabytes / 1024 : megabytes
  const digits = size > 0 && size < 9.95 ? 1 : 0
  const shown = bytes > 0 ? Math.max(0.1, size) : 0
  const text = shown.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${text} ${isLarge ? 'GB' : 'MB'}`
}
