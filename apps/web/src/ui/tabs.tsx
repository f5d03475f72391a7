import { SideScroller } from './side-scroller.tsx'
import styles from './tabs.module.css'

type Props<Id extends string> = {
  label: string
  tabs: readonly { id: Id; label: string }[]
  active: Id
  onSelect: (id: Id) => void
  /** Told a tab that the pointer or the focus comes to, and may choose next. */
  onApproach?: (id: Id) => void
  /** The element id of the panel that the tabs fill. */
  panelId: string
}

/** A row of tabs after the WAI-ARIA pattern; arrows move, Enter or Space chooses. */
export function Tabs<Id extends string>({ label, tabs, active, onSelect, onApproach, panelId }: Props<Id>) {
  return (
    <SideScroller chosen={active}>
      {(row) => (
        <div {...row} role="tablist" aria-label={label}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              id={tabIdOf(panelId, tab.id)}
              data-at={tab.id}
              type="button"
              role="tab"
              className={styles['tab']}
              aria-selected={tab.id === active}
              aria-controls={panelId}
              tabIndex={tab.id === active ? 0 : -1}
              onClick={() => onSelect(tab.id)}
              onPointerEnter={() => onApproach?.(tab.id)}
              onFocus={() => onApproach?.(tab.id)}
            >
              {tab.label}
            </button>
          ))}
        </div>
      )}
    </SideScroller>
  )
}

/** The element id of a tab, by which its panel is labelled. */
export function tabIdOf(panelId: string, tab: string): string {
  return `${panelId}-${tab.replaceAll(' ', '-')}`
}
