import { addPoints, type Points, pointsFromDecimal, pointsToDecimal } from '@fieldhouse/domain/points'
import { RESERVE_SLOT, slotOf } from '@fieldhouse/domain/slots'
import type { RosterRow } from './use-roster.ts'

export type RosterSections = { starters: RosterRow[]; bench: RosterRow[]; reserve: RosterRow[] }

/** The rows under their headings; their order stays. */
export function toRosterSections(players: readonly RosterRow[]): RosterSections {
  const starters = players.filter((row) => slotOf(row.slot_id).isStarter)
  const others = players.filter((row) => !slotOf(row.slot_id).isStarter)
  return {
    starters,
    bench: others.filter((row) => row.slot_id !== RESERVE_SLOT),
    reserve: others.filter((row) => row.slot_id === RESERVE_SLOT),
  }
}

/** What the rows are projected to score and have scored; null where no row tells. */
export function totalPoints(rows: readonly RosterRow[]): Pick<RosterRow, 'proj' | 'actual'> {
  return { proj: sumScores(rows.map((row) => row.proj)), actual: sumScores(rows.map((row) => row.actual)) }
}

/** A game and the corrections of its first hours. */
const GAME_DURATION_MS = 5 * 3_600_000

/**
 * How much more than projected a player scored; less than projected is told only once the game
 * must be over, because until then there is more to come. null where there is nothing to tell.
 */
export function projectionDifference(row: RosterRow, now: Date): number | null {
  if (row.proj === null || row.actual === null) return null
  const difference = pointsFromDecimal(row.actual) - pointsFromDecimal(row.proj)
  const isOver = row.kickoff_ts !== null && now.getTime() - row.kickoff_ts > GAME_DURATION_MS
  return difference > 0 || isOver ? pointsToDecimal(difference as Points) : null
}

/** Whose news is wanted: players with a page of their own, starters first; no team's defense. */
export function playersWithNews(players: readonly RosterRow[]): string[] {
  return players.flatMap((row) => (row.player !== null && (row.espn_id ?? 0) > 0 ? [row.player] : []))
}

function sumScores(scores: readonly (number | null)[]): number | null {
  const known = scores.filter((score) => score !== null)
  return known.length === 0 ? null : pointsToDecimal(addPoints(known.map(pointsFromDecimal)))
}
