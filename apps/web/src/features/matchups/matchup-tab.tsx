import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '../../api/server-clock.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { MatchupView } from './matchup-view.tsx'
import { CURRENT_WEEK } from './season-week.ts'
import styles from './tab.module.css'
import { myMatchupQuery } from './use-matchups.ts'
import { WeekHeader } from './week-header.tsx'

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
}

export function MatchupTab({ league, seasons }: Props) {
  const [selection, setSelection] = useState(CURRENT_WEEK)
  const current = useQuery(myMatchupQuery(league)).data
  const matchup = useQuery({ ...myMatchupQuery(league, selection), placeholderData: keepPreviousData })
  const week = selection.week ?? matchup.data?.week ?? null
  return (
    <section className={styles['tab']} aria-label="Matchup">
      <WeekHeader
        title={week === null ? 'Matchup' : `Week ${week} Matchup`}
        response={matchup.data ?? current}
        seasons={seasons}
        selection={selection}
        current={current}
        now={useNow()}
        onChoose={setSelection}
      />
      <Loaded query={matchup} errorTitle="Failed to load your matchup" skeleton={<MatchupSkeleton />}>
        {(response) => (
          <MatchupView
            key={`${response.season} ${response.week}`}
            response={response}
            isEarlier={response.season !== current?.season}
            isPlaceholderData={matchup.isPlaceholderData}
          />
        )}
      </Loaded>
    </section>
  )
}

function MatchupSkeleton() {
  return (
    <div className={styles['tab']}>
      <Skeleton label="Loading your matchup" rows={1} height={204} />
      <Skeleton label="Loading lineups" rows={9} height={40} />
    </div>
  )
}
