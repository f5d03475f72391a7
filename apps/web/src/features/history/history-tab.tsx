import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/loaded.tsx'
import { SLOW_TIMING } from '../../ui/progress.ts'
import { ProgressLoader } from '../../ui/progress-loader.tsx'
import { HistoryPage } from './history-page.tsx'
import { historyOf } from './use-history.ts'

const MESSAGES = ['Opening the archive…', 'Polishing the trophies…', 'Counting every game…'] as const

type Props = {
  league: string
  /** The league's current season. */
  currentYear: number
  /** Whether the person is an admin of the league. */
  canRun: boolean
}

export function HistoryTab({ league, currentYear, canRun }: Props) {
  // What the loader hides is not seen to be read, and a failure meanwhile would go untold.
  const history = useQuery({ ...historyOf(league), notifyOnChangeProps: 'all' })
  return (
    <ProgressLoader isLoading={history.isPending} messages={MESSAGES} timing={SLOW_TIMING}>
      {() => (
        <Loaded query={history} failure="Failed to load history" skeleton={null}>
          {(answer) => (
            <HistoryPage league={league} history={answer} currentYear={currentYear} canRun={canRun} />
          )}
        </Loaded>
      )}
    </ProgressLoader>
  )
}
