import { HorizontalScroller } from './horizontal-scroller.tsx'
import styles from './tabs.module.css'

type Props<Id extends string> = {
  label: string
  tabs: readonly { id: Id; label: string }[]
  active: Id
  onSelect: (id: Id) => void
  /** Told a tab that the pointer or the focus comes to, and may choose next. */
  onIntent?: (id: Id) => void
  /** The element id of the panel that the tabs fill. */
  panelId: string
}

/** A row of tabs after the WAI-ARIA pattern; arrows move, Enter or Space chooses. */
export function Tabs<Id extends string>({ label, tabs, active, onSelect, onIntent, panelId }: Props<Id>) {
  return (
    <HorizontalScroller selected={active}>
      {(row) => (
        <div {...row} role="tablist" aria-label={label}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              id={tabElementId(panelId, tab.id)}
              data-at={tab.id}
              type="button"
              role="tab"
              className={styles['tab']}
              aria-selected={tab.id === active}
              aria-controls={panelId}
              tabIndex={tab.id === active ? 0 : -1}
              onClick={() => onSelect(tab.id)}
              onPointerEnter={() => onIntent?.(tab.id)}
              onFocus={() => onIntent?.(tab.id)}
            >
              {tab.label}
            </button>
          ))}
        </div>
      )}
    </HorizontalScroller>
  )
}

/** The element id of a tab, by which its panel is labelled. */
export function tabElementId(panelId: string, tab: string): string {
  return `${panelId}-${tab.replaceAll(' ', '-')}`
}
