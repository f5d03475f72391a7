import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation, useRouter } from '../../../router/router.ts'
import { ShareButton } from '../../../router/share-button.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { hasProjections, ProjectionsContext } from '../../../ui/feedback/no-projections.tsx'
import { type Scoreboard, scoreboardQuery } from '../use-matchups.ts'
import { WeekTab } from '../week-tab.tsx'
import { ScoreboardGrid, ScoreboardSkeleton } from './scoreboard-grid.tsx'

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
  /** Switches to another view of the tab. */
  views?: ReactNode
  /** Renders the awards of a week below its games. */
  renderAwards?: (scoreboard: Scoreboard) => ReactNode
}

export function ScoreboardTab({ league, seasons, views, renderAwards }: Props) {
  const router = useRouter()
  const { season, week: chosenWeek } = useLocation()
  const selection = { season, week: chosenWeek }
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
      onChoose={router.navigate}
      views={views}
      share={
        scoreboard.data === undefined || week === null ? null : (
          <ShareButton title={`Scoreboard — Week ${week}`} to={{ season: scoreboard.data.season, week }} />
        )
      }
    >
      <Loaded query={scoreboard} errorTitle="Failed to load the scoreboard" skeleton={<ScoreboardSkeleton />}>
        {(response) => (
          <ProjectionsContext value={hasProjections(response)}>
            <ScoreboardGrid
              key={`${response.season} ${response.week}`}
              scoreboard={response}
              isPlaceholderData={scoreboard.isPlaceholderData}
            />
            {scoreboard.isPlaceholderData ? null : renderAwards?.(response)}
          </ProjectionsContext>
        )}
      </Loaded>
    </WeekTab>
  )
}
