import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './masonry.module.css'
import { layoutMasonry } from './masonry-layout.ts'

/** In pixels, between cells and between columns; the style sheet has the same. */
const GAP = 16

type Props = {
  /** How many stand side by side; 1 is a plain list. */
  columnCount: number
  cells: readonly { key: string; content: ReactNode }[]
}

/**
 * Cells of different heights in columns without holes. In the document, and so for the keyboard
 * and for those who listen, they stand in their own order.
 */
export function Masonry({ columnCount, cells }: Props) {
  const frame = useRef<HTMLUListElement>(null)
  const kept = useRef({ count: columnCount, columns: new Map() as ReadonlyMap<string, number> })
  const keys = cells.map(({ key }) => key).join(' ')

  useLayoutEffect(() => {
    const list = frame.current
    if (list === null || columnCount === 1) return
    const order = keys.split(' ')
    const items = [...list.querySelectorAll<HTMLElement>(':scope > li')]
    const updateLayout = () => {
      const before = kept.current.count === columnCount ? kept.current.columns : new Map<string, number>()
      const layout = layoutMasonry(
        items.map((item, index) => ({ key: order[index] ?? '', height: item.offsetHeight })),
        columnCount,
        GAP,
        before,
      )
      for (const [index, place] of layout.positions.entries()) {
        items[index]?.style.setProperty('--column', String(place.column))
        items[index]?.style.setProperty('--top', `${place.top}px`)
      }
      list.style.setProperty('--height', `${layout.height}px`)
      kept.current = { count: columnCount, columns: layout.columns }
    }
    updateLayout()
    const observer = new ResizeObserver(updateLayout)
    for (const item of items) observer.observe(item)
    return () => observer.disconnect()
  }, [columnCount, keys])

  return (
    <ul ref={frame} className={styles['columns']} data-count={columnCount}>
      {cells.map(({ key, content }) => (
        <li key={key} data-key={key}>
          {content}
        </li>
      ))}
    </ul>
  )
}
