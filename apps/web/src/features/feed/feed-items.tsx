import { type UseInfiniteQueryResult, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ArrowUp, ChevronDown, ChevronLeft, Pin } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from '../../router/link.tsx'
import { useLocation, useRouter } from '../../router/router.ts'
import { LongText } from '../../ui/display/rich-text.tsx'
import { EmptyState, Loaded, Notice, Skeleton } from '../../ui/feedback/feedback.tsx'
import { formatCount } from '../../ui/format/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Card, Grid, Stack, Text, useHasMouse, useMediaQuery } from '../../ui/layout/layout.tsx'
import { Masonry } from '../../ui/layout/masonry.tsx'
import { lazyPart } from '../../ui/lazy-named.ts'
import ui from '../../ui/ui.module.css'
import styles from './feed.module.css'
import { CardFrame, type CardProps } from './feed-card.tsx'
import { ModeratedItem } from './moderation/moderated.tsx'
import { MediaCard, PostCard } from './post-card.tsx'
import { ProposalCard } from './proposal-card.tsx'
import { useUnsentPosts } from './unsent/send-posts.ts'
import {
  compareItems,
  type FeedFilter,
  type FeedItem,
  type FeedViewer,
  ITEM_NOUNS,
  type ItemType,
  itemKey,
  itemQuery,
  type LinkedFeedItem,
} from './use-feed.ts'

const MediaViewer = lazyPart(() => import('./media/media-viewer.tsx'), 'MediaViewer')

export type FeedItemsProps = FeedViewer & {
  filter: FeedFilter
  items: readonly FeedItem[]
  /** Keys of the items that the user created since opening the tab. */
  ownKeys: ReadonlySet<string>
  /** The item that the user has just created, until it was scrolled to. */
  createdKey: string | null
  onCreatedShown: () => void
  feed: UseInfiniteQueryResult
}

/** New items wait behind a pill until the user asks for them. */
export function FeedItems({ filter, items, ownKeys, feed, ...rest }: FeedItemsProps) {
  const { createdKey, onCreatedShown, ...viewer } = rest
  const { league, user } = viewer
  const section = useRef<HTMLElement>(null)
  const columnCount = useColumnCount()
  const [view, setView] = useState(() => createView(items))
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [statusMessage, setStatusMessage] = useState('')
  const pendingPosts = useUnsentPosts(league, user).filter(({ state }) => state === 'sending')
  // The event of a post can come before the response to it.
  const isPending = (item: FeedItem) =>
    pendingPosts.length > 0 &&
    item.type === 'post' &&
    item.user === user &&
    !ownKeys.has(itemKey(item)) &&
    !view.order.includes(itemKey(item))
  const shownItems = items.filter((item) => !isPending(item))
  const { visible, newItems } = orderFeed(shownItems, view, ownKeys)
  const extendedView = extendView(view, visible)
  if (extendedView !== view) setView(extendedView)
  const { post } = useLocation()
  const linked = parseItemKey(post)
  const isLinkedMissing = linked !== null && !visible.some((item) => itemKey(item) === post)
  const linkedQuery = useQuery({
    ...itemQuery(league, linked?.type ?? 'post', linked?.id ?? 0),
    enabled: isLinkedMissing,
  })
  const pinned = useExpandedItems(section, post)
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

  const renderCard = (item: FeedItem, onCollapse?: () => void) => (
    <FeedItemCard
      {...viewer}
      item={item}
      isFull={itemKey(item) === post}
      onPinned={() => {
        setView((current) => resortView(current, visible))
        pinned.expand(itemKey(item))
      }}
      onDelete={handleDelete}
      onOpen={setOpenKey}
      onCollapse={onCollapse}
    />
  )
  function renderPinned(item: FeedItem) {
    const key = itemKey(item)
    const isRecap = item.type === 'post' && item.recap?.card !== undefined
    if (isRecap) return renderCard(item)
    if (pinned.isExpanded(key)) return renderCard(item, () => pinned.collapse(key))
    return <PinnedLine item={item} onExpand={() => pinned.expand(key)} />
  }
  // An item that somebody else pins stays where it is being read.
  const firstUnpinned = visible.findIndex((item) => !item.pinned)
  const pinnedItems = firstUnpinned < 0 ? visible : visible.slice(0, firstUnpinned)
  const shownPending = filter === 'all' || filter === 'post' ? pendingPosts : []
  const cells = [
    ...shownPending.map(({ key, text, media = [] }) => ({
      key,
      content: (
        <CardFrame
          label={`Post by ${user}, sending`}
          league={league}
          item={{ user, by_league: false, created_at: '' }}
          isPending
        >
          <LongText>{text === '' ? formatCount(media.length, 'file') : text}</LongText>
        </CardFrame>
      ),
    })),
    ...visible
      .slice(pinnedItems.length)
      .map((item) => ({ key: itemKey(item), content: renderCard(item, undefined) })),
  ]
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
        <LinkedItem key={post} type={linked.type} query={linkedQuery}>
          {renderCard}
        </LinkedItem>
      ) : null}
      {pinnedItems.length === 0 ? null : (
        <Grid as="ul" min={320} gap={2} className={styles.pinnedItems} aria-label="Pinned">
          {pinnedItems.map((item) => (
            <li key={itemKey(item)} data-key={itemKey(item)}>
              {renderPinned(item)}
            </li>
          ))}
        </Grid>
      )}
      {cells.length === 0 && pinnedItems.length === 0 ? <FeedEmpty filter={filter} /> : null}
      {cells.length === 0 ? null : <Masonry columnCount={columnCount} cells={cells} />}
      <ShowOlderItems feed={feed} />
      {openIndex < 0 ? null : (
        <MediaViewer media={media} index={openIndex} onMove={setOpenKey} onClose={() => setOpenKey(null)} />
      )}
    </section>
  )
}

/** The pinned items that the user has opened. The one that the address names is open at first. */
function useExpandedItems(section: { current: HTMLElement | null }, linkedKey: string | null) {
  const [state, setState] = useState({ keys: linkedKey === null ? [] : [linkedKey], linkedKey, focused: '' })
  if (state.linkedKey !== linkedKey)
    setState({ ...state, keys: [...state.keys, ...(linkedKey === null ? [] : [linkedKey])], linkedKey })
  useEffect(() => {
    if (state.focused === '') return
    const card = findCard(section.current, state.focused)
    // A collapsed item is a button.
    const line = card?.querySelector<HTMLElement>(':scope > [aria-expanded="false"]')
    ;(line ?? card)?.focus({ preventScroll: true })
  }, [section, state])
  const others = (key: string) => state.keys.filter((each) => each !== key)
  return {
    isExpanded: (key: string) => state.keys.includes(key),
    expand: (key: string) => setState({ ...state, keys: [...others(key), key], focused: key }),
    collapse: (key: string) => setState({ ...state, keys: others(key), focused: key }),
  }
}

function PinnedLine({ item, onExpand }: { item: FeedItem; onExpand: () => void }) {
  const label = `${item.type === 'proposal' ? 'Proposal' : 'Post'} by ${item.user}`
  return (
    <article className={`${ui.frame} ${styles.pinnedLine}`} aria-label={label} tabIndex={-1}>
      <button type="button" className={ui.pressable} aria-expanded="false" onClick={onExpand}>
        <Pin size={14} aria-hidden="true" />
        <span className={ui.hidden}>Pinned:</span>
        <Text lines={1}>
          <strong className={ui.strong}>{item.user}</strong> {pinnedText(item)}
        </Text>
        <ChevronDown size={18} aria-hidden="true" />
      </button>
    </article>
  )
}

function pinnedText(item: FeedItem): string {
  if (item.muted === true) return 'Muted'
  if (item.type === 'proposal') return item.question || 'Proposal'
  const [firstLine = ''] = item.type === 'post' ? item.content.split('\n') : []
  return firstLine || (item.hidden == null ? 'Images and videos' : 'Hidden')
}

function FeedItemCard(props: CardProps) {
  const { item, isAdmin } = props
  return (
    <ModeratedItem item={item} hasContent={item.can_delete || isAdmin}>
      {item.type === 'post' ? <PostCard {...props} item={item} /> : null}
      {item.type === 'proposal' ? <ProposalCard {...props} item={item} /> : null}
      {item.type === 'media' ? <MediaCard {...props} item={item} /> : null}
    </ModeratedItem>
  )
}

export function ItemPage({ itemId, ...viewer }: FeedViewer & { itemId: number }) {
  const router = useRouter()
  const query = useQuery(itemQuery(viewer.league, 'post', itemId))
  const leave = () => router.navigate({ post: null, view: null })
  return (
    <Stack gap={2}>
      <div>
        <Link className={ui.standaloneLink} to={{ post: null, view: null }}>
          <ChevronLeft size={18} aria-hidden="true" /> League Social
        </Link>
      </div>
      <Loaded query={query} name="the recap" rows={3} height={120}>
        {({ item }) =>
          item === null ? (
            <Notice tone="warn">This post was removed.</Notice>
          ) : (
            <FeedItemCard
              {...viewer}
              item={item}
              isFull
              onPinned={() => undefined}
              onDelete={leave}
              onOpen={() => undefined}
            />
          )
        }
      </Loaded>
    </Stack>
  )
}

type LinkedItemProps = {
  type: ItemType
  query: UseQueryResult<LinkedFeedItem>
  children: (item: FeedItem) => ReactNode
}

/** The item that the address names, above a feed that has not loaded it. */
function LinkedItem({ type, query, children }: LinkedItemProps) {
  const router = useRouter()
  return (
    <Stack as="section" gap={3} aria-label="Linked item" className={styles.linked}>
      <Loaded query={query} name="the linked item" rows={1} height={120}>
        {({ item }) =>
          item === null ? (
            <Notice tone="warn">This {ITEM_NOUNS[type]} was removed.</Notice>
          ) : (
            <FocusedCard>{children(item)}</FocusedCard>
          )
        }
      </Loaded>
      <div>
        <Button onClick={() => router.navigate({ post: null })}>Show the whole feed</Button>
      </div>
    </Stack>
  )
}

function FocusedCard({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => focusCard(frame.current?.querySelector('article') ?? null), [])
  return <div ref={frame}>{children}</div>
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

function ShowOlderItems({ feed }: Pick<FeedItemsProps, 'feed'>) {
  const { hasNextPage, isFetchingNextPage: isFetching, isFetchNextPageError: isFailed } = feed
  if (!hasNextPage) return null
  return (
    <Stack gap={3} className={styles.older}>
      {isFailed && !isFetching ? <Notice tone="bad">Failed to load older items</Notice> : null}
      <Button aria-disabled={isFetching} onClick={() => isFetching || void feed.fetchNextPage()}>
        {isFetching ? 'Loading…' : isFailed ? 'Retry' : 'Show older'}
      </Button>
    </Stack>
  )
}

const LINES_PER_CARD = [3, 5, 2, 4, 3, 2]

export function FeedSkeleton() {
  const columnCount = useColumnCount()
  const cells = LINES_PER_CARD.slice(0, 2 * columnCount).map((lines, index) => ({
    key: String(index),
    content: (
      <Card>
        <Skeleton label="Loading League Social" rows={lines + 1} />
      </Card>
    ),
  }))
  return (
    <div className={styles.feed}>
      <Masonry columnCount={columnCount} cells={cells} />
    </div>
  )
}

function useColumnCount(): number {
  const isTablet = useMediaQuery('(min-width: 720px)')
  const isLaptop = useMediaQuery('(min-width: 1080px)')
  return isLaptop ? 3 : isTablet ? 2 : 1
}

/** What the user currently sees: item keys in order, and the creation time of the newest item seen. */
type FeedView = { order: readonly string[]; seenUntil: string }

type OrderedFeed = { visible: FeedItem[]; newItems: FeedItem[] }

export function createView(items: readonly FeedItem[]): FeedView {
  const times = items.map(({ created_at: at }) => at)
  return { order: items.map(itemKey), seenUntil: times.reduce((last, at) => (at > last ? at : last), '') }
}

/**
 * Orders the server's items so that nothing moves while the user reads. Items in view keep their place and
 * update in place, older items are appended, and newer items wait. The user's own new items (`ownKeys`)
 * are shown immediately after the pinned items. When nothing is in view, all items are visible.
 */
export function orderFeed(
  items: readonly FeedItem[],
  view: FeedView,
  ownKeys: ReadonlySet<string>,
): OrderedFeed {
  const byKey = new Map(items.map((item) => [itemKey(item), item]))
  const keysInView = new Set(view.order)
  const seen = view.order.flatMap((key) => byKey.get(key) ?? [])
  const isNew = (item: FeedItem) => item.created_at > view.seenUntil && seen.length > 0
  const others = [...byKey.values()].filter((item) => !keysInView.has(itemKey(item)))
  const own = others.filter((item) => ownKeys.has(itemKey(item)))
  const rest = others.filter((item) => !ownKeys.has(itemKey(item)))
  const firstUnpinned = seen.findIndex(({ pinned }) => !pinned)
  const pinnedCount = firstUnpinned < 0 ? seen.length : firstUnpinned
  return {
    visible: [
      ...seen.slice(0, pinnedCount),
      ...own,
      ...seen.slice(pinnedCount),
      ...rest.filter((item) => !isNew(item)),
    ],
    newItems: rest.filter(isNew),
  }
}

/** Adds the shown items to the view. Returns the same object when it already contains all of them. */
export function extendView(view: FeedView, shown: readonly FeedItem[]): FeedView {
  const keysInView = new Set(view.order)
  if (shown.every((item) => keysInView.has(itemKey(item)))) return view
  return { order: shown.map(itemKey), seenUntil: view.seenUntil }
}

/** Sorts the view like the feed, after the user pins or unpins: pinned first, then newest. */
export function resortView(view: FeedView, shown: readonly FeedItem[]): FeedView {
  return { ...view, order: shown.toSorted(compareItems).map(itemKey) }
}

const HIGHLIGHT_MS = 2400

/** Parses the key of an item, such as 'post-12'; null for anything else. */
export function parseItemKey(key: string | null): { type: ItemType; id: number } | null {
  const [, type, id] = /^(post|proposal|media)-(\d{1,9})$/.exec(key ?? '') ?? []
  return type === undefined ? null : { type: type as ItemType, id: Number(id) }
}

function findCard(section: HTMLElement | null, key: string): HTMLElement | null {
  return section?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] > article`) ?? null
}

function focusCard(card: HTMLElement | null): void {
  card?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'center' })
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

function useCreatedItem(
  section: RefObject<HTMLElement | null>,
  key: string | null,
  onShown: () => void,
): void {
  useEffect(() => {
    const card = key === null ? null : findCard(section.current, key)
    if (card === null) return
    // With reduced motion, the page jumps, and the highlight does not fade.
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    card.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' })
    card.animate(
      { boxShadow: ['0 0 0 3px var(--accent)', '0 0 0 3px transparent'] },
      { duration: HIGHLIGHT_MS, easing: isStill ? 'step-end' : 'ease-in' },
    )
    onShown()
  })
}

/** Whether any part of the form is on screen. A page does not scroll away from what the user reads further down. */
export function isOnScreen(form: HTMLElement): boolean {
  const { top, bottom } = form.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

export function isWritingIn(form: HTMLElement): boolean {
  const field = form.querySelector<HTMLInputElement | HTMLTextAreaElement>(
    'textarea:focus, input:not([type]):focus, input[type="text"]:focus',
  )
  return field !== null && field.value !== ''
}
