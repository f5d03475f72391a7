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
  Shuffle,
  Swords,
  Ticket,
  TrendingUp,
  Trophy,
  Users,
  UsersRound,
  Wallet,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { type LeagueMeta, leagueMetaQuery, type Standings, standingsQuery } from '../../api/operations.ts'
import { hasRace } from '../../features/standings/use-standings.ts'
import { MOVES_VIEW } from '../../features/transactions/transaction-views.ts'
import { Link } from '../../router/link.tsx'
import { NO_SELECTION, type Tab, useLocation } from '../../router/router.ts'

export const ROOM_GROUPS = ['This week', 'Table', 'Past', 'League'] as const

export type Room = {
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
