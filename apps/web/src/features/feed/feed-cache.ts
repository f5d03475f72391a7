import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import {
  type FeedItem,
  type FeedPage,
  feedListsKey,
  type ItemOf,
  type ItemType,
  LATEST_COUNT,
  latestFeedKey,
} from './use-feed.ts'

type FeedPages = InfiniteData<FeedPage, string | null>

/** Updates an item in all cached feed pages. */
export function updateItem<T extends ItemType>(
  client: QueryClient,
  league: string,
  type: T,
  id: number,
  change: (item: ItemOf<T>) => ItemOf<T>,
): void {
  updateLists(client, league, (items) => items.map((item) => (isItem(item, type, id) ? change(item) : item)))
}

/** Removes an item from all cached feed pages. */
export function removeItem(client: QueryClient, league: string, type: ItemType, id: number): void {
  updateLists(client, league, (items) => items.filter((item) => !isItem(item, type, id)))
}

/** Inserts a new item after the pinned items in the cached feed pages. */
export function addItem(client: QueryClient, league: string, newItem: FeedItem): void {
  const insert = (items: FeedItem[]) => {
    const others = items.filter((item) => !isItem(item, newItem.type, newItem.id))
    return [...others.filter(({ pinned }) => pinned), newItem, ...others.filter(({ pinned }) => !pinned)]
  }
  for (const filter of ['all', newItem.type]) {
    client.setQueryData<FeedPages>([...feedListsKey(league), filter], (data) => {
      const [first, ...rest] = data?.pages ?? []
      if (data === undefined || first === undefined) return data
      return { ...data, pages: [{ ...first, items: insert(first.items) }, ...rest] }
    })
  }
  client.setQueryData<FeedPage>(
    latestFeedKey(league),
    (page) => page && { ...page, items: insert(page.items).slice(0, LATEST_COUNT) },
  )
}

function updateLists(client: QueryClient, league: string, change: (items: FeedItem[]) => FeedItem[]): void {
  const changePage = (page: FeedPage) => ({ ...page, items: change(page.items) })
  client.setQueriesData<FeedPages>(
    { queryKey: feedListsKey(league) },
    (data) => data && { ...data, pages: data.pages.map(changePage) },
  )
  client.setQueryData<FeedPage>(latestFeedKey(league), (page) => page && changePage(page))
}

function isItem<T extends ItemType>(item: FeedItem, type: T, id: number): item is ItemOf<T> {
  return item.type === type && item.id === id
}
