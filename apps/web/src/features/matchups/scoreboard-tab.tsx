import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../ui/loaded.tsx'
import { useNow } from '../../ui/use-now.ts'
import { CardsSkeleton } from './cards-skeleton.tsx'
import { ScoreboardGrid } from './scoreboard-grid.tsx'
import styles from './tab.module.css'
import { scoreboardOf } from './use-matchups.ts'
import { WeekHead } from './week-head.tsx'

type Props = { league: string }

export function ScoreboardTab({ league }: Props) {
  const [week, setWeek] = useState<number | null>(null)
  const current = useQuery(scoreboardOf(league)).data
  const scoreboard = useQuery({ ...scoreboardOf(league, week), placeholderData: keepPreviousData })
  const shown = week ?? scoreboard.data?.week ?? null
  return (
    <section className={styles['tab']} aria-label="Scoreboard">
      <WeekHead
        title={shown === null ? 'Scoreboard' : `Scoreboard — Week ${shown}`}
        answer={scoreboard.data ?? current}
        week={shown}
        current={current?.week ?? null}
        now={useNow()}
        onWeek={setWeek}
      />
      <Loaded
        query={scoreboard}
        failure="Failed to load the scoreboard"
        skeleton={<CardsSkeleton label="Loading the scoreboard" cards={6} />}
      >
        {(answer) => (
          <ScoreboardGrid key={answer.week} scoreboard={answer} isOld={scoreboard.isPlaceholderData} />
        )}
      </Loaded>
    </section>
  )
}
