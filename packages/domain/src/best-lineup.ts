import type { LineupEntry, TeamLineup } from './lineup.ts'
import { addPoints, type Points, ZERO_POINTS } from './points.ts'
import { RESERVE_SLOT, slotOf } from './slots.ts'

/** What a line-up could have scored. */
export type BestLineup = {
  points: Points
  /** Who would have started for those points, in the order of the entries. */
  starters: LineupEntry[]
}

/**
 * The line-up with the most points that a team could have started with whom it had, worked out
 * exactly. Players in reserve could not have played; a player fits every eligible slot, and the one
 * where they stood. A place may stay empty, so nobody starts for less than nothing.
 */
export function bestLineup({ entries, emptySlots }: Pick<TeamLineup, 'entries' | 'emptySlots'>): BestLineup {
  const isStarter = ({ slotId }: LineupEntry) => slotOf(slotId).isStarter
  const places = [...entries.filter(isStarter).map(({ slotId }) => slotId), ...emptySlots]
  const players = entries.filter(({ slotId }) => slotId !== RESERVE_SLOT)
  const gains = places.map((place) => players.map((player) => gainOf(player, place)))
  const chosen = new Set(
    solveAssignment(gains).flatMap((column, row) => {
      const player = players[column]
      return player !== undefined && (gains[row]?.[column] ?? 0) > 0 ? [player] : []
    }),
  )
  const starters = players.filter((player) => chosen.has(player))
  return { points: addPoints(starters.map(({ points }) => points ?? ZERO_POINTS)), starters }
}

function gainOf({ slotId, eligibleSlots, points }: LineupEntry, place: number): number {
  const fits = slotId === place || eligibleSlots.includes(place)
  return fits ? Math.max(0, points ?? 0) : 0
}

/**
 * The column of each row, no column twice, with the largest sum of gains; rows may outnumber columns,
 * and get a column beyond the last then. Kuhn's method with potentials, rows squared times columns.
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

/** Counted from 1; column 0 holds the row that is being placed. */
type Matching = { rowByColumn: number[]; rowPotentials: number[]; columnPotentials: number[] }

function createMatching(rows: number, columns: number): Matching {
  const zeros = (count: number) => Array.from({ length: count + 1 }, () => 0)
  return { rowByColumn: zeros(columns), rowPotentials: zeros(rows), columnPotentials: zeros(columns) }
}

/** Grows a tree of tight pairs from the waiting row to a free column, and shifts the rows along its path. */
function augmentMatching(matching: Matching, costOf: (row: number, column: number) => number): void {
  const { rowByColumn, rowPotentials, columnPotentials } = matching
  const slack = rowByColumn.map(() => Number.POSITIVE_INFINITY)
  const cameFrom = rowByColumn.map(() => 0)
  const isUsed = rowByColumn.map(() => false)
  let column = 0
  while (rowByColumn[column] !== 0) {
    isUsed[column] = true
    const row = valueAt(rowByColumn, column)
    let next = 0
    let least = Number.POSITIVE_INFINITY
    for (let other = 1; other < rowByColumn.length; other += 1) {
      if (isUsed[other] === true) continue
      const reduced = costOf(row, other) - valueAt(rowPotentials, row) - valueAt(columnPotentials, other)
      if (reduced < valueAt(slack, other)) {
        slack[other] = reduced
        cameFrom[other] = column
      }
      if (valueAt(slack, other) < least) {
        least = valueAt(slack, other)
        next = other
      }
    }
    for (let each = 0; each < rowByColumn.length; each += 1) {
      if (isUsed[each] === true) {
        rowPotentials[valueAt(rowByColumn, each)] = valueAt(rowPotentials, valueAt(rowByColumn, each)) + least
        columnPotentials[each] = valueAt(columnPotentials, each) - least
      } else slack[each] = valueAt(slack, each) - least
    }
    column = next
  }
  while (column !== 0) {
    rowByColumn[column] = valueAt(rowByColumn, valueAt(cameFrom, column))
    column = valueAt(cameFrom, column)
  }
}

function valueAt(values: readonly number[], index: number): number {
  return values[index] ?? 0
}
