import type { LeagueEvents } from '@fieldhouse/contract/live'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { jitterMs } from '../../api/event-stream.ts'
import { commentsQuery, type Discussion, discussionKey } from './comments/discussion.ts'
import { withoutComment } from './comments/replies.ts'
import {
  hasItem,
  mergePage,
  placeItem,
  removeItem,
  trimLists,
  updateComments,
  updateItem,
} from './feed-cache.ts'
import {
  type Comment,
  type FeedFilter,
  type FeedItem,
  type FeedPages,
  feedKey,
  feedQuery,
  fetchFeedPage,
  type ItemType,
  itemQuery,
  latestFeedKey,
  latestFeedQuery,
} from './use-feed.ts'

type FeedEvent = LeagueEvents['feed']

/** An event about an item that the feed lists. */
type ItemEvent = FeedEvent & { type: ItemType }

const FILTERS: readonly FeedFilter[] = ['all', 'post', 'proposal', 'media']

/** What to read again of a league's feed. Events until then are added to it, so that a burst causes one read. */
type PendingRead = {
  /** Everything on screen. */
  all: boolean
  /** The items in the card on Overview. */
  latest: boolean
  /** New items, which are on the first page, and changed ones. */
  items: Pick<ItemEvent, 'change' | 'type' | 'id'>[]
  /** What has comments that are not known. */
  discussions: Map<string, Discussion>
  /** What has happened while a change of the user was being sent. */
  events: FeedEvent[]
}

const pendingReads = new WeakMap<QueryClient, Map<string, PendingRead>>()

/** Shows a change in a league's feed. What the event does not contain is read. */
export function handleFeedEvent(client: QueryClient, league: string, event: FeedEvent): void {
  // The event may be older than what the screen already shows of the user's own change.
  const delayed = pendingReads.get(client)?.get(league)?.events ?? []
  const isDelayed = delayed.some(({ id }) => id === event.id)
  if (isDelayed || isBeingChanged(client, league, event)) addRead(client, league).events.push(event)
  else showEvent(client, league, event)
}

function isBeingChanged(client: QueryClient, league: string, { change, id }: FeedEvent): boolean {
  const isOfItem = (key: readonly unknown[] | undefined) => change === 'added' || key?.includes(id) === true
  const predicate = ({ options }: { options: { mutationKey?: readonly unknown[] } }) =>
    isOfItem(options.mutationKey)
  return client.isMutating({ mutationKey: feedKey(league), predicate }) > 0
}

function showEvent(client: QueryClient, league: string, { type, ...event }: FeedEvent): void {
  if (type !== 'trade') showItemEvent(client, league, { ...event, type })
  else if (event.trade !== undefined) addDiscussion(client, league, { type, ...event.trade })
}

function showItemEvent(client: QueryClient, league: string, event: ItemEvent): void {
  const { change, type, id, item } = event
  if (change === 'changed') showChange(client, league, event)
  else if (change === 'removed') {
    const latest = client.getQueryData(latestFeedQuery(league).queryKey)
    // The next item is not known.
    if (latest !== undefined && hasItem(latest, event)) addRead(client, league).latest = true
    removeItem(client, league, type, id)
  } else if (item === undefined) {
    const read = addRead(client, league)
    read.latest = true
    read.items.push({ change, type, id })
  } else if (!isKnown(client, league, item)) placeItem(client, league, item)
}

/** Whether a list contains the item, maybe with later changes. */
function isKnown(client: QueryClient, league: string, item: FeedItem): boolean {
  const pages = client.getQueryData(feedQuery(league, 'all').queryKey)?.pages ?? []
  return pages.some((page) => hasItem(page, item))
}

/** Changes an item in place. One that has missed an earlier change is read, and so is its page. */
function showChange(client: QueryClient, league: string, event: ItemEvent): void {
  const { change, type, id, version = Number.NaN, changes } = event
  const { pinned } = changes ?? {}
  let current: FeedItem | null = null
  let hasMissedChange = false
  updateItem(client, league, type, id, (item) => {
    // Items of the previous release, which the browser has kept for offline use, have no version.
    if (item.version >= version) return item
    if (changes === undefined || item.version + 1 !== version) {
      hasMissedChange = true
      return item
    }
    const changed = { ...withChanges(item, changes), version }
    current = changed
    return changed
  })
  if (hasMissedChange) {
    const read = addRead(client, league)
    read.latest = true
    read.items.push({ change, type, id })
    void client.invalidateQueries({ queryKey: itemQuery(league, type, id).queryKey, refetchType: 'none' })
  }
  if (pinned !== undefined) {
    if (current !== null) placeItem(client, league, current)
    else if (pinned && !hasMissedChange) addRead(client, league).all = true
    addRead(client, league).latest = true
  }
  if (changes?.comments_preview !== undefined) showComments(client, league, event, changes)
}

type Changes = NonNullable<FeedEvent['changes']>

function withChanges<Item extends FeedItem>(item: Item, changes: Changes): Item {
  if (changes.comments_preview === undefined) return { ...item, ...changes }
  return {
    ...item,
    ...changes,
    comments_preview: withKnownRights(item.comments_preview, changes.comments_preview),
  }
}

/** The comments of an event, with what is only the user's of those that are known already. */
function withKnownRights(known: readonly Comment[], comments: readonly Comment[]): Comment[] {
  return comments.map((comment) => {
    const before = known.find(({ id }) => id === comment.id)
    if (before === undefined) return comment
    const { can_delete, my_reactions } = before
    return { ...comment, can_delete, my_reactions }
  })
}

/** Changes the list of all comments on an item, if it is loaded. */
function showComments(client: QueryClient, league: string, event: ItemEvent, changes: Changes): void {
  const { comments_preview: preview = [], comments_count: count } = changes
  const { type, id } = event
  const { queryKey } = commentsQuery(league, { type, id })
  const data = client.getQueryData(queryKey)
  if (data === undefined) return
  const ids = new Set(preview.map((comment) => comment.id))
  const comments = [
    ...withoutComment(data.comments, event.removed_comment).filter((comment) => !ids.has(comment.id)),
    ...withKnownRights(data.comments, preview),
  ]
  client.setQueryData(queryKey, { comments })
  const { changed_comment: changed } = event
  const isUnknown = changed !== undefined && !preview.some((comment) => comment.id === changed)
  if (comments.length !== count || isUnknown) addDiscussion(client, league, { type, id })
}

/** Schedules a read of comments. */
function addDiscussion(client: QueryClient, league: string, discussion: Discussion): void {
  addRead(client, league).discussions.set(discussionKey(discussion).join(' '), discussion)
}

/** Schedules a read of everything that is shown of a league's feed, when events may have been missed. */
export function scheduleFeedRefetch(client: QueryClient, league: string): void {
  addRead(client, league).all = true
}

/** The read that is pending, or a new one. */
function addRead(client: QueryClient, league: string): PendingRead {
  const reads = pendingReads.get(client) ?? new Map<string, PendingRead>()
  pendingReads.set(client, reads)
  const pending = reads.get(league)
  if (pending !== undefined) return pending
  const read: PendingRead = { all: false, latest: false, items: [], discussions: new Map(), events: [] }
  reads.set(league, read)
  const startWhenSettled = () => {
    // A read now would briefly undo optimistic updates.
    if (client.isMutating({ mutationKey: feedKey(league) }) > 0) {
      setTimeout(startWhenSettled, jitterMs())
      return
    }
    // What they contain may have to be read, too.
    for (const event of read.events) showEvent(client, league, event)
    reads.delete(league)
    void startRead(client, league, read)
  }
  setTimeout(startWhenSettled, jitterMs())
  return read
}

async function startRead(
  client: QueryClient,
  league: string,
  { all, latest, items, discussions }: PendingRead,
): Promise<void> {
  if (all) {
    trimLists(client, league)
    return client.invalidateQueries({ queryKey: feedKey(league) })
  }
  const lists = items.length === 0 ? [] : FILTERS.map((filter) => readList(client, league, filter, items))
  if (latest) void client.invalidateQueries({ queryKey: latestFeedKey(league) })
  const comments = [...discussions.values()].map((discussion) => readComments(client, league, discussion))
  await Promise.all([...lists, ...comments])
}

/** Reads the pages of a list that contain the items, or the first page for new items. */
async function readList(
  client: QueryClient,
  league: string,
  filter: FeedFilter,
  items: PendingRead['items'],
): Promise<void> {
  const { queryKey } = feedQuery(league, filter)
  const data = client.getQueryData<FeedPages>(queryKey)
  if (data === undefined) return
  const pages = items
    .filter(({ type }) => filter === 'all' || type === filter)
    .map((item) => ({ ...item, page: data.pages.findIndex((page) => hasItem(page, item)) }))
    // The user's own new items are there already, and other changed ones are not loaded.
    .filter(({ change, page }) => (change === 'added') === page < 0)
    .map(({ page }) => Math.max(0, page))
  if (pages.length > 0 && !isOnScreen(client, queryKey)) return markStale(client, queryKey)
  for (const index of new Set(pages)) {
    const cursor = data.pageParams[index] ?? null
    try {
      const page = await fetchFeedPage(league, filter, cursor)
      client.setQueryData<FeedPages>(queryKey, (current) => current && mergePage(current, cursor, page))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The banner says that the server cannot be reached. The list is read when it is shown or connected again.
      await markStale(client, queryKey)
    }
  }
}

/** Reads the comments on something that is on screen. */
async function readComments(client: QueryClient, league: string, discussion: Discussion): Promise<void> {
  const query = commentsQuery(league, discussion)
  const isListed = FILTERS.some((filter) => {
    const { queryKey } = feedQuery(league, filter)
    const pages = client.getQueryData(queryKey)?.pages ?? []
    return (
      discussion.type !== 'trade' &&
      isOnScreen(client, queryKey) &&
      pages.some((page) => hasItem(page, discussion))
    )
  })
  if (!isListed && !isOnScreen(client, query.queryKey)) return markStale(client, query.queryKey)
  try {
    const { comments } = await client.query({ ...query, staleTime: 0 })
    updateComments(client, league, discussion, () => comments)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await markStale(client, query.queryKey)
  }
}

function isOnScreen(client: QueryClient, queryKey: QueryKey): boolean {
  return client.getQueryCache().find({ queryKey })?.isActive() === true
}

/** The data is read when it is next shown. */
function markStale(client: QueryClient, queryKey: QueryKey): Promise<void> {
  return client.invalidateQueries({ queryKey, refetchType: 'none' })
}
