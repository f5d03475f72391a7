import { lazy, Suspense, useRef, useState } from 'react'
import { Masonry } from '../../ui/masonry.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import { FeedCard } from './feed-card.tsx'
import { FeedEmpty } from './feed-empty.tsx'
import { FeedItemCard } from './feed-item-card.tsx'
import styles from './feed-items.module.css'
import { createView, extendView, orderFeed, resortView } from './feed-order.ts'
import { LongText } from './long-text.tsx'
import { NewItemsPill } from './new-items-pill.tsx'
import { type OlderItems, ShowOlderItems } from './show-older-items.tsx'
import { useColumnCount } from './use-column-count.ts'
import { type FeedFilter, type FeedItem, itemKey } from './use-feed.ts'
import { usePendingPosts } from './use-posts.ts'

const MediaViewer = lazy(() => import('./media-viewer.tsx').then((file) => ({ default: file.MediaViewer })))

type Props = {
  league: string
  filter: FeedFilter
  user: string
  canPin: boolean
  now: Date
  items: readonly FeedItem[]
  ownKeys: ReadonlySet<string>
  older: OlderItems
}

/** The feed cards in a stable order. New items wait behind a pill until the user asks for them. */
export function FeedItems({ filter, items, ownKeys, older, ...props }: Props) {
  const { league, user, now } = props
  const section = useRef<HTMLElement>(null)
  const columnCount = useColumnCount()
  const [view, setView] = useState(() => createView(items))
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [statusMessage, setStatusMessage] = useState('')
  const pendingPosts = usePendingPosts(league)
  const { visible, newItems } = orderFeed(items, view, ownKeys)
  const extendedView = extendView(view, visible)
  if (extendedView !== view) setView(extendedView)

  function showNewItems() {
    setView(createView(items))
    section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView()
  }

  /** Moves the focus to an adjacent card before the focused card is removed. */
  function handleDelete(key: string) {
    const index = visible.findIndex((item) => itemKey(item) === key)
    const adjacent = visible[index + 1] ?? visible[index - 1]
    const card =
      adjacent && section.current?.querySelector<HTMLElement>(`[data-key="${itemKey(adjacent)}"] > article`)
    ;(card ?? section.current)?.focus()
    setStatusMessage('Deleted.')
  }

  const cells = visible.map((item) => ({
    key: itemKey(item),
    content: (
      <FeedItemCard
        {...props}
        item={item}
        onPinned={() => setView((current) => resortView(current, visible))}
        onDelete={handleDelete}
        onOpen={setOpenKey}
      />
    ),
  }))
  const shownPending = filter === 'all' || filter === 'post' ? pendingPosts : []
  const firstUnpinned = visible.findIndex((item) => !item.pinned)
  cells.splice(
    firstUnpinned < 0 ? visible.length : firstUnpinned,
    0,
    ...shownPending.map(({ key, text }) => ({
      key,
      content: <PendingPost user={user} content={text} now={now} />,
    })),
  )
  const media = visible.filter((item) => item.type === 'media')
  const openIndex = media.findIndex((item) => itemKey(item) === openKey)
  return (
    <section ref={section} className={styles['feed']} aria-label="Feed" tabIndex={-1}>
      <NewItemsPill count={newItems.length} onShow={showNewItems} />
      <p className={hidden['hidden']} role="status">
        {statusMessage}
      </p>
      {cells.length === 0 ? (
        <FeedEmpty filter={filter} />
      ) : (
        <Masonry columnCount={columnCount} cells={cells} />
      )}
      <ShowOlderItems older={older} />
      {openIndex < 0 ? null : (
        <Suspense fallback={null}>
          <MediaViewer
            media={media}
            index={openIndex}
            now={now}
            onMove={setOpenKey}
            onClose={() => setOpenKey(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

type PendingPostProps = { user: string; content: string; now: Date }

function PendingPost({ user, content, now }: PendingPostProps) {
  const item = { user, by_league: false, pinned: false, created_at: now.toISOString() }
  return (
    <FeedCard label={`Post by ${user}, sending`} item={item} now={now} isPending>
      <LongText>{content}</LongText>
    </FeedCard>
  )
}
