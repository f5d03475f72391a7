import {
  ChevronDown,
  Ellipsis,
  House,
  ListOrdered,
  type LucideIcon,
  MessagesSquare,
  Swords,
} from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { TAB_LABELS, type Tab } from '../../router/location.ts'
import { useMediaQuery } from '../../ui/layout/measure.ts'
import { lazyNamed, preload } from '../../ui/lazy-named.ts'
import { NewsDot, Tabs } from '../../ui/navigation/tabs.tsx'
import ui from '../../ui/ui.module.css'
import styles from './league-screen.module.css'
import { PANEL_ID, preloadTab } from './tab-panel.tsx'

const loadPanels = () => import('./room-panels.tsx')

const MorePanel = lazyNamed(loadPanels, 'MorePanel')
const RoomMenu = lazyNamed(loadPanels, 'RoomMenu')

/** The tabs within reach of the thumb. All other rooms are behind "More". */
const IN_BAR: readonly { id: Tab; icon: LucideIcon }[] = [
  { id: 'overview', icon: House },
  { id: 'scoreboard', icon: ListOrdered },
  { id: 'matchup', icon: Swords },
  { id: 'league social', icon: MessagesSquare },
]

/** The tabs with more than one room, which have a menu. */
const WITH_MENU: readonly Tab[] = ['league social', 'standings', 'roster', 'scoreboard', 'history']

/** How long the mouse is on a tab before its menu opens, and off it before it closes. */
const HOVER_MS = { open: 180, close: 240 }

type Props = {
  league: string
  /** The tabs of the league, in order. */
  tabs: readonly Tab[]
  active: Tab
  /** The tabs with something that the user has not seen. */
  news: readonly Tab[]
  onSelect: (tab: Tab) => void
}

/** The tabs of a league and the way to its other rooms: above the content, or at the bottom of a phone's screen. */
export function LeagueNav(props: Props) {
  const { league, active, news, tabs } = props
  const isPhone = useMediaQuery('(max-width: 719px)')
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const isOther = IN_BAR.every(({ id }) => id !== active)
  const hasOtherNews =
    isPhone && tabs.some((tab) => news.includes(tab) && IN_BAR.every(({ id }) => id !== tab))
  const more = (
    <>
      <button
        type="button"
        className={styles.more}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-current={isPhone && isOther ? 'page' : undefined}
        onClick={() => {
          setWasOpened(true)
          setOpen(true)
        }}
        onPointerEnter={() => void preload(loadPanels).catch(() => undefined)}
      >
        {isPhone ? <Ellipsis size={22} aria-hidden="true" /> : null}
        More
        {isPhone ? null : <ChevronDown size={16} aria-hidden="true" />}
        {hasOtherNews ? <NewsDot /> : null}
      </button>
      <Suspense fallback={null}>
        {wasOpened ? (
          <MorePanel
            league={league}
            hidden={isPhone ? IN_BAR.map(({ id }) => id) : []}
            news={news}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        ) : null}
      </Suspense>
    </>
  )
  return isPhone ? (
    <div className={styles.bar}>
      <Tabs
        label="League"
        tabs={IN_BAR.map(({ id, icon }) => ({ id, icon, label: barLabel(id), hasNews: news.includes(id) }))}
        active={active}
        onSelect={props.onSelect}
        onIntent={preloadTab}
        panelId={PANEL_ID}
        variant="bar"
      />
      {more}
    </div>
  ) : (
    <TabRow {...props}>{more}</TabRow>
  )
}

/** A short label with the whole name for assistive technology. */
function barLabel(tab: Tab) {
  if (tab !== 'league social') return TAB_LABELS[tab]
  return (
    <span>
      <span className={ui.hidden}>League </span>Social
    </span>
  )
}

type OpenMenu = { tab: Tab; left: number; hasFocus: boolean }

/**
 * The tabs in a row. A tab with more rooms shows them in a menu under the mouse, or on the Down Arrow key; the tab
 * itself is selected as any other.
 */
function TabRow({ league, tabs, active, news, onSelect, children }: Props & { children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  useEffect(() => () => clearTimeout(timer.current), [])

  function openMenu(tab: Element | null, hasFocus: boolean) {
    const id = tabs.find((each) => tab instanceof HTMLElement && each === tab.dataset['at'])
    if (tab === null || id === undefined || !WITH_MENU.includes(id) || row.current === null)
      return setMenu(null)
    const { left } = row.current.getBoundingClientRect()
    setMenu({ tab: id, left: tab.getBoundingClientRect().left - left, hasFocus })
  }

  function later(action: () => void, ms: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(action, ms)
  }

  function handlePointerOver(event: PointerEvent) {
    if (event.pointerType !== 'mouse' || !(event.target instanceof Element)) return
    if (event.target.closest('[role="menu"]')) return clearTimeout(timer.current)
    const tab = event.target.closest('[role="tab"]')
    later(() => openMenu(tab, false), HOVER_MS.open)
  }

  function handleKeyDown(event: KeyboardEvent) {
    const tab = event.target instanceof Element ? event.target.closest('[role="tab"]') : null
    if (event.key === 'Escape' && menu !== null) {
      event.preventDefault()
      closeMenu(menu)
    } else if (event.key === 'ArrowDown' && tab !== null) {
      event.preventDefault()
      openMenu(tab, true)
    }
  }

  function closeMenu({ tab }: OpenMenu) {
    clearTimeout(timer.current)
    if (row.current?.querySelector('[role="menu"]')?.contains(document.activeElement))
      row.current.querySelector<HTMLElement>(`[data-at="${tab}"]`)?.focus()
    setMenu(null)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tabs in it are interactive
    <div
      ref={row}
      className={styles.tabs}
      onPointerOver={handlePointerOver}
      onPointerLeave={() => later(() => setMenu(null), HOVER_MS.close)}
      onKeyDown={handleKeyDown}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget) && relatedTarget !== null) setMenu(null)
      }}
    >
      <Tabs
        label="League"
        tabs={tabs.map((id) => ({
          id,
          label: TAB_LABELS[id],
          hasNews: news.includes(id),
          hasMenu: WITH_MENU.includes(id),
        }))}
        active={active}
        onSelect={(tab) => {
          clearTimeout(timer.current)
          setMenu(null)
          onSelect(tab)
        }}
        onIntent={preloadTab}
        panelId={PANEL_ID}
      />
      {children}
      <Suspense fallback={null}>
        {menu === null ? null : (
          <RoomMenu key={menu.tab} {...menu} league={league} onClose={() => closeMenu(menu)} />
        )}
      </Suspense>
    </div>
  )
}
