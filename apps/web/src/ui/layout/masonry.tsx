import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './layout.module.css'

/** The gap between cells and between columns, in pixels. Must match the style sheet. */
const GAP = 16

type Props = {
  /** The number of columns; 1 renders a plain list. */
  columnCount: number
  cells: readonly { key: string; content: ReactNode }[]
}

/** The DOM keeps their order for keyboard and screen reader users. */
export function Masonry({ columnCount, cells }: Props) {
  const frame = useRef<HTMLUListElement>(null)
  const previous = useRef({ count: columnCount, columns: new Map() as ReadonlyMap<string, number> })
  const keys = cells.map(({ key }) => key).join(' ')

  useLayoutEffect(() => {
    const list = frame.current
    if (list === null || columnCount === 1) return
    const cellKeys = keys.split(' ')
    const items = [...list.querySelectorAll<HTMLElement>(':scope > li')]
    const updateLayout = () => {
      const previousColumns =
        previous.current.count === columnCount ? previous.current.columns : new Map<string, number>()
      const layout = layoutMasonry(
        items.map((item, index) => ({ key: cellKeys[index] ?? '', height: item.offsetHeight })),
        columnCount,
        GAP,
        previousColumns,
      )
      for (const [index, position] of layout.positions.entries()) {
        items[index]?.style.setProperty('--column', String(position.column))
        items[index]?.style.setProperty('--top', `${position.top}px`)
      }
      list.style.setProperty('--height', `${layout.height}px`)
      previous.current = { count: columnCount, columns: layout.columns }
    }
    updateLayout()
    list.dataset['measured'] = ''
    const observer = new ResizeObserver(updateLayout)
    for (const item of items) observer.observe(item)
    return () => observer.disconnect()
  }, [columnCount, keys])

  return (
    <ul
      ref={frame}
      className={styles.columns}
      data-count={columnCount}
      style={{ '--count': columnCount } as CSSProperties}
    >
      {cells.map(({ key, content }) => (
        <li key={key} data-key={key}>
          {content}
        </li>
      ))}
    </ul>
  )
}

export type MasonryCell = { key: string; height: number }
type CellPosition = { column: number; top: number }
type MasonryLayout = {
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
