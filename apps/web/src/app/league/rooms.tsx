import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { useQuery } from '@tanstack/react-query'
import {
  ArrowLeftRight,
  BookOpen,
  ClipboardCheck,
  ClipboardList,
  Clover,
  ExternalLink,
  Flag,
  GalleryVerticalEnd,
  Gauge,
  History,
  House,
  LayoutList,
  ListOrdered,
  type LucideIcon,
  Medal,
  MessagesSquare,
  Network,
  Newspaper,
  Pin,
  Search,
  Shuffle,
  Swords,
  Ticket,
  TrendingUp,
  Trophy,
  Users,
  UsersRound,
  Wallet,
  X,
} from 'lucide-react'
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { type LeagueMeta, leagueMetaQuery, type Standings, standingsQuery } from '../../api/operations.ts'
import { hasRace } from '../../features/standings/use-standings.ts'
import { MOVES_VIEW } from '../../features/transactions/transaction-views.ts'
import { Link } from '../../router/link.tsx'
import { NO_SELECTION, TAB_LABELS, TABS, type Tab, useLocation } from '../../router/router.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { Fill, Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { NewsDot } from '../../ui/navigation/tabs.tsx'
import { BottomPanel } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { leagueFacts, OpenSearchContext } from '../shell/shell.tsx'
import styles from './league.module.css'

const ROOM_GROUPS = ['This week', 'Table', 'Past', 'League'] as const

type Room = {
  id: string
  label: string
  line: string
  icon: LucideIcon
  group: (typeof ROOM_GROUPS)[number]
  /** The tab that it belongs to; null for a page of another site. */
  tab: Tab | null
  /** The `view` of its address; null for what the tab shows first. */
  view: string | null
  href?: string
}

/** What decides whether a room has content. The screen of the league has loaded both. */
type Contents = { meta: LeagueMeta; standings: Standings | undefined }

type RoomDefinition = Room & { hasContent: (contents: Contents) => boolean }

const hasPoints = ({ meta }: Contents) => meta.scoring_format === 'points'
const hasSeasons = ({ meta }: Contents) => meta.seasons.length > 0
const hasPastSeasons = ({ meta, standings }: Contents) =>
  meta.seasons.length > 1 || standings?.is_finished === true
const hasWeeks = ({ standings }: Contents) =>
  standings?.standings.some((team) => team.weekly_points.length > 0) ?? false
const hasGames = (contents: Contents) =>
  hasPoints(contents) && (hasWeeks(contents) || contents.meta.seasons.length > 1)
const hasCards = (contents: Contents) => hasPoints(contents) && hasPastSeasons(contents)
const hasBracket = (contents: Contents) =>
  hasPastSeasons(contents) || contents.standings?.playoff_teams != null
const hasMembers = ({ standings }: Contents) => (standings?.standings ?? []).length > 0
const hasTeam = ({ standings }: Contents) => standings?.standings.some((team) => team.is_mine) ?? false

const ROOMS: readonly RoomDefinition[] = [
  ...roomsOf('This week', [
    room('overview', 'Overview', 'The week at a glance', House, ['overview']),
    room('scoreboard', 'Scoreboard', 'All games', LayoutList, ['scoreboard']),
    room('matchup', 'Matchup', 'Slot against slot', Swords, ['matchup']),
    room('roster', 'Roster', 'Lineup and bench', UsersRound, ['roster']),
    room('betslip', 'Betslip', 'The weekly parlay', Ticket, ['betslip'], ({ meta }) =>
      meta.features.includes('betslip'),
    ),
    room('news', 'Player news', 'About my players', Newspaper, ['roster', 'news'], hasTeam),
  ]),
  ...roomsOf('Table', [
    room('standings', 'Standings', 'Who is on top', ListOrdered, ['standings']),
    room('race', 'Race', 'Playoff odds', Flag, ['standings', 'race'], ({ standings }) => hasRace(standings)),
    room('power', 'Power', 'Who is strongest', Gauge, ['standings', 'power'], hasGames),
    room('luck', 'Luck', 'Who was lucky', Clover, ['standings', 'luck'], hasGames),
    room('swap', 'Swap', 'Other schedules', Shuffle, ['standings', 'schedule-swap'], hasGames),
    room('lineups', 'Lineups', 'Bench points', ClipboardCheck, ['standings', 'luck-lineups'], hasGames),
    room('elo', 'Elo', 'All-time ratings', TrendingUp, ['history', 'elo'], hasGames),
  ]),
  ...roomsOf('Past', [
    room('history', 'History', 'All seasons', History, ['history'], hasSeasons),
    room('trophies', 'Trophies', 'All champions', Trophy, ['history', 'trophies'], hasPastSeasons),
    room('records', 'Records', 'Highs and lows', Medal, ['history', 'records'], hasGames),
    room('head-to-head', 'Head-to-head', 'Any two managers', Swords, ['history', 'head-to-head'], hasGames),
    room('drafts', 'Drafts', 'Every pick', ClipboardList, ['history', 'draft'], hasSeasons),
    room('keepers', 'Keepers', 'Who can stay', Pin, ['history', 'keepers'], hasSeasons),
    room('cards', 'Season cards', 'A year to share', GalleryVerticalEnd, ['history', 'cards'], hasCards),
    room('brackets', 'Brackets', 'Road to the title', Network, ['scoreboard', 'bracket'], hasBracket),
  ]),
  ...roomsOf('League', [
    room('social', 'League Social', 'What the others say', MessagesSquare, ['league social']),
    room(
      'moves',
      'Moves',
      'Trades and waivers',
      ArrowLeftRight,
      ['league social', 'transactions'],
      hasSeasons,
    ),
    room('best-moves', 'Best moves', 'Trades, rated', TrendingUp, ['league social', MOVES_VIEW], hasGames),
    room('rules', 'Rules', 'What we agreed on', BookOpen, ['league social', 'rules']),
    room('dues', 'Dues', 'Who has paid', Wallet, ['league social', 'dues']),
    room('members', 'Members', 'Who plays here', Users, ['league social', 'members'], hasMembers),
  ]),
]

function roomsOf(group: Room['group'], rooms: readonly Omit<RoomDefinition, 'group'>[]): RoomDefinition[] {
  return rooms.map((each) => ({ ...each, group }))
}

function room(
  id: string,
  label: string,
  line: string,
  icon: LucideIcon,
  [tab, view = null]: readonly [tab: Tab | null, view?: string | null],
  hasContent: (contents: Contents) => boolean = () => true,
) {
  return { id, label, line, icon, tab, view, hasContent }
}

/** The rooms of a league that have content, and its page at the provider; none until its metadata is known. */
export function useRooms(league: string): readonly Room[] {
  const { data: meta } = useQuery({ ...leagueMetaQuery(league), enabled: false })
  const { data: standings } = useQuery({ ...standingsQuery(league), enabled: false })
  if (meta === undefined) return []
  const page = meta.provider_page ?? null
  const rooms = ROOMS.filter(({ hasContent }) => hasContent({ meta, standings }))
  if (page === null) return rooms
  const label = `Open in ${LEAGUE_PROVIDERS[page.provider].label}`
  const there = room('provider', label, 'The league there', ExternalLink, [null])
  return [...rooms, { ...there, group: 'League', href: page.url }]
}

export function groupRooms(rooms: readonly Room[]) {
  return ROOM_GROUPS.map((group) => ({ group, rooms: rooms.filter((each) => each.group === group) })).filter(
    (each) => each.rooms.length > 0,
  )
}

export function locationOf(league: string, { tab, view }: Room) {
  return { route: 'league', league, ...NO_SELECTION, tab: tab ?? 'overview', view } as const
}

type RoomLinkProps = {
  league: string
  room: Room
  className?: string | undefined
  role?: 'menuitem'
  onOpen: () => void
  children: ReactNode
}

export function RoomLink({ league, room: to, onOpen, role, children, className }: RoomLinkProps) {
  const { route, tab, view, team } = useLocation()
  const isCurrent = route === 'league' && team === null && to.tab === tab && to.view === view
  if (to.href !== undefined)
    return (
      <a className={className} role={role} href={to.href} target="_blank" rel="noopener" onClick={onOpen}>
        {children}
      </a>
    )
  return (
    <Link to={locationOf(league, to)} className={className} role={role} isCurrent={isCurrent} onOpen={onOpen}>
      {children}
    </Link>
  )
}

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
