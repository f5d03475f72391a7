import { lazy, Suspense, useRef, useState } from 'react'
import { Columns } from '../../ui/columns.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import { arrange, reordered, viewOf, widened } from './arrangement.ts'
import { FeedCard } from './feed-card.tsx'
import { FeedEmpty } from './feed-empty.tsx'
import { FeedItemCard } from './feed-item-card.tsx'
import styles from './feed-items.module.css'
import { LongText } from './long-text.tsx'
import { NewItemsPill } from './new-items-pill.tsx'
import { type Older, ShowOlder } from './show-older.tsx'
import { useColumnCount } from './use-column-count.ts'
import { type FeedFilter, type FeedItem, keyOf } from './use-feed.ts'
import { usePostsOnTheirWay } from './use-posts.ts'

const MediaViewer = lazy(() => import('./media-viewer.tsx').then((file) => ({ default: file.MediaViewer })))

type Props = {
  league: string
  filter: FeedFilter
  user: string
  canPin: boolean
  now: Date
  items: readonly FeedItem[]
  mine: ReadonlySet<string>
  older: Older
}

/** The cards, in an order that only the reader changes; what is new waits behind a pill. */
export function FeedItems({ filter, items, mine, older, ...props }: Props) {
  const { league, user, now } = props
  const section = useRef<HTMLElement>(null)
  const count = useColumnCount()
  const [view, setView] = useState(() => viewOf(items))
  const [opened, setOpened] = useState<string | null>(null)
  const [told, setTold] = useState('')
  const postsOnTheirWay = usePostsOnTheirWay(league)
  const { shown, waiting } = arrange(items, view, mine)
  const wider = widened(view, shown)
  if (wider !== view) setView(wider)

  function showWaiting() {
    setView(viewOf(items))
    section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView()
  }

  /** The focus goes to a neighbour before the card that has it is gone. */
  function leave(key: string) {
    const at = shown.findIndex((item) => keyOf(item) === key)
    const beside = shown[at + 1] ?? shown[at - 1]
    const card =
      beside && section.current?.querySelector<HTMLElement>(`[data-key="${keyOf(beside)}"] > article`)
    ;(card ?? section.current)?.focus()
    setTold('Deleted.')
  }

  const cells = shown.map((item) => ({
    key: keyOf(item),
    content: (
      <FeedItemCard
        {...props}
        item={item}
        onPinned={() => setView((before) => reordered(before, shown))}
        onDelete={leave}
        onOpen={setOpened}
      />
    ),
  }))
  const sending = filter === 'all' || filter === 'post' ? postsOnTheirWay : []
  const pinned = shown.findIndex((item) => !item.pinned)
  cells.splice(
    pinned < 0 ? shown.length : pinned,
    0,
    ...sending.map(({ key, text }) => ({
      key,
      content: <PostOnItsWay user={user} content={text} now={now} />,
    })),
  )
  const media = shown.filter((item) => item.type === 'media')
  const at = media.findIndex((item) => keyOf(item) === opened)
  return (
    <section ref={section} className={styles['feed']} aria-label="Feed" tabIndex={-1}>
      <NewItemsPill count={waiting.length} onShow={showWaiting} />
      <p className={hidden['hidden']} role="status">
        {told}
      </p>
      {cells.length === 0 ? <FeedEmpty filter={filter} /> : <Columns count={count} cells={cells} />}
      <ShowOlder older={older} />
      {at < 0 ? null : (
        <Suspense fallback={null}>
          <MediaViewer media={media} at={at} now={now} onMove={setOpened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </section>
  )
}

type SendingProps = { user: string; content: string; now: Date }

function PostOnItsWay({ user, content, now }: SendingProps) {
  const item = { user, by_league: false, pinned: false, created_at: now.toISOString() }
  return (
    <FeedCard label={`Post by ${user}, on its way`} item={item} now={now} isPending>
      <LongText>{content}</LongText>
    </FeedCard>
  )
}
