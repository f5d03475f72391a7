import type { TeamRecord } from '@fieldhouse/domain/seasons/season'

/** Formats a record as 'W-L-T', even without ties. */
export function formatFullRecord({ wins, losses, ties }: TeamRecord): string {
  return `${wins}-${losses}-${ties}`
}

/** Formats a share of 0 to 1 with three decimals and no leading zero, as '.538' or '1.000'; '—' for null. */
export function formatWinPercentage(value: number | null): string {
  if (value === null) return '—'
  return value.toFixed(3).replace(/^0/, '')
}
