import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useLocation, useRouter } from '../../router/router.ts'
import { Loaded, Skeleton } from '../../ui/feedback/feedback.tsx'
import { SegmentedControl } from '../../ui/forms/field.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import ui from '../../ui/ui.module.css'
import styles from './feed.module.css'
import { useCreationListener } from './feed-actions.ts'
import {
  FeedItems,
  type FeedItemsProps,
  FeedSkeleton,
  ItemPage,
  isOnScreen,
  isWritingIn,
  parseItemKey,
} from './feed-items.tsx'
import { RECAP_VIEW } from './post-card.tsx'
import { useUnsentPosts } from './unsent/send-posts.ts'
import {
  type FeedFilter,
  type FeedItem,
  type FeedViewer,
  feedQuery,
  type ItemType,
  itemKey,
} from './use-feed.ts'

// Most come to read.
const Composer = lazyNamed(() => import('./composer.tsx'), 'Composer')

// Posts rarely stay unsent.
const UnsentPosts = lazyNamed(() => import('./composer.tsx'), 'UnsentPosts')

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'post', label: 'Posts' },
  { value: 'proposal', label: 'Proposals' },
  { value: 'media', label: 'Media' },
] as const satisfies readonly { value: FeedFilter; label: string }[]

const CREATED_MESSAGES: Record<ItemType, string> = {
  post: 'Posted.',
  proposal: 'Proposal posted.',
  media: 'Shared.',
}

type Props = FeedViewer & { views?: ReactNode }

export function LeagueSocialTab({ views, ...props }: Props) {
  const { view, post } = useLocation()
  const recap = view === RECAP_VIEW ? parseItemKey(post) : null
  return (
    <>
      <h2 className={ui.hidden}>League Social</h2>
      {recap === null ? <Feed {...props} views={views} /> : <ItemPage {...props} itemId={recap.id} />}
    </>
  )
}

function Feed({ views, ...viewer }: Props) {
  const { league, user } = viewer
  const router = useRouter()
  const { view } = useLocation()
  const filter = FILTERS.find(({ value }) => value === view)?.value ?? 'all'
  const [createdItems, setCreatedItems] = useState<readonly FeedItem[]>([])
  const lastCreated = createdItems.at(-1)
  const [createdKey, setCreatedKey] = useState<string | null>(null)
  const [isFilterCleared, setFilterCleared] = useState(false)
  const composer = useRef<HTMLElement>(null)
  const unsentPosts = useUnsentPosts(league, user).filter(({ state }) => state !== 'sending')
  useCreationListener(league, (item) => {
    const form = composer.current
    // The form of a proposal is cleared only after this.
    const isShown = form !== null && isOnScreen(form) && (item.type === 'proposal' || !isWritingIn(form))
    const isHidden = isShown && filter !== 'all' && filter !== item.type
    setCreatedItems((items) => [...items, item])
    setFilterCleared(isHidden)
    if (isShown) setCreatedKey(itemKey(item))
    if (isHidden) router.navigate({ view: null })
  })

  return (
    <Stack gap={3}>
      <Row isSpread wraps>
        {views}
        <div className={styles.filter}>
          <SegmentedControl
            label="Filter"
            options={FILTERS}
            value={filter}
            onChange={(next) => router.navigate({ view: next === 'all' ? null : next })}
          />
        </div>
      </Row>
      <Suspense fallback={<Skeleton label="Loading form" rows={1} height={50} />}>
        <Composer ref={composer} league={league} filter={filter} user={user} />
      </Suspense>
      {unsentPosts.length === 0 ? null : (
        <Suspense fallback={<Skeleton label="Loading unsent posts" rows={1} height={120} />}>
          <UnsentPosts user={user} posts={unsentPosts} />
        </Suspense>
      )}
      <p className={ui.hidden} role="status">
        {lastCreated === undefined ? null : (
          <span key={itemKey(lastCreated)}>
            {CREATED_MESSAGES[lastCreated.type]}
            {isFilterCleared ? ' All items are shown again.' : ''}
          </span>
        )}
      </p>
      <FeedList
        key={filter}
        {...viewer}
        filter={filter}
        ownKeys={new Set(createdItems.map(itemKey))}
        createdKey={createdKey}
        onCreatedShown={() => setCreatedKey(null)}
      />
    </Stack>
  )
}

function FeedList(props: Omit<FeedItemsProps, 'items' | 'feed'>) {
  const { league, filter } = props
  const client = useQueryClient()
  const feed = useInfiniteQuery({
    ...feedQuery(league, filter),
    // Until the filtered page arrives, show the matching items of the unfiltered feed.
    placeholderData: () => {
      const all = client.getQueryData(feedQuery(league, 'all').queryKey)
      const pages = all?.pages.map(({ items }) => ({
        items: items.filter(({ type }) => filter === 'all' || type === filter),
        next: null,
      }))
      return pages?.some(({ items }) => items.length > 0) === true
        ? { pages, pageParams: pages.map(() => null) }
        : undefined
    },
  })
  return (
    <Loaded
      // A failure to load older items is shown at the end of the list.
      query={{ ...feed, isError: feed.isError && !feed.isFetchNextPageError }}
      errorTitle="Failed to load League Social"
      skeleton={<FeedSkeleton />}
    >
      {({ pages }) => <FeedItems {...props} items={pages.flatMap(({ items }) => items)} feed={feed} />}
    </Loaded>
  )
}
