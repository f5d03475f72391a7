import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { type LeagueMeta, leagueMetaQuery, standingsQuery } from '../../api/league-queries.ts'
import { ProviderAccessBanner } from '../../features/credentials/provider-access-banner.tsx'
import { unreadQuery, useVisitTab } from '../../features/inbox/use-inbox.ts'
import { LeagueHeader } from '../../features/leagues/league-header.tsx'
import { mySummaryQuery, snapshotQuery } from '../../features/standings/use-standings.ts'
import { TAB_LABELS, TABS, type Tab } from '../../router/location.ts'
import { useLocation } from '../../router/router.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { LEAGUE_TIMING, ProgressLoader } from '../../ui/feedback/progress.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { useMediaQuery } from '../../ui/layout/measure.ts'
import { lazyNamed } from '../../ui/lazy-named.ts'
import { Tabs } from '../../ui/navigation/tabs.tsx'
import { BottomBar } from './bottom-bar.tsx'
import styles from './league-screen.module.css'
import { PANEL_ID, preloadTab, TabPanel } from './tab-panel.tsx'
import { useLeagueEvents } from './use-league-events.ts'

const JoinScreen = lazyNamed(() => import('../../features/leagues/dashboard/join-league.tsx'), 'JoinScreen')

const PlayerDialog = lazyNamed(() => import('./player-dialog.tsx'), 'PlayerDialog')

const LOADING_MESSAGES = ['Loading league snapshot…', 'Fetching standings…', 'Locating your team…'] as const

type Props = {
  league: string
  /** The display name of the signed-in user. */
  user: string
  /** Whether the user can manage the league. */
  canManage: boolean
  tab: Tab
  onTabChange: (tab: Tab) => void
  onOpenAdmin: () => void
  /** Called when the league does not have the current tab. */
  onUnknownTab: () => void
  /** Called when the league was deleted, and when a user who is no member leaves it. */
  onLeagueUnavailable: () => void
}

export function LeagueScreen({ onOpenAdmin, onLeagueUnavailable, ...tabs }: Props) {
  const { league, canManage } = tabs
  const isPhone = useIsPhone()
  useLeagueEvents(league, 'outcome')
  const meta = useQuery(leagueMetaQuery(league))
  const snapshot = useQuery(snapshotQuery(league))
  const standings = useQuery(standingsQuery(league))
  const summary = useQuery(mySummaryQuery(league))
  const isUnavailable = hasCode(meta.error, 'league_not_found')
  useEffect(() => {
    if (isUnavailable) onLeagueUnavailable()
  }, [isUnavailable, onLeagueUnavailable])

  if (hasCode(meta.error, 'not_member')) {
    return (
      <Suspense fallback={<Skeleton label="Loading page" rows={3} height={72} />}>
        <JoinScreen league={league} onBack={onLeagueUnavailable} />
      </Suspense>
    )
  }
  // Wait for the first attempt only: a tab that retries a failed query must not be replaced by the loader.
  const isLoading = meta.isPending || ![snapshot, standings, summary].every((each) => each.isFetched)
  return (
    <>
      <LeagueHeader
        name={meta.data?.name ?? league}
        info={meta.data?.league_info ?? null}
        page={meta.data?.provider_page ?? null}
        isCompact={isPhone && tabs.tab !== 'overview'}
      />
      <div className={styles.banner}>
        <ProviderAccessBanner league={league} canManage={canManage}>
          <Button variant="quiet" onClick={onOpenAdmin}>
            Save cookies in Admin Tools
          </Button>
        </ProviderAccessBanner>
      </div>
      <ProgressLoader
        isLoading={isLoading || isUnavailable}
        messages={LOADING_MESSAGES}
        timing={LEAGUE_TIMING}
      >
        {() => (
          <Loaded query={meta} errorTitle="Failed to load league" skeleton={null}>
            {(loadedMeta) => <LeagueTabs {...tabs} meta={loadedMeta} />}
          </Loaded>
        )}
      </ProgressLoader>
    </>
  )
}

type LeagueTabsProps = Omit<Props, 'onOpenAdmin' | 'onLeagueUnavailable'> & { meta: LeagueMeta }

function LeagueTabs({ meta, tab, onUnknownTab, ...panel }: LeagueTabsProps) {
  const tabs = TABS.filter((id) => id !== 'betslip' || meta.features.includes('betslip'))
  const isAvailable = tabs.includes(tab)
  const active = isAvailable ? tab : 'overview'
  useEffect(() => {
    if (!isAvailable) onUnknownTab()
  }, [isAvailable, onUnknownTab])
  const news = useTabNews(panel.league, active)
  const isPhone = useIsPhone()
  const { player } = useLocation()
  const control = { active, onSelect: panel.onTabChange, onIntent: preloadTab, panelId: PANEL_ID }
  return (
    <>
      {isPhone ? (
        <BottomBar tabs={tabs} news={news} {...control} />
      ) : (
        <div className={styles.tabs}>
          <Tabs
            label="League"
            tabs={tabs.map((id) => ({ id, label: TAB_LABELS[id], hasNews: news.includes(id) }))}
            {...control}
          />
        </div>
      )}
      <TabPanel {...panel} meta={meta} tab={active} />
      {player === null ? null : (
        <Suspense fallback={null}>
          <PlayerDialog key={player} league={panel.league} player={player} />
        </Suspense>
      )}
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

/** Whether the tabs are at the bottom of the screen, and the header is short. */
function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 719px)')
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code
}
