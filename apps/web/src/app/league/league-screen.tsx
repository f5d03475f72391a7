import { useQuery } from '@tanstack/react-query'
import {
  ChevronDown,
  Ellipsis,
  House,
  LayoutList,
  type LucideIcon,
  MessagesSquare,
  Swords,
} from 'lucide-react'
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import { hasErrorCode } from '../../api/api-client.ts'
import { type LeagueMeta, leagueMetaQuery, standingsQuery } from '../../api/operations.ts'
import { unreadQuery, useVisitTab } from '../../features/inbox/bell.tsx'
import { mySummaryQuery, snapshotQuery } from '../../features/standings/use-standings.ts'
import { LocationContext, TAB_LABELS, TABS, type Tab, useLocation, useRouter } from '../../router/router.ts'
import { Loaded, Skeleton } from '../../ui/feedback/feedback.tsx'
import { LEAGUE_TIMING, ProgressLoader } from '../../ui/feedback/progress.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Row, useMediaQuery } from '../../ui/layout/layout.tsx'
import { lazyNamed, lazyPart, preload } from '../../ui/lazy-named.ts'
import navigation from '../../ui/navigation/navigation.module.css'
import { NewsDot, Tabs } from '../../ui/navigation/tabs.tsx'
import ui from '../../ui/ui.module.css'
import { ErrorBoundary } from '../error-boundary.tsx'
import styles from './league.module.css'
import { useLeagueEvents } from './use-league-events.ts'

const loadJoinLeague = () => import('../../features/leagues/dashboard/join-league.tsx')
const LOADING_PAGE = <Skeleton label="Loading page" rows={3} height={72} />

const JoinScreen = lazyPart(loadJoinLeague, 'JoinScreen', LOADING_PAGE)
const UnknownLeague = lazyPart(loadJoinLeague, 'UnknownLeague', LOADING_PAGE)

const ProviderAccessBanner = lazyPart(
  () => import('../../features/credentials/provider-access.tsx'),
  'ProviderAccessBanner',
)

const PlayerDialog = lazyPart(() => import('./roster-with-news.tsx'), 'PlayerDialog')

const LOADING_MESSAGES = ['Loading league snapshot…', 'Fetching standings…', 'Locating your team…'] as const

type Props = {
  league: string
  /** The display name of the signed-in user. */
  user: string
  canManage: boolean
}

export function LeagueScreen(props: Props) {
  const { league, canManage } = props
  const router = useRouter()
  useLeagueEvents(league, 'outcome')
  const meta = useQuery(leagueMetaQuery(league))
  const snapshot = useQuery(snapshotQuery(league))
  const standings = useQuery(standingsQuery(league))
  const summary = useQuery(mySummaryQuery(league))

  const isUnknown = hasErrorCode(meta.error, 'league_not_found')
  if (isUnknown || hasErrorCode(meta.error, 'not_member')) {
    const Screen = isUnknown ? UnknownLeague : JoinScreen
    return <Screen league={league} onBack={() => router.replace({ route: 'dashboard', league: null })} />
  }
  // Wait for the first attempt only: a tab that retries a failed query must not be replaced by the loader.
  const isLoading = meta.isPending || ![snapshot, standings, summary].every((each) => each.isFetched)
  const banner = canManage ? (
    <ProviderAccessBanner league={league} canManage>
      <Button variant="quiet" onClick={() => router.navigate({ route: 'admin', view: 'provider-cookies' })}>
        Save cookies in Admin Tools
      </Button>
    </ProviderAccessBanner>
  ) : null
  return (
    <ProgressLoader isLoading={isLoading} messages={LOADING_MESSAGES} timing={LEAGUE_TIMING}>
      {() => (
        <Loaded query={meta} errorTitle="Failed to load league" skeleton={null}>
          {(loadedMeta) => <LeagueTabs {...props} meta={loadedMeta} banner={banner} />}
        </Loaded>
      )}
    </ProgressLoader>
  )
}

type LeagueTabsProps = Props & { meta: LeagueMeta; banner: ReactNode }

function LeagueTabs({ meta, banner, ...panel }: LeagueTabsProps) {
  const router = useRouter()
  const { tab, player } = useLocation()
  const tabs = TABS.filter((id) => id !== 'betslip' || meta.features.includes('betslip'))
  const isAvailable = tabs.includes(tab)
  const active = isAvailable ? tab : 'overview'
  useEffect(() => {
    if (!isAvailable) router.replace({ tab: 'overview' })
  }, [isAvailable, router])
  const news = useTabNews(panel.league, active)
  return (
    <>
      <LeagueNav league={panel.league} tabs={tabs} active={active} news={news} />
      {banner}
      <TabPanel {...panel} meta={meta} tab={active} />
      {player === null ? null : <PlayerDialog key={player} league={panel.league} player={player} />}
    </>
  )
}

/** The tabs of a league with something that the user has not seen. Whatever is new on the open tab counts as seen. */
function useTabNews(league: string, active: Tab): readonly Tab[] {
  const { data } = useQuery(unreadQuery)
  const { mutate: visit } = useVisitTab(league)
  const news = (data?.tabs ?? []).filter((each) => each.league === league).map(({ tab }) => tab)
  const seen = news.find((tab) => tab === active)
  useEffect(() => {
    if (seen !== undefined && document.visibilityState === 'visible') visit(seen)
  }, [seen, visit])
  return news.filter((tab) => tab !== active)
}

const loadPanels = () => import('./rooms.tsx')

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

type LeagueNavProps = {
  league: string
  tabs: readonly Tab[]
  active: Tab
  news: readonly Tab[]
}

/** What shows the menus of tabs with more rooms is loaded when somebody is near them. */
function LeagueNav({ league, tabs, active, news }: LeagueNavProps) {
  const router = useRouter()
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
      className={`${ui.screenOnly} ${isPhone ? `${navigation.bar} ${styles.bar}` : styles.tabs}`}
      onPointerEnter={() => setHasMenus(true)}
      onFocus={() => setHasMenus(true)}
    >
      <Tabs
        label="League"
        tabs={shown}
        active={active}
        onSelect={(tab) => router.navigate({ tab })}
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

/** Each tab is a separate chunk that is loaded on first use. */
const LOADERS = {
  overview: () => import('./overview-tab.tsx'),
  'league social': () => import('./social-with-transactions.tsx'),
  standings: () => import('./standings-with-insights.tsx'),
  roster: () => import('./roster-with-news.tsx'),
  scoreboard: () => import('./games-tabs.tsx'),
  matchup: () => import('./games-tabs.tsx'),
  history: () => import('./history-with-matchup.tsx'),
  betslip: () => import('../../features/betslip/betslip-tab.tsx'),
}

const CONTENTS: Record<Tab, ComponentType<TabProps>> = {
  overview: lazyNamed(LOADERS.overview, 'OverviewTab'),
  'league social': lazyNamed(LOADERS['league social'], 'SocialWithTransactions'),
  standings: lazyNamed(LOADERS.standings, 'StandingsWithInsights'),
  roster: lazyNamed(LOADERS.roster, 'RosterWithNews'),
  scoreboard: lazyNamed(LOADERS.scoreboard, 'ScoreboardWithBracket'),
  matchup: lazyNamed(LOADERS.matchup, 'MatchupWithStakes'),
  history: lazyNamed(LOADERS.history, 'HistoryWithMatchup'),
  betslip: lazyNamed(LOADERS.betslip, 'BetslipTab'),
}

const PANEL_ID = 'league-panel'

/** The views that are a section of a tab, by the element ID of its heading. */
const SECTIONS: Readonly<Record<string, string>> = {
  news: 'player-news',
  'luck-lineups': 'season-lineups',
  elo: 'section-elo-ratings',
  trophies: 'section-trophy-case',
  admin: 'history-admin',
  records: 'section-league-records-regular-season-',
  'head-to-head': 'section-head-to-head',
}

/** How long a section stays in view while the content above it is loading, unless the user scrolls. */
const FOLLOW_MS = 3000

function useSectionOfView(panel: RefObject<HTMLElement | null>, tab: Tab, view: string | null): void {
  const section = view === null ? undefined : SECTIONS[view]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the panel has other content in another tab
  useEffect(() => {
    if (section === undefined || panel.current === null) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const observer = new ResizeObserver(() => {
      const heading = document.getElementById(section)
      ;(heading?.closest('section') ?? heading)?.scrollIntoView()
    })
    observer.observe(panel.current)
    signal.addEventListener('abort', () => observer.disconnect())
    const stop = () => controller.abort()
    for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      addEventListener(type, stop, { signal, passive: true })
    const timer = setTimeout(stop, FOLLOW_MS)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [panel, section, tab]) // oxlint-disable-line react/exhaustive-effect-dependencies -- as above
}

type TabPanelProps = Props & { meta: LeagueMeta; tab: Tab }

function TabPanel(props: TabPanelProps) {
  // Highlight the selected tab immediately and render its content in the background.
  const location = useLocation()
  const tab = useDeferredValue(props.tab)
  const shownLocation = useDeferredValue(location)
  const Content = CONTENTS[tab]
  const { meta } = props
  const panelRef = useRef<HTMLDivElement>(null)
  const shownTab = useRef(tab)
  useEffect(() => {
    if (shownTab.current === tab) return
    shownTab.current = tab
    // The focused element may have been removed with the previous tab: move the focus to the new panel.
    if (document.activeElement === document.body) panelRef.current?.focus({ preventScroll: true })
  }, [tab])
  useSectionOfView(panelRef, tab, shownLocation.view)

  return (
    <div
      ref={panelRef}
      id={PANEL_ID}
      className={styles.panel}
      role="tabpanel"
      // On a phone, most tabs are behind "More".
      aria-label={TAB_LABELS[tab]}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the ARIA tabs pattern for panels that may have no focusable content
      tabIndex={0}
    >
      <ErrorBoundary key={tab}>
        <Suspense fallback={<Skeleton label="Loading tab" rows={8} height={40} />}>
          <LocationContext value={tab === props.tab ? location : shownLocation}>
            <Content
              league={props.league}
              user={props.user}
              isAdmin={props.canManage}
              seasons={meta.seasons}
              currentYear={meta.current_year}
              hasLowestScorers={meta.scoring_format === 'points'}
            />
          </LocationContext>
        </Suspense>
      </ErrorBoundary>
    </div>
  )
}

/** Loads a tab that is likely to be opened next. A chunk that fails is loaded again, and its error shown, on render. */
export function preloadTab(tab: Tab): Promise<void> {
  return preload(LOADERS[tab]).catch(() => undefined)
}

/** What the tabs of a league are given. Each takes what it needs. */
export type TabProps = {
  league: string
  /** The display name of the current user. */
  user: string
  isAdmin: boolean
  /** Stored seasons, newest first. */
  seasons: readonly number[]
  currentYear: number
  hasLowestScorers: boolean
}

export type SeasonTabProps = Pick<TabProps, 'league' | 'seasons'>
