import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../ui/loaded.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { historyQuery } from '../use-history.ts'
import { SeasonList } from './season-list.tsx'

type Props = { league: string }

/** How whole the stored seasons of a league are, for those who look after it. */
export function DataHealth({ league }: Props) {
  const history = useQuery(historyQuery(league))
  return (
    <Loaded
      query={history}
      errorTitle="Failed to load the seasons"
      skeleton={<Skeleton label="Loading the seasons" rows={5} height={44} />}
    >
      {({ seasons }) => <SeasonList league={league} seasons={seasons} />}
    </Loaded>
  )
}
