import { expect, it } from 'vitest'
import { buildPost } from '../../testing/feed-fixtures.ts'
import { createView, extendView, orderFeed, resortView } from './feed-items.tsx'
import type { FeedItem } from './use-feed.ts'

const NO_KEYS: ReadonlySet<string> = new Set()

/** A post created `id` minutes after noon. */
function postAt(id: number, pinned = false): FeedItem {
  return buildPost({ id, pinned, created_at: `2026-11-21T12:${String(id).padStart(2, '0')}:00.000Z` })
}

function idsOf(items: readonly FeedItem[]): number[] {
  return items.map(({ id }) => id)
}

it("shows the server's order first", () => {
  const items = [postAt(2, true), postAt(9), postAt(5)]
  const { visible, newItems } = orderFeed(items, createView(items), NO_KEYS)
  expect(idsOf(visible)).toEqual([2, 9, 5])
  expect(newItems).toEqual([])
})

it('holds back new items and updates visible items in place', () => {
  const view = createView([postAt(2, true), postAt(9), postAt(5)])
  const liked = { ...buildPost(), id: 5, created_at: postAt(5).created_at, likes_count: 7 }
  const { visible, newItems } = orderFeed(
    [postAt(2, true), postAt(11), postAt(10), postAt(9), liked],
    view,
    NO_KEYS,
  )
  expect(idsOf(visible)).toEqual([2, 9, 5])
  expect(visible[2]).toMatchObject({ likes_count: 7 })
  expect(idsOf(newItems)).toEqual([11, 10])
})

it('keeps the order when other users pin and unpin', () => {
  const view = createView([postAt(2, true), postAt(9), postAt(5)])
  const { visible } = orderFeed([postAt(5, true), postAt(9), postAt(2)], view, NO_KEYS)
  expect(idsOf(visible)).toEqual([2, 9, 5])
  expect(visible.map(({ pinned }) => pinned)).toEqual([false, false, true])
})

it("shows the user's own new items after the pinned items and holds back those of others", () => {
  const view = createView([postAt(2, true), postAt(9)])
  const { visible, newItems } = orderFeed(
    [postAt(2, true), postAt(12), postAt(11), postAt(9)],
    view,
    new Set(['post-11']),
  )
  expect(idsOf(visible)).toEqual([2, 11, 9])
  expect(idsOf(newItems)).toEqual([12])
})

it('appends older pages and drops deleted items', () => {
  const view = createView([postAt(9), postAt(5)])
  const { visible } = orderFeed([postAt(9), postAt(4), postAt(3)], view, NO_KEYS)
  expect(idsOf(visible)).toEqual([9, 4, 3])
  const extended = extendView(view, visible)
  expect(extended.order).toEqual(['post-9', 'post-4', 'post-3'])
  expect(extendView(extended, visible)).toBe(extended)
})

it('holds back nothing when no items are in view', () => {
  const { visible, newItems } = orderFeed([postAt(9)], createView([]), NO_KEYS)
  expect(idsOf(visible)).toEqual([9])
  expect(newItems).toEqual([])
})

it('sorts the view like the feed again after the user pins', () => {
  const shown = [postAt(2, true), postAt(9), postAt(5, true)]
  const view = resortView(createView(shown), shown)
  expect(view.order).toEqual(['post-5', 'post-2', 'post-9'])
})

it('shows an item that is on two pages only once', () => {
  const items = [postAt(9), postAt(5), postAt(5)]
  expect(idsOf(orderFeed(items, createView(items.slice(0, 2)), NO_KEYS).visible)).toEqual([9, 5])
})
