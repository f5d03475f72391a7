/** Formats a number with a fixed count of decimals and a true minus sign; '—' for null. */
export function formatDecimal(value: number | null, digits: number): string {
  if (value === null) return '—'
  const text = Math.abs(value).toFixed(digits)
  return value < 0 && Number(text) !== 0 ? `−${text}` : text
}

/** Like {@link formatDecimal}, with a plus sign for positive numbers. */
export function formatSigned(value: number | null, digits: number): string {
  const text = formatDecimal(value, digits)
  return value !== null && value > 0 && Number(text) !== 0 ? `+${text}` : text
}

export function toneOf(value: number | null, digits: number): 'good' | 'bad' | undefined {
  const text = formatSigned(value, digits)
  return text.startsWith('+') ? 'good' : text.startsWith('−') ? 'bad' : undefined
}

/** Formats the efficiency of lineups in percent. Only a perfect one is '100%'. '—' for null. */
export function formatEfficiency(efficiency: number | null): string {
  if (efficiency === null) return '—'
  return efficiency === 1 ? '100%' : `${Math.min(99.9, Math.round(efficiency * 1000) / 10).toFixed(1)}%`
}
