import type { RosterRow } from './use-roster.ts'

/** '@ DAL', 'vs DAL', 'Bye'; a dash where the schedule is unknown. */
export function formatOpponent(row: Pick<RosterRow, 'opp' | 'home_away' | 'is_bye'>): string {
  if (row.is_bye) return 'Bye'
  if (row.opp === null) return '—'
  if (row.home_away === null) return row.opp
  return `${row.home_away === '@' ? '@' : 'vs'} ${row.opp}`
}

/** The weekday and time in the viewer's own zone. */
export function formatKickoff(instant: number): string {
  const moment = new Date(instant)
  const day = moment.toLocaleDateString('en', { weekday: 'short' })
  return `${day} ${moment.toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' })}`
}

/** The day too, and which zone it is told in. */
export function formatFullKickoff(instant: number): string {
  return new Date(instant).toLocaleString('en', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
}

/** As bookmakers write it, of the player's own team: '-3.5', '+7', and 'PK' for even teams. */
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

/** The provider's word for people; null for a player who is well. A word that is unknown stays legible. */
export function formatInjury(status: string | null): Injury | null {
  if (status === null || status === '' || status === 'ACTIVE' || status === 'NORMAL') return null
  const words = status.toLowerCase().replaceAll('_', ' ')
  return INJURY_LABELS[status] ?? { label: `${words[0]?.toUpperCase()}${words.slice(1)}`, isOut: false }
}
