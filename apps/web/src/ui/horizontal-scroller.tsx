import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import styles from './horizontal-scroller.module.css'
import edge from './scroll-edges.module.css'
import { useScrollEdges } from './use-scroll-edges.ts'

type RowProps = {
  ref: RefObject<HTMLDivElement | null>
  className: string | undefined
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

type Props = {
  /** The `data-at` of the button that is scrolled into the middle. */
  selected: string
  /** Draws the row, whose role and label are its own, with these attributes. */
  children: (row: RowProps) => ReactNode
}

/** A row of buttons that scrolls sideways with a visible edge; arrows move between them. */
export function HorizontalScroller({ selected, children }: Props) {
  const row = useRef<HTMLDivElement>(null)
  const edges = useScrollEdges(row)

  useEffect(() => {
    const scroller = row.current
    const button = scroller?.querySelector<HTMLElement>(`[data-at="${CSS.escape(selected)}"]`)
    if (!scroller || !button) return undefined
    // Told at once, and again when a phone is turned.
    const observer = new ResizeObserver(() => {
      // A window may be of no size for a moment, which has no middle.
      if (scroller.clientWidth > button.offsetWidth)
        scroller.scrollLeft = centeredScrollLeft(scroller, button)
    })
    observer.observe(scroller)
    return () => observer.disconnect()
  }, [selected])

  return (
    <div
      className={`${edge['edges']} ${styles['frame']}`}
      data-more-left={edges.left || undefined}
      data-more-right={edges.right || undefined}
    >
      {children({ ref: row, className: styles['row'], onKeyDown: moveFocus })}
    </div>
  )
}

function centeredScrollLeft(row: HTMLElement, chosen: HTMLElement): number {
  return chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button.matches(':focus'))
  const last = buttons.length - 1
  const to = { ArrowRight: at + 1, ArrowLeft: at + last, Home: 0, End: last }[event.key]
  if (to === undefined || at < 0) return
  event.preventDefault()
  buttons[to % buttons.length]?.focus()
}
