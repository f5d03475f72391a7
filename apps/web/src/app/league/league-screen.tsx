import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CallError } from '../../api/call-error.ts'
import { LeagueHeader } from '../../features/leagues/league-header.tsx'
import { type LeagueMeta, metaOf } from '../../features/leagues/use-leagues.ts'
import {
  mySummaryOf,
  type Snapshot,
  snapshotOf,
  standingsOf,
} from '../../features/standings/use-standings.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { LEAGUE_TIMING } from '../../ui/progress.ts'
import { ProgressLoader } from '../../ui/progress-loader.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { Tab } from '../router/place.ts'
import styles from './league-screen.module.css'
import { PANEL_ID, TabPanel } from './tab-panel.tsx'

const MESSAGES = ['Loading league snapshot…', 'Fetching standings…', 'Locating your team…'] as const

const TABS: readonly { id: Tab; label: string }[] = [
  { id: 'overview', label: 'Overview' },
  { id: 'league social', label: 'League Social' },
  { id: 'standings', label: 'Standings' },
  { id: 'roster', label: 'Roster' },
  { id: 'scoreboard', label: 'Scoreboard' },
  { id: 'matchup', label: 'Matchup' },
  { id: 'history', label: 'History' },
]

const BETSLIP: { id: Tab; label: string } = { id: 'betslip', label: 'Betslip' }

type Props = {
  league: string
  tab: Tab
  onTab: (tab: Tab) => void
  /** Told when the league is no more, or no more the person's. */
  onGone: () => void
}

export function LeagueScreen({ league, tab, onTab, onGone }: Props) {
  const meta = useQuery(metaOf(league))
  const snapshot = useQuery(snapshotOf(league))
  const standings = useQuery(standingsOf(league))
  const summary = useQuery(mySummaryOf(league))
  const isGone = isGoneFor(meta.error)
  useEffect(() => {
    if (isGone) onGone()
  }, [isGone, onGone])

  const isLoading = meta.isPending || snapshot.isPending || standings.isPending || summary.isPending
  return (
    <>
      <LeagueHeader
        name={meta.data?.name ?? league}
        info={meta.data?.league_info ?? null}
        espn={espnPageOf(meta.data, snapshot.data ?? null)}
      />
      <ProgressLoader isLoading={isLoading || isGone} messages={MESSAGES} timing={LEAGUE_TIMING}>
        {() => (
          <Loaded query={meta} failure="Failed to load the league" skeleton={null}>
            {(about) => <LeagueTabs league={league} meta={about} tab={tab} onTab={onTab} />}
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

type LeagueTabsProps = Pick<Props, 'league' | 'tab' | 'onTab'> & { meta: LeagueMeta }

function LeagueTabs({ league, meta, tab, onTab }: LeagueTabsProps) {
  const tabs = meta.features.includes('betslip') ? [...TABS, BETSLIP] : TABS
  const active = tabs.some((each) => each.id === tab) ? tab : 'overview'
  return (
    <>
      <div className={styles['tabs']}>
        <Tabs label="League" tabs={tabs} active={active} onSelect={onTab} panelId={PANEL_ID} />
      </div>
      <TabPanel league={league} meta={meta} tab={active} onTab={onTab} />
    </>
  )
}

function isGoneFor(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'not_member' || error.code === 'league_not_found')
}
