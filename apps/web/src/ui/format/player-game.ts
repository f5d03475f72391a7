import type { PlayerGame } from '@fieldhouse/contract/matchups'
import { QUARTERS } from '@fieldhouse/domain/nfl/nfl-week'
import { formatKickoff } from './date-time.ts'

/** The state of an NFL game, such as 'Sun 1:00 PM', 'Q3 4:12', 'Halftime' or 'Final/OT'. */
export function formatGameState(
  game: Pick<PlayerGame, 'phase' | 'kickoff_ts' | 'period' | 'clock_seconds'>,
): string {
  switch (game.phase) {
    case 'scheduled':
      return game.kickoff_ts === null ? 'TBD' : formatKickoff(game.kickoff_ts)
    case 'playing':
      return formatGameClock(game)
    case 'halftime':
      return 'Halftime'
    case 'delayed':
      return 'Delayed'
    case 'final':
      return (game.period ?? 0) > QUARTERS ? 'Final/OT' : 'Final'
    case 'postponed':
      return 'Postponed'
    case 'canceled':
      return 'Canceled'
  }
}

function formatGameClock({ period, clock_seconds }: Pick<PlayerGame, 'period' | 'clock_seconds'>): string {
  if (period === null) return 'In progress'
  const overtime = period - QUARTERS
  const name = overtime <= 0 ? `Q${period}` : overtime === 1 ? 'OT' : `${overtime}OT`
  if (clock_seconds === null) return name
  if (clock_seconds === 0) return `End of ${name}`
  const seconds = `${clock_seconds % 60}`.padStart(2, '0')
  return `${name} ${Math.floor(clock_seconds / 60)}:${seconds}`
}

/** The score of an NFL game, the leader's first, such as 'BUF 17–10' or 'Tied 3–3'; null without one. */
export function formatNflScore(
  game: Pick<PlayerGame, 'home_team' | 'away_team' | 'home_score' | 'away_score'>,
): string | null {
  const { home_team, away_team, home_score, away_score } = game
  if (home_score === null || away_score === null) return null
  if (home_score === away_score) return `Tied ${home_score}–${away_score}`
  return home_score > away_score
    ? `${home_team} ${home_score}–${away_score}`
    : `${away_team} ${away_score}–${home_score}`
}

/** Whether the game has begun and its players can have points. */
export function hasBegun(game: Pick<PlayerGame, 'phase' | 'period'> | null | undefined): boolean {
  if (game == null) return false
  if (game.phase === 'delayed') return game.period !== null
  return game.phase === 'playing' || game.phase === 'halftime' || game.phase === 'final'
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
