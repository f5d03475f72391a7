import { useQuery } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import {
  type KeyboardEvent as ReactKeyboardEvent,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { leagueMetaQuery } from '../../api/operations.ts'
import { TAB_LABELS, TABS, type Tab } from '../../router/router.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { Fill, Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { NewsDot } from '../../ui/navigation/tabs.tsx'
import { BottomPanel } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { leagueFacts } from '../shell/league-title.tsx'
import { OpenSearchContext } from '../shell/open-search.ts'
import styles from './league.module.css'
import { groupRooms, type Room, RoomLink, useRooms } from './rooms.tsx'

type MorePanelProps = {
  league: string
  hidden: readonly Tab[]
  news: readonly Tab[]
  isOpen: boolean
  onClose: () => void
}

export function MorePanel({ league, hidden, news, isOpen, onClose }: MorePanelProps) {
  const openSearch = use(OpenSearchContext)
  const rooms = useRooms(league).filter(
    ({ tab, view }) => view !== null || tab === null || !hidden.includes(tab),
  )
  const facts = useQuery({ ...leagueMetaQuery(league), enabled: false }).data?.league_info ?? null
  return (
    <BottomPanel label="More" isOpen={isOpen} onClose={onClose}>
      <Stack gap={3} className={`${ui.panelContent} ${styles.rooms}`}>
        <Row gap={2}>
          <button
            type="button"
            className={`${ui.pressable} ${styles.searchField}`}
            onClick={() => {
              onClose()
              openSearch()
            }}
          >
            <Search size={20} aria-hidden="true" /> Search the league
          </button>
          <IconButton icon={X} iconSize={22} label="Close" onClick={onClose} />
        </Row>
        <Grid min={200} gap={3}>
          {groupRooms(rooms).map(({ group, rooms: ofGroup }) => (
            <Stack as="section" key={group} gap={1} aria-label={group}>
              <Text as="h2" size="s" tone="muted">
                {group}
              </Text>
              <Grid as="ul" min={112} gap={1} className={styles.tiles}>
                {ofGroup.map((room) => (
                  <li key={room.id}>
                    <RoomLink
                      league={league}
                      room={room}
                      className={`${ui.pressable} ${styles.room}`}
                      onOpen={onClose}
                    >
                      <RoomText
                        room={room}
                        hasNews={room.view === null && news.some((tab) => tab === room.tab)}
                      />
                    </RoomLink>
                  </li>
                ))}
              </Grid>
            </Stack>
          ))}
        </Grid>
        {facts === null ? null : <p className={ui.note}>{leagueFacts(facts)}</p>}
      </Stack>
    </BottomPanel>
  )
}

function RoomText({ room, hasNews = false }: { room: Room; hasNews?: boolean }) {
  return (
    <>
      <room.icon size={20} aria-hidden="true" />
      <Fill as="span">
        <Text as="strong" weight={600} lines={1}>
          {room.label}
          {hasNews ? <NewsDot /> : null}
        </Text>
        <Text size="s" tone="muted" lines={1} className={ui.hiddenOnPhone}>
          {room.line}
        </Text>
      </Fill>
    </>
  )
}

const HOVER_MS = { open: 180, close: 240 }

type OpenMenu = {
  tab: Tab
  /** The distance from the row of tabs, in pixels. */
  left: number
  hasFocus: boolean
}

/**
 * Under the mouse, or on the Down Arrow key. The tab itself is selected as any other. `row` contains the tabs and the
 * menus.
 */
export function RoomMenus({ league, row }: { league: string; row: HTMLElement }) {
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function openMenu(tab: HTMLElement | null, hasFocus: boolean) {
    const id = TABS.find((each) => each === tab?.dataset['at'])
    if (tab === null || id === undefined || tab.ariaHasPopup !== 'menu') return setMenu(null)
    const left = tab.getBoundingClientRect().left - row.getBoundingClientRect().left
    setMenu({ tab: id, left, hasFocus })
  }

  function closeMenu() {
    clearTimeout(timer.current)
    if (menu !== null && row.querySelector('[role="menu"]')?.contains(document.activeElement))
      row.querySelector<HTMLElement>(`[data-at="${menu.tab}"]`)?.focus()
    setMenu(null)
  }

  function later(action: () => void, ms: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(action, ms)
  }

  const openHovered = useEffectEvent((tab: HTMLElement | null) => {
    if (tab !== null && matchMedia('(hover: hover)').matches) later(() => openMenu(tab, false), HOVER_MS.open)
  })
  const handle = useEffectEvent((event: Event) => {
    const target = event.target instanceof Element ? event.target : row
    const tab = target.closest<HTMLElement>('[role="tab"]')
    if (event instanceof KeyboardEvent) {
      if (event.key === 'Escape' && menu !== null) closeMenu()
      else if (event.key === 'ArrowDown' && tab !== null) openMenu(tab, true)
      else return
      event.preventDefault()
    } else if (event.type === 'pointerleave') later(() => setMenu(null), HOVER_MS.close)
    else if (event.type === 'focusout') {
      const next = event instanceof FocusEvent ? event.relatedTarget : null
      if (next instanceof Node && !row.contains(next)) setMenu(null)
    } else if (event.type === 'click') {
      if (tab !== null) closeMenu()
    } else if (target.closest('[role="menu"]')) clearTimeout(timer.current)
    else if (event instanceof PointerEvent && event.pointerType === 'mouse')
      later(() => openMenu(tab, false), HOVER_MS.open)
  })
  useEffect(() => {
    const listener = (event: Event) => handle(event)
    const types = ['pointerover', 'pointerleave', 'keydown', 'focusout', 'click']
    for (const type of types) row.addEventListener(type, listener)
    // The mouse may have reached the tab before this code was loaded. One that was clicked since needs no menu.
    openHovered(row.querySelector<HTMLElement>('[role="tab"][aria-selected="false"]:hover'))
    return () => {
      clearTimeout(timer.current)
      for (const type of types) row.removeEventListener(type, listener)
    }
  }, [row])

  return menu === null ? null : <RoomMenu key={menu.tab} {...menu} league={league} onClose={closeMenu} />
}

type RoomMenuProps = OpenMenu & { league: string; onClose: () => void }

function RoomMenu({ league, tab, left, hasFocus, onClose }: RoomMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const rooms = useRooms(league).filter((room) => room.tab === tab)
  useEffect(() => {
    if (hasFocus) menu.current?.querySelector('a')?.focus()
  }, [hasFocus])

  function moveFocus(event: ReactKeyboardEvent) {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('a') ?? [])]
    const index = items.findIndex((item) => item.matches(':focus'))
    const last = items.length - 1
    const target = { ArrowDown: index + 1, ArrowUp: index + last, Home: 0, End: last }[event.key]
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    items[target % items.length]?.focus()
  }

  if (rooms.length < 2) return null
  return (
    <div
      ref={menu}
      role="menu"
      aria-label={TAB_LABELS[tab]}
      className={styles.roomMenu}
      style={{ left }}
      tabIndex={-1}
      onKeyDown={moveFocus}
    >
      {rooms.map((room) => (
        <RoomLink
          key={room.id}
          league={league}
          room={room}
          role="menuitem"
          className={`${ui.pressable} ${styles.room}`}
          onOpen={onClose}
        >
          <RoomText room={room} />
        </RoomLink>
      ))}
    </div>
  )
}
