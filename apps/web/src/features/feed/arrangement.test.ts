import { expect, it } from 'vitest'
import { aPost } from '../../testing/a-feed-item.ts'
import { arrange, reordered, viewOf, widened } from './arrangement.ts'
import type { FeedItem } from './use-feed.ts'

const NOBODY: ReadonlySet<string> = new Set()

/** A post by its number, made so many minutes after noon. */
function at(id: number, pinned = false): FeedItem {
  return aPost({ id, pinned, created_at: `2026-11-21T12:${String(id).padStart(2, '0')}:00.000Z` })
}

function numbers(items: readonly FeedItem[]): number[] {
  return items.map(({ id }) => id)
}

it('shows at first what the server says, as it says it', () => {
  const items = [at(2, true), at(9), at(5)]
  const { shown, waiting } = arrange(items, viewOf(items), NOBODY)
  expect(numbers(shown)).toEqual([2, 9, 5])
  expect(waiting).toEqual([])
})

it('lets what is new wait, and changes in place what is in view', () => {
  const view = viewOf([at(2, true), at(9), at(5)])
  const liked = { ...aPost(), id: 5, created_at: at(5).created_at, likes_count: 7 }
  const { shown, waiting } = arrange([at(2, true), at(11), at(10), at(9), liked], view, NOBODY)
  expect(numbers(shown)).toEqual([2, 9, 5])
  expect(shown[2]).toMatchObject({ likes_count: 7 })
  expect(numbers(waiting)).toEqual([11, 10])
})

it('keeps the order when others pin and unpin', () => {
  const view = viewOf([at(2, true), at(9), at(5)])
  const { shown } = arrange([at(5, true), at(9), at(2)], view, NOBODY)
  expect(numbers(shown)).toEqual([2, 9, 5])
  expect(shown.map(({ pinned }) => pinned)).toEqual([false, false, true])
})

it('shows what the reader made after the pinned items, before what others made', () => {
  const view = viewOf([at(2, true), at(9)])
  const { shown, waiting } = arrange([at(2, true), at(12), at(11), at(9)], view, new Set(['post-11']))
  expect(numbers(shown)).toEqual([2, 11, 9])
  expect(numbers(waiting)).toEqual([12])
})

it('puts older pages at the end, and takes out what is gone', () => {
  const view = viewOf([at(9), at(5)])
  const { shown } = arrange([at(9), at(4), at(3)], view, NOBODY)
  expect(numbers(shown)).toEqual([9, 4, 3])
  const wider = widened(view, shown)
  expect(wider.order).toEqual(['post-9', 'post-4', 'post-3'])
  expect(widened(wider, shown)).toBe(wider)
})

it('holds nothing back from a reader who has nothing in view', () => {
  const { shown, waiting } = arrange([at(9)], viewOf([]), NOBODY)
  expect(numbers(shown)).toEqual([9])
  expect(waiting).toEqual([])
})

it('is in the order of the feed again for a reader who pins', () => {
  const shown = [at(2, true), at(9), at(5, true)]
  const view = reordered(viewOf(shown), shown)
  expect(view.order).toEqual(['post-5', 'post-2', 'post-9'])
})

it('shows an item once that stands on two pages', () => {
  const items = [at(9), at(5), at(5)]
  expect(numbers(arrange(items, viewOf(items.slice(0, 2)), NOBODY).shown)).toEqual([9, 5])
})
