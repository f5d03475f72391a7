import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import displayStyles from '../display/display.module.css'
import { useScrollEdges } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import styles from './navigation.module.css'

type Props<Id extends string> = {
  label: string
  tabs: readonly {
    id: Id
    label: ReactNode
    icon?: LucideIcon
    hasNews?: boolean | undefined
    /** Whether the Down Arrow key opens a menu, which the parent shows. */
    hasMenu?: boolean
  }[]
  active: Id
  onSelect: (id: Id) => void
  /** Called when a tab is hovered or focused and may be selected next. */
  onIntent?: (id: Id) => void
  panelId: string
  /** `bar` has icons above the labels and fills its width. */
  variant?: 'row' | 'bar'
}

/** A row of tabs that follows the WAI-ARIA pattern: arrow keys move focus, Enter or Space selects. */
export function Tabs<Id extends string>({
  label,
  tabs,
  active,
  onSelect,
  onIntent,
  panelId,
  variant = 'row',
}: Props<Id>) {
  // The first one if the open tab is not in the row.
  const focusable = tabs.some(({ id }) => id === active) ? active : tabs[0]?.id
  return (
    <HorizontalScroller selected={active}>
      {(row) => (
        <div
          {...row}
          className={variant === 'bar' ? `${row.className} ${styles.bar}` : row.className}
          role="tablist"
          aria-label={label}
        >
          {tabs.map(({ icon: Icon, hasNews = false, hasMenu = false, ...tab }) => (
            <button
              key={tab.id}
              id={tabElementId(panelId, tab.id)}
              data-at={tab.id}
              type="button"
              role="tab"
              className={styles.tab}
              aria-selected={tab.id === active}
              aria-controls={panelId}
              aria-haspopup={hasMenu ? 'menu' : undefined}
              tabIndex={tab.id === focusable ? 0 : -1}
              onClick={() => onSelect(tab.id)}
              onPointerEnter={() => onIntent?.(tab.id)}
              onFocus={() => onIntent?.(tab.id)}
            >
              {Icon === undefined ? null : <Icon size={22} aria-hidden="true" />}
              {tab.label}
              {hasNews ? <NewsDot /> : null}
            </button>
          ))}
        </div>
      )}
    </HorizontalScroller>
  )
}

export function NewsDot() {
  return (
    <span className={styles.dot}>
      <span className={ui.hidden}>, something new</span>
    </span>
  )
}

export function tabElementId(panelId: string, tab: string): string {
  return `${panelId}-${tab.replaceAll(' ', '-')}`
}

type RowProps = {
  ref: RefObject<HTMLDivElement | null>
  className: string | undefined
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

type HorizontalScrollerProps = {
  /** The `data-at` of the button or option to center. */
  selected: string
  /** Renders the row with these attributes. The row sets its own role and label. */
  children: (row: RowProps) => ReactNode
}

export function HorizontalScroller({ selected, children }: HorizontalScrollerProps) {
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

/** The number of what waits behind a button; nothing for 0. Screen readers get it from the name of the button. */
export function CountBadge({ count, isCorner = false }: { count: number; isCorner?: boolean }) {
  if (count === 0) return null
  return (
    <span className={`${displayStyles.badge} ${isCorner ? displayStyles.corner : ''}`} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  )
}
