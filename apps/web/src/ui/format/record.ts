export type RecordOfGames = { wins: number; losses: number; ties: number }

/** 'W-L', with the ties appended when there are any. */
export function record({ wins, losses, ties }: RecordOfGames): string {
  return ties > 0 ? `${wins}-${losses}-${ties}` : `${wins}-${losses}`
}

/** 'W-L-T', for columns that have all three. */
export function fullRecord({ wins, losses, ties }: RecordOfGames): string {
  return `${wins}-${losses}-${ties}`
}
