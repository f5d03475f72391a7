import type { LeagueEvents } from '@fieldhouse/contract/live'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { jitterMs } from '../../api/event-stream.ts'
import {
  type FeedPages,
  hasItem,
  mergePage,
  removeItem,
  trimLists,
  updateComments,
  updateItem,
} from './feed-cache.ts'
import {
  commentsQuery,
  type FeedFilter,
  feedKey,
  feedQuery,
  fetchFeedPage,
  latestFeedKey,
} from './use-feed.ts'

type FeedEvent = LeagueEvents['feed']

const FILTERS: readonly FeedFilter[] = ['all', 'post', 'proposal', 'media']

/** What to read again of a league's feed. Events until then are added to it, so that a burst causes one read. */
type PendingRead = {
  /** Everything on screen. */
  all: boolean
  /** The items in the card on Overview. */
  latest: boolean
  /** New items, which are on the first page, and changed ones. */
  items: Pick<FeedEvent, 'change' | 'type' | 'id'>[]
  /** Posts with new or deleted comments. */
  posts: Set<number>
}

const pendingReads = new WeakMap<QueryClient, Map<string, PendingRead>>()

/** Shows a change in a league's feed: what the event contains immediately, and the rest after it has been read. */
export function handleFeedEvent(client: QueryClient, league: string, event: FeedEvent): void {
  const { change, type, id } = event
  const read = () => addRead(client, league)
  if (change === 'removed') removeItem(client, league, type, id)
  if (change !== 'changed') read().latest = true
  if (change === 'removed') return
  // The order has changed, maybe across pages.
  if (event.pinned !== undefined) read().all = true
  else if (change === 'added' || !showCounts(client, league, event)) read().items.push({ change, type, id })
}

/** Schedules a read of everything that is shown of a league's feed, when events may have been missed. */
export function scheduleFeedRefetch(client: QueryClient, league: string): void {
  addRead(client, league).all = true
}

/** Shows the counts of an event. Returns false if it has none. */
function showCounts(client: QueryClient, league: string, { id, likes, comments, votes }: FeedEvent): boolean {
  const isMutating = (...key: (string | number)[]) =>
    client.isMutating({ mutationKey: [...feedKey(league), ...key] }) > 0
  // The response to the user's own change is newer, and it contains the counts too.
  if (likes !== undefined && !isMutating('like', id))
    updateItem(client, league, 'post', id, (post) => ({ ...post, likes_count: likes }))
  if (comments !== undefined && !isMutating('create-comment', id) && !isMutating('delete-comment', id)) {
    updateItem(client, league, 'post', id, (post) => ({ ...post, comments_count: comments }))
    addRead(client, league).posts.add(id)
  }
  if (votes !== undefined && !isMutating('vote', id))
    updateItem(client, league, 'proposal', id, (proposal) => ({
      ...proposal,
      total: votes.total,
      options: proposal.options.map((option) => ({
        ...option,
        ...votes.options.find((changed) => changed.id === option.id),
      })),
    }))
  return likes !== undefined || comments !== undefined || votes !== undefined
}

/** The read that is pending, or a new one. */
function addRead(client: QueryClient, league: string): PendingRead {
  const reads = pendingReads.get(client) ?? new Map<string, PendingRead>()
  pendingReads.set(client, reads)
  const pending = reads.get(league)
  if (pending !== undefined) return pending
  const read: PendingRead = { all: false, latest: false, items: [], posts: new Set() }
  reads.set(league, read)
  const startWhenSettled = () => {
    // A read now would briefly undo optimistic updates.
    if (client.isMutating({ mutationKey: feedKey(league) }) > 0) {
      setTimeout(startWhenSettled, jitterMs())
      return
    }
    reads.delete(league)
    void startRead(client, league, read)
  }
  setTimeout(startWhenSettled, jitterMs())
  return read
}

async function startRead(
  client: QueryClient,
  league: string,
  { all, latest, items, posts }: PendingRead,
): Promise<void> {
  if (all) {
    trimLists(client, league)
    return client.invalidateQueries({ queryKey: feedKey(league) })
  }
  const lists = items.length === 0 ? [] : FILTERS.map((filter) => readList(client, league, filter, items))
  if (latest) void client.invalidateQueries({ queryKey: latestFeedKey(league) })
  await Promise.all([...lists, ...[...posts].map((post) => readComments(client, league, post))])
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

/** Reads the comments of a post that is on screen. */
async function readComments(client: QueryClient, league: string, post: number): Promise<void> {
  const query = commentsQuery(league, post)
  const isShown = FILTERS.some((filter) => {
    const { queryKey } = feedQuery(league, filter)
    const pages = client.getQueryData(queryKey)?.pages ?? []
    return isOnScreen(client, queryKey) && pages.some((page) => hasItem(page, { type: 'post', id: post }))
  })
  if (!isShown) return markStale(client, query.queryKey)
  try {
    const { comments } = await client.query({ ...query, staleTime: 0 })
    updateComments(client, league, post, () => comments)
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
