import { lazy, Suspense, useState } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useHistoryOverlay } from '../../ui/use-history-overlay.ts'
import { BY_TITLES, sortOwners } from './all-time-order.ts'
import { AllTimeTable } from './all-time-table.tsx'
import { FunFacts } from './fun-facts.tsx'
import { HallOfFame } from './hall-of-fame.tsx'
import { HistoryContext } from './history-context.ts'
import { parseOverlay, serializeOverlay } from './history-overlay.ts'
import styles from './history-page.module.css'
import { LeagueRecords } from './league-records.tsx'
import { OwnerComparison } from './owner-comparison.tsx'
import { TeamNames } from './team-names.tsx'
import { TenureBanner } from './tenure-banner.tsx'
import { ThroughTheYears } from './through-the-years.tsx'
import { HISTORY_ADMIN_ID, TimelineHeader } from './timeline-header.tsx'
import { TrophyCase } from './trophy-case.tsx'
import type { History } from './use-history.ts'

const HistoryAdmin = lazy(() =>
  import('./admin/history-admin.tsx').then((file) => ({ default: file.HistoryAdmin })),
)
const HistoryDialog = lazy(() =>
  import('./history-dialog.tsx').then((file) => ({ default: file.HistoryDialog })),
)

type Props = { league: string; history: History; currentYear: number; canManage: boolean }

/** All sections of a league's history. */
export function HistoryPage({ league, history, currentYear, canManage }: Props) {
  const { opened, open, close } = useHistoryOverlay()
  const [isAdminOpen, setAdminOpen] = useState(false)
  const { seasons, all_time: allTime, owners } = history
  const pictures = new Map(history.people.map(({ owner, picture }) => [owner, picture]))
  const context = {
    league,
    getPictureUrl: (owner: string) => pictures.get(owner) ?? null,
    openOverlay: (overlay: Parameters<typeof serializeOverlay>[0]) => open(serializeOverlay(overlay)),
  }
  const rankedOwners = sortOwners(allTime.by_owner_enhanced, BY_TITLES).map(({ owner }) => owner)
  const overlay = parseOverlay(opened)
  const [topOwner] = rankedOwners
  return (
    <HistoryContext value={context}>
      <div className={styles['page']}>
        <TimelineHeader
          history={history}
          canManage={canManage}
          isAdminOpen={isAdminOpen}
          onToggleAdmin={() => setAdminOpen(!isAdminOpen)}
        />
        {allTime.fun_facts.longest_tenure === null ? null : (
          <TenureBanner tenure={allTime.fun_facts.longest_tenure} />
        )}
        <TrophyCase seasons={seasons} currentYear={currentYear} />
        {canManage && isAdminOpen ? (
          <div id={HISTORY_ADMIN_ID}>
            <Suspense fallback={<Skeleton label="Loading History Admin" rows={6} height={52} />}>
              <HistoryAdmin league={league} history={history} currentYear={currentYear} />
            </Suspense>
          </div>
        ) : null}
        <HallOfFame seasons={seasons} />
        <LeagueRecords records={allTime.league_records} seasons={seasons} />
        <FunFacts facts={allTime.fun_facts} seasons={seasons} />
        <AllTimeTable owners={allTime.by_owner_enhanced} />
        {topOwner === undefined ? null : (
          <ThroughTheYears seasons={seasons} owners={owners} initialOwner={topOwner} />
        )}
        <TeamNames names={allTime.by_team} />
        <OwnerComparison owners={owners} defaultOwners={rankedOwners} />
      </div>
      {opened === null || overlay === null ? null : (
        <Suspense fallback={null}>
          <HistoryDialog key={opened} overlay={overlay} history={history} onClose={() => close(opened)} />
        </Suspense>
      )}
    </HistoryContext>
  )
}
