import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useHistoryPage } from './history-context.ts'
import { OwnerView } from './owner-view.tsx'
import { ownerOf, type Season } from './use-history.ts'

type Props = { owner: string; seasons: readonly Season[] }

export function OwnerSheet({ owner, seasons }: Props) {
  const { league } = useHistoryPage()
  const past = useQuery(ownerOf(league, owner))
  return (
    <Loaded
      query={past}
      failure="Failed to load the owner"
      skeleton={<Skeleton label="Loading the owner" rows={8} height={36} />}
    >
      {(answer) => <OwnerView past={answer} seasons={seasons} />}
    </Loaded>
  )
}
