import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/loaded.tsx'
import { SLOW_TIMING } from '../../ui/progress.ts'
import { ProgressLoader } from '../../ui/progress-loader.tsx'
import { HistoryPage } from './history-page.tsx'
import { historyQuery } from './use-history.ts'

const LOADING_MESSAGES = ['Opening the archive…', 'Polishing the trophies…', 'Counting every game…'] as const

type Props = {
  league: string
  /** The league's current season. */
  currentYear: number
  /** Whether the person is an admin of the league. */
  canManage: boolean
}

export function HistoryTab({ league, currentYear, canManage }: Props) {
  // What the loader hides is not seen to be read, and a failure meanwhile would go untold.
  const history = useQuery({ ...historyQuery(league), notifyOnChangeProps: 'all' })
  return (
    <ProgressLoader isLoading={history.isPending} messages={LOADING_MESSAGES} timing={SLOW_TIMING}>
      {() => (
        <Loaded query={history} errorTitle="Failed to load history" skeleton={null}>
          {(answer) => (
            <HistoryPage league={league} history={answer} currentYear={currentYear} canManage={canManage} />
          )}
        </Loaded>
      )}
    </ProgressLoader>
  )
}
