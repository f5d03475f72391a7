import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useScrollEdges } from '../layout/measure.ts'
import styles from './navigation.module.css'

type RowProps = {
  ref: RefObject<HTMLDivElement | null>
  className: string | undefined
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

type Props = {
  /** The `data-at` of the button or option to center. */
  selected: string
  /** Renders the row with these attributes. The row sets its own role and label. */
  children: (row: RowProps) => ReactNode
}

export function HorizontalScroller({ selected, children }: Props) {
  const row = useRef<HTMLDivElement>(null)
  const overflow = useScrollEdges(row)

  useEffect(() => {
    const scroller = row.current
    const button = scroller?.querySelector<HTMLElement>(`[data-at="${CSS.escape(selected)}"]`)
    if (!scroller || !button) return undefined
    // Called immediately after observe(), and again when a phone is rotated.
    const observer = new ResizeObserver(() => {
      // The row can have no width for a moment; then there is nothing to center.
      if (scroller.clientWidth > button.offsetWidth)
        scroller.scrollLeft = centeredScrollLeft(scroller, button)
    })
    observer.observe(scroller)
    return () => observer.disconnect()
  }, [selected])

  return (
    <div
      className={`${styles.edges} ${styles.frame}`}
      data-more-left={overflow.left || undefined}
      data-more-right={overflow.right || undefined}
    >
      {children({ ref: row, className: styles.row, onKeyDown: moveFocus })}
    </div>
  )
}

function centeredScrollLeft(row: HTMLElement, button: HTMLElement): number {
  return button.offsetLeft - (row.clientWidth - button.offsetWidth) / 2
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const index = buttons.findIndex((button) => button.matches(':focus'))
  const last = buttons.length - 1
  const target = { ArrowRight: index + 1, ArrowLeft: index + last, Home: 0, End: last }[event.key]
  if (target === undefined || index < 0) return
  event.preventDefault()
  buttons[target % buttons.length]?.focus()
}
