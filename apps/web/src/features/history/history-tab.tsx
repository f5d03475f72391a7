import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { ProgressLoader, SLOW_TIMING } from '../../ui/feedback/progress.tsx'
import { HistoryPage, type MyGame } from './history-page.tsx'
import { historyQuery } from './use-history.ts'

const LOADING_MESSAGES = ['Opening the archive…', 'Polishing the trophies…', 'Counting every game…'] as const

type Props = {
  league: string
  currentYear: number
  canManage: boolean
  /** The user's game of this week, whose owners are compared first. */
  myGame: MyGame | null
  renderAwards?: (owner: string) => ReactNode
}

export function HistoryTab({ league, currentYear, canManage, myGame, renderAwards }: Props) {
  // ProgressLoader delays its children, so tracked properties would miss a failure before they render.
  const history = useQuery({ ...historyQuery(league), notifyOnChangeProps: 'all' })
  return (
    <ProgressLoader isLoading={history.isPending} messages={LOADING_MESSAGES} timing={SLOW_TIMING}>
      {() => (
        <Loaded query={history} errorTitle="Failed to load history" skeleton={null}>
          {(data) => (
            <HistoryPage
              league={league}
              history={data}
              currentYear={currentYear}
              canManage={canManage}
              myGame={myGame}
              renderAwards={renderAwards}
            />
          )}
        </Loaded>
      )}
    </ProgressLoader>
  )
}
