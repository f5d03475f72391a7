import type { ItemChanges } from '@fieldhouse/contract/feed/items'
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import {
  buildComment,
  buildFeedPage,
  buildMediaItem,
  buildPost,
  buildProposal,
} from '../../testing/feed-fixtures.ts'
import { handleFeedEvent, scheduleFeedRefetch } from './feed-events.ts'
import {
  type Comment,
  commentsQuery,
  type FeedItem,
  type FeedPages,
  feedQuery,
  latestFeedQuery,
} from './use-feed.ts'

const LEAGUE = 'Sunday'
const COMMENT = buildComment({ id: 1, body: 'Comment 1' })
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
    'GET /api/league/:league/social/items/:id/comments/': {
      comments: [1, 2, 3].map((id) => buildComment({ id, body: `Comment ${id}` })),
    },
    'GET /api/league/:league/trades/:season/:trade/comments/': { comments: [COMMENT] },
  })
  const observer = new InfiniteQueryObserver(client, { ...feedQuery(LEAGUE, 'all'), staleTime: Infinity })
  observer.subscribe(() => undefined)
  return {
    client,
    readPaths: () => requests.map(({ path }) => path.replace('/api/league/Sunday/social/', '')),
    shownPages: () => client.getQueryData<FeedPages>(feedQuery(LEAGUE, 'all').queryKey)?.pages ?? [],
  }
}

/** Puts all comments on a post on screen. */
function showComments(client: QueryClient, id: number, comments: Comment[]): void {
  const query = commentsQuery(LEAGUE, { type: 'post', id })
  client.setQueryData(query.queryKey, { comments })
  new QueryObserver(client, { ...query, staleTime: Infinity }).subscribe(() => undefined)
}

/** Handles the event of a change of a post. */
function change(
  client: QueryClient,
  id: number,
  version: number,
  changes: ItemChanges,
  extra: { removed_comment?: number; changed_comment?: number } = {},
): void {
  handleFeedEvent(client, LEAGUE, { change: 'changed', type: 'post', id, version, changes, ...extra })
}

describe('a feed event', () => {
  it('changes reactions and texts in place, and keeps the reactions of the user', () => {
    const comment = buildComment({ id: 8, can_delete: true, my_reactions: ['fire'] })
    const post = buildPost({ id: 1, my_reactions: ['wow'], comments_count: 1, comments_preview: [comment] })
    const { client, readPaths, shownPages } = showFeed([[post]])
    const reactions = [{ reaction: 'wow' as const, count: 2, names: ['Ada Quill', 'Dario Finch'] }]
    change(client, 1, 2, { reactions })
    change(client, 1, 3, { content: 'Kickoff', edited_at: '2026-11-21T12:00:00.000Z' })
    const changed = { ...comment, can_delete: false, my_reactions: [], body: 'Edited', reactions }
    change(client, 1, 4, { comments_count: 1, comments_preview: [changed] }, { changed_comment: 8 })
    expect(shownPages()[0]?.items[0]).toMatchObject({
      content: 'Kickoff',
      edited_at: '2026-11-21T12:00:00.000Z',
      reactions,
      my_reactions: ['wow'],
      comments_preview: [{ body: 'Edited', reactions, can_delete: true, my_reactions: ['fire'] }],
    })
    expect(readPaths()).toEqual([])
  })

  it('reads the comments again when one changes that it does not contain', async () => {
    const preview = [2, 3].map((id) => buildComment({ id, body: `Comment ${id}` }))
    const { client, readPaths } = showFeed([
      [buildPost({ id: 1, comments_count: 3, comments_preview: preview })],
    ])
    showComments(client, 1, [buildComment({ id: 1, body: 'Before the edit' }), ...preview])
    change(client, 1, 2, { comments_count: 3, comments_preview: preview }, { changed_comment: 1 })
    await expect.poll(readPaths).toEqual(['items/1/comments/?type=post'])
    const firstText = () =>
      client.getQueryData(commentsQuery(LEAGUE, { type: 'post', id: 1 }).queryKey)?.comments[0]?.body
    await expect.poll(firstText).toBe('Comment 1')
  })

  it('changes what it contains in place, keeps what only this user sees, and sends no request', async () => {
    const post = buildPost({ id: 1, likes_count: 1, liked: true, can_delete: true })
    const proposal = buildProposal({ id: 2, anonymous: false, my_vote: 2 })
    const { client, readPaths, shownPages } = showFeed([[post, proposal]])
    change(client, 1, 2, { likes_count: 5 })
    const [yes, no] = proposal.options
    const options = [
      { ...yes, id: 1, text: 'Yes', won: false, percent: 25, voters: ['Rowan Pike'] },
      {
        ...no,
        id: 2,
        text: 'No',
        won: false,
        percent: 75,
        voters: ['Ada Quill', 'Dario Finch', 'Mina Soot'],
      },
    ]
    const changed = { change: 'changed', type: 'proposal', id: 2, version: 2 } as const
    handleFeedEvent(client, LEAGUE, { ...changed, changes: { total: 4, options } })
    expect(shownPages()[0]?.items).toEqual([
      { ...post, version: 2, likes_count: 5 },
      { ...proposal, version: 2, total: 4, options },
    ])
    await vi.advanceTimersByTimeAsync(MAX_DELAY_MS)
    expect(readPaths()).toEqual([])
  })

  it('changes nothing if it arrives twice, or after a newer one', async () => {
    const { client, readPaths, shownPages } = showFeed([[buildPost({ id: 1, version: 4, likes_count: 4 })]])
    change(client, 1, 5, { likes_count: 5 })
    change(client, 1, 4, { likes_count: 4 })
    change(client, 1, 5, { likes_count: 4 })
    expect(shownPages()[0]?.items).toMatchObject([{ version: 5, likes_count: 5 }])
    await vi.advanceTimersByTimeAsync(MAX_DELAY_MS)
    expect(readPaths()).toEqual([])
  })

  it('reads what is on screen if an item has missed a change, or the event does not contain it', async () => {
    const latest = { ...buildPosts(40)[0], version: 3, likes_count: 2 } as FeedItem
    const { client, readPaths, shownPages } = showFeed([buildPosts(60), buildPosts(40)], (before) =>
      before === null ? buildPosts(60) : [latest],
    )
    // Not loaded, so there is nothing to read.
    handleFeedEvent(client, LEAGUE, { change: 'changed', type: 'proposal', id: 5 })
    await vi.advanceTimersByTimeAsync(MAX_DELAY_MS)
    expect(readPaths()).toEqual([])
    change(client, 40, 3, { likes_count: 2 })
    handleFeedEvent(client, LEAGUE, { change: 'changed', type: 'post', id: 40 })
    expect(shownPages()[1]?.items).toMatchObject([{ version: 1 }])
    await vi.advanceTimersByTimeAsync(MAX_DELAY_MS)
    await vi.waitFor(() => expect(readPaths()).toEqual(['feed/?limit=60', 'feed/?limit=60&before=60']))
    await vi.waitFor(() => expect(shownPages()[1]?.items).toMatchObject([{ version: 3, likes_count: 2 }]))
  })

  it('stays when a response arrives that is older', async () => {
    const { client, shownPages } = showFeed([buildPosts(2, 1)], () => buildPosts(2, 1))
    const read = client.refetchQueries({ queryKey: feedQuery(LEAGUE, 'all').queryKey })
    change(client, 1, 2, { likes_count: 7 })
    await vi.advanceTimersByTimeAsync(0)
    await read
    expect(shownPages()[0]?.items).toMatchObject([{ id: 2 }, { id: 1, version: 2, likes_count: 7 }])
  })

  it('shows a new item without a request, in its place', async () => {
    const pinned = buildPost({ id: 10, pinned: true, created_at: new Date(0).toISOString() })
    const { client, readPaths, shownPages } = showFeed([[pinned, ...buildPosts(60, 50)], buildPosts(40)])
    client.setQueryData(latestFeedQuery(LEAGUE).queryKey, buildFeedPage([pinned, ...buildPosts(60)]))
    const [item] = buildPosts(61)
    for (let times = 0; times < 2; times += 1)
      handleFeedEvent(client, LEAGUE, {
        change: 'added',
        type: 'post',
        id: 61,
        version: 1,
        ...(item && { item }),
      })
    expect(shownPages().map(({ items }) => idsOf(items))).toEqual([[10, 61, 60, 50], [40]])
    expect(idsOf(client.getQueryData(latestFeedQuery(LEAGUE).queryKey)?.items)).toEqual([10, 61])
    await vi.advanceTimersByTimeAsync(MAX_DELAY_MS)
    expect(readPaths()).toEqual([])
  })

  it('reads once for a burst of new items that it does not contain, at a random time', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { client, readPaths, shownPages } = showFeed([buildPosts(60, 50)], () => buildPosts(62, 61, 60))
    for (const id of [61, 62]) handleFeedEvent(client, LEAGUE, { change: 'added', type: 'post', id })
    await vi.advanceTimersByTimeAsync(999)
    expect(readPaths()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(readPaths()).toEqual(['feed/?limit=60'])
    await vi.waitFor(() => expect(shownPages().map(({ items }) => idsOf(items))).toEqual([[62, 61, 60]]))
  })

  it('shows new and deleted comments without a request, and keeps who may delete them', async () => {
    const [first, second, third] = [1, 2, 3].map((id) => buildComment({ id, can_delete: id === 2 }))
    if (first === undefined || second === undefined || third === undefined) throw new Error('no comments')
    const post = buildPost({ id: 1, comments_count: 2, comments_preview: [first, second] })
    const { client, readPaths, shownPages } = showFeed([[post]])
    const { queryKey } = commentsQuery(LEAGUE, { type: 'post', id: 1 })
    client.setQueryData(queryKey, { comments: [first, second] })
    const seen = [{ ...second, can_delete: false }, third]
    change(client, 1, 2, { comments_count: 3, comments_preview: seen })
    expect(shownPages()[0]?.items).toMatchObject([{ comments_count: 3, comments_preview: [second, third] }])
    expect(client.getQueryData(queryKey)).toEqual({ comments: [first, second, third] })
    const preview = [first, { ...second, can_delete: false }]
    change(client, 1, 3, { comments_count: 2, comments_preview: preview }, { removed_comment: 3 })
    expect(client.getQueryData(queryKey)).toEqual({ comments: [first, second] })
    expect(shownPages()[0]?.items).toMatchObject([{ comments_preview: [first, second] }])
    await vi.advanceTimersByTimeAsync(MAX_DELAY_MS)
    expect(readPaths()).toEqual([])
  })

  it('reads all comments once if some are missing', async () => {
    const { client, readPaths, shownPages } = showFeed([buildPosts(1)])
    showComments(client, 1, [])
    const [second, third] = [2, 3].map((id) => buildComment({ id }))
    if (second === undefined || third === undefined) throw new Error('no comments')
    change(client, 1, 2, { comments_count: 3, comments_preview: [second, third] })
    change(client, 9, 2, { comments_count: 1, comments_preview: [second] })
    expect(shownPages()[0]?.items).toMatchObject([{ comments_count: 3, comments_preview: [second, third] }])
    await vi.advanceTimersByTimeAsync(MAX_DELAY_MS)
    expect(readPaths()).toEqual(['items/1/comments/?type=post'])
    await vi.waitFor(() =>
      expect(
        client.getQueryData(commentsQuery(LEAGUE, { type: 'post', id: 1 }).queryKey)?.comments,
      ).toHaveLength(3),
    )
  })

  it('changes pictures like posts, and reads the comments on a trade that is on screen', async () => {
    const { client, readPaths, shownPages } = showFeed([[buildMediaItem({ id: 4 })]])
    const changes = { comments_count: 1, comments_preview: [COMMENT] }
    handleFeedEvent(client, LEAGUE, { change: 'changed', type: 'media', id: 4, version: 2, changes })
    expect(shownPages()[0]?.items).toMatchObject([{ version: 2, ...changes }])
    const trade = { season: 2026, id: 'a' }
    const tradeComments = commentsQuery(LEAGUE, { type: 'trade', ...trade })
    client.setQueryData(tradeComments.queryKey, { comments: [] })
    new QueryObserver(client, { ...tradeComments, staleTime: Infinity }).subscribe(() => undefined)
    const event = { change: 'changed', type: 'trade', id: 9, version: 3 } as const
    handleFeedEvent(client, LEAGUE, { ...event, trade: { ...trade, id: 'hidden' } })
    handleFeedEvent(client, LEAGUE, { ...event, trade })
    handleFeedEvent(client, LEAGUE, { ...event, version: 4, trade })
    await vi.advanceTimersByTimeAsync(MAX_DELAY_MS)
    expect(readPaths()).toEqual(['/api/league/Sunday/trades/2026/a/comments/'])
    await vi.waitFor(() =>
      expect(client.getQueryData(tradeComments.queryKey)).toEqual({ comments: [COMMENT] }),
    )
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

  it('waits while a change of the same item is being sent', async () => {
    const posts = [buildPost({ id: 1, likes_count: 3, liked: true }), buildPost({ id: 2 })]
    const { client, readPaths, shownPages } = showFeed([posts])
    let respond = () => {}
    const response = new Promise<void>((resolve) => {
      respond = resolve
    })
    const mutation = client.getMutationCache().build(client, {
      mutationKey: ['league', LEAGUE, 'feed', 'like', 1],
      mutationFn: () => response,
    })
    const sent = mutation.execute(undefined)
    change(client, 1, 2, { likes_count: 2 })
    change(client, 2, 2, { likes_count: 9 })
    await vi.advanceTimersByTimeAsync(MAX_DELAY_MS)
    expect(shownPages()[0]?.items).toMatchObject([{ likes_count: 3 }, { likes_count: 9 }])
    respond()
    await sent
    change(client, 1, 3, { likes_count: 4 })
    await vi.advanceTimersByTimeAsync(2 * MAX_DELAY_MS)
    expect(shownPages()[0]?.items).toMatchObject([{ likes_count: 4, version: 3 }, { likes_count: 9 }])
    expect(readPaths()).toEqual([])
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

  it('moves an item that is pinned or unpinned without a request', async () => {
    const { client, readPaths, shownPages } = showFeed([buildPosts(60, 50), buildPosts(40, 30)])
    const order = () => shownPages().map(({ items }) => idsOf(items))
    change(client, 40, 2, { pinned: true })
    expect(order()).toEqual([[40, 60, 50], [30]])
    change(client, 40, 3, { pinned: false })
    expect(order()).toEqual([
      [60, 50],
      [40, 30],
    ])
    await vi.advanceTimersByTimeAsync(MAX_DELAY_MS)
    expect(readPaths()).toEqual([])
  })

  it('reads the list when an item is pinned that is not loaded', async () => {
    const { client, readPaths } = showFeed([buildPosts(2)], () => buildPosts(1, 2))
    change(client, 1, 2, { pinned: true })
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
