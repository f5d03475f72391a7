import { knownRecord, type RecordOrNull } from '@fieldhouse/domain/seasons/format-record'

/** Formats a record as 'W-L-T', even without ties; '—' if it is unknown. */
export function formatFullRecord(record: RecordOrNull): string {
  const known = knownRecord(record)
  return known === null ? '—' : `${known.wins}-${known.losses}-${known.ties}`
}

/** Formats a share of 0 to 1 with three decimals and no leading zero, as '.538' or '1.000'; '—' for null. */
export function formatWinPercentage(value: number | null): string {
  if (value === null) return '—'
  return value.toFixed(3).replace(/^0/, '')
}
