import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { MatchupView } from './matchup-view.tsx'
import styles from './tab.module.css'
import { myMatchupOf } from './use-matchups.ts'
import { WeekHead } from './week-head.tsx'

type Props = { league: string }

export function MatchupTab({ league }: Props) {
  const [week, setWeek] = useState<number | null>(null)
  const current = useQuery(myMatchupOf(league)).data
  const matchup = useQuery({ ...myMatchupOf(league, week), placeholderData: keepPreviousData })
  const shown = week ?? matchup.data?.week ?? null
  return (
    <section className={styles['tab']} aria-label="Matchup">
      <WeekHead
        title={shown === null ? 'Matchup' : `Week ${shown} Matchup`}
        answer={matchup.data ?? current}
        week={shown}
        current={current?.week ?? null}
        now={useNow()}
        onWeek={setWeek}
      />
      <Loaded query={matchup} failure="Failed to load your matchup" skeleton={<MatchupSkeleton />}>
        {(answer) => <MatchupView key={answer.week} answer={answer} isOld={matchup.isPlaceholderData} />}
      </Loaded>
    </section>
  )
}

function MatchupSkeleton() {
  return (
    <div className={styles['tab']}>
      <Skeleton label="Loading your matchup" rows={1} height={204} />
      <Skeleton label="Loading the line-ups" rows={9} height={40} />
    </div>
  )
}
