import type { TeamRecord } from './season.ts'

/** Formats a record as 'W-L', or 'W-L-T' if there are ties: with hyphens everywhere, unlike scores ('17–10'). */
export function formatRecord({ wins, losses, ties }: TeamRecord): string {
  return ties > 0 ? `${wins}-${losses}-${ties}` : `${wins}-${losses}`
}
