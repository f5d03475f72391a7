import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildFeedPage, buildPost } from '../../testing/feed-fixtures.ts'
import { handleFeedEvent } from './feed-events.ts'
import { feedQuery, latestFeedQuery } from './use-feed.ts'

const LEAGUE = 'Sunday'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function createClient(ids: number[]) {
  const client = new QueryClient()
  const page = buildFeedPage(ids.map((id) => buildPost({ id })))
  client.setQueryData(feedQuery(LEAGUE, 'all').queryKey, { pages: [page], pageParams: [null] })
  client.setQueryData(latestFeedQuery(LEAGUE).queryKey, page)
  client.setQueryData(latestFeedQuery('Monday').queryKey, page)
  const isStale = (league: string) => client.getQueryState(latestFeedQuery(league).queryKey)?.isInvalidated
  return { client, isStale }
}

it('refetches the feed once for a burst of events', async () => {
  const { client, isStale } = createClient([1])
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  for (const id of [2, 3, 4]) handleFeedEvent(client, LEAGUE, { change: 'added', type: 'post', id })
  expect(isStale(LEAGUE)).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(isStale(LEAGUE)).toBe(true)
  expect(isStale('Monday')).toBe(false)
  expect(invalidate).toHaveBeenCalledTimes(1)
  handleFeedEvent(client, LEAGUE, { change: 'changed', type: 'post', id: 1 })
  await vi.advanceTimersByTimeAsync(1000)
  expect(invalidate).toHaveBeenCalledTimes(2)
})

it('removes a deleted item from all cached lists immediately', () => {
  const { client } = createClient([1, 2])
  handleFeedEvent(client, LEAGUE, { change: 'removed', type: 'post', id: 1 })
  const ids = (items: readonly { id: number }[] | undefined) => items?.map(({ id }) => id)
  expect(ids(client.getQueryData(feedQuery(LEAGUE, 'all').queryKey)?.pages[0]?.items)).toEqual([2])
  expect(ids(client.getQueryData(latestFeedQuery(LEAGUE).queryKey)?.items)).toEqual([2])
  expect(ids(client.getQueryData(latestFeedQuery('Monday').queryKey)?.items)).toEqual([1, 2])
})

it('keeps a post when a media item with the same ID is deleted', () => {
  const { client } = createClient([1])
  handleFeedEvent(client, LEAGUE, { change: 'removed', type: 'media', id: 1 })
  expect(client.getQueryData(latestFeedQuery(LEAGUE).queryKey)?.items).toHaveLength(1)
})
