import { lazy, Suspense, useDeferredValue, useEffect, useRef } from 'react'
import type { LeagueMeta } from '../../features/leagues/use-leagues.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { tabElementId } from '../../ui/tabs.tsx'
import { ErrorBoundary } from '../error-boundary.tsx'
import type { Tab } from '../router/location.ts'
import styles from './league-screen.module.css'
import {
  loadBetslipTab,
  loadHistoryTab,
  loadLeagueSocialTab,
  loadMatchupTab,
  loadOverviewTab,
  loadRosterTab,
  loadScoreboardTab,
  loadStandingsTab,
} from './tab-loaders.ts'

const OverviewTab = lazy(loadOverviewTab)
const LeagueSocialTab = lazy(loadLeagueSocialTab)
const StandingsTab = lazy(loadStandingsTab)
const RosterTab = lazy(loadRosterTab)
const ScoreboardTab = lazy(loadScoreboardTab)
const MatchupTab = lazy(loadMatchupTab)
const HistoryTab = lazy(loadHistoryTab)
const BetslipTab = lazy(loadBetslipTab)

/** The element id of the panel under the tabs. */
export const PANEL_ID = 'league-panel'

type Props = {
  league: string
  meta: LeagueMeta
  /** The display name of who is signed in. */
  user: string
  /** Whether the person is an admin of the league. */
  canRun: boolean
  tab: Tab
  onTabChange: (tab: Tab) => void
}

export function TabPanel(props: Props) {
  // The tab that was pressed shows it at once; what it holds is drawn piece by piece.
  const tab = useDeferredValue(props.tab)
  const panel = useRef<HTMLDivElement>(null)
  const shown = useRef(tab)
  useEffect(() => {
    if (shown.current === tab) return
    shown.current = tab
    // What was chosen may be gone with the tab that it stood in; the focus goes on in the new one.
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
  }, [tab])

  return (
    <div
      ref={panel}
      id={PANEL_ID}
      className={styles['panel']}
      role="tabpanel"
      aria-labelledby={tabElementId(PANEL_ID, tab)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the pattern for panels that may hold nothing to focus
      tabIndex={0}
    >
      <ErrorBoundary key={tab}>
        <Suspense fallback={<Skeleton label="Loading the tab" rows={8} height={40} />}>
          <TabContent {...props} tab={tab} />
        </Suspense>
      </ErrorBoundary>
    </div>
  )
}

function TabContent({ league, meta, user, canRun, tab, onTabChange }: Props) {
  switch (tab) {
    case 'overview':
      return <OverviewTab league={league} onTabChange={onTabChange} />
    case 'standings':
      return <StandingsTab league={league} seasons={meta.seasons} />
    case 'league social':
      return <LeagueSocialTab league={league} user={user} isAdmin={canRun} />
    case 'roster':
      return <RosterTab league={league} />
    case 'scoreboard':
      return <ScoreboardTab league={league} seasons={meta.seasons} />
    case 'matchup':
      return <MatchupTab league={league} seasons={meta.seasons} />
    case 'history':
      return <HistoryTab league={league} currentYear={meta.current_year} canManage={canRun} />
    case 'betslip':
      return <BetslipTab league={league} seasons={meta.seasons} isAdmin={canRun} />
  }
}
