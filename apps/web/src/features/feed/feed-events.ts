import type { LeagueEvents } from '@fieldhouse/contract/live'
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { jitterMs } from '../../api/event-stream.ts'
import {
  type Comment,
  commentsQuery,
  compareItems,
  type Discussion,
  type FeedItem,
  type FeedPage,
  type FeedPages,
  feedKey,
  feedListsKey,
  feedQuery,
  type ItemOf,
  type ItemType,
  itemsKey,
  LATEST_COUNT,
  type LinkedFeedItem,
  latestFeedQuery,
  withoutComment,
} from './use-feed.ts'

type FeedEvent = LeagueEvents['feed']

type ItemEvent = FeedEvent & { type: ItemType }

type Changes = NonNullable<FeedEvent['changes']>

const MAX_REFETCHED_PAGES = 5

/** The number of comments in a card's preview. Source: specification, 9. */
const PREVIEW_COUNT = 2

/** What happens for a league after a random time, because all open pages receive an event at once. */
type Pending = {
  outdated: Map<string, QueryKey>
  /** What has happened while a change of the user was being sent. */
  events: FeedEvent[]
}

const pendingReads = new WeakMap<QueryClient, Map<string, Pending>>()

export function handleFeedEvent(client: QueryClient, league: string, event: FeedEvent): void {
  // The event may be older than what the screen already shows of the user's own change.
  const delayed = pendingReads.get(client)?.get(league)?.events ?? []
  const isDelayed = delayed.some(({ id }) => id === event.id)
  if (isDelayed || isBeingChanged(client, league, event)) addPending(client, league).events.push(event)
  else showEvent(client, league, event)
}

export function scheduleFeedRefetch(client: QueryClient, league: string): void {
  readLater(client, league, feedKey(league))
}

function isBeingChanged(client: QueryClient, league: string, { change, id }: FeedEvent): boolean {
  const predicate = ({ options }: { options: { mutationKey?: readonly unknown[] } }) =>
    change === 'added' || options.mutationKey?.includes(id) === true
  return client.isMutating({ mutationKey: feedKey(league), predicate }) > 0
}

function showEvent(client: QueryClient, league: string, { type, ...event }: FeedEvent): void {
  const { change, id, item, trade } = event
  if (type === 'trade') {
    if (trade !== undefined) readLater(client, league, commentsQuery(league, { type, ...trade }).queryKey)
  } else if (change === 'changed') showChange(client, league, { ...event, type })
  else if (change === 'removed') {
    const { queryKey } = latestFeedQuery(league)
    const isLatest = client.getQueryData(queryKey)?.items.some((each) => isItem(each, { type, id }))
    // The next item is not known.
    if (isLatest === true) readLater(client, league, queryKey)
    removeItem(client, league, type, id)
  } else if (item === undefined) scheduleFeedRefetch(client, league)
  else if (!isKnown(client, league, item)) placeItem(client, league, item)
}

function isKnown(client: QueryClient, league: string, item: FeedItem): boolean {
  const feed = client.getQueryData(feedQuery(league, 'all').queryKey)
  return feed?.pages.some(({ items }) => items.some((each) => isItem(each, item))) === true
}

/** Changes an item in place. If it has missed an earlier change, what is on screen is read. */
function showChange(client: QueryClient, league: string, event: ItemEvent): void {
  const { type, id, version = Number.NaN, changes } = event
  let current: FeedItem | null = null
  let isLoaded = false
  let hasMissedChange = false
  updateItem(client, league, type, id, (item) => {
    isLoaded = true
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
  if (hasMissedChange || (changes?.pinned === true && !isLoaded)) scheduleFeedRefetch(client, league)
  if (changes?.pinned !== undefined) {
    if (current !== null) placeItem(client, league, current)
    readLater(client, league, latestFeedQuery(league).queryKey)
  }
  if (changes?.comments_preview !== undefined) showComments(client, league, event, changes)
}

function withChanges<Item extends FeedItem>(item: Item, changes: Changes): Item {
  const { comments_preview: known } = item
  const { comments_preview: preview } = changes
  return {
    ...item,
    ...changes,
    comments_preview: preview === undefined ? known : withKnownRights(known, preview),
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

function showComments(client: QueryClient, league: string, event: ItemEvent, changes: Changes): void {
  const { type, id, removed_comment: removed, changed_comment: changed } = event
  const { queryKey } = commentsQuery(league, { type, id })
  const known = client.getQueryData(queryKey)?.comments
  if (known === undefined) return
  const preview = withKnownRights(known, changes.comments_preview ?? [])
  const isShown = (comment: number) => preview.some((each) => each.id === comment)
  const comments = [...withoutComment(known, removed).filter((each) => !isShown(each.id)), ...preview]
  client.setQueryData(queryKey, { comments })
  const isUnknown = changed !== undefined && !isShown(changed)
  if (comments.length !== changes.comments_count || isUnknown) readLater(client, league, queryKey)
}

/** Reads a query again after a random time, so that a burst of events causes one read. */
function readLater(client: QueryClient, league: string, queryKey: QueryKey): void {
  addPending(client, league).outdated.set(hashKey(queryKey), queryKey)
}

function addPending(client: QueryClient, league: string): Pending {
  const leagues = pendingReads.get(client) ?? new Map<string, Pending>()
  pendingReads.set(client, leagues)
  const started = leagues.get(league)
  if (started !== undefined) return started
  const pending: Pending = { outdated: new Map(), events: [] }
  leagues.set(league, pending)
  const startWhenSettled = () => {
    // A read now would briefly undo optimistic updates.
    if (client.isMutating({ mutationKey: feedKey(league) }) > 0) {
      setTimeout(startWhenSettled, jitterMs())
      return
    }
    // What they contain may have to be read, too.
    for (const event of pending.events) showEvent(client, league, event)
    leagues.delete(league)
    startReads(client, league, pending.outdated)
  }
  setTimeout(startWhenSettled, jitterMs())
  return pending
}

/** What is not on screen is read when it is next shown. */
function startReads(client: QueryClient, league: string, outdated: Pending['outdated']): void {
  const all = outdated.get(hashKey(feedKey(league)))
  if (all !== undefined)
    client.setQueriesData<FeedPages>({ queryKey: feedListsKey(league) }, (data) =>
      data === undefined || data.pages.length <= MAX_REFETCHED_PAGES
        ? data
        : {
            pages: data.pages.slice(0, MAX_REFETCHED_PAGES),
            pageParams: data.pageParams.slice(0, MAX_REFETCHED_PAGES),
          },
    )
  for (const queryKey of all === undefined ? outdated.values() : [all])
    void client.invalidateQueries({ queryKey })
}

export function updateItem<T extends ItemType>(
  client: QueryClient,
  league: string,
  type: T,
  id: number,
  change: (item: ItemOf<T>) => ItemOf<T>,
): void {
  updateLists(client, league, (items) =>
    items.map((item) => (isItem<T>(item, { type, id }) ? change(item) : item)),
  )
}

export function removeItem(client: QueryClient, league: string, type: ItemType, id: number): void {
  updateLists(client, league, (items) => items.filter((item) => !isItem(item, { type, id })))
}

/** Puts an item in its position in the cached feed pages, as far as that part of the feed is loaded. */
export function placeItem(client: QueryClient, league: string, item: FeedItem): void {
  const without = (page: FeedPage) => page.items.filter((each) => !isItem(each, item))
  const comesAfter = (each: FeedItem) => compareItems(each, item) > 0
  for (const filter of ['all', item.type] as const)
    client.setQueryData(feedQuery(league, filter).queryKey, (data) => {
      const index = data?.pages.findIndex(({ items, next }) => next === null || items.some(comesAfter))
      const pages = data?.pages.map((page, position) => ({
        ...page,
        items: position === index ? [...without(page), item].toSorted(compareItems) : without(page),
      }))
      return data && pages && { ...data, pages }
    })
  client.setQueryData(latestFeedQuery(league).queryKey, (page) => {
    if (page === undefined) return undefined
    return { ...page, items: [...without(page), item].toSorted(compareItems).slice(0, LATEST_COUNT) }
  })
}

export function updateComments(
  client: QueryClient,
  league: string,
  discussion: Discussion,
  change: (comments: Comment[]) => Comment[],
  countChange: 1 | -1 | 0 = 0,
): void {
  client.setQueryData(
    commentsQuery(league, discussion).queryKey,
    (data) => data && { comments: change(data.comments) },
  )
  if (discussion.type === 'trade') return
  updateItem(client, league, discussion.type, discussion.id, (item) => ({
    ...item,
    comments_count: item.comments_count + countChange,
    comments_preview: change(item.comments_preview).slice(-PREVIEW_COUNT),
  }))
}

function updateLists(client: QueryClient, league: string, change: (items: FeedItem[]) => FeedItem[]): void {
  const changePage = (page: FeedPage) => ({ ...page, items: change(page.items) })
  client.setQueriesData<FeedPages>(
    { queryKey: feedListsKey(league) },
    (data) => data && { ...data, pages: data.pages.map(changePage) },
  )
  client.setQueryData(latestFeedQuery(league).queryKey, (page) => page && changePage(page))
  client.setQueriesData<LinkedFeedItem>({ queryKey: itemsKey(league) }, (data) =>
    data?.item == null ? data : { item: change([data.item])[0] ?? null },
  )
}

function isItem<T extends ItemType>(
  item: FeedItem,
  { type, id }: { type: T; id: number },
): item is ItemOf<T> {
  return item.type === type && item.id === id
}
