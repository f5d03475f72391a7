import type { RosterRow } from './use-roster.ts'

/** Returns '@ DAL', 'vs DAL' or 'Bye'; null if the schedule is unknown. */
export function formatOpponent(row: Pick<RosterRow, 'opp' | 'home_away' | 'is_bye'>): string | null {
  if (row.is_bye) return 'Bye'
  if (row.opp === null) return null
  if (row.home_away === null) return row.opp
  return `${row.home_away === '@' ? '@' : 'vs'} ${row.opp}`
}

/** Formats a point spread as sportsbooks do: '-3.5', '+7', or 'PK' for a pick'em. */
export function formatSpread(points: number): string {
  if (points === 0) return 'PK'
  return points > 0 ? `+${points}` : String(points)
}
