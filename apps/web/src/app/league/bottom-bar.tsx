import { Ellipsis, House, type LucideIcon, MessagesSquare, Swords, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { TAB_LABELS, type Tab } from '../../router/location.ts'
import { NewsDot, Tabs, tabElementId } from '../../ui/navigation/tabs.tsx'
import { BottomPanel } from '../../ui/overlays/dialog.tsx'
import styles from './bottom-bar.module.css'

/** The tabs within reach of the thumb, most used first. The others are behind "More". */
const SHOWN: readonly { id: Tab; icon: LucideIcon }[] = [
  { id: 'overview', icon: House },
  { id: 'roster', icon: UsersRound },
  { id: 'matchup', icon: Swords },
  { id: 'league social', icon: MessagesSquare },
]

type Props = {
  /** The tabs of the league, in order. */
  tabs: readonly Tab[]
  active: Tab
  /** The tabs with something that the user has not seen. */
  news: readonly Tab[]
  onSelect: (tab: Tab) => void
  onIntent: (tab: Tab) => void
  panelId: string
}

/** The tabs of a league at the bottom of a phone's screen. */
export function BottomBar({ tabs, active, news, onSelect, onIntent, panelId }: Props) {
  const [isMoreOpen, setMoreOpen] = useState(false)
  const others = tabs.filter((tab) => SHOWN.every(({ id }) => id !== tab))
  const isOtherActive = others.includes(active)

  function select(tab: Tab) {
    setMoreOpen(false)
    onSelect(tab)
  }

  return (
    <div className={styles.bar}>
      <Tabs
        label="League"
        tabs={SHOWN.map(({ id, icon }) => ({ id, label: TAB_LABELS[id], icon, hasNews: news.includes(id) }))}
        active={active}
        onSelect={select}
        onIntent={onIntent}
        panelId={panelId}
        variant="bar"
      />
      <button
        type="button"
        className={styles.more}
        // The panel of a tab behind this button is named after it.
        id={isOtherActive ? tabElementId(panelId, active) : undefined}
        aria-haspopup="dialog"
        aria-expanded={isMoreOpen}
        aria-current={isOtherActive ? 'page' : undefined}
        onClick={() => setMoreOpen(true)}
      >
        <Ellipsis size={22} aria-hidden="true" />
        {isOtherActive ? TAB_LABELS[active] : 'More'}
        {others.some((tab) => news.includes(tab)) ? <NewsDot /> : null}
      </button>
      <BottomPanel label="More tabs" isOpen={isMoreOpen} onClose={() => setMoreOpen(false)}>
        <ul className={styles.list}>
          {others.map((tab) => (
            <li key={tab}>
              <button
                type="button"
                className={styles.item}
                aria-current={tab === active ? 'page' : undefined}
                onClick={() => select(tab)}
                onPointerEnter={() => onIntent(tab)}
              >
                {TAB_LABELS[tab]}
                {news.includes(tab) ? <NewsDot /> : null}
              </button>
            </li>
          ))}
        </ul>
      </BottomPanel>
    </div>
  )
}
