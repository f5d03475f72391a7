export type RecordOrNull = { wins: number | null; losses: number | null; ties: number | null } | null

export function knownRecord(record: RecordOrNull): { wins: number; losses: number; ties: number } | null {
  if (record === null) return null
  const { wins, losses, ties } = record
  return wins === null || losses === null || ties === null ? null : { wins, losses, ties }
}

/**
 * Formats a record as 'W-L', or 'W-L-T' if there are ties: with hyphens everywhere, unlike scores ('17–10'). '—' if it is
 * unknown.
 */
export function formatRecord(record: RecordOrNull): string {
  const known = knownRecord(record)
  if (known === null) return '—'
  const { wins, losses, ties } = known
  return ties > 0 ? `${wins}-${losses}-${ties}` : `${wins}-${losses}`
}
