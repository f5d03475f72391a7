/** A share of 0 to 1 as three decimals without the zero before them, as '.538' and '1.000'; '—' for none. */
export function formatWinPercentage(value: number | null): string {
  if (value === null) return '—'
  return value.toFixed(3).replace(/^0/, '')
}
