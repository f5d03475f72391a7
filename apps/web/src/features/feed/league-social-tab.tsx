import { Suspense, useRef, useState } from 'react'
import { useLocation, useRouter } from '../../router/router.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SegmentedControl } from '../../ui/forms/radio-group.tsx'
import { lazyNamed, preload } from '../../ui/lazy-named.ts'
import ui from '../../ui/ui.module.css'
import styles from './league-social-tab.module.css'
import { isOnScreen, isWritingIn } from './list/created-item.ts'
import { FeedList } from './list/feed-list.tsx'
import { useUnsentPosts } from './posts/use-posts.ts'
import { type FeedFilter, type FeedItem, type ItemType, itemKey } from './use-feed.ts'

const loadComposer = () => import('./composer.tsx')
const Composer = lazyNamed(loadComposer, 'Composer')
// While the feed is requested, so that it doesn't move down afterward. The tab tries again.
preload(loadComposer).catch(() => undefined)

// Posts rarely stay unsent.
const UnsentPosts = lazyNamed(() => import('./unsent/unsent-posts.tsx'), 'UnsentPosts')

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'post', label: 'Posts' },
  { value: 'proposal', label: 'Proposals' },
  { value: 'media', label: 'Media' },
] as const satisfies readonly { value: FeedFilter; label: string }[]

/** Announced to screen readers when an item is created. */
const CREATED_MESSAGES: Record<ItemType, string> = {
  post: 'Posted.',
  proposal: 'Proposal posted.',
  media: 'Shared.',
}

type Props = {
  league: string
  /** The display name of the current user. */
  user: string
  isAdmin: boolean
}

export function LeagueSocialTab({ league, user, isAdmin }: Props) {
  const router = useRouter()
  const { view } = useLocation()
  const filter = FILTERS.find(({ value }) => value === view)?.value ?? 'all'
  const [createdItems, setCreatedItems] = useState<readonly FeedItem[]>([])
  const lastCreated = createdItems.at(-1)
  /** The key of the item to scroll to. */
  const [createdKey, setCreatedKey] = useState<string | null>(null)
  const [isFilterCleared, setFilterCleared] = useState(false)
  const composer = useRef<HTMLElement>(null)
  const unsentPosts = useUnsentPosts(league, user).filter(({ state }) => state !== 'sending')
  function addCreatedItem(item: FeedItem) {
    const form = composer.current
    // The form of a proposal is cleared only after this.
    const isShown = form !== null && isOnScreen(form) && (item.type === 'proposal' || !isWritingIn(form))
    const isHidden = isShown && filter !== 'all' && filter !== item.type
    setCreatedItems((items) => [...items, item])
    setFilterCleared(isHidden)
    if (isShown) setCreatedKey(itemKey(item))
    if (isHidden) router.navigate({ view: null })
  }

  return (
    <div className={ui.stack16}>
      <h2 className={ui.hidden}>League Social</h2>
      <Suspense fallback={<Skeleton label="Loading forms" rows={1} height={180} />}>
        <Composer ref={composer} league={league} filter={filter} user={user} onCreated={addCreatedItem} />
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
      <div className={styles.filter}>
        <SegmentedControl
          label="Filter"
          options={FILTERS}
          value={filter}
          onChange={(next) => router.navigate({ view: next === 'all' ? null : next })}
        />
      </div>
      <FeedList
        key={filter}
        league={league}
        filter={filter}
        user={user}
        canPin={isAdmin}
        ownKeys={new Set(createdItems.map(itemKey))}
        createdKey={createdKey}
        onCreatedShown={() => setCreatedKey(null)}
      />
    </div>
  )
}
