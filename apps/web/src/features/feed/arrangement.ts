import { type FeedItem, keyOf } from './use-feed.ts'

/** What a reader has in view: the order of it, and the moment up to which it is new to nobody. */
export type View = { order: readonly string[]; upTo: string }

/** Items as they are shown, and those that wait until the reader wants to see them. */
export type Arrangement = { shown: FeedItem[]; waiting: FeedItem[] }

/** The view of a reader who sees all items, in the order in which they are given. */
export function viewOf(items: readonly FeedItem[]): View {
  const moments = items.map(({ created_at: at }) => at)
  return { order: items.map(keyOf), upTo: moments.reduce((last, at) => (at > last ? at : last), '') }
}

/**
 * Arranges what the server says so that nothing that is being read moves: what is in view keeps
 * its order and changes in place, what is older comes after it, and what is newer waits, save
 * what the reader made (`mine`, keys), which stands after the pinned items. Where nothing is
 * in view, nothing has to wait.
 */
export function arrange(items: readonly FeedItem[], view: View, mine: ReadonlySet<string>): Arrangement {
  const byKey = new Map(items.map((item) => [keyOf(item), item]))
  const inView = new Set(view.order)
  const seen = view.order.flatMap((key) => byKey.get(key) ?? [])
  const isNew = (item: FeedItem) => item.created_at > view.upTo && seen.length > 0
  const others = [...byKey.values()].filter((item) => !inView.has(keyOf(item)))
  const own = others.filter((item) => mine.has(keyOf(item)))
  const rest = others.filter((item) => !mine.has(keyOf(item)))
  const afterPinned = seen.findIndex(({ pinned }) => !pinned)
  const pinned = afterPinned < 0 ? seen.length : afterPinned
  return {
    shown: [...seen.slice(0, pinned), ...own, ...seen.slice(pinned), ...rest.filter((item) => !isNew(item))],
    waiting: rest.filter(isNew),
  }
}

/** The view with what is shown now; the same view when it holds nothing more. */
export function widened(view: View, shown: readonly FeedItem[]): View {
  const inView = new Set(view.order)
  if (shown.every((item) => inView.has(keyOf(item)))) return view
  return { order: shown.map(keyOf), upTo: view.upTo }
}

/** The view in the order of the feed, for a reader who has changed it: pinned first, then newest. */
export function reordered(view: View, shown: readonly FeedItem[]): View {
  const order = shown.toSorted(
    (a, b) => Number(b.pinned) - Number(a.pinned) || compare(b.created_at, a.created_at) || b.id - a.id,
  )
  return { ...view, order: order.map(keyOf) }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
