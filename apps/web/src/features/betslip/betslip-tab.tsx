import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../ui/loaded.tsx'
import { SeasonChooser } from '../../ui/season-chooser.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabHeader } from '../../ui/tab-header.tsx'
import styles from './betslip-tab.module.css'
import columns from './betslip-week.module.css'
import { BetslipWeek } from './betslip-week.tsx'
import { betsQuery } from './use-bets.ts'
import { WeekScroller } from './week-scroller.tsx'

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
  /** Whether the current user is an admin of the league. */
  isAdmin: boolean
  /** The viewer's time zone. Defaults to the browser's. */
  timeZone?: string
}

export function BetslipTab({ league, seasons, isAdmin, timeZone = browserTimeZone() }: Props) {
  // null follows the current season, even after the next one starts.
  const [season, setSeason] = useState<number | null>(null)
  const [week, setWeek] = useState<number | null>(null)
  const query = useQuery({ ...betsQuery(league, { season, week }), placeholderData: keepPreviousData })
  const shownWeek = week ?? query.data?.week
  return (
    <section className={styles['tab']} aria-label="Betslip">
      <TabHeader
        title="Weekly Parlay Picks"
        label={shownWeek === undefined ? undefined : `Week ${shownWeek}`}
      >
        {seasons.length > 1 ? (
          <SeasonChooser
            seasons={seasons}
            season={season ?? query.data?.season}
            onChoose={(chosen) => {
              setSeason(chosen)
              setWeek(null)
            }}
          />
        ) : null}
      </TabHeader>
      <Loaded query={query} errorTitle="Failed to load the Betslip" skeleton={<BetslipSkeleton />}>
        {(bets) => (
          <>
            <WeekScroller
              weeks={bets.weeks}
              current_week={bets.current_week}
              week={week ?? bets.week}
              onChoose={(chosen) => setWeek(chosen === bets.current_week ? null : chosen)}
            />
            <div className={styles['week']} inert={query.isPlaceholderData}>
              <BetslipWeek
                key={`${bets.season} ${bets.week}`}
                league={league}
                bets={bets}
                isAdmin={isAdmin}
                timeZone={timeZone}
              />
            </div>
          </>
        )}
      </Loaded>
    </section>
  )
}

function BetslipSkeleton() {
  return (
    <div className={styles['tab']}>
      <Skeleton label="Loading weeks" rows={1} height={50} />
      <div className={columns['week']}>
        <div className={columns['picks']}>
          <Skeleton label="Loading picks" rows={6} height={64} />
        </div>
        <div className={columns['slip']}>
          <Skeleton label="Loading bet slip" rows={1} height={440} />
        </div>
      </div>
    </div>
  )
}

function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
