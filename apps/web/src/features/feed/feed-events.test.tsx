import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { buildComment, buildFeedPage, buildPost, buildProposal } from '../../testing/feed-fixtures.ts'
import type { FeedPages } from './feed-cache.ts'
import { handleFeedEvent, scheduleFeedRefetch } from './feed-events.ts'
import { type FeedItem, feedQuery, latestFeedQuery } from './use-feed.ts'

const LEAGUE = 'Sunday'
const MAX_DELAY_MS = 2000

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Posts of the given IDs, of which a higher one is newer. */
const buildPosts = (...ids: number[]) =>
  ids.map((id) => buildPost({ id, created_at: new Date(id * 60_000).toISOString() }))

const idsOf = (items: readonly { id: number }[] | undefined) => items?.map(({ id }) => id)

/**
 * A page with these items in each loaded page of the feed, which is on screen. The cursor of a page is the ID of the
 * last item before it.
 */
function showFeed(pages: FeedItem[][], respond: (before: string | null) => FeedItem[] = () => []) {
  const client = new QueryClient()
  const cursors = pages.map((_, index) => String(pages[index - 1]?.at(-1)?.id ?? ''))
  const data: FeedPages = {
    pages: pages.map((items, index) => ({ items, next: cursors[index + 1] ?? null })),
    pageParams: cursors.map((cursor) => (cursor === '' ? null : cursor)),
  }
  client.setQueryData(feedQuery(LEAGUE, 'all').queryKey, data)
  const { requests } = fakeServer({
    'GET /api/league/:league/social/feed/': ({ path }) => {
      const query = new URL(path, 'http://here').searchParams
      const items = respond(query.get('before'))
      return { items, next: pages.length > 1 ? String(items.at(-1)?.id ?? '') : null }
    },
    'GET /api/league/:league/social/posts/:id/comments/': {
      comments: [1, 2, 3].map((id) => buildComment({ id, body: `Comment ${id}` })),
    },
  })
  const observer = new InfiniteQueryObserver(client, { ...feedQuery(LEAGUE, 'all'), staleTime: Infinity })
  observer.subscribe(() => undefined)
  return {
    client,
    readPaths: () => requests.map(({ path }) => path.replace('/api/league/Sunday/social/', '')),
    shownPages: () => client.getQueryData<FeedPages>(feedQuery(LEAGUE, 'all').queryKey)?.pages ?? [],
  }
}

describe('a feed event', () => {
  it('changes counts in place without a request', async () => {
    const post = buildPost({ id: 1, likes_count: 1, liked: true })
    const proposal = buildProposal({ id: 2, anonymous: false })
    const { client, readPaths, shownPages } = showFeed([[post, proposal]])
    handleFeedEvent(client, LEAGUE, { change: 'changed', type: 'post', id: 1, likes: 5 })
    const options = [
      { id: 1, percent: 25, voters: ['Rowan Pike'] },
      { id: 2, percent: 75, voters: ['Ada Quill', 'Dario Finch', 'Mina Soot'] },
    ]
    handleFeedEvent(client, LEAGUE, {
      change: 'changed',
      type: 'proposal',
      id: 2,
      votes: { total: 4, options },
    })
    expect(shownPages()[0]?.items).toMatchObject([
      { likes_count: 5, liked: true },
      {
        total: 4,
        my_vote: null,
        options: options.map((option) => ({ ...option, text: expect.any(String) })),
      },
    ])
    await vi.advanceTimersByTimeAsync(MAX_DELAY_MS)
    expect(readPaths()).toEqual([])
  })

  it('reads only the first page for a burst of new items, at a random time', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { client, readPaths, shownPages } = showFeed([buildPosts(60, 50), buildPosts(40, 30)], () =>
      buildPosts(62, 61, 60),
    )
    for (const id of [61, 62]) handleFeedEvent(client, LEAGUE, { change: 'added', type: 'post', id })
    await vi.advanceTimersByTimeAsync(999)
    expect(readPaths()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(readPaths()).toEqual(['feed/?limit=60'])
    // The new items have pushed the 50th out of the first page.
    await vi.waitFor(() =>
      expect(shownPages().map(({ items }) => idsOf(items))).toEqual([
        [62, 61, 60, 50],
        [40, 30],
      ]),
    )
    handleFeedEvent(client, LEAGUE, { change: 'added', type: 'post', id: 62 })
    await vi.advanceTimersByTimeAsync(MAX_DELAY_MS)
    expect(readPaths()).toHaveLength(1)
  })

  it('reads only the page of an item whose changes it does not contain', async () => {
    const hidden = buildProposal({ id: 30, created_at: new Date(30 * 60_000).toISOString() })
    const { client, readPaths, shownPages } = showFeed(
      [buildPosts(60, 50), [...buildPosts(40), hidden], buildPosts(20)],
      () => [...buildPosts(40), { ...hidden, total: 7 }],
    )
    handleFeedEvent(client, LEAGUE, { change: 'changed', type: 'proposal', id: 30 })
    // Not loaded, so there is nothing to read.
    handleFeedEvent(client, LEAGUE, { change: 'changed', type: 'proposal', id: 5 })
    await vi.advanceTimersByTimeAsync(MAX_DELAY_MS)
    expect(readPaths()).toEqual(['feed/?limit=60&before=50'])
    await vi.waitFor(() =>
      expect(shownPages().map(({ items }) => items.at(-1))).toMatchObject([
        { id: 50 },
        { total: 7 },
        { id: 20 },
      ]),
    )
  })

  it('reads the comments of a post once after several of them, and no page', async () => {
    const { client, readPaths, shownPages } = showFeed([buildPosts(1)])
    for (const comments of [1, 2, 3])
      handleFeedEvent(client, LEAGUE, { change: 'changed', type: 'post', id: 1, comments })
    handleFeedEvent(client, LEAGUE, { change: 'changed', type: 'post', id: 9, comments: 1 })
    expect(shownPages()[0]?.items).toMatchObject([{ comments_count: 3, comments_preview: [] }])
    await vi.advanceTimersByTimeAsync(MAX_DELAY_MS)
    expect(readPaths()).toEqual(['posts/1/comments/'])
    const preview = [{ id: 2 }, { id: 3 }]
    await vi.waitFor(() => expect(shownPages()[0]?.items).toMatchObject([{ comments_preview: preview }]))
  })

  it('removes a deleted item from all cached lists immediately, without a request', async () => {
    const { client, readPaths, shownPages } = showFeed([buildPosts(2, 1)])
    client.setQueryData(latestFeedQuery(LEAGUE).queryKey, buildFeedPage(buildPosts(2, 1)))
    client.setQueryData(latestFeedQuery('Monday').queryKey, buildFeedPage(buildPosts(2, 1)))
    handleFeedEvent(client, LEAGUE, { change: 'removed', type: 'media', id: 1 })
    handleFeedEvent(client, LEAGUE, { change: 'removed', type: 'post', id: 1 })
    expect(idsOf(shownPages()[0]?.items)).toEqual([2])
    expect(idsOf(client.getQueryData(latestFeedQuery(LEAGUE).queryKey)?.items)).toEqual([2])
    expect(idsOf(client.getQueryData(latestFeedQuery('Monday').queryKey)?.items)).toEqual([2, 1])
    await vi.advanceTimersByTimeAsync(MAX_DELAY_MS)
    expect(readPaths()).toEqual([])
  })

  it('keeps the own change while it is being sent', () => {
    const { client, shownPages } = showFeed([[buildPost({ id: 1, likes_count: 3, liked: true })]])
    const mutation = client
      .getMutationCache()
      .build(client, { mutationKey: ['league', LEAGUE, 'feed', 'like', 1], mutationFn: neverSettles })
    void mutation.execute(undefined)
    handleFeedEvent(client, LEAGUE, { change: 'changed', type: 'post', id: 1, likes: 2 })
    expect(shownPages()[0]?.items).toMatchObject([{ likes_count: 3 }])
  })

  it('leaves lists that are not on screen for later', async () => {
    const { client, readPaths } = showFeed([buildPosts(1)])
    const { queryKey } = feedQuery(LEAGUE, 'post')
    client.setQueryData<FeedPages>(queryKey, { pages: [buildFeedPage(buildPosts(1))], pageParams: [null] })
    handleFeedEvent(client, LEAGUE, { change: 'added', type: 'post', id: 2 })
    await vi.advanceTimersByTimeAsync(MAX_DELAY_MS)
    expect(readPaths()).toEqual(['feed/?limit=60'])
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
  })

  it('reads the list when the order has changed', async () => {
    const { client, readPaths } = showFeed([buildPosts(2, 1)], () => buildPosts(1, 2))
    handleFeedEvent(client, LEAGUE, { change: 'changed', type: 'post', id: 1, pinned: true })
    await vi.advanceTimersByTimeAsync(MAX_DELAY_MS)
    expect(readPaths()).toEqual(['feed/?limit=60'])
  })
})

it('reads at most five pages after events may have been missed', async () => {
  const pages = [70, 60, 50, 40, 30, 20, 10].map((id) => buildPosts(id))
  const { client, readPaths, shownPages } = showFeed(pages, (before) =>
    buildPosts(before === null ? 70 : Number(before) - 10),
  )
  for (let index = 0; index < 3; index += 1) scheduleFeedRefetch(client, LEAGUE)
  await vi.advanceTimersByTimeAsync(MAX_DELAY_MS)
  const paths = [null, 70, 60, 50, 40].map((id) => `feed/?limit=60${id === null ? '' : `&before=${id}`}`)
  await vi.waitFor(() => expect(readPaths()).toEqual(paths))
  expect(shownPages()).toHaveLength(5)
})

const neverSettles = () => new Promise<never>(() => undefined)
