import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { aComment, aFeed, aPost, aProposal, readOnce } from '../../testing/a-feed-item.ts'
import { type Answers, fakeServer, never, refused, type Sent } from '../../testing/fake-server.ts'
import { showWithClient } from '../../testing/show.tsx'
import { noteFeedEvent } from './feed-news.ts'
import { LeagueSocialTab } from './league-social-tab.tsx'
import type { FeedItem } from './use-feed.ts'

const FEED = 'GET /api/league/:league/social/feed/'
const WRITE = 'POST /api/league/:league/social/posts/'
const LIKE = 'POST /api/league/:league/social/posts/:id/like/'
const COMMENTS = 'GET /api/league/:league/social/posts/:id/comments/'
const COMMENT = 'POST /api/league/:league/social/posts/:id/comments/'

async function tab(answers: Answers, isAdmin = false) {
  const server = fakeServer(answers)
  const { screen, client } = await showWithClient(
    <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={isAdmin} />,
  )
  return {
    screen,
    server,
    /** Tells the page that something changed, as the stream of events does. */
    tell: (id: number, change: 'added' | 'changed' | 'removed') =>
      noteFeedEvent(client, 'Sunday', { change, type: 'post', id }),
    texts: () => [...screen.container.querySelectorAll('article')].map((card) => card.ariaLabel),
  }
}

function of(items: FeedItem[], answers: Answers = {}, isAdmin = false) {
  return tab({ [FEED]: readOnce(items), ...answers }, isAdmin)
}

const boxOf = (element: { element: () => Element }) => element.element().getBoundingClientRect()

function sentTo(server: { sent: Sent[] }, key: string): Sent[] {
  return server.sent.filter((sent) => sent.key === key)
}

describe('the feed', () => {
  it('asks for sixty items and shows them as the server orders them', async () => {
    const { screen, server, texts } = await of([
      aProposal({ user: 'Mina', pinned: true }),
      aPost({ user: 'Ada' }),
    ])
    await expect.element(screen.getByRole('article', { name: 'Proposal by Mina' })).toBeVisible()
    await expect.element(screen.getByText('Pinned')).toBeVisible()
    expect(texts()).toEqual(['Proposal by Mina', 'Post by Ada'])
    expect(sentTo(server, FEED)[0]?.path).toBe('/api/league/Sunday/social/feed/?limit=60')
  })

  it('is text, in which only addresses become links', async () => {
    const { screen } = await of([
      aPost({ content: '<b>Bold</b> javascript:alert(1) see https://example.com/a and week.one' }),
    ])
    await expect.element(screen.getByText('<b>Bold</b>')).toBeVisible()
    const links = screen.getByRole('article').getByRole('link')
    await expect.element(links).toHaveAttribute('rel', 'noopener nofollow ugc')
    expect(links.elements().map((link) => link.getAttribute('href'))).toEqual(['https://example.com/a'])
  })

  it('says what to do where there is nothing, of every kind', async () => {
    const { screen } = await tab({ [FEED]: aFeed() })
    await expect.element(screen.getByText('Nothing here yet.')).toBeVisible()
    await screen.getByText('Proposals').click()
    await expect.element(screen.getByText('No proposals yet.')).toBeVisible()
  })

  it('filters by asking the server, and shows at once what is there', async () => {
    const { screen, texts } = await tab({
      [FEED]: ({ path }) =>
        path.includes('type=') ? never() : aFeed([aPost({ user: 'Ada' }), aProposal({ user: 'Mina' })]),
    })
    await expect.element(screen.getByRole('article', { name: 'Post by Ada' })).toBeVisible()
    await screen.getByText('Proposals').click()
    await expect.poll(texts).toEqual(['Proposal by Mina'])
  })

  it('shows older pages, and says when they do not come', async () => {
    let isDown = true
    const { screen, server, texts } = await tab({
      [FEED]: ({ path }) => {
        if (!path.includes('before=')) return aFeed([aPost({ user: 'New' })], 'cursor')
        return isDown ? refused(500, 'internal_error', 'A defect of ours.') : aFeed([aPost({ user: 'Old' })])
      },
    })
    await screen.getByRole('button', { name: 'Show older' }).click()
    await expect.element(screen.getByText('Failed to load older items')).toBeVisible()
    expect(texts()).toEqual(['Post by New'])
    isDown = false
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(texts).toEqual(['Post by New', 'Post by Old'])
    await expect.element(screen.getByRole('button', { name: 'Show older' })).not.toBeInTheDocument()
    expect(sentTo(server, FEED).at(-1)?.path).toContain('before=cursor')
  })

  it('says that it could not be loaded', async () => {
    const { screen } = await tab({ [FEED]: refused(500, 'internal_error', 'A defect of ours.') })
    await expect.element(screen.getByText('Failed to load League Social')).toBeVisible()
  })
})

describe('what others do', () => {
  it('counts in place, and lets new items wait behind a pill', async () => {
    const first = aPost({ user: 'Ada', likes_count: 1 })
    let items: FeedItem[] = [first]
    const { screen, tell, texts } = await tab({ [FEED]: () => aFeed(items) })
    await expect.element(screen.getByRole('button', { name: 'Like, 1 like' })).toBeVisible()
    const fresh = aPost({ user: 'Rowan', created_at: new Date().toISOString() })
    items = [fresh, { ...first, likes_count: 5 }]
    tell(fresh.id, 'added')
    await expect.element(screen.getByRole('button', { name: 'Like, 5 likes' })).toBeVisible()
    expect(texts()).toEqual(['Post by Ada'])
    const pill = screen.getByRole('button', { name: '1 new item' })
    const name = screen.getByRole('article').getByText('Ada', { exact: true })
    await Promise.all(
      pill
        .element()
        .getAnimations()
        .map(({ finished }) => finished),
    )
    expect(boxOf(pill).bottom).toBeLessThan(boxOf(name).top)
    expect(boxOf(pill).top).toBeGreaterThan(boxOf(screen.getByText('All', { exact: true })).bottom)
    await pill.click()
    expect(texts()).toEqual(['Post by Rowan', 'Post by Ada'])
    await expect.element(screen.getByRole('button', { name: '1 new item' })).not.toBeInTheDocument()
    tell(first.id, 'removed')
    await expect.poll(texts).toEqual(['Post by Rowan'])
  })
})

describe('a post', () => {
  it('is shown while it is sent, then as the server has it', async () => {
    let answer: (post: FeedItem & { type: 'post' }) => void = () => undefined
    const made = new Promise<FeedItem & { type: 'post' }>((resolve) => {
      answer = resolve
    })
    const { screen, server, texts } = await of([aPost({ user: 'Mina', pinned: true }), aPost()], {
      [WRITE]: made,
    })
    const field = screen.getByLabelText('Your post')
    const send = screen.getByRole('button', { name: 'Post', exact: true })
    await expect.element(send).toBeDisabled()
    await field.fill('   ')
    await expect.element(send).toBeDisabled()
    await field.fill(' Kickers are people too. ')
    await send.click()
    await expect.element(screen.getByText('Sending…')).toBeVisible()
    await expect.element(field).toHaveValue('')
    expect(texts()).toEqual(['Post by Mina', 'Post by Dario Finch, on its way', 'Post by Ada Quill'])
    expect(sentTo(server, WRITE)[0]?.body).toEqual({ content: 'Kickers are people too.' })
    answer(
      aPost({
        user: 'Dario Finch',
        content: 'Kickers are people too.',
        created_at: new Date().toISOString(),
      }),
    )
    await expect.poll(texts).toEqual(['Post by Mina', 'Post by Dario Finch', 'Post by Ada Quill'])
    await expect.element(screen.getByText('Posted.')).toBeInTheDocument()
  })

  it('gives the text back when it cannot be sent, and says nothing', async () => {
    const { screen, texts } = await of([aPost()], { [WRITE]: refused(500, 'internal_error', 'Broken.') })
    await screen.getByLabelText('Your post').fill('Hello')
    await screen.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.element(screen.getByLabelText('Your post')).toHaveValue('Hello')
    await expect.poll(texts).toEqual(['Post by Ada Quill'])
    expect(screen.getByRole('alert').elements()).toEqual([])
  })

  it('is liked at once, and the answer counts', async () => {
    const { screen } = await of([aPost({ likes_count: 2 })], { [LIKE]: { liked: true, likes_count: 9 } })
    const like = screen.getByRole('button', { name: /^Like/ })
    await expect.element(like).toHaveAttribute('aria-pressed', 'false')
    await like.click()
    await expect.element(like).toHaveAttribute('aria-pressed', 'true')
    await expect.element(like).toHaveAccessibleName('Like, 9 likes')
  })

  it('loses a like that the server refuses, without a word', async () => {
    const { screen } = await tab({
      [FEED]: aFeed([aPost({ likes_count: 2 })]),
      [LIKE]: refused(500, 'internal_error', 'Broken.'),
    })
    const like = screen.getByRole('button', { name: /^Like/ })
    await like.click()
    await expect.element(like).toHaveAccessibleName('Like, 2 likes')
    await expect.element(like).toHaveAttribute('aria-pressed', 'false')
    expect(screen.getByRole('alert').elements()).toEqual([])
  })

  it('is deleted only after a question, and only by those who may', async () => {
    const DELETE = 'DELETE /api/league/:league/social/posts/:id/'
    const mine = aPost({ user: 'Dario', can_delete: true })
    const other = aPost({ user: 'Ada' })
    let items = [mine, other]
    const { screen, server, texts } = await tab({
      [FEED]: () => aFeed(items),
      [DELETE]: () => {
        items = [other]
        return { message: 'Deleted.' }
      },
    })
    await screen.getByRole('button', { name: 'Delete post by Dario' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect(texts()).toHaveLength(2)
    await screen.getByRole('button', { name: 'Delete post by Dario' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(texts).toEqual(['Post by Ada'])
    await expect.element(screen.getByRole('article', { name: 'Post by Ada' })).toHaveFocus()
    expect(sentTo(server, DELETE)[0]?.params['id']).toBe(String(mine.id))
    await expect.element(screen.getByRole('button', { name: 'Delete post by Ada' })).not.toBeInTheDocument()
  })

  it('is pinned by admins, and goes to the top', async () => {
    const PIN = 'POST /api/league/:league/social/posts/:id/pin/'
    const { screen, texts } = await of(
      [aPost({ user: 'Ada' }), aPost({ user: 'Rowan' })],
      { [PIN]: { pinned: true } },
      true,
    )
    await screen.getByRole('button', { name: 'Pin post by Rowan' }).click()
    await expect.poll(texts).toEqual(['Post by Rowan', 'Post by Ada'])
    await expect.element(screen.getByRole('button', { name: 'Unpin post by Rowan' })).toBeVisible()
  })

  it('cannot be pinned by others', async () => {
    const { screen } = await of([aPost()])
    await expect.element(screen.getByRole('article')).toBeVisible()
    expect(screen.getByRole('button', { name: /Pin/ }).elements()).toEqual([])
  })

  it('folds when it is long', async () => {
    const { screen } = await of([aPost({ content: 'Long. '.repeat(400) })])
    const text = screen.getByText(/Long\./)
    await expect.element(text).toBeVisible()
    const folded = text.element().clientHeight
    await screen.getByRole('button', { name: 'Show all of it' }).click()
    expect(text.element().clientHeight).toBeGreaterThan(folded)
  })
})

describe('comments', () => {
  const POST = aPost({
    comments_count: 3,
    comments_preview: [aComment({ body: 'Second' }), aComment({ body: 'Third', can_delete: true })],
  })

  it('are two at first, and all on demand', async () => {
    const { screen } = await of([POST], {
      [COMMENTS]: { comments: [aComment({ body: 'First' }), ...POST.comments_preview] },
    })
    await expect.element(screen.getByText('Second')).toBeVisible()
    expect(screen.getByText('First').elements()).toEqual([])
    await screen.getByRole('button', { name: 'View all 3' }).click()
    await expect.element(screen.getByText('First')).toBeVisible()
  })

  it('are written with Enter, and shown at once', async () => {
    const { screen, server } = await of([POST], {
      [COMMENT]: ({ body }) => aComment({ author: 'Dario Finch', body: (body as { body: string }).body }),
    })
    await screen.getByRole('button', { name: 'Comment, 3 comments' }).click()
    const field = screen.getByLabelText('Your comment')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('  {Enter}')
    await userEvent.keyboard('Fourth{Shift>}{Enter}{/Shift}line{Enter}')
    await expect.element(screen.getByText(/Fourth\sline/)).toBeVisible()
    await expect.element(field).toHaveValue('')
    await expect.element(screen.getByRole('button', { name: 'Comment, 4 comments' })).toBeVisible()
    expect(sentTo(server, COMMENT).map(({ body }) => body)).toEqual([{ body: 'Fourth\nline' }])
  })

  it('are given back when they cannot be sent', async () => {
    const { screen } = await of([POST], { [COMMENT]: refused(429, 'too_many_attempts', 'Slow down.') })
    await screen.getByRole('button', { name: /^Comment/ }).click()
    await userEvent.keyboard('Fourth{Enter}')
    await expect.element(screen.getByLabelText('Your comment')).toHaveValue('Fourth')
    await expect.element(screen.getByRole('button', { name: 'Comment, 3 comments' })).toBeVisible()
  })

  it('are deleted only after a question', async () => {
    const DELETE = 'DELETE /api/league/:league/social/posts/:id/comments/:comment/'
    const { screen, server } = await of([POST], { [DELETE]: { message: 'Deleted.' } })
    await screen.getByRole('button', { name: 'Delete comment by Rowan Pike' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.element(screen.getByText('Third')).not.toBeInTheDocument()
    expect(sentTo(server, DELETE)[0]?.params['comment']).toBe(String(POST.comments_preview[1]?.id))
  })
})
