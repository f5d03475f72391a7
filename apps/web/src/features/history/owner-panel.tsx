import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useHistoryContext } from './history-context.ts'
import { OwnerView } from './owner-view.tsx'
import { ownerQuery, type Season } from './use-history.ts'

type Props = { owner: string; seasons: readonly Season[] }

export function OwnerPanel({ owner, seasons }: Props) {
  const { league } = useHistoryContext()
  const past = useQuery(ownerQuery(league, owner))
  return (
    <Loaded
      query={past}
      errorTitle="Failed to load the owner"
      skeleton={<Skeleton label="Loading the owner" rows={8} height={36} />}
    >
      {(answer) => <OwnerView history={answer} seasons={seasons} />}
    </Loaded>
  )
}
