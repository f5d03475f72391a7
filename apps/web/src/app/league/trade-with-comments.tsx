import { Suspense } from 'react'
import { TradePage } from '../../features/transactions/trade-page.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'

const Comments = lazyNamed(() => import('../../features/feed/comments/comments.tsx'), 'Comments')

type Props = {
  league: string
  /** The display name of the current user. */
  user: string
  season: number
  /** The provider's ID of the trade. */
  trade: string
  /** The season that the list was showing; null for its default. */
  listSeason: number | null
}

export function TradeWithComments({ user, ...trade }: Props) {
  const { league, season, trade: id } = trade
  return (
    <TradePage
      {...trade}
      discussion={
        <Suspense fallback={<Skeleton label="Loading comments" rows={2} height={48} />}>
          <Comments league={league} user={user} discussion={{ type: 'trade', season, id }} />
        </Suspense>
      }
    />
  )
}
