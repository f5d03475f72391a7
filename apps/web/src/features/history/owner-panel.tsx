import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useHistoryContext } from './history-context.ts'
import { OwnerView } from './owner-view.tsx'
import { ownerQuery, type Season } from './use-history.ts'

type Props = { owner: string; seasons: readonly Season[] }

export function OwnerPanel({ owner, seasons }: Props) {
  const { league } = useHistoryContext()
  const query = useQuery(ownerQuery(league, owner))
  return (
    <Loaded
      query={query}
      errorTitle="Failed to load owner"
      skeleton={<Skeleton label="Loading owner" rows={8} height={36} />}
    >
      {(history) => <OwnerView history={history} seasons={seasons} />}
    </Loaded>
  )
}
