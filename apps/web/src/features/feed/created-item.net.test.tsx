import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page as viewport } from 'vitest/browser'
import { fakeServer } from '../../testing/fake-server.ts'
import { buildFeedPage, buildPost, buildProposal } from '../../testing/feed-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { handleFeedEvent } from './feed-events.ts'
import { LeagueSocialTab } from './league-social-tab.tsx'
import type { FeedItem, Post } from './use-feed.ts'

beforeEach(async () => {
  localStorage.clear()
  onTestFinished(() => viewport.viewport(1280, 800))
  await viewport.viewport(390, 844)
})

const LONG_TEXT = 'Read this before the draft, please. '.repeat(30)

/** Two pinned cards that are longer than a phone's screen, and other posts. */
function buildItems(): FeedItem[] {
  const pinned = ['Mina Alder', 'Rowan Pike'].map((user) =>
    buildPost({ user, pinned: true, content: LONG_TEXT }),
  )
  return [...pinned, ...Array.from({ length: 6 }, () => buildPost({ content: LONG_TEXT }))]
}

async function openTab(url = '/?league=Sunday&tab=league+social', items = buildItems()) {
  let respond: (post: Post) => void = () => undefined
  const response = new Promise<Post>((resolve) => {
    respond = resolve
  })
  fakeServer({
    'GET /api/league/:league/social/feed/': ({ path }) =>
      buildFeedPage(path.includes('type=proposal') ? [buildProposal()] : items),
    'POST /api/league/:league/social/posts/': response,
  })
  const created = buildPost({ user: 'Dario Finch', created_at: new Date().toISOString() })
  const { screen, client, page } = await renderWithClient(
    <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={false} />,
    url,
  )
  await expect.element(screen.getByRole('region', { name: 'Feed' })).toBeVisible()
  return {
    screen,
    client,
    page,
    card: screen.getByRole('article', { name: 'Post by Dario Finch', exact: true }),
    send: async () => {
      await screen.getByLabelText('Your post').fill('Kickers are people too.')
      await screen.getByRole('button', { name: 'Post', exact: true }).click()
    },
    respond: () => {
      items = [...items.slice(0, 2), created, ...items.slice(2)]
      respond(created)
    },
    sendEvent: () =>
      handleFeedEvent(client, 'Sunday', {
        change: 'added',
        type: 'post',
        id: created.id,
        version: 1,
        item: created,
      }),
  }
}

function mockReducedMotion(): void {
  const matchMedia = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    matchMedia(query.includes('prefers-reduced-motion') ? 'all' : query),
  )
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
}

describe('an item that the user creates', () => {
  it('is scrolled to and highlighted below two pinned cards on a phone', async () => {
    const { screen, card, send, respond } = await openTab()
    await send()
    expect(scrollY).toBe(0)
    respond()
    await expect.element(card).toBeInViewport({ ratio: 1 })
    expect(scrollY).toBeGreaterThan(0)
    expect(card.element().getAnimations()).toHaveLength(1)
    await expect.element(screen.getByText('Posted.')).toBeInTheDocument()
  })

  it('is jumped to with reduced motion', async () => {
    mockReducedMotion()
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    const { card, send, respond } = await openTab()
    await send()
    respond()
    await expect.element(card).toBeInViewport({ ratio: 1 })
    expect(scrolled).toHaveBeenCalledExactlyOnceWith({ block: 'start', behavior: 'instant' })
    expect(card.element().getAnimations()[0]?.effect?.getTiming().easing).toBe('steps(1)')
  })

  it('is shown and announced also when the filter would hide it', async () => {
    const { screen, card, page, send, respond } = await openTab(
      '/?league=Sunday&tab=league+social&view=proposal',
    )
    await send()
    respond()
    await expect.element(card).toBeInViewport({ ratio: 1 })
    await expect.element(screen.getByText('Posted. All items are shown again.')).toBeInTheDocument()
    expect(page.url()).toBe('/?league=Sunday&tab=league+social')
    await screen.getByText('Posts', { exact: true }).click()
    await expect.element(card).toBeInTheDocument()
    expect(card.element().getAnimations()).toEqual([])
  })

  it('is shown once when its event comes before its response', async () => {
    const { screen, card, send, sendEvent, respond } = await openTab(undefined, [])
    await send()
    const pending = screen.getByRole('article', { name: 'Post by Dario Finch, sending' })
    await expect.element(pending).toBeVisible()
    sendEvent()
    await new Promise(requestAnimationFrame)
    expect(screen.getByRole('article').elements()).toEqual([pending.element()])
    respond()
    await expect.element(card).toBeVisible()
    expect(screen.getByRole('article').elements()).toHaveLength(1)
  })

  it('does not scroll away from what the user is writing', async () => {
    const { screen, card, send, respond } = await openTab()
    await send()
    await screen.getByLabelText('Your post').fill('And another thing')
    respond()
    await expect.element(card).toBeInTheDocument()
    await expect.element(screen.getByLabelText('Your post')).toHaveFocus()
    expect(scrollY).toBe(0)
  })

  it('does not scroll away from what the user is reading', async () => {
    const { screen, card, send, respond } = await openTab()
    await send()
    const last = screen.getByRole('article').last()
    last.element().scrollIntoView()
    respond()
    await expect.element(card).toBeInTheDocument()
    await expect.element(last).toBeInViewport()
    expect(card.element().getAnimations()).toEqual([])
  })
})

describe('the pill that announces new items', () => {
  it('covers no name wherever the page is scrolled to', async () => {
    const { screen, client } = await openTab()
    const item = buildPost({ user: 'Ada Quill', created_at: new Date().toISOString() })
    handleFeedEvent(client, 'Sunday', { change: 'added', type: 'post', id: item.id, version: 1, item })
    const pill = screen.getByRole('button', { name: '1 new item' })
    await expect.element(pill).toBeVisible()
    for (const animation of pill.element().getAnimations()) animation.finish()
    const card = screen.getByRole('article', { name: 'Post by Mina Alder' })
    const name = card.getByText('Mina Alder', { exact: true }).element()
    let meetings = 0
    for (let offset = 0; offset < 600; offset += 8) {
      scrollTo(0, offset)
      const box = name.getBoundingClientRect()
      const pillBox = pill.element().getBoundingClientRect()
      if (box.bottom <= pillBox.top || box.top >= pillBox.bottom) continue
      meetings += 1
      // The strip hides the whole line, like the header above it.
      const middle = Math.min(Math.max((box.top + box.bottom) / 2, pillBox.top), pillBox.bottom - 1)
      expect(document.elementFromPoint(box.left + 1, middle)?.contains(pill.element())).toBe(true)
    }
    expect(meetings).toBeGreaterThan(0)
  })
})
