export type WinLossRecord = { wins: number; losses: number; ties: number }

/** 'W-L', with the ties appended when there are any. */
export function formatRecord({ wins, losses, ties }: WinLossRecord): string {
  return ties > 0 ? `${wins}-${losses}-${ties}` : `${wins}-${losses}`
}

/** 'W-L-T', for columns that have all three. */
export function formatFullRecord({ wins, losses, ties }: WinLossRecord): string {
  return `${wins}-${losses}-${ties}`
}
