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
import { type LeagueMeta, leagueMetaQuery, type Standings, standingsQuery } from '../../api/league-queries.ts'
import { hasRace } from '../../features/standings/use-standings.ts'
import { MOVES_VIEW } from '../../features/transactions/transaction-views.ts'
import { Link } from '../../router/link.tsx'
import { NO_SELECTION, type Tab } from '../../router/location.ts'
import { useLocation } from '../../router/router.ts'

export const ROOM_GROUPS = ['This week', 'Table', 'Past', 'League'] as const

/** Something that the screen of a league shows: a tab, one of its views, or a section of one. */
export type Room = {
  id: string
  label: string
  /** What it answers, in a few words. */
  line: string
  icon: LucideIcon
  group: (typeof ROOM_GROUPS)[number]
  /** The tab that it belongs to; null for a page of another site. */
  tab: Tab | null
  /** The `view` of its address; null for what the tab shows first. */
  view: string | null
  /** The address at another site. */
  href?: string
}

/** What decides whether a room has content. The screen of the league has loaded both. */
type Contents = { meta: LeagueMeta; standings: Standings | undefined }

type RoomDefinition = Room & { hasContent?: (contents: Contents) => boolean }

const hasPoints = ({ meta }: Contents) => meta.scoring_format === 'points'
const hasSeasons = ({ meta }: Contents) => meta.seasons.length > 0
const hasPastSeasons = ({ meta, standings }: Contents) =>
  meta.seasons.length > 1 || standings?.is_finished === true
const hasWeeks = ({ standings }: Contents) =>
  standings?.standings.some((team) => team.weekly_points.length > 0) ?? false
const hasGames = (contents: Contents) =>
  hasPoints(contents) && (hasWeeks(contents) || contents.meta.seasons.length > 1)
const hasTeam = ({ standings }: Contents) => standings?.standings.some((team) => team.is_mine) ?? false

/** All rooms in the order in which they are listed. */
const ROOMS: readonly RoomDefinition[] = [
  { ...room('overview', 'Overview', 'The week at a glance', House), group: 'This week', tab: 'overview' },
  {
    ...room('scoreboard', 'Scoreboard', 'All games', LayoutList),
    group: 'This week',
    tab: 'scoreboard',
  },
  { ...room('matchup', 'Matchup', 'Slot against slot', Swords), group: 'This week', tab: 'matchup' },
  { ...room('roster', 'Roster', 'Lineup and bench', UsersRound), group: 'This week', tab: 'roster' },
  {
    ...room('betslip', 'Betslip', 'The weekly parlay', Ticket),
    group: 'This week',
    tab: 'betslip',
    hasContent: ({ meta }) => meta.features.includes('betslip'),
  },
  {
    ...room('news', 'Player news', 'About my players', Newspaper, 'news'),
    group: 'This week',
    tab: 'roster',
    hasContent: hasTeam,
  },
  { ...room('standings', 'Standings', 'Who is on top', ListOrdered), group: 'Table', tab: 'standings' },
  {
    ...room('race', 'Race', 'Playoff odds', Flag, 'race'),
    group: 'Table',
    tab: 'standings',
    hasContent: (contents) => hasRace(contents.standings),
  },
  {
    ...room('power', 'Power', 'Who is strongest', Gauge, 'power'),
    group: 'Table',
    tab: 'standings',
    hasContent: hasGames,
  },
  {
    ...room('luck', 'Luck', 'Who was lucky', Clover, 'luck'),
    group: 'Table',
    tab: 'standings',
    hasContent: hasGames,
  },
  {
    ...room('swap', 'Swap', 'Other schedules', Shuffle, 'schedule-swap'),
    group: 'Table',
    tab: 'standings',
    hasContent: hasGames,
  },
  {
    ...room('lineups', 'Lineups', 'Bench points', ClipboardCheck, 'luck-lineups'),
    group: 'Table',
    tab: 'standings',
    hasContent: hasGames,
  },
  {
    ...room('elo', 'Elo', 'All-time ratings', TrendingUp, 'elo'),
    group: 'Table',
    tab: 'history',
    hasContent: hasGames,
  },
  {
    ...room('history', 'History', 'All seasons', History),
    group: 'Past',
    tab: 'history',
    hasContent: hasSeasons,
  },
  {
    ...room('trophies', 'Trophies', 'All champions', Trophy, 'trophies'),
    group: 'Past',
    tab: 'history',
    hasContent: hasPastSeasons,
  },
  {
    ...room('records', 'Records', 'Highs and lows', Medal, 'records'),
    group: 'Past',
    tab: 'history',
    hasContent: hasGames,
  },
  {
    ...room('head-to-head', 'Head-to-head', 'Any two managers', Swords, 'head-to-head'),
    group: 'Past',
    tab: 'history',
    hasContent: hasGames,
  },
  {
    ...room('drafts', 'Drafts', 'Every pick', ClipboardList, 'draft'),
    group: 'Past',
    tab: 'history',
    hasContent: hasSeasons,
  },
  {
    ...room('keepers', 'Keepers', 'Who can stay', Pin, 'keepers'),
    group: 'Past',
    tab: 'history',
    hasContent: hasSeasons,
  },
  {
    ...room('cards', 'Season cards', 'A year to share', GalleryVerticalEnd, 'cards'),
    group: 'Past',
    tab: 'history',
    hasContent: (contents) => hasPoints(contents) && hasPastSeasons(contents),
  },
  {
    ...room('brackets', 'Brackets', 'Road to the title', Network, 'bracket'),
    group: 'Past',
    tab: 'scoreboard',
    hasContent: (contents) => hasPastSeasons(contents) || contents.standings?.playoff_teams != null,
  },
  {
    ...room('social', 'League Social', 'What the others say', MessagesSquare),
    group: 'League',
    tab: 'league social',
  },
  {
    ...room('moves', 'Moves', 'Trades and waivers', ArrowLeftRight, 'transactions'),
    group: 'League',
    tab: 'league social',
    hasContent: hasSeasons,
  },
  {
    ...room('best-moves', 'Best moves', 'Trades, rated', TrendingUp, MOVES_VIEW),
    group: 'League',
    tab: 'league social',
    hasContent: hasGames,
  },
  {
    ...room('rules', 'Rules', 'What we agreed on', BookOpen, 'rules'),
    group: 'League',
    tab: 'league social',
  },
  { ...room('dues', 'Dues', 'Who has paid', Wallet, 'dues'), group: 'League', tab: 'league social' },
  {
    ...room('members', 'Members', 'Who plays here', Users, 'members'),
    group: 'League',
    tab: 'league social',
    hasContent: ({ standings }) => (standings?.standings ?? []).length > 0,
  },
]

function room(id: string, label: string, line: string, icon: LucideIcon, view: string | null = null) {
  return { id, label, line, icon, view }
}

/** The rooms of a league that have content, and its page at the provider; none until its metadata is known. */
export function useRooms(league: string): readonly Room[] {
  const { data: meta } = useQuery({ ...leagueMetaQuery(league), enabled: false })
  const { data: standings } = useQuery({ ...standingsQuery(league), enabled: false })
  if (meta === undefined) return []
  const page = meta.provider_page ?? null
  return [
    ...ROOMS.filter(({ hasContent }) => hasContent === undefined || hasContent({ meta, standings })),
    ...(page === null
      ? []
      : [
          {
            ...room(
              'provider',
              `Open in ${LEAGUE_PROVIDERS[page.provider].label}`,
              'The league there',
              ExternalLink,
            ),
            group: 'League' as const,
            tab: null,
            href: page.url,
          },
        ]),
  ]
}

/** The rooms by group, without empty groups. */
export function groupRooms(rooms: readonly Room[]) {
  return ROOM_GROUPS.map((group) => ({ group, rooms: rooms.filter((each) => each.group === group) })).filter(
    (each) => each.rooms.length > 0,
  )
}

/** The part of an address that opens a room of the league's own. */
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

/** A link that opens a room. */
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
