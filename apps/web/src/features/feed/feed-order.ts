import { type FeedItem, itemKey } from './use-feed.ts'

/** What a reader has in view: the order of it, and the moment up to which it is new to nobody. */
export type FeedView = { order: readonly string[]; seenUntil: string }

/** Items as they are shown, and those that wait until the reader wants to see them. */
export type OrderedFeed = { visible: FeedItem[]; newItems: FeedItem[] }

/** The view of a reader who sees all items, in the order in which they are given. */
export function createView(items: readonly FeedItem[]): FeedView {
  const moments = items.map(({ created_at: at }) => at)
  return { order: items.map(itemKey), seenUntil: moments.reduce((last, at) => (at > last ? at : last), '') }
}

/**
 * Arranges what the server says so that nothing that is being read moves: what is in view keeps
 * its order and changes in place, what is older comes after it, and what is newer waits, save
 * what the reader made (`mine`, keys), which stands after the pinned items. Where nothing is
 * in view, nothing has to wait.
 */
export function orderFeed(
  items: readonly FeedItem[],
  view: FeedView,
  mine: ReadonlySet<string>,
): OrderedFeed {
  const byKey = new Map(items.map((item) => [itemKey(item), item]))
  const inView = new Set(view.order)
  const seen = view.order.flatMap((key) => byKey.get(key) ?? [])
  const isNew = (item: FeedItem) => item.created_at > view.seenUntil && seen.length > 0
  const others = [...byKey.values()].filter((item) => !inView.has(itemKey(item)))
  const own = others.filter((item) => mine.has(itemKey(item)))
  const rest = others.filter((item) => !mine.has(itemKey(item)))
  const afterPinned = seen.findIndex(({ pinned }) => !pinned)
  const pinned = afterPinned < 0 ? seen.length : afterPinned
  return {
    visible: [
      ...seen.slice(0, pinned),
      ...own,
      ...seen.slice(pinned),
      ...rest.filter((item) => !isNew(item)),
    ],
    newItems: rest.filter(isNew),
  }
}

/** The view with what is shown now; the same view when it holds nothing more. */
export function extendView(view: FeedView, shown: readonly FeedItem[]): FeedView {
  const inView = new Set(view.order)
  if (shown.every((item) => inView.has(itemKey(item)))) return view
  return { order: shown.map(itemKey), seenUntil: view.seenUntil }
}

/** The view in the order of the feed, for a reader who has changed it: pinned first, then newest. */
export function resortView(view: FeedView, shown: readonly FeedItem[]): FeedView {
  const order = shown.toSorted(
    (a, b) =>
      Number(b.pinned) - Number(a.pinned) || compareStrings(b.created_at, a.created_at) || b.id - a.id,
  )
  return { ...view, order: order.map(itemKey) }
}

function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
