import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CallError } from '../../api/call-error.ts'
import { RefusedBanner } from '../../features/credentials/refused-banner.tsx'
import { LeagueHeader } from '../../features/leagues/league-header.tsx'
import { type LeagueMeta, metaOf } from '../../features/leagues/use-leagues.ts'
import {
  mySummaryOf,
  type Snapshot,
  snapshotOf,
  standingsOf,
} from '../../features/standings/use-standings.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { LEAGUE_TIMING } from '../../ui/progress.ts'
import { ProgressLoader } from '../../ui/progress-loader.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useLeagueEvents } from '../live/use-league-events.ts'
import { TABS, type Tab } from '../router/place.ts'
import styles from './league-screen.module.css'
import { fetchTab } from './tab-files.ts'
import { TAB_NAMES } from './tab-names.ts'
import { PANEL_ID, TabPanel } from './tab-panel.tsx'

const MESSAGES = ['Loading league snapshot…', 'Fetching standings…', 'Locating your team…'] as const

type Props = {
  league: string
  /** The display name of who is signed in. */
  user: string
  /** Whether the person is an admin of the league. */
  canRun: boolean
  tab: Tab
  onTab: (tab: Tab) => void
  onOpenAdmin: () => void
  /** Told when the league has no such tab. */
  onNoTab: () => void
  /** Told when the league is no more, or no more the person's. */
  onGone: () => void
}

export function LeagueScreen({ onOpenAdmin, onGone, ...tabs }: Props) {
  const { league, canRun } = tabs
  useLeagueEvents(league)
  const meta = useQuery(metaOf(league))
  const snapshot = useQuery(snapshotOf(league))
  const standings = useQuery(standingsOf(league))
  const summary = useQuery(mySummaryOf(league))
  const isGone = isGoneFor(meta.error)
  useEffect(() => {
    if (isGone) onGone()
  }, [isGone, onGone])

  // What failed once is tried again by the tab that shows it, and that must not take the tab away.
  const isLoading = meta.isPending || ![snapshot, standings, summary].every((each) => each.isFetched)
  return (
    <>
      <LeagueHeader
        name={meta.data?.name ?? league}
        info={meta.data?.league_info ?? null}
        espn={espnPageOf(meta.data, snapshot.data ?? null)}
      />
      <div className={styles['banner']}>
        <RefusedBanner league={league} canRun={canRun}>
          <Button look="quiet" onClick={onOpenAdmin}>
            Save cookies in Admin Tools
          </Button>
        </RefusedBanner>
      </div>
      <ProgressLoader isLoading={isLoading || isGone} messages={MESSAGES} timing={LEAGUE_TIMING}>
        {() => (
          <Loaded query={meta} failure="Failed to load the league" skeleton={null}>
            {(about) => <LeagueTabs {...tabs} meta={about} />}
          </Loaded>
        )}
      </ProgressLoader>
    </>
  )
}

/** The stored season's page at the provider, else the current one's; null until it is known. */
function espnPageOf(meta: LeagueMeta | undefined, stored: Snapshot | null) {
  if (meta === undefined) return null
  return { leagueId: stored?.leagueId ?? meta.espn_league_id, season: stored?.seasonId ?? meta.current_year }
}

type LeagueTabsProps = Omit<Props, 'onOpenAdmin' | 'onGone'> & { meta: LeagueMeta }

function LeagueTabs({ meta, tab, onNoTab, ...panel }: LeagueTabsProps) {
  const tabs = TABS.filter((id) => id !== 'betslip' || meta.features.includes('betslip'))
  const isThere = tabs.includes(tab)
  const active = isThere ? tab : 'overview'
  useEffect(() => {
    if (!isThere) onNoTab()
  }, [isThere, onNoTab])
  return (
    <>
      <div className={styles['tabs']}>
        <Tabs
          label="League"
          tabs={tabs.map((id) => ({ id, label: TAB_NAMES[id] }))}
          active={active}
          onSelect={panel.onTab}
          onApproach={fetchTab}
          panelId={PANEL_ID}
        />
      </div>
      <TabPanel {...panel} meta={meta} tab={active} />
    </>
  )
}

function isGoneFor(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'not_member' || error.code === 'league_not_found')
}
