import { addPoints, type Points, ZERO_POINTS } from '../points.ts'
import { type LineupEntry, RESERVE_SLOT, slotOf, type TeamLineup } from './lineup.ts'

export type BestLineup = {
  points: Points
  /** The starters of that lineup, in the order of the entries. */
  starters: LineupEntry[]
  /** The starting slots: those that had a player in the order of the entries, then the empty ones. */
  slots: BestSlot[]
}

/** Who started in a slot, and who should have; null for nobody. The lineups differ in as few slots as possible. */
export type BestSlot = { slotId: number; started: LineupEntry | null; best: LineupEntry | null }

/**
 * An exact optimum. Players on injured reserve are not eligible. A player fits every eligible slot and the slot that
 * they actually filled. A slot may stay empty, so a player with negative points never starts. null if it is unknown
 * which slots a player with points can fill.
 */
export function bestLineup({
  entries,
  emptySlots,
}: Pick<TeamLineup, 'entries' | 'emptySlots'>): BestLineup | null {
  const isStarter = ({ slotId }: LineupEntry) => slotOf(slotId).isStarter
  const slots = [
    ...entries.filter(isStarter).map((started) => ({ slotId: started.slotId, started })),
    ...emptySlots.map((slotId) => ({ slotId, started: null })),
  ]
  const players = entries.filter(({ slotId }) => slotId !== RESERVE_SLOT)
  if (players.some((player) => (player.points ?? 0) > 0 && !hasKnownSlots(player))) return null
  const gains = slots.map((slot) => players.map((player) => gainOf(player, slot)))
  const chosen = solveAssignment(gains).map((column, row) =>
    (gains[row]?.[column] ?? 0) > 0 ? (players[column] ?? null) : null,
  )
  const starters = players.filter((player) => chosen.includes(player))
  return {
    points: addPoints(starters.map(({ points }) => points ?? ZERO_POINTS)),
    starters,
    slots: slots.map((slot, row) => ({
      ...slot,
      best: chosen[row] ?? (slot.started?.points === ZERO_POINTS ? slot.started : null),
    })),
  }
}

function hasKnownSlots({ eligibleSlots }: LineupEntry): boolean {
  return eligibleSlots.some((slotId) => slotOf(slotId).isStarter)
}

/** More than the number of slots, so that all of them together weigh less than a hundredth of a point. */
const HUNDREDTH = 1000

type Slot = Pick<BestSlot, 'slotId' | 'started'>

/** Of lineups with the same points, the one that leaves most players where they started gains most. */
function gainOf(player: LineupEntry, { slotId, started }: Slot): number {
  const fits = player.slotId === slotId || player.eligibleSlots.includes(slotId)
  const points = Math.max(0, player.points ?? 0)
  return fits && points > 0 ? points * HUNDREDTH + (player === started ? 1 : 0) : 0
}

/**
 * Assigns each row a distinct column so that the sum of gains is maximal. If there are more rows than
 * columns, the surplus rows get an index past the last column. Hungarian algorithm with potentials, O(rows² ×
 * columns).
 */
function solveAssignment(gains: readonly (readonly number[])[]): number[] {
  const rows = gains.length
  const columns = Math.max(rows, gains[0]?.length ?? 0)
  const costOf = (row: number, column: number) => -(gains[row - 1]?.[column - 1] ?? 0)
  const matching = createMatching(rows, columns)
  for (let row = 1; row <= rows; row += 1) {
    matching.rowByColumn[0] = row
    augmentMatching(matching, costOf)
  }
  const assigned = Array.from({ length: rows }, () => columns)
  for (const [column, row] of matching.rowByColumn.entries()) {
    if (column > 0 && row > 0) assigned[row - 1] = column - 1
  }
  return assigned
}

/** All indexes start at 1. Column 0 contains the row that is being assigned. */
type Matching = { rowByColumn: number[]; rowPotentials: number[]; columnPotentials: number[] }

function createMatching(rows: number, columns: number): Matching {
  const zeros = (count: number) => Array.from({ length: count + 1 }, () => 0)
  return { rowByColumn: zeros(columns), rowPotentials: zeros(rows), columnPotentials: zeros(columns) }
}

/** Grows an alternating tree from the unassigned row to a free column, then shifts the rows along that path. */
function augmentMatching(matching: Matching, costOf: (row: number, column: number) => number): void {
  const { rowByColumn, rowPotentials, columnPotentials } = matching
  const slack = rowByColumn.map(() => Number.POSITIVE_INFINITY)
  const previousColumn = rowByColumn.map(() => 0)
  const isVisited = rowByColumn.map(() => false)
  let column = 0
  while (rowByColumn[column] !== 0) {
    isVisited[column] = true
    const row = valueAt(rowByColumn, column)
    let next = 0
    let minSlack = Number.POSITIVE_INFINITY
    for (let other = 1; other < rowByColumn.length; other += 1) {
      if (isVisited[other] === true) continue
      const reduced = costOf(row, other) - valueAt(rowPotentials, row) - valueAt(columnPotentials, other)
      if (reduced < valueAt(slack, other)) {
        slack[other] = reduced
        previousColumn[other] = column
      }
      if (valueAt(slack, other) < minSlack) {
        minSlack = valueAt(slack, other)
        next = other
      }
    }
    for (let index = 0; index < rowByColumn.length; index += 1) {
      if (isVisited[index] === true) {
        rowPotentials[valueAt(rowByColumn, index)] =
          valueAt(rowPotentials, valueAt(rowByColumn, index)) + minSlack
        columnPotentials[index] = valueAt(columnPotentials, index) - minSlack
      } else slack[index] = valueAt(slack, index) - minSlack
    }
    column = next
  }
  while (column !== 0) {
    rowByColumn[column] = valueAt(rowByColumn, valueAt(previousColumn, column))
    column = valueAt(previousColumn, column)
  }
}

function valueAt(values: readonly number[], index: number): number {
  return values[index] ?? 0
}
