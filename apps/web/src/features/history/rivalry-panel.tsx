import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useHistoryPage } from './history-context.ts'
import { RivalryView } from './rivalry-view.tsx'
import { comparisonOf } from './use-history.ts'

type Props = { a: string; b: string }

/** Every game of two owners; the last two stay, paled, until the next two are here. */
export function RivalryPanel({ a, b }: Props) {
  const { league } = useHistoryPage()
  const comparison = useQuery({ ...comparisonOf(league, a, b), placeholderData: keepPreviousData })
  return (
    <Loaded
      query={comparison}
      failure="Compare failed"
      skeleton={<Skeleton label="Comparing" rows={6} height={44} />}
    >
      {(answer) => <RivalryView comparison={answer} isOld={comparison.isPlaceholderData} />}
    </Loaded>
  )
}
