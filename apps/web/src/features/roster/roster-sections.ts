import { HOUR_MS } from '@fieldhouse/domain/duration'
import { addPoints, type Points, pointsFromDecimal, pointsToDecimal } from '@fieldhouse/domain/points'
import { RESERVE_SLOT, slotOf } from '@fieldhouse/domain/rosters/lineup'
import { isOut } from '@fieldhouse/domain/rosters/matchup'
import { hasBegun } from '../../ui/display/player.tsx'
import type { RosterRow } from './use-roster.ts'

export type RosterSections = { starters: RosterRow[]; bench: RosterRow[]; reserve: RosterRow[] }

export function toRosterSections(players: readonly RosterRow[]): RosterSections {
  const starters = players.filter((row) => slotOf(row.slot_id).isStarter)
  const others = players.filter((row) => !slotOf(row.slot_id).isStarter)
  return {
    starters,
    bench: others.filter((row) => row.slot_id !== RESERVE_SLOT),
    reserve: others.filter((row) => row.slot_id === RESERVE_SLOT),
  }
}

export function emptyStartingSlots(players: readonly RosterRow[]): string[] {
  return players.filter(isEmptyStartingSlot).map(({ slot_id }) => slotOf(slot_id).name)
}

export function isEmptyStartingSlot({ slot_id, player }: Pick<RosterRow, 'slot_id' | 'player'>): boolean {
  return player === null && slotOf(slot_id).isStarter
}

/**
 * Why a starter does not play this week; null for a player who can, and once the player's game has begun, when the
 * lineup is locked.
 */
export function unavailability(row: RosterRow): 'bye' | 'out' | null {
  if (row.player === null || !slotOf(row.slot_id).isStarter || hasBegun(row.nfl_game)) return null
  if (row.is_bye) return 'bye'
  return isOut(row.injury_status) ? 'out' : null
}

/** Sums the projected and actual points of the rows; null if no row has any. */
export function totalPoints(rows: readonly RosterRow[]): Pick<RosterRow, 'proj' | 'actual'> {
  return { proj: sumScores(rows.map((row) => row.proj)), actual: sumScores(rows.map((row) => row.actual)) }
}

/** The length of a game plus the first hours of stat corrections. */
const GAME_DURATION_MS = 5 * HOUR_MS

/** Negative only when the game must be over: until then, the player can still score. null if not meaningful. */
export function projectionDifference(row: RosterRow, now: Date): number | null {
  if (row.proj === null || row.actual === null) return null
  const difference = pointsFromDecimal(row.actual) - pointsFromDecimal(row.proj)
  const isOver =
    row.nfl_game?.phase === 'final' ||
    (row.kickoff_ts !== null && now.getTime() - row.kickoff_ts > GAME_DURATION_MS)
  return difference > 0 || isOver ? pointsToDecimal(difference as Points) : null
}

/** The names of the players to request news for, starters first. Team defenses have no news. */
export function playersWithNews(players: readonly RosterRow[]): string[] {
  return players.flatMap((row) => (row.player !== null && (row.espn_id ?? 0) > 0 ? [row.player] : []))
}

function sumScores(scores: readonly (number | null)[]): number | null {
  const values = scores.filter((score) => score !== null)
  return values.length === 0 ? null : pointsToDecimal(addPoints(values.map(pointsFromDecimal)))
}
