import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import ui from '../ui.module.css'
import { HorizontalScroller } from './horizontal-scroller.tsx'
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
