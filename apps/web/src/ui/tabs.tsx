import { type KeyboardEvent, useEffect, useRef } from 'react'
import styles from './tabs.module.css'
import { useEdges } from './use-edges.ts'

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
  const row = useRef<HTMLDivElement>(null)
  const edges = useEdges(row)

  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(active)}"]`)
    if (row.current && chosen) row.current.scrollLeft = placeInMiddle(row.current, chosen)
  }, [active])

  return (
    <div
      className={styles['frame']}
      data-more-left={edges.left || undefined}
      data-more-right={edges.right || undefined}
    >
      <div ref={row} className={styles['row']} role="tablist" aria-label={label} onKeyDown={moveFocus}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={tabIdOf(panelId, tab.id)}
            data-tab={tab.id}
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
    </div>
  )
}

/** The element id of a tab, by which its panel is labelled. */
export function tabIdOf(panelId: string, tab: string): string {
  return `${panelId}-${tab.replaceAll(' ', '-')}`
}

function placeInMiddle(row: HTMLElement, chosen: HTMLElement): number {
  return chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const at = tabs.findIndex((tab) => tab.matches(':focus'))
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key]
  if (to === undefined || at < 0) return
  event.preventDefault()
  tabs[to % tabs.length]?.focus()
}
