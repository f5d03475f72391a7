import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useHistoryContext } from './history-context.ts'
import { RivalryView } from './rivalry-view.tsx'
import { comparisonQuery } from './use-history.ts'

type Props = { a: string; b: string }

/** Loads a comparison. The previous one stays visible, dimmed, while another pair loads. */
export function RivalryPanel({ a, b }: Props) {
  const { league } = useHistoryContext()
  const comparison = useQuery({ ...comparisonQuery(league, a, b), placeholderData: keepPreviousData })
  return (
    <Loaded
      query={comparison}
      errorTitle="Compare failed"
      skeleton={<Skeleton label="Comparing" rows={6} height={44} />}
    >
      {(data) => <RivalryView comparison={data} isPlaceholderData={comparison.isPlaceholderData} />}
    </Loaded>
  )
}
