import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { type FeedFilter, feedQuery } from '../use-feed.ts'
import { FeedItems, type FeedItemsProps, FeedSkeleton } from './feed-items.tsx'

type Props = Omit<FeedItemsProps, 'items' | 'older'>

export function FeedList(props: Props) {
  const { league, filter } = props
  const client = useQueryClient()
  const feed = useInfiniteQuery({
    ...feedQuery(league, filter),
    // Until the filtered page arrives, show the matching items of the unfiltered feed.
    placeholderData: () => {
      const all = client.getQueryData(feedQuery(league, 'all').queryKey)
      const pages = all?.pages.map(({ items }) => ({
        items: items.filter(matchesFilter(filter)),
        next: null,
      }))
      return pages?.some(({ items }) => items.length > 0) === true
        ? { pages, pageParams: pages.map(() => null) }
        : undefined
    },
  })
  const { isFetchNextPageError: isOlderFailed } = feed
  return (
    <Loaded
      // A failure to load older items is shown at the end of the list.
      query={{ ...feed, isError: feed.isError && !isOlderFailed }}
      errorTitle="Failed to load League Social"
      skeleton={<FeedSkeleton />}
    >
      {({ pages }) => (
        <FeedItems
          {...props}
          items={pages.flatMap(({ items }) => items)}
          older={{
            hasMore: feed.hasNextPage,
            isFetching: feed.isFetchingNextPage,
            isFailed: isOlderFailed,
            fetch: () => void feed.fetchNextPage(),
          }}
        />
      )}
    </Loaded>
  )
}

function matchesFilter(filter: FeedFilter) {
  return ({ type }: { type: FeedFilter }) => filter === 'all' || type === filter
}
