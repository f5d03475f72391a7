import { compareItems, type FeedItem, itemKey } from '../use-feed.ts'

/** What the user currently sees: item keys in order, and the creation time of the newest item seen. */
export type FeedView = { order: readonly string[]; seenUntil: string }

export type OrderedFeed = { visible: FeedItem[]; newItems: FeedItem[] }

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
