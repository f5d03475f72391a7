import type { RosterRow } from './use-roster.ts'

/** Returns '@ DAL', 'vs DAL' or 'Bye'; a dash if the schedule is unknown. */
export function formatOpponent(row: Pick<RosterRow, 'opp' | 'home_away' | 'is_bye'>): string {
  if (row.is_bye) return 'Bye'
  if (row.opp === null) return '—'
  if (row.home_away === null) return row.opp
  return `${row.home_away === '@' ? '@' : 'vs'} ${row.opp}`
}

/** The weekday and time in the viewer's time zone. */
export function formatKickoff(timestamp: number): string {
  const date = new Date(timestamp)
  const day = date.toLocaleDateString('en', { weekday: 'short' })
  return `${day} ${date.toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' })}`
}

/** The full date and time with the viewer's time zone. */
export function formatFullKickoff(timestamp: number): string {
  return new Date(timestamp).toLocaleString('en', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
}

/** Formats a point spread as sportsbooks do: '-3.5', '+7', or 'PK' for a pick'em. */
export function formatSpread(points: number): string {
  if (points === 0) return 'PK'
  return points > 0 ? `+${points}` : String(points)
}

type Injury = { label: string; isOut: boolean }

const INJURY_LABELS: Record<string, Injury> = {
  QUESTIONABLE: { label: 'Questionable', isOut: false },
  DOUBTFUL: { label: 'Doubtful', isOut: true },
  OUT: { label: 'Out', isOut: true },
  INJURY_RESERVE: { label: 'IR', isOut: true },
  SUSPENSION: { label: 'Suspended', isOut: true },
}

/** The label of a provider's injury status; null for a healthy player. An unknown status is made readable. */
export function formatInjury(status: string | null): Injury | null {
  if (status === null || status === '' || status === 'ACTIVE' || status === 'NORMAL') return null
  const words = status.toLowerCase().replaceAll('_', ' ')
  return INJURY_LABELS[status] ?? { label: `${words[0]?.toUpperCase()}${words.slice(1)}`, isOut: false }
}
