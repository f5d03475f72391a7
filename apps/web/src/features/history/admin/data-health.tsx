import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { historyQuery } from '../use-history.ts'
import { SeasonList } from './season-list.tsx'

type Props = { league: string }

/** The completeness of a league's stored seasons, for admins. */
export function DataHealth({ league }: Props) {
  const history = useQuery(historyQuery(league))
  return (
    <Loaded
      query={history}
      errorTitle="Failed to load seasons"
      skeleton={<Skeleton label="Loading seasons" rows={5} height={44} />}
    >
      {({ seasons }) => <SeasonList league={league} seasons={seasons} />}
    </Loaded>
  )
}
