import type { LineupEntry, TeamLineup } from './lineup.ts'
import { addPoints, NO_POINTS, type Points } from './points.ts'
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
    assignRows(gains).flatMap((column, row) => {
      const player = players[column]
      return player !== undefined && (gains[row]?.[column] ?? 0) > 0 ? [player] : []
    }),
  )
  const starters = players.filter((player) => chosen.has(player))
  return { points: addPoints(starters.map(({ points }) => points ?? NO_POINTS)), starters }
}

function gainOf({ slotId, eligibleSlots, points }: LineupEntry, place: number): number {
  const fits = slotId === place || eligibleSlots.includes(place)
  return fits ? Math.max(0, points ?? 0) : 0
}

/**
 * The column of each row, no column twice, with the largest sum of gains; rows may outnumber columns,
 * and get a column beyond the last then. Kuhn's method with potentials, rows squared times columns.
 */
function assignRows(gains: readonly (readonly number[])[]): number[] {
  const rows = gains.length
  const columns = Math.max(rows, gains[0]?.length ?? 0)
  const costOf = (row: number, column: number) => -(gains[row - 1]?.[column - 1] ?? 0)
  const matching = newMatching(rows, columns)
  for (let row = 1; row <= rows; row += 1) {
    matching.rowOf[0] = row
    takeFreeColumn(matching, costOf)
  }
  const assigned = Array.from({ length: rows }, () => columns)
  for (const [column, row] of matching.rowOf.entries()) {
    if (column > 0 && row > 0) assigned[row - 1] = column - 1
  }
  return assigned
}

/** Counted from 1; column 0 holds the row that is being placed. */
type Matching = { rowOf: number[]; ofRow: number[]; ofColumn: number[] }

function newMatching(rows: number, columns: number): Matching {
  const zeros = (count: number) => Array.from({ length: count + 1 }, () => 0)
  return { rowOf: zeros(columns), ofRow: zeros(rows), ofColumn: zeros(columns) }
}

/** Grows a tree of tight pairs from the waiting row to a free column, and shifts the rows along its path. */
function takeFreeColumn(matching: Matching, costOf: (row: number, column: number) => number): void {
  const { rowOf, ofRow, ofColumn } = matching
  const slack = rowOf.map(() => Number.POSITIVE_INFINITY)
  const cameFrom = rowOf.map(() => 0)
  const isUsed = rowOf.map(() => false)
  let column = 0
  while (rowOf[column] !== 0) {
    isUsed[column] = true
    const row = at(rowOf, column)
    let next = 0
    let least = Number.POSITIVE_INFINITY
    for (let other = 1; other < rowOf.length; other += 1) {
      if (isUsed[other] === true) continue
      const reduced = costOf(row, other) - at(ofRow, row) - at(ofColumn, other)
      if (reduced < at(slack, other)) {
        slack[other] = reduced
        cameFrom[other] = column
      }
      if (at(slack, other) < least) {
        least = at(slack, other)
        next = other
      }
    }
    for (let each = 0; each < rowOf.length; each += 1) {
      if (isUsed[each] === true) {
        ofRow[at(rowOf, each)] = at(ofRow, at(rowOf, each)) + least
        ofColumn[each] = at(ofColumn, each) - least
      } else slack[each] = at(slack, each) - least
    }
    column = next
  }
  while (column !== 0) {
    rowOf[column] = at(rowOf, at(cameFrom, column))
    column = at(cameFrom, column)
  }
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0
}
