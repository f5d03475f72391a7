import { lazy, Suspense, useState } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { BY_TITLES, ownersInOrder } from './all-time-order.ts'
import { AllTimeTable } from './all-time-table.tsx'
import { Compare } from './compare.tsx'
import { FunFacts } from './fun-facts.tsx'
import { HallOfFame } from './hall-of-fame.tsx'
import { HistoryContext } from './history-context.ts'
import styles from './history-page.module.css'
import { LeagueRecords } from './league-records.tsx'
import { readOpened, textOf } from './opened.ts'
import { TeamNames } from './team-names.tsx'
import { TenureBanner } from './tenure-banner.tsx'
import { ThroughTheYears } from './through-the-years.tsx'
import { ADMIN_ID, TimelineHeader } from './timeline-header.tsx'
import { TrophyCase } from './trophy-case.tsx'
import type { History } from './use-history.ts'

const HistoryAdmin = lazy(() =>
  import('./admin/history-admin.tsx').then((file) => ({ default: file.HistoryAdmin })),
)
const OpenedSheet = lazy(() => import('./opened-sheet.tsx').then((file) => ({ default: file.OpenedSheet })))

type Props = { league: string; history: History; currentYear: number; canRun: boolean }

/** A league's history in its order. */
export function HistoryPage({ league, history, currentYear, canRun }: Props) {
  const { opened, open, close } = useOpened()
  const [isAdminOpen, setAdminOpen] = useState(false)
  const { seasons, all_time: allTime, owners } = history
  const pictures = new Map(history.people.map(({ owner, picture }) => [owner, picture]))
  const shared = {
    league,
    pictureOf: (owner: string) => pictures.get(owner) ?? null,
    open: (what: Parameters<typeof textOf>[0]) => open(textOf(what)),
  }
  const best = ownersInOrder(allTime.by_owner_enhanced, BY_TITLES).map(({ owner }) => owner)
  const shown = readOpened(opened)
  const [first] = best
  return (
    <HistoryContext value={shared}>
      <div className={styles['page']}>
        <TimelineHeader
          history={history}
          canRun={canRun}
          isAdminOpen={isAdminOpen}
          onToggleAdmin={() => setAdminOpen(!isAdminOpen)}
        />
        {allTime.fun_facts.longest_tenure === null ? null : (
          <TenureBanner tenure={allTime.fun_facts.longest_tenure} />
        )}
        <TrophyCase seasons={seasons} currentYear={currentYear} />
        {canRun && isAdminOpen ? (
          <div id={ADMIN_ID}>
            <Suspense fallback={<Skeleton label="Loading History Admin" rows={6} height={52} />}>
              <HistoryAdmin league={league} history={history} currentYear={currentYear} />
            </Suspense>
          </div>
        ) : null}
        <HallOfFame seasons={seasons} />
        <LeagueRecords records={allTime.league_records} seasons={seasons} />
        <FunFacts facts={allTime.fun_facts} seasons={seasons} />
        <AllTimeTable owners={allTime.by_owner_enhanced} />
        {first === undefined ? null : <ThroughTheYears seasons={seasons} owners={owners} first={first} />}
        <TeamNames names={allTime.by_team} />
        <Compare owners={owners} first={best} />
      </div>
      {opened === null || shown === null ? null : (
        <Suspense fallback={null}>
          <OpenedSheet key={opened} opened={shown} history={history} onClose={() => close(opened)} />
        </Suspense>
      )}
    </HistoryContext>
  )
}
