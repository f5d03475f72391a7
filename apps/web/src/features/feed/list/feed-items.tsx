import { useQuery } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from '../../../router/router.ts'
import { LongText } from '../../../ui/display/rich-text.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import bar from '../../../ui/feedback/skeleton.module.css'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Masonry } from '../../../ui/layout/masonry.tsx'
import { useHasMouse, useMediaQuery } from '../../../ui/layout/measure.ts'
import { lazyNamed, preload } from '../../../ui/lazy-named.ts'
import ui from '../../../ui/ui.module.css'
import { type CardProps, loadMoreMenu, PendingCard } from '../card/feed-card.tsx'
import { PostCard } from '../posts/post-card.tsx'
import { usePendingPosts } from '../posts/use-posts.ts'
import { type FeedFilter, type FeedItem, itemKey, itemQuery } from '../use-feed.ts'
import { useCreatedItem } from './created-item.ts'
import styles from './feed-items.module.css'
import { createView, extendView, orderFeed, resortView } from './feed-order.ts'
import { focusCard, parseItemKey } from './item-links.ts'
import { findCard, usePinnedItems } from './pinned-items.ts'

const loadProposalCard = () => import('../proposals/proposal-card.tsx')
const loadMediaCard = () => import('../media/media-card.tsx')
const ProposalCard = lazyNamed(loadProposalCard, 'ProposalCard')
const MediaCard = lazyNamed(loadMediaCard, 'MediaCard')
// Few items are hidden or muted.
const ModeratedItem = lazyNamed(() => import('../moderation/moderated.tsx'), 'ModeratedItem')
// While the first page is requested, so that its cards don't change their heights. A card tries again.
for (const load of [loadProposalCard, loadMediaCard, loadMoreMenu]) preload(load).catch(() => undefined)

const LinkedItem = lazyNamed(() => import('./linked-item.tsx'), 'LinkedItem')
const PinnedLine = lazyNamed(() => import('./pinned-line.tsx'), 'PinnedLine')
const MediaViewer = lazyNamed(() => import('../media/media-viewer.tsx'), 'MediaViewer')

export type FeedItemsProps = Pick<CardProps, 'league' | 'user' | 'canPin'> & {
  filter: FeedFilter
  items: readonly FeedItem[]
  /** Keys of the items that the user created since opening the tab. */
  ownKeys: ReadonlySet<string>
  /** The item that the user has just created, until it was scrolled to. */
  createdKey: string | null
  onCreatedShown: () => void
  older: OlderItems
}

/** The feed cards in a stable order. New items wait behind a pill until the user asks for them. */
export function FeedItems({ filter, items, ownKeys, older, ...rest }: FeedItemsProps) {
  const { createdKey, onCreatedShown, ...props } = rest
  const { league, user } = props
  const section = useRef<HTMLElement>(null)
  const columnCount = useColumnCount()
  const [view, setView] = useState(() => createView(items))
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [statusMessage, setStatusMessage] = useState('')
  const pendingPosts = usePendingPosts(league, user)
  const { visible, newItems } = orderFeed(items, view, ownKeys)
  const extendedView = extendView(view, visible)
  if (extendedView !== view) setView(extendedView)
  const { post } = useLocation()
  const linked = parseItemKey(post)
  const isLinkedMissing = linked !== null && !visible.some((item) => itemKey(item) === post)
  const linkedQuery = useQuery({
    ...itemQuery(league, linked?.type ?? 'post', linked?.id ?? 0),
    enabled: isLinkedMissing,
  })
  const pinned = usePinnedItems(section, league, visible, post)
  useLinkedItem(section, post)
  useCreatedItem(section, createdKey, onCreatedShown)

  function showNewItems() {
    setView(createView(items))
    section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView()
  }

  /** Moves the focus to an adjacent card before the focused card is removed. */
  function handleDelete(key: string) {
    const index = visible.findIndex((item) => itemKey(item) === key)
    const adjacent = visible[index + 1] ?? visible[index - 1]
    const card = adjacent && findCard(section.current, itemKey(adjacent))
    ;(card ?? section.current)?.focus()
    setStatusMessage('Deleted.')
  }

  const renderCard = (item: FeedItem) =>
    pinned.isCollapsed(item) ? (
      <Suspense fallback={<Skeleton label="Loading the pinned item" rows={1} height={44} />}>
        <PinnedLine item={item} onExpand={() => pinned.toggle(item)} />
      </Suspense>
    ) : (
      <FeedItemCard
        {...props}
        item={item}
        onPinned={() => setView((current) => resortView(current, visible))}
        onDelete={handleDelete}
        onOpen={setOpenKey}
        onCollapse={() => pinned.toggle(item)}
      />
    )
  const cells = visible.map((item) => ({ key: itemKey(item), content: renderCard(item) }))
  const shownPending = filter === 'all' || filter === 'post' ? pendingPosts : []
  const firstUnpinned = visible.findIndex((item) => !item.pinned)
  cells.splice(
    firstUnpinned < 0 ? visible.length : firstUnpinned,
    0,
    ...shownPending.map(({ key, text, media = [] }) => ({
      key,
      content: (
        <PendingCard label={`Post by ${user}, sending`} league={league} user={user}>
          <LongText>{text === '' ? formatCount(media.length, 'file') : text}</LongText>
        </PendingCard>
      ),
    })),
  )
  const linkedItem = isLinkedMissing ? linkedQuery.data?.item : null
  const media = [...(linkedItem == null ? [] : [linkedItem]), ...visible].filter(
    (item) => item.type === 'media',
  )
  const openIndex = media.findIndex((item) => itemKey(item) === openKey)
  return (
    <section ref={section} className={styles.feed} aria-label="Feed" tabIndex={-1}>
      <NewItemsPill count={newItems.length} onShow={showNewItems} />
      <p className={ui.hidden} role="status">
        {statusMessage}
      </p>
      {isLinkedMissing ? (
        <Suspense fallback={<Skeleton label="Loading the linked item" rows={1} height={120} />}>
          <LinkedItem key={post} type={linked.type} query={linkedQuery}>
            {renderCard}
          </LinkedItem>
        </Suspense>
      ) : null}
      {cells.length === 0 ? (
        <FeedEmpty filter={filter} />
      ) : (
        <Masonry columnCount={columnCount} cells={cells} />
      )}
      <ShowOlderItems older={older} />
      {openIndex < 0 ? null : (
        <Suspense fallback={null}>
          <MediaViewer media={media} index={openIndex} onMove={setOpenKey} onClose={() => setOpenKey(null)} />
        </Suspense>
      )}
    </section>
  )
}

/** Scrolls to the item that the address names, once for each address. */
function useLinkedItem(section: RefObject<HTMLElement | null>, post: string | null): void {
  const found = useRef<string | null>(null)
  useEffect(() => {
    if (post === null) found.current = null
    if (post === null || found.current === post) return
    const card = findCard(section.current, post)
    if (card === null) return
    found.current = post
    focusCard(card)
  })
}

function FeedItemCard(props: CardProps) {
  const { item, canPin } = props
  const card = <TypedCard {...props} />
  if (item.hidden == null && item.muted === undefined) return card
  return (
    <Suspense fallback={<Skeleton label="Loading the item" rows={1} height={90} />}>
      <ModeratedItem item={item} hasContent={item.can_delete || canPin}>
        {card}
      </ModeratedItem>
    </Suspense>
  )
}

function TypedCard({ item, ...props }: CardProps) {
  switch (item.type) {
    case 'post':
      return <PostCard item={item} {...props} />
    case 'proposal':
      return (
        <Suspense fallback={<Skeleton label="Loading the proposal" rows={1} height={240} />}>
          <ProposalCard item={item} {...props} />
        </Suspense>
      )
    case 'media':
      return (
        <Suspense fallback={<Skeleton label="Loading the upload" rows={1} height={320} />}>
          <MediaCard item={item} {...props} />
        </Suspense>
      )
  }
}

const EMPTY_TEXTS: Record<FeedFilter, readonly [text: string, hint: string]> = {
  all: ['Nothing here yet.', 'Write a post, ask the league a question, or share a photo above.'],
  post: ['No posts yet.', 'Write the first one in the Post tab above.'],
  proposal: ['No proposals yet.', 'Ask the league a question in the Proposal tab above.'],
  media: ['No images or videos yet.', 'Share some in the Media tab above.'],
}

const DROP_HINT = 'Share some in the Media tab above, or drop them anywhere on this page.'

function FeedEmpty({ filter }: { filter: FeedFilter }) {
  const hasMouse = useHasMouse()
  const [text, hint] = EMPTY_TEXTS[filter]
  return (
    <Card>
      <EmptyState hint={filter === 'media' && hasMouse ? DROP_HINT : hint}>{text}</EmptyState>
    </Card>
  )
}

/** Announces new items above the feed without moving the content that the user is reading. */
function NewItemsPill({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className={styles.pillAnchor} role="status">
      {count === 0 ? null : (
        <div className={styles.strip}>
          <button type="button" className={styles.pill} onClick={onShow}>
            <ArrowUp size={18} aria-hidden="true" />
            {formatCount(count, 'new item')}
          </button>
        </div>
      )}
    </div>
  )
}

/** The state of the pages that follow the loaded ones. */
type OlderItems = { hasMore: boolean; isFetching: boolean; isFailed: boolean; fetch: () => void }

function ShowOlderItems({ older: { hasMore, isFetching, isFailed, fetch } }: { older: OlderItems }) {
  if (!hasMore) return null
  const failed = isFailed && !isFetching
  return (
    <div className={styles.older}>
      {failed ? <Notice tone="bad">Failed to load older items</Notice> : null}
      <Button aria-disabled={isFetching} onClick={() => isFetching || fetch()}>
        {isFetching ? 'Loading…' : failed ? 'Retry' : 'Show older'}
      </Button>
    </div>
  )
}

/** Lines of text per card. They differ, as real cards do. */
const LINES_PER_CARD = [3, 5, 2, 4, 3, 2]

export function FeedSkeleton() {
  const columnCount = useColumnCount()
  const cells = LINES_PER_CARD.slice(0, 2 * columnCount).map((lines, index) => ({
    key: String(index),
    content: <CardSkeleton lines={lines} />,
  }))
  return (
    <div role="status" aria-label="Loading League Social">
      <Masonry columnCount={columnCount} cells={cells} />
    </div>
  )
}

function CardSkeleton({ lines }: { lines: number }) {
  return (
    <div className={styles.skeleton}>
      <div className={styles.skeletonHeader}>
        <span className={`${bar.row} ${styles.avatar}`} />
        <span className={`${bar.row} ${styles.name}`} />
      </div>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <span key={line} className={`${bar.row} ${styles.line}`} />
      ))}
    </div>
  )
}

/** One column on a phone, two on a tablet, three on a laptop. */
function useColumnCount(): number {
  const isTablet = useMediaQuery('(min-width: 720px)')
  const isLaptop = useMediaQuery('(min-width: 1080px)')
  return isLaptop ? 3 : isTablet ? 2 : 1
}
