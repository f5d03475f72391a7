import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { layOut } from './column-layout.ts'
import styles from './columns.module.css'

/** In pixels, between cells and between columns; the style sheet has the same. */
const GAP = 16

type Props = {
  /** How many stand side by side; 1 is a plain list. */
  count: number
  cells: readonly { key: string; content: ReactNode }[]
}

/**
 * Cells of different heights in columns without holes. In the document, and so for the keyboard
 * and for those who listen, they stand in their own order.
 */
export function Columns({ count, cells }: Props) {
  const frame = useRef<HTMLUListElement>(null)
  const kept = useRef({ count, columns: new Map() as ReadonlyMap<string, number> })
  const keys = cells.map(({ key }) => key).join(' ')

  useLayoutEffect(() => {
    const list = frame.current
    if (list === null || count === 1) return
    const order = keys.split(' ')
    const items = [...list.querySelectorAll<HTMLElement>(':scope > li')]
    const lay = () => {
      const before = kept.current.count === count ? kept.current.columns : new Map<string, number>()
      const layout = layOut(
        items.map((item, index) => ({ key: order[index] ?? '', height: item.offsetHeight })),
        count,
        GAP,
        before,
      )
      for (const [index, place] of layout.places.entries()) {
        items[index]?.style.setProperty('--column', String(place.column))
        items[index]?.style.setProperty('--top', `${place.top}px`)
      }
      list.style.setProperty('--height', `${layout.height}px`)
      kept.current = { count, columns: layout.columns }
    }
    lay()
    const observer = new ResizeObserver(lay)
    for (const item of items) observer.observe(item)
    return () => observer.disconnect()
  }, [count, keys])

  return (
    <ul ref={frame} className={styles['columns']} data-count={count}>
      {cells.map(({ key, content }) => (
        <li key={key} data-key={key}>
          {content}
        </li>
      ))}
    </ul>
  )
}
