export type MasonryCell = { key: string; height: number }
export type CellPosition = { column: number; top: number }
export type MasonryLayout = {
  positions: CellPosition[]
  height: number
  columns: ReadonlyMap<string, number>
}

/**
 * Lays out cells of different heights, in pixels, in columns. Each cell goes to the shortest column. Cells
 * stay in their `previousColumns`, so that a cell that grows or is removed moves only the cells below it. A
 * new cell before an existing one lays out all cells again.
 */
export function layoutMasonry(
  cells: readonly MasonryCell[],
  count: number,
  gap: number,
  previousColumns: ReadonlyMap<string, number>,
): MasonryLayout {
  const firstNewIndex = cells.findIndex(({ key }) => !previousColumns.has(key))
  const isAppended =
    firstNewIndex < 0 || cells.slice(firstNewIndex).every(({ key }) => !previousColumns.has(key))
  const heights = Array.from({ length: count }, () => 0)
  const columns = new Map<string, number>()
  const positions = cells.map(({ key, height }) => {
    const column =
      (isAppended ? previousColumns.get(key) : undefined) ?? heights.indexOf(Math.min(...heights))
    const top = heights[column] ?? 0
    heights[column] = top + height + gap
    columns.set(key, column)
    return { column, top }
  })
  return { positions, height: Math.max(0, Math.max(...heights) - gap), columns }
}
