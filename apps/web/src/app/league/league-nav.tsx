import {
  ChevronDown,
  Ellipsis,
  House,
  LayoutList,
  type LucideIcon,
  MessagesSquare,
  Swords,
} from 'lucide-react'
import { useState } from 'react'
import { TAB_LABELS, type Tab } from '../../router/router.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { useMediaQuery } from '../../ui/layout/measure.ts'
import { lazyPart, preload } from '../../ui/lazy-named.ts'
import navigation from '../../ui/navigation/navigation.module.css'
import { NewsDot, Tabs } from '../../ui/navigation/tabs.tsx'
import ui from '../../ui/ui.module.css'
import styles from './league.module.css'
import { PANEL_ID, preloadTab } from './tab-panel.tsx'

const loadPanels = () => import('./room-panels.tsx')

const MorePanel = lazyPart(loadPanels, 'MorePanel')
const RoomMenus = lazyPart(loadPanels, 'RoomMenus')

/** The tabs within reach of the thumb. All other rooms are behind "More". */
const IN_BAR: readonly { id: Tab; icon: LucideIcon }[] = [
  { id: 'overview', icon: House },
  { id: 'scoreboard', icon: LayoutList },
  { id: 'matchup', icon: Swords },
  { id: 'league social', icon: MessagesSquare },
]

const WITH_MENU: readonly Tab[] = ['league social', 'standings', 'roster', 'scoreboard', 'history']

type Props = {
  league: string
  tabs: readonly Tab[]
  active: Tab
  news: readonly Tab[]
  onSelect: (tab: Tab) => void
}

/** What shows the menus of tabs with more rooms is loaded when somebody is near them. */
export function LeagueNav({ league, tabs, active, news, onSelect }: Props) {
  const isPhone = useMediaQuery('(max-width: 719px)')
  const [row, setRow] = useState<HTMLElement | null>(null)
  const [hasMenus, setHasMenus] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const isOther = (tab: Tab) => isPhone && IN_BAR.every(({ id }) => id !== tab)
  const shown = isPhone
    ? IN_BAR.map(({ id, icon }) => ({ id, icon, label: barLabel(id), hasNews: news.includes(id) }))
    : tabs.map((id) => ({
        id,
        label: TAB_LABELS[id],
        hasNews: news.includes(id),
        hasMenu: WITH_MENU.includes(id),
      }))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tabs in it are interactive
    <div
      ref={setRow}
      className={isPhone ? `${navigation.bar} ${styles.bar}` : styles.tabs}
      onPointerEnter={() => setHasMenus(true)}
      onFocus={() => setHasMenus(true)}
    >
      <Tabs
        label="League"
        tabs={shown}
        active={active}
        onSelect={onSelect}
        onIntent={(tab) => void preloadTab(tab)}
        panelId={PANEL_ID}
        variant={isPhone ? 'bar' : 'row'}
      />
      <button
        type="button"
        className={navigation.tab}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-current={isOther(active) ? 'page' : undefined}
        onClick={() => {
          setWasOpened(true)
          setOpen(true)
        }}
        onPointerEnter={() => void preload(loadPanels).catch(() => undefined)}
      >
        {isPhone ? (
          <>
            <Ellipsis size={22} aria-hidden="true" />
            More
            {tabs.some((tab) => news.includes(tab) && isOther(tab)) ? <NewsDot /> : null}
          </>
        ) : (
          <Row as="span" gap={1}>
            More <ChevronDown size={16} aria-hidden="true" />
          </Row>
        )}
      </button>
      {wasOpened ? (
        <MorePanel
          league={league}
          hidden={isPhone ? IN_BAR.map(({ id }) => id) : []}
          news={news}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      ) : null}
      {hasMenus && !isPhone && row !== null ? <RoomMenus league={league} row={row} /> : null}
    </div>
  )
}

function barLabel(tab: Tab) {
  if (tab !== 'league social') return TAB_LABELS[tab]
  return (
    <span>
      <span className={ui.hidden}>League </span>Social
    </span>
  )
}
