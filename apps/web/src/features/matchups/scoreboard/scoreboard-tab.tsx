import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { CURRENT_WEEK, scoreboardQuery } from '../use-matchups.ts'
import { WeekTab } from '../week-tab.tsx'
import { ScoreboardGrid, ScoreboardSkeleton } from './scoreboard-grid.tsx'

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
    <WeekTab
      name="Scoreboard"
      title={week === null ? 'Scoreboard' : `Scoreboard — Week ${week}`}
      response={scoreboard.data ?? current}
      seasons={seasons}
      selection={selection}
      current={current}
      onChoose={setSelection}
    >
      <Loaded query={scoreboard} errorTitle="Failed to load the scoreboard" skeleton={<ScoreboardSkeleton />}>
        {(response) => (
          <ScoreboardGrid
            key={`${response.season} ${response.week}`}
            scoreboard={response}
            isPlaceholderData={scoreboard.isPlaceholderData}
          />
        )}
      </Loaded>
    </WeekTab>
  )
}
