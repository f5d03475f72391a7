import { type ComponentType, type RefObject, Suspense, useDeferredValue, useEffect, useRef } from 'react'
import type { LeagueMeta } from '../../api/operations.ts'
import { LocationContext, TAB_LABELS, type Tab, useLocation } from '../../router/router.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { lazyNamed, preload } from '../../ui/lazy-named.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import styles from './league.module.css'
import type { TabProps } from './tab-props.ts'

/** Each tab is a separate chunk that is loaded on first use. */
const LOADERS = {
  overview: () => import('./overview-tab.tsx'),
  'league social': () => import('./social-with-transactions.tsx'),
  standings: () => import('./standings-with-insights.tsx'),
  roster: () => import('./roster-with-news.tsx'),
  scoreboard: () => import('./scoreboard-with-bracket.tsx'),
  matchup: () => import('./matchup-with-stakes.tsx'),
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

export const PANEL_ID = 'league-panel'

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

type Props = {
  league: string
  meta: LeagueMeta
  /** The display name of the signed-in user. */
  user: string
  canManage: boolean
  tab: Tab
  onTabChange: (tab: Tab) => void
}

export function TabPanel(props: Props) {
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
