import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '../../api/server-clock.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { CardsSkeleton } from './cards-skeleton.tsx'
import { ScoreboardGrid } from './scoreboard-grid.tsx'
import { CURRENT_WEEK } from './season-week.ts'
import styles from './tab.module.css'
import { scoreboardQuery } from './use-matchups.ts'
import { WeekHeader } from './week-header.tsx'

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
}

export function ScoreboardTab({ league, seasons }: Props) {
  const [selection, setSelection] = useState(CURRENT_WEEK)
  const current = useQuery(scoreboardQuery(league)).data
  const scoreboard = useQuery({ ...scoreboardQuery(league, selection), placeholderData: keepPreviousData })
  const week = selection.week ?? scoreboard.data?.week ?? null
  return (
    <section className={styles['tab']} aria-label="Scoreboard">
      <WeekHeader
        title={week === null ? 'Scoreboard' : `Scoreboard — Week ${week}`}
        response={scoreboard.data ?? current}
        seasons={seasons}
        selection={selection}
        current={current}
        now={useNow()}
        onChoose={setSelection}
      />
      <Loaded
        query={scoreboard}
        errorTitle="Failed to load the scoreboard"
        skeleton={<CardsSkeleton label="Loading the scoreboard" cards={6} />}
      >
        {(response) => (
          <ScoreboardGrid
            key={`${response.season} ${response.week}`}
            scoreboard={response}
            isPlaceholderData={scoreboard.isPlaceholderData}
          />
        )}
      </Loaded>
    </section>
  )
}
