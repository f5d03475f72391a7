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

/** The cards, in an order that only the reader changes; what is new waits behind a pill. */
export function FeedItems({ filter, items, ownKeys, older, ...props }: Props) {
  const { league, user, now } = props
  const section = useRef<HTMLElement>(null)
  const count = useColumnCount()
  const [view, setView] = useState(() => createView(items))
  const [opened, setOpened] = useState<string | null>(null)
  const [told, setTold] = useState('')
  const postsOnTheirWay = usePendingPosts(league)
  const { visible, newItems } = orderFeed(items, view, ownKeys)
  const wider = extendView(view, visible)
  if (wider !== view) setView(wider)

  function showNewItems() {
    setView(createView(items))
    section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView()
  }

  /** The focus goes to a neighbour before the card that has it is gone. */
  function handleDelete(key: string) {
    const at = visible.findIndex((item) => itemKey(item) === key)
    const beside = visible[at + 1] ?? visible[at - 1]
    const card =
      beside && section.current?.querySelector<HTMLElement>(`[data-key="${itemKey(beside)}"] > article`)
    ;(card ?? section.current)?.focus()
    setTold('Deleted.')
  }

  const cells = visible.map((item) => ({
    key: itemKey(item),
    content: (
      <FeedItemCard
        {...props}
        item={item}
        onPinned={() => setView((before) => resortView(before, visible))}
        onDelete={handleDelete}
        onOpen={setOpened}
      />
    ),
  }))
  const sending = filter === 'all' || filter === 'post' ? postsOnTheirWay : []
  const pinned = visible.findIndex((item) => !item.pinned)
  cells.splice(
    pinned < 0 ? visible.length : pinned,
    0,
    ...sending.map(({ key, text }) => ({
      key,
      content: <PendingPost user={user} content={text} now={now} />,
    })),
  )
  const media = visible.filter((item) => item.type === 'media')
  const at = media.findIndex((item) => itemKey(item) === opened)
  return (
    <section ref={section} className={styles['feed']} aria-label="Feed" tabIndex={-1}>
      <NewItemsPill count={newItems.length} onShow={showNewItems} />
      <p className={hidden['hidden']} role="status">
        {told}
      </p>
      {cells.length === 0 ? <FeedEmpty filter={filter} /> : <Masonry columnCount={count} cells={cells} />}
      <ShowOlderItems older={older} />
      {at < 0 ? null : (
        <Suspense fallback={null}>
          <MediaViewer
            media={media}
            index={at}
            now={now}
            onMove={setOpened}
            onClose={() => setOpened(null)}
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
    <FeedCard label={`Post by ${user}, on its way`} item={item} now={now} isPending>
      <LongText>{content}</LongText>
    </FeedCard>
  )
}
