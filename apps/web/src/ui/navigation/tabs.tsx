import type { LucideIcon } from 'lucide-react'
import ui from '../ui.module.css'
import { HorizontalScroller } from './horizontal-scroller.tsx'
import styles from './tabs.module.css'

type Props<Id extends string> = {
  label: string
  tabs: readonly { id: Id; label: string; icon?: LucideIcon; hasNews?: boolean | undefined }[]
  active: Id
  onSelect: (id: Id) => void
  /** Called when a tab is hovered or focused and may be selected next. */
  onIntent?: (id: Id) => void
  /** The element id of the tab panel. */
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
  return (
    <HorizontalScroller selected={active}>
      {(row) => (
        <div
          {...row}
          className={variant === 'bar' ? `${row.className} ${styles.bar}` : row.className}
          role="tablist"
          aria-label={label}
        >
          {tabs.map(({ icon: Icon, hasNews = false, ...tab }) => (
            <button
              key={tab.id}
              id={tabElementId(panelId, tab.id)}
              data-at={tab.id}
              type="button"
              role="tab"
              className={styles.tab}
              aria-selected={tab.id === active}
              aria-controls={panelId}
              tabIndex={tab.id === active ? 0 : -1}
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

/** Marks a tab with something that the user has not seen. */
export function NewsDot() {
  return (
    <span className={styles.dot}>
      <span className={ui.hidden}>, something new</span>
    </span>
  )
}

/** The element id of a tab, for the `aria-labelledby` of its panel. */
export function tabElementId(panelId: string, tab: string): string {
  return `${panelId}-${tab.replaceAll(' ', '-')}`
}
