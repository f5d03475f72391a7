import type { QueryClient } from '@tanstack/react-query'
import { commentsQuery, type Discussion } from './comments/discussion.ts'
import {
  type Comment,
  type FeedItem,
  type FeedPage,
  type FeedPages,
  feedListsKey,
  type ItemOf,
  type ItemType,
  itemsKey,
  LATEST_COUNT,
  type LinkedFeedItem,
  latestFeedKey,
} from './use-feed.ts'

/** The pages of a list that are read again as a whole. Older ones are loaded by scrolling. */
const MAX_REFETCHED_PAGES = 5

/** The number of comments in a card's preview. Source: specification, 9. */
const PREVIEW_COUNT = 2

/** Updates an item wherever it is cached. */
export function updateItem<T extends ItemType>(
  client: QueryClient,
  league: string,
  type: T,
  id: number,
  change: (item: ItemOf<T>) => ItemOf<T>,
): void {
  updateLists(client, league, (items) => items.map((item) => (isItem(item, type, id) ? change(item) : item)))
}

/** Removes an item wherever it is cached. */
export function removeItem(client: QueryClient, league: string, type: ItemType, id: number): void {
  updateLists(client, league, (items) => items.filter((item) => !isItem(item, type, id)))
}

/** Puts an item where it belongs in the cached feed pages, as far as that part of the feed is loaded. */
export function placeItem(client: QueryClient, league: string, item: FeedItem): void {
  for (const filter of ['all', item.type]) {
    client.setQueryData<FeedPages>(
      [...feedListsKey(league), filter],
      (data) => data && placeInPages(data, item),
    )
  }
  client.setQueryData<FeedPage>(
    latestFeedKey(league),
    (page) => page && { ...page, items: placeAmong(page.items, item).slice(0, LATEST_COUNT) },
  )
}

function placeInPages(data: FeedPages, item: FeedItem): FeedPages {
  const index = data.pages.findIndex(
    ({ items, next }) => next === null || items.some((each) => comesAfter(each, item)),
  )
  const pages = data.pages.map((page, position) => ({
    ...page,
    items: position === index ? placeAmong(page.items, item) : withoutItem(page.items, item),
  }))
  return { ...data, pages }
}

function placeAmong(items: readonly FeedItem[], item: FeedItem): FeedItem[] {
  const others = withoutItem(items, item)
  const next = others.findIndex((each) => comesAfter(each, item))
  return others.toSpliced(next < 0 ? others.length : next, 0, item)
}

function withoutItem(items: readonly FeedItem[], { type, id }: FeedItem): FeedItem[] {
  return items.filter((each) => !isItem(each, type, id))
}

/** Changes the cached comments on an item, and with them the preview and the number in the feed. */
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

/** Keeps the first pages of each list. */
export function trimLists(client: QueryClient, league: string): void {
  client.setQueriesData<FeedPages>({ queryKey: feedListsKey(league) }, (data) =>
    data === undefined || data.pages.length <= MAX_REFETCHED_PAGES
      ? data
      : {
          pages: data.pages.slice(0, MAX_REFETCHED_PAGES),
          pageParams: data.pageParams.slice(0, MAX_REFETCHED_PAGES),
        },
  )
}

/**
 * Replaces the page that starts at a cursor. Its last items may have been pushed out by new ones; they stay, because
 * the next page starts after them.
 */
export function mergePage(data: FeedPages, cursor: string | null, page: FeedPage): FeedPages {
  const index = data.pageParams.indexOf(cursor)
  const before = data.pages[index]
  if (before === undefined) return data
  const last = page.items.at(-1)
  const isPushedOut = (item: FeedItem) =>
    last !== undefined && page.next !== null && !hasItem(page, item) && comesAfter(item, last)
  const pushedOut = before.items.filter(isPushedOut)
  const merged = {
    items: [...page.items, ...pushedOut],
    next: pushedOut.length === 0 ? page.next : before.next,
  }
  const others = (each: FeedPage) => ({ ...each, items: each.items.filter((item) => !hasItem(merged, item)) })
  // Without a next page, the later ones are empty.
  const end = page.next === null ? index + 1 : data.pages.length
  return {
    pages: data.pages.slice(0, end).map((each, position) => (position === index ? merged : others(each))),
    pageParams: data.pageParams.slice(0, end),
  }
}

export function hasItem(
  { items }: Pick<FeedPage, 'items'>,
  { type, id }: Pick<FeedItem, 'type' | 'id'>,
): boolean {
  return items.some((item) => isItem(item, type, id))
}

/** In the order of the feed: pinned items first, then newest first. */
function comesAfter(item: FeedItem, other: FeedItem): boolean {
  if (item.pinned !== other.pinned) return other.pinned
  return item.created_at === other.created_at ? item.id < other.id : item.created_at < other.created_at
}

function updateLists(client: QueryClient, league: string, change: (items: FeedItem[]) => FeedItem[]): void {
  const changePage = (page: FeedPage) => ({ ...page, items: change(page.items) })
  client.setQueriesData<FeedPages>(
    { queryKey: feedListsKey(league) },
    (data) => data && { ...data, pages: data.pages.map(changePage) },
  )
  client.setQueryData<FeedPage>(latestFeedKey(league), (page) => page && changePage(page))
  client.setQueriesData<LinkedFeedItem>({ queryKey: itemsKey(league) }, (data) =>
    data?.item == null ? data : { item: change([data.item])[0] ?? null },
  )
}

function isItem<T extends ItemType>(item: FeedItem, type: T, id: number): item is ItemOf<T> {
  return item.type === type && item.id === id
}
