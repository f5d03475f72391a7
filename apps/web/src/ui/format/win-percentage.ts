/** Formats a share of 0 to 1 with three decimals and no leading zero, as '.538' or '1.000'; '—' for null. */
export function formatWinPercentage(value: number | null): string {
  if (value === null) return '—'
  return value.toFixed(3).replace(/^0/, '')
}
