import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../ui/loaded.tsx'
import { useNow } from '../../ui/use-now.ts'
import { CardsSkeleton } from './cards-skeleton.tsx'
import { ScoreboardGrid } from './scoreboard-grid.tsx'
import { CURRENT_WEEK } from './season-week.ts'
import styles from './tab.module.css'
import { scoreboardQuery } from './use-matchups.ts'
import { WeekHead } from './week-head.tsx'

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
}

export function ScoreboardTab({ league, seasons }: Props) {
  const [chosen, setChosen] = useState(CURRENT_WEEK)
  const current = useQuery(scoreboardQuery(league)).data
  const scoreboard = useQuery({ ...scoreboardQuery(league, chosen), placeholderData: keepPreviousData })
  const shown = chosen.week ?? scoreboard.data?.week ?? null
  return (
    <section className={styles['tab']} aria-label="Scoreboard">
      <WeekHead
        title={shown === null ? 'Scoreboard' : `Scoreboard — Week ${shown}`}
        response={scoreboard.data ?? current}
        seasons={seasons}
        selection={chosen}
        current={current}
        now={useNow()}
        onChoose={setChosen}
      />
      <Loaded
        query={scoreboard}
        errorTitle="Failed to load the scoreboard"
        skeleton={<CardsSkeleton label="Loading the scoreboard" cards={6} />}
      >
        {(answer) => (
          <ScoreboardGrid
            key={`${answer.season} ${answer.week}`}
            scoreboard={answer}
            isPlaceholderData={scoreboard.isPlaceholderData}
          />
        )}
      </Loaded>
    </section>
  )
}
