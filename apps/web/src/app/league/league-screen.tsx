import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { hasErrorCode } from '../../api/api-client.ts'
import { type LeagueMeta, leagueMetaQuery, standingsQuery } from '../../api/operations.ts'
import { unreadQuery, useVisitTab } from '../../features/inbox/use-inbox.ts'
import { mySummaryQuery, snapshotQuery } from '../../features/standings/use-standings.ts'
import { TABS, type Tab, useLocation } from '../../router/router.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { LEAGUE_TIMING, ProgressLoader } from '../../ui/feedback/progress.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { lazyNamed, lazyPart } from '../../ui/lazy-named.ts'
import { LeagueNav } from './league-nav.tsx'
import { TabPanel } from './tab-panel.tsx'
import { useLeagueEvents } from './use-league-events.ts'

const JoinScreen = lazyNamed(() => import('../../features/leagues/dashboard/join-league.tsx'), 'JoinScreen')

const UnknownLeague = lazyNamed(
  () => import('../../features/leagues/dashboard/unknown-league.tsx'),
  'UnknownLeague',
)

const ProviderAccessBanner = lazyPart(
  () => import('../../features/credentials/provider-access.tsx'),
  'ProviderAccessBanner',
)

const PlayerDialog = lazyPart(() => import('./player-dialog.tsx'), 'PlayerDialog')

const LOADING_MESSAGES = ['Loading league snapshot…', 'Fetching standings…', 'Locating your team…'] as const

type Props = {
  league: string
  /** The display name of the signed-in user. */
  user: string
  canManage: boolean
  tab: Tab
  onTabChange: (tab: Tab) => void
  onOpenAdmin: () => void
  onUnknownTab: () => void
  onLeave: () => void
}

export function LeagueScreen({ onOpenAdmin, onLeave, ...tabs }: Props) {
  const { league, canManage } = tabs
  useLeagueEvents(league, 'outcome')
  const meta = useQuery(leagueMetaQuery(league))
  const snapshot = useQuery(snapshotQuery(league))
  const standings = useQuery(standingsQuery(league))
  const summary = useQuery(mySummaryQuery(league))

  const isUnknown = hasErrorCode(meta.error, 'league_not_found')
  if (isUnknown || hasErrorCode(meta.error, 'not_member')) {
    const Screen = isUnknown ? UnknownLeague : JoinScreen
    return (
      <Suspense fallback={<Skeleton label="Loading page" rows={3} height={72} />}>
        <Screen league={league} onBack={onLeave} />
      </Suspense>
    )
  }
  // Wait for the first attempt only: a tab that retries a failed query must not be replaced by the loader.
  const isLoading = meta.isPending || ![snapshot, standings, summary].every((each) => each.isFetched)
  const banner = canManage ? (
    <ProviderAccessBanner league={league} canManage>
      <Button variant="quiet" onClick={onOpenAdmin}>
        Save cookies in Admin Tools
      </Button>
    </ProviderAccessBanner>
  ) : null
  return (
    <ProgressLoader isLoading={isLoading} messages={LOADING_MESSAGES} timing={LEAGUE_TIMING}>
      {() => (
        <Loaded query={meta} errorTitle="Failed to load league" skeleton={null}>
          {(loadedMeta) => <LeagueTabs {...tabs} meta={loadedMeta} banner={banner} />}
        </Loaded>
      )}
    </ProgressLoader>
  )
}

type LeagueTabsProps = Omit<Props, 'onOpenAdmin' | 'onLeave'> & { meta: LeagueMeta; banner: ReactNode }

function LeagueTabs({ meta, tab, banner, onUnknownTab, ...panel }: LeagueTabsProps) {
  const tabs = TABS.filter((id) => id !== 'betslip' || meta.features.includes('betslip'))
  const isAvailable = tabs.includes(tab)
  const active = isAvailable ? tab : 'overview'
  useEffect(() => {
    if (!isAvailable) onUnknownTab()
  }, [isAvailable, onUnknownTab])
  const news = useTabNews(panel.league, active)
  const { player } = useLocation()
  return (
    <>
      <LeagueNav league={panel.league} tabs={tabs} active={active} news={news} onSelect={panel.onTabChange} />
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
