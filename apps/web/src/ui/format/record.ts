export type WinLossRecord = { wins: number; losses: number; ties: number }

/** Formats a record as 'W-L', or 'W-L-T' if there are ties. */
export function formatRecord({ wins, losses, ties }: WinLossRecord): string {
  return ties > 0 ? `${wins}-${losses}-${ties}` : `${wins}-${losses}`
}

/** Formats a record as 'W-L-T', even without ties. */
export function formatFullRecord({ wins, losses, ties }: WinLossRecord): string {
  return `${wins}-${losses}-${ties}`
}

/** Formats a share of 0 to 1 with three decimals and no leading zero, as '.538' or '1.000'; '—' for null. */
export function formatWinPercentage(value: number | null): string {
  if (value === null) return '—'
  return value.toFixed(3).replace(/^0/, '')
}
