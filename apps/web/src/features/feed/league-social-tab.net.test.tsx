import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { leagueMetaQuery } from '../../api/operations.ts'
import { buildLeagueMeta } from '../../testing/account-fixtures.ts'
import { allowMotion } from '../../testing/allow-motion.ts'
import {
  errorResponse,
  type FakeResponses,
  fakeServer,
  neverResponds,
  type SentRequest,
} from '../../testing/fake-server.ts'
import {
  buildComment,
  buildFeedPage,
  buildPost,
  buildProposal,
  respondOnce,
} from '../../testing/feed-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { handleFeedEvent } from './feed-events.ts'
import { LeagueSocialTab } from './league-social-tab.tsx'
import type { FeedItem } from './use-feed.ts'

const GET_FEED = 'GET /api/league/:league/social/feed/'
const CREATE_POST = 'POST /api/league/:league/social/posts/'
const PICTURE = '/favicon.svg'
const LIKE_POST = 'POST /api/league/:league/social/items/:id/like/'
const LIST_COMMENTS = 'GET /api/league/:league/social/items/:id/comments/'
const CREATE_COMMENT = 'POST /api/league/:league/social/items/:id/comments/'

async function renderTab(responses: FakeResponses, isAdmin = false, url?: string) {
  const server = fakeServer(responses)
  const { screen, client, page } = await renderWithClient(
    <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={isAdmin} />,
    url,
  )
  return {
    screen,
    page,
    client,
    server,
    /** Simulates an event from the live event stream. */
    emitFeedEvent: (id: number, change: 'added' | 'changed' | 'removed') =>
      handleFeedEvent(client, 'Sunday', { change, type: 'post', id }),
    cardLabels: () => [...screen.container.querySelectorAll('article')].map((card) => card.ariaLabel),
  }
}

function renderWithItems(items: FeedItem[], responses: FakeResponses = {}, isAdmin = false) {
  return renderTab({ [GET_FEED]: respondOnce(items), ...responses }, isAdmin)
}

const boundsOf = (element: { element: () => Element }) => element.element().getBoundingClientRect()

function requestsTo(server: { requests: SentRequest[] }, key: string): SentRequest[] {
  return server.requests.filter((request) => request.key === key)
}

describe('the feed', () => {
  it("requests 60 items and shows them in the server's order", async () => {
    const { screen, server, cardLabels } = await renderWithItems([
      buildProposal({ user: 'Mina', pinned: true }),
      buildPost({ user: 'Ada' }),
    ])
    await expect.element(screen.getByRole('article', { name: 'Proposal by Mina' })).toBeVisible()
    await expect.element(screen.getByText('Pinned')).toBeVisible()
    expect(cardLabels()).toEqual(['Proposal by Mina', 'Post by Ada'])
    expect(requestsTo(server, GET_FEED)[0]?.path).toBe('/api/league/Sunday/social/feed/?limit=60')
  })

  it('shows the pictures of the people who posted and commented, from the metadata of the league', async () => {
    const preview = [buildComment({ author: 'Mina Alder' }), buildComment({ id: 9, author: 'Former member' })]
    const { screen, client, server } = await renderWithItems([
      buildPost({ user: 'Ada Quill', comments_count: 2, comments_preview: preview }),
    ])
    await expect.element(screen.getByText('Former member')).toBeVisible()
    const pictures = () => [...screen.container.querySelectorAll('img')].map((image) => image.alt + image.src)
    expect(pictures()).toEqual([])
    const heightBefore = boundsOf(screen.getByRole('article')).height

    const people = [
      { name: 'Ada Quill', picture: PICTURE, color: '#123456' },
      { name: 'Mina Alder', picture: `${PICTURE}?mina`, color: null },
    ]
    client.setQueryData(leagueMetaQuery('Sunday').queryKey, buildLeagueMeta({ people }))
    await expect.poll(pictures).toEqual([PICTURE, `${PICTURE}?mina`].map((path) => location.origin + path))
    expect(boundsOf(screen.getByRole('article')).height).toBe(heightBefore)
    expect(server.requests.filter(({ path }) => path.includes('/meta/'))).toEqual([])
  })

  it('shows posts as plain text with URLs as links', async () => {
    const { screen } = await renderWithItems([
      buildPost({ content: '<b>Bold</b> javascript:alert(1) see https://example.com/a and week.one' }),
    ])
    await expect.element(screen.getByText('<b>Bold</b>')).toBeVisible()
    const links = screen.getByRole('article').getByRole('link')
    await expect.element(links).toHaveAttribute('rel', 'noopener nofollow ugc')
    expect(links.elements().map((link) => link.getAttribute('href'))).toEqual(['https://example.com/a'])
  })

  it('shows where a link leads whose host looks like another one', async () => {
    const { screen } = await renderWithItems([
      buildPost({ content: 'https://exаmple.org/a https://müller.example ada@exаmple.org' }),
    ])
    const links = screen.getByRole('article').getByRole('link')
    await expect
      .poll(() => links.elements().map(({ textContent }) => textContent))
      .toEqual(['https://xn--exmple-4nf.org/a', 'https://müller.example', 'ada@xn--exmple-4nf.org'])
  })

  it('marks posts, comments and votes that were imported with who imported them and when', async () => {
    const imported = { by: 'keeper', at: '2026-10-11T18:30:00Z' }
    const { screen } = await renderWithItems([
      buildPost({ user: 'Ada', imported, comments_count: 1, comments_preview: [buildComment({ imported })] }),
      buildPost({ id: 2, user: 'Rowan' }),
    ])
    const mark = 'Imported by keeper on Oct 11, 2026'
    const card = screen.getByRole('article', { name: 'Post by Ada' })
    await expect.element(card).toBeVisible()
    expect(card.getByTitle(mark).elements()).toHaveLength(2)
    for (const element of card.getByTitle(mark).elements())
      expect(element.textContent).toBe(`Imported${mark}`)
    expect(screen.getByRole('article', { name: 'Post by Rowan' }).getByText('Imported').elements()).toEqual(
      [],
    )
  })

  it('shows an empty state for each filter', async () => {
    const { screen } = await renderTab({ [GET_FEED]: buildFeedPage() })
    await expect.element(screen.getByText('Nothing here yet.')).toBeVisible()
    await screen.getByText('Proposals').click()
    await expect.element(screen.getByText('No proposals yet.')).toBeVisible()
  })

  it('shows the matching loaded items while the server filters the feed', async () => {
    const { screen, cardLabels } = await renderTab({
      [GET_FEED]: ({ path }) =>
        path.includes('type=')
          ? neverResponds()
          : buildFeedPage([buildPost({ user: 'Ada' }), buildProposal({ user: 'Mina' })]),
    })
    await expect.element(screen.getByRole('article', { name: 'Post by Ada' })).toBeVisible()
    await screen.getByText('Proposals').click()
    await expect.poll(cardLabels).toEqual(['Proposal by Mina'])
  })

  it('loads older pages and shows an error when that fails', async () => {
    let isDown = true
    const { screen, server, cardLabels } = await renderTab({
      [GET_FEED]: ({ path }) => {
        if (!path.includes('before=')) return buildFeedPage([buildPost({ user: 'New' })], 'cursor')
        return isDown
          ? errorResponse(500, 'internal_error', 'Something went wrong.')
          : buildFeedPage([buildPost({ user: 'Old' })])
      },
    })
    await screen.getByRole('button', { name: 'Show older' }).click()
    await expect.element(screen.getByText('Failed to load older items')).toBeVisible()
    expect(cardLabels()).toEqual(['Post by New'])
    isDown = false
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(cardLabels).toEqual(['Post by New', 'Post by Old'])
    await expect.element(screen.getByRole('button', { name: 'Show older' })).not.toBeInTheDocument()
    expect(requestsTo(server, GET_FEED).at(-1)?.path).toContain('before=cursor')
  })

  it('shows an error when the feed fails to load', async () => {
    const { screen } = await renderTab({
      [GET_FEED]: errorResponse(500, 'internal_error', 'Something went wrong.'),
    })
    await expect.element(screen.getByText('Failed to load League Social')).toBeVisible()
  })
})

describe('a link to an item', () => {
  const GET_ITEM = 'GET /api/league/:league/social/items/:id/'
  const linkTo = (key: string) => `/?league=Sunday&tab=league+social&post=${key}`

  it('focuses the item if the feed has it', async () => {
    const items = [buildPost({ user: 'Ada' }), buildPost({ user: 'Rowan' })]
    const { screen, server } = await renderTab(
      { [GET_FEED]: buildFeedPage(items) },
      false,
      linkTo(`post-${items[1]?.id}`),
    )
    await expect.element(screen.getByRole('article', { name: 'Post by Rowan' })).toHaveFocus()
    expect(requestsTo(server, GET_ITEM)).toEqual([])
  })

  it('shows an older item above the feed, with working buttons, until the whole feed is shown', async () => {
    const old = buildPost({ user: 'Rowan', likes_count: 2 })
    const { screen, page, server, cardLabels } = await renderTab(
      {
        [GET_FEED]: buildFeedPage([buildPost({ user: 'Ada' })], 'cursor'),
        [GET_ITEM]: { item: old },
        [LIKE_POST]: { liked: true, likes_count: 3 },
      },
      false,
      linkTo(`post-${old.id}`),
    )
    const linked = screen.getByRole('region', { name: 'Linked item' })
    await expect.element(linked.getByRole('article', { name: 'Post by Rowan' })).toHaveFocus()
    expect(cardLabels()).toEqual(['Post by Rowan', 'Post by Ada'])
    // No older pages are read.
    expect(requestsTo(server, GET_FEED)).toHaveLength(1)
    await linked.getByRole('button', { name: 'Like, 2 likes' }).click()
    await expect.element(linked.getByRole('button', { name: 'Like, 3 likes' })).toBeVisible()
    await linked.getByRole('button', { name: 'Show the whole feed' }).click()
    await expect.poll(cardLabels).toEqual(['Post by Ada'])
    expect(page.url()).toBe('/?league=Sunday&tab=league+social')
  })

  it('says that the item was removed, also while it is shown', async () => {
    const gone = errorResponse(404, 'item_not_found', 'That item no longer exists.')
    const { screen } = await renderTab(
      { [GET_FEED]: buildFeedPage([]), [GET_ITEM]: gone },
      false,
      linkTo('proposal-7'),
    )
    await expect.element(screen.getByText('This proposal was removed.')).toBeVisible()
    await screen.unmount()
    const old = buildPost({ user: 'Rowan' })
    const shown = await renderTab(
      { [GET_FEED]: buildFeedPage([]), [GET_ITEM]: { item: old } },
      false,
      linkTo(`post-${old.id}`),
    )
    await expect.element(shown.screen.getByRole('article', { name: 'Post by Rowan' })).toBeVisible()
    shown.emitFeedEvent(old.id, 'removed')
    await expect.element(shown.screen.getByText('This post was removed.')).toBeVisible()
  })

  it('reports an error with a retry', async () => {
    const { screen } = await renderTab(
      {
        [GET_FEED]: buildFeedPage([]),
        [GET_ITEM]: errorResponse(500, 'internal_error', 'Server error.'),
      },
      false,
      linkTo('post-7'),
    )
    await expect.element(screen.getByText('Failed to load the linked item')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  })

  it('is copied from the card of the item', async () => {
    const copied: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
      copied.push(text)
    })
    onTestFinished(() => {
      vi.restoreAllMocks()
    })
    const post = buildPost({ user: 'Ada' })
    const { screen } = await renderWithItems([post])
    await screen.getByRole('button', { name: 'Share post by Ada' }).click()
    await expect.element(screen.getByText('Link copied')).toBeVisible()
    expect(copied).toEqual([`${location.origin}/?league=Sunday&tab=overview&post=post-${post.id}`])
  })
})

describe('live updates', () => {
  it('updates counters in place and holds back new items behind a pill', async () => {
    await allowMotion()
    const first = buildPost({ user: 'Ada', likes_count: 1 })
    let items: FeedItem[] = [first]
    const { screen, emitFeedEvent, cardLabels } = await renderTab({ [GET_FEED]: () => buildFeedPage(items) })
    await expect.element(screen.getByRole('button', { name: 'Like, 1 like' })).toBeVisible()
    const newPost = buildPost({ user: 'Rowan', created_at: new Date().toISOString() })
    items = [newPost, { ...first, likes_count: 5 }]
    emitFeedEvent(newPost.id, 'added')
    await expect.element(screen.getByRole('button', { name: 'Like, 5 likes' })).toBeVisible()
    expect(cardLabels()).toEqual(['Post by Ada'])
    const pill = screen.getByRole('button', { name: '1 new item' })
    const name = screen.getByRole('article').getByText('Ada', { exact: true })
    await expect.element(pill).toBeVisible()
    await Promise.all(
      pill
        .element()
        .getAnimations()
        .map(({ finished }) => finished),
    )
    expect(boundsOf(pill).bottom).toBeLessThan(boundsOf(name).top)
    expect(boundsOf(pill).top).toBeGreaterThan(boundsOf(screen.getByText('All', { exact: true })).bottom)
    await pill.click()
    await expect.poll(cardLabels).toEqual(['Post by Rowan', 'Post by Ada'])
    await expect.element(screen.getByRole('button', { name: '1 new item' })).not.toBeInTheDocument()
    emitFeedEvent(first.id, 'removed')
    await expect.poll(cardLabels).toEqual(['Post by Rowan'])
  })
})

describe('posts', () => {
  it("shows a post while it is being sent, then the server's version", async () => {
    let respond: (post: FeedItem & { type: 'post' }) => void = () => undefined
    const response = new Promise<FeedItem & { type: 'post' }>((resolve) => {
      respond = resolve
    })
    const { screen, server, cardLabels } = await renderWithItems(
      [buildPost({ user: 'Mina', pinned: true }), buildPost()],
      {
        [CREATE_POST]: response,
      },
    )
    const field = screen.getByLabelText('Your post')
    const send = screen.getByRole('button', { name: 'Post', exact: true })
    await expect.element(field).toBeVisible()
    // Closed, the form is one line.
    expect(boundsOf(screen.getByRole('region', { name: 'Share with your league' })).height).toBe(48)
    expect(send.elements()).toEqual([])
    await field.click()
    await expect.element(send).toBeDisabled()
    await field.fill('   ')
    await expect.element(send).toBeDisabled()
    await field.fill(' Kickers are people too. ')
    await send.click()
    await expect.element(screen.getByText('Sending…')).toBeVisible()
    await expect.element(field).toHaveValue('')
    expect(cardLabels()).toEqual(['Post by Mina', 'Post by Dario Finch, sending', 'Post by Ada Quill'])
    await expect
      .poll(() => requestsTo(server, CREATE_POST)[0]?.body)
      .toEqual({ content: 'Kickers are people too.', key: expect.stringMatching(/^[\da-f-]{36}$/) })
    respond(
      buildPost({
        user: 'Dario Finch',
        content: 'Kickers are people too.',
        created_at: new Date().toISOString(),
      }),
    )
    await expect.poll(cardLabels).toEqual(['Post by Mina', 'Post by Dario Finch', 'Post by Ada Quill'])
    await expect.element(screen.getByText('Posted.')).toBeInTheDocument()
  })

  it('keeps the text above the feed, with the reason, when sending a post fails', async () => {
    const { screen, cardLabels } = await renderWithItems([buildPost()], {
      [CREATE_POST]: errorResponse(500, 'internal_error', 'Broken.'),
    })
    await screen.getByLabelText('Your post').fill('Hello')
    await screen.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.poll(cardLabels).toEqual(['Unsent post', 'Post by Ada Quill'])
    await expect
      .element(screen.getByRole('article', { name: 'Unsent post' }).getByText('Hello'))
      .toBeVisible()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Broken.')
    await expect.element(screen.getByLabelText('Your post')).toHaveValue('')
  })

  it("shows a like immediately and then the server's count", async () => {
    const { screen } = await renderWithItems([buildPost({ likes_count: 2 })], {
      [LIKE_POST]: { liked: true, likes_count: 9 },
    })
    const like = screen.getByRole('button', { name: /^Like/ })
    await expect.element(like).toHaveAttribute('aria-pressed', 'false')
    await like.click()
    await expect.element(like).toHaveAttribute('aria-pressed', 'true')
    await expect.element(like).toHaveAccessibleName('Like, 9 likes')
  })

  it('reverts a like without an error when the server rejects it', async () => {
    const { screen } = await renderTab({
      [GET_FEED]: buildFeedPage([buildPost({ likes_count: 2 })]),
      [LIKE_POST]: errorResponse(500, 'internal_error', 'Broken.'),
    })
    const like = screen.getByRole('button', { name: /^Like/ })
    await like.click()
    await expect.element(like).toHaveAccessibleName('Like, 2 likes')
    await expect.element(like).toHaveAttribute('aria-pressed', 'false')
    expect(screen.getByRole('alert').elements()).toEqual([])
  })

  it('asks for confirmation before deleting a post and hides the button from other users', async () => {
    const DELETE = 'DELETE /api/league/:league/social/posts/:id/'
    const ownPost = buildPost({ user: 'Dario', can_delete: true })
    const otherPost = buildPost({ user: 'Ada' })
    let items = [ownPost, otherPost]
    const { screen, server, cardLabels } = await renderTab({
      [GET_FEED]: () => buildFeedPage(items),
      [DELETE]: () => {
        items = [otherPost]
        return { message: 'Deleted.' }
      },
    })
    await screen.getByRole('button', { name: 'Delete post by Dario' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect(cardLabels()).toHaveLength(2)
    await screen.getByRole('button', { name: 'Delete post by Dario' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(cardLabels).toEqual(['Post by Ada'])
    await expect.element(screen.getByRole('article', { name: 'Post by Ada' })).toHaveFocus()
    await expect.poll(() => requestsTo(server, DELETE)[0]?.params['id']).toBe(String(ownPost.id))
    await expect.element(screen.getByRole('button', { name: 'Delete post by Ada' })).not.toBeInTheDocument()
  })

  it('lets admins pin a post and moves it to the top', async () => {
    const PIN = 'POST /api/league/:league/social/posts/:id/pin/'
    const { screen, cardLabels } = await renderWithItems(
      [buildPost({ user: 'Ada' }), buildPost({ user: 'Rowan' })],
      { [PIN]: { pinned: true } },
      true,
    )
    await screen.getByRole('button', { name: 'Pin post by Rowan' }).click()
    await expect.poll(cardLabels).toEqual(['Post by Rowan', 'Post by Ada'])
    await expect.element(screen.getByRole('button', { name: 'Unpin post by Rowan' })).toBeVisible()
  })

  it('hides the pin button from members who are not admins', async () => {
    const { screen } = await renderWithItems([buildPost()])
    await expect.element(screen.getByRole('article')).toBeVisible()
    expect(screen.getByRole('button', { name: /Pin/ }).elements()).toEqual([])
  })

  it('collapses a long post', async () => {
    const { screen } = await renderWithItems([buildPost({ content: 'Long. '.repeat(400) })])
    const text = screen.getByText(/Long\./)
    await expect.element(text).toBeVisible()
    const collapsedHeight = text.element().clientHeight
    await screen.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => text.element().clientHeight).toBeGreaterThan(collapsedHeight)
  })
})

describe('comments', () => {
  const POST = buildPost({
    comments_count: 3,
    comments_preview: [buildComment({ body: 'Second' }), buildComment({ body: 'Third', can_delete: true })],
  })

  it('shows two comments at first and all on demand', async () => {
    const { screen } = await renderWithItems([POST], {
      [LIST_COMMENTS]: { comments: [buildComment({ body: 'First' }), ...POST.comments_preview] },
    })
    await expect.element(screen.getByText('Second')).toBeVisible()
    expect(screen.getByText('First').elements()).toEqual([])
    await screen.getByRole('button', { name: 'View all 3' }).click()
    await expect.element(screen.getByText('First')).toBeVisible()
  })

  it('sends a comment with Enter and shows it immediately', async () => {
    const { screen, server } = await renderWithItems([POST], {
      [CREATE_COMMENT]: ({ body }) =>
        buildComment({ author: 'Dario Finch', body: (body as { body: string }).body }),
    })
    await screen.getByRole('button', { name: 'Comment, 3 comments' }).click()
    const field = screen.getByLabelText('Your comment')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('  {Enter}')
    await userEvent.keyboard('Fourth{Shift>}{Enter}{/Shift}line{Enter}')
    await expect.element(screen.getByText(/Fourth\sline/)).toBeVisible()
    await expect.element(field).toHaveValue('')
    await expect.element(screen.getByRole('button', { name: 'Comment, 4 comments' })).toBeVisible()
    expect(requestsTo(server, CREATE_COMMENT).map(({ body }) => body)).toEqual([{ body: 'Fourth\nline' }])
  })

  it('restores the text when sending a comment fails', async () => {
    const { screen } = await renderWithItems([POST], {
      [CREATE_COMMENT]: errorResponse(429, 'too_many_attempts', 'Slow down.'),
    })
    await screen.getByRole('button', { name: /^Comment/ }).click()
    await expect.element(screen.getByLabelText('Your comment')).toHaveFocus()
    await userEvent.keyboard('Fourth{Enter}')
    await expect.element(screen.getByLabelText('Your comment')).toHaveValue('Fourth')
    await expect.element(screen.getByRole('button', { name: 'Comment, 3 comments' })).toBeVisible()
  })

  it('asks for confirmation before deleting a comment', async () => {
    const DELETE = 'DELETE /api/league/:league/social/items/:id/comments/:comment/'
    const { screen, server } = await renderWithItems([POST], { [DELETE]: { message: 'Deleted.' } })
    await screen.getByRole('button', { name: 'Delete comment by Rowan Pike' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.element(screen.getByText('Third')).not.toBeInTheDocument()
    await expect
      .poll(() => requestsTo(server, DELETE)[0]?.params['comment'])
      .toBe(String(POST.comments_preview[1]?.id))
  })
})
