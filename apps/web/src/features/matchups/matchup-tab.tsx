import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { MatchupView } from './matchup-view.tsx'
import { CURRENT_WEEK } from './season-week.ts'
import styles from './tab.module.css'
import { myMatchupQuery } from './use-matchups.ts'
import { WeekHead } from './week-head.tsx'

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
}

export function MatchupTab({ league, seasons }: Props) {
  const [chosen, setChosen] = useState(CURRENT_WEEK)
  const current = useQuery(myMatchupQuery(league)).data
  const matchup = useQuery({ ...myMatchupQuery(league, chosen), placeholderData: keepPreviousData })
  const shown = chosen.week ?? matchup.data?.week ?? null
  return (
    <section className={styles['tab']} aria-label="Matchup">
      <WeekHead
        title={shown === null ? 'Matchup' : `Week ${shown} Matchup`}
        response={matchup.data ?? current}
        seasons={seasons}
        selection={chosen}
        current={current}
        now={useNow()}
        onChoose={setChosen}
      />
      <Loaded query={matchup} errorTitle="Failed to load your matchup" skeleton={<MatchupSkeleton />}>
        {(answer) => (
          <MatchupView
            key={`${answer.season} ${answer.week}`}
            response={answer}
            isEarlier={answer.season !== current?.season}
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
      <Skeleton label="Loading the line-ups" rows={9} height={40} />
    </div>
  )
}
