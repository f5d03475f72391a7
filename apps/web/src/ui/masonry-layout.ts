export type MasonryCell = { key: string; height: number }
export type CellPosition = { column: number; top: number }
export type MasonryLayout = {
  positions: CellPosition[]
  height: number
  columns: ReadonlyMap<string, number>
}

/**
 * Puts cells of different heights, in pixels, into columns: each in turn into the shortest.
 * Cells stay in the columns that they had (`kept`), so that one that grows or goes moves
 * only those beneath it; a new cell before an old one lays all of them anew.
 */
export function layoutMasonry(
  cells: readonly MasonryCell[],
  count: number,
  gap: number,
  kept: ReadonlyMap<string, number>,
): MasonryLayout {
  const firstNew = cells.findIndex(({ key }) => !kept.has(key))
  const isAppended = firstNew < 0 || cells.slice(firstNew).every(({ key }) => !kept.has(key))
  const heights = Array.from({ length: count }, () => 0)
  const columns = new Map<string, number>()
  const places = cells.map(({ key, height }) => {
    const column = (isAppended ? kept.get(key) : undefined) ?? heights.indexOf(Math.min(...heights))
    const top = heights[column] ?? 0
    heights[column] = top + height + gap
    columns.set(key, column)
    return { column, top }
  })
  return { positions: places, height: Math.max(0, Math.max(...heights) - gap), columns }
}
