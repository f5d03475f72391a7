import { beforeAll, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { watchNetwork } from '../../../api/connectivity.ts'
import { clearUserStorage } from '../../../storage/browser-storage.ts'
import { errorResponse, type FakeResponses, fakeServer } from '../../../testing/fake-server.ts'
import { buildFeedPage, buildPost } from '../../../testing/feed-fixtures.ts'
import { renderWithClient } from '../../../testing/render.tsx'
import { LeagueSocialTab } from '../league-social-tab.tsx'
import { PostSender } from './post-sender.tsx'
import { createUnsentPost } from './send-posts.ts'

const GET_FEED = 'GET /api/league/:league/social/feed/'
const CREATE_POST = 'POST /api/league/:league/social/posts/'
const TEXT = 'Greetings from the train.'

/** The events of a device that loses and finds its network. */
const device = new EventTarget()
beforeAll(() => watchNetwork(device))
type CreatePostResponse = NonNullable<FakeResponses[typeof CREATE_POST]>

const noAnswer = () => {
  throw new TypeError('Failed to fetch')
}
const created = (content = TEXT) => buildPost({ user: 'Ada', content, created_at: new Date().toISOString() })

/** Opens League Social, as after a reload. */
async function openTab(createPost: CreatePostResponse, league = 'Sunday', user = 'Ada') {
  const server = fakeServer({
    [GET_FEED]: buildFeedPage([buildPost({ user: 'Mina' })]),
    [CREATE_POST]: createPost,
  })
  const { screen, client } = await renderWithClient(
    <>
      <PostSender user={user} />
      <LeagueSocialTab league={league} user={user} isAdmin={false} />
    </>,
  )
  await expect.element(screen.getByRole('article', { name: 'Post by Mina' })).toBeVisible()
  return {
    screen,
    client,
    field: screen.getByLabelText('Your post'),
    unsent: screen.getByRole('article', { name: 'Unsent post' }),
    sent: () =>
      server.requests
        .filter(({ key }) => key === CREATE_POST)
        .map(({ body }) => body as { content: string; key: string }),
  }
}

async function openAndPost(createPost: CreatePostResponse) {
  const tab = await openTab(createPost)
  await tab.field.fill(TEXT)
  await tab.screen.getByRole('button', { name: 'Post', exact: true }).click()
  return tab
}

/** Simulates a change of the storage in another tab. */
function changeInOtherTab(key: string, newValue: string | null) {
  if (newValue === null) localStorage.removeItem(key)
  else localStorage.setItem(key, newValue)
  dispatchEvent(new StorageEvent('storage', { key, newValue }))
}

describe('a post without an answer of the server', () => {
  it('waits visibly, also after a reload, and is sent once when the network is back', async () => {
    const first = await openAndPost(noAnswer)
    await expect.element(first.unsent.getByText('Waiting for the network')).toBeVisible()
    await expect.element(first.unsent.getByText(TEXT)).toBeVisible()
    await expect.element(first.field).toHaveValue('')
    const key = first.sent()[0]?.key
    expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
    await first.screen.unmount()

    let isDown = true
    const second = await openTab(() => (isDown ? noAnswer() : created()))
    await expect.element(second.unsent.getByText(TEXT)).toBeVisible()
    device.dispatchEvent(new Event('offline'))
    isDown = false
    const attempts = second.sent().length
    device.dispatchEvent(new Event('online'))
    await expect.element(second.screen.getByRole('article', { name: 'Post by Ada' })).toBeVisible()
    await expect.element(second.unsent).not.toBeInTheDocument()
    await expect.element(second.screen.getByText('Posted.')).toBeInTheDocument()
    expect(second.sent()).toHaveLength(attempts + 1)
    expect(second.sent().at(-1)).toEqual({ content: TEXT, key })
    expect(localStorage).toHaveLength(0)
  })

  it.each([502, 503, 504])('waits when a proxy or the server responds with %i', async (status) => {
    const { unsent } = await openAndPost(errorResponse(status, 'not_ready', 'Try again.'))
    await expect.element(unsent.getByText('Waiting for the network')).toBeVisible()
  })

  it('is sent on another screen, too', async () => {
    const tab = await openAndPost(errorResponse(503, 'not_ready', 'Try again.'))
    await expect.element(tab.unsent).toBeVisible()
    await tab.screen.unmount()
    const { requests } = fakeServer({ [CREATE_POST]: created() })
    await renderWithClient(<PostSender user="Ada" />)
    const sent = () => requests.filter(({ key }) => key === CREATE_POST).map(({ body }) => body)
    await expect.poll(sent).toEqual([tab.sent()[0]])
    await expect.poll(() => localStorage.length).toBe(0)
  })

  it('waits in order with the ones written after it', async () => {
    let isDown = true
    const tab = await openAndPost(({ body }) =>
      isDown ? noAnswer() : created((body as { content: string }).content),
    )
    await expect.element(tab.unsent).toBeVisible()
    await tab.field.fill('And from the bus.')
    await tab.screen.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.poll(() => tab.unsent.elements().map((card) => card.textContent)).toHaveLength(2)
    isDown = false
    const attempts = tab.sent().length
    device.dispatchEvent(new Event('offline'))
    device.dispatchEvent(new Event('online'))
    await expect.element(tab.unsent).not.toBeInTheDocument()
    expect(
      tab
        .sent()
        .slice(attempts)
        .map(({ content }) => content),
    ).toEqual([TEXT, 'And from the bus.'])
  })

  it('belongs to its league and its user', async () => {
    const first = await openAndPost(errorResponse(503, 'not_ready', 'Try again.'))
    await expect.element(first.unsent).toBeVisible()
    await first.screen.unmount()
    const other = await openTab(created(), 'Sunday', 'Rowan')
    expect(other.unsent.elements()).toEqual([])
    expect(other.sent()).toEqual([])
    await other.screen.unmount()
    const monday = await openTab(errorResponse(503, 'not_ready', 'Try again.'), 'Monday')
    expect(monday.unsent.elements()).toEqual([])
  })

  it('can be discarded after a question', async () => {
    const { screen, unsent } = await openAndPost(noAnswer)
    await unsent.getByRole('button', { name: 'Discard' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Discard this post?' })
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await expect.element(unsent).not.toBeInTheDocument()
    expect(localStorage).toHaveLength(0)
  })

  it('is edited where the caret is', async () => {
    const { unsent } = await openAndPost(noAnswer)
    await unsent.getByRole('button', { name: 'Edit' }).click()
    await expect.element(unsent.getByRole('textbox')).toHaveFocus()
    await userEvent.keyboard('{Home}Warm g{Delete}')
    await expect.element(unsent.getByRole('textbox')).toHaveValue('Warm greetings from the train.')
  })

  it('is not sent while it is edited, which survives a reload', async () => {
    const first = await openAndPost(noAnswer)
    await first.unsent.getByRole('button', { name: 'Edit' }).click()
    await expect.element(first.screen.getByLabelText('Unsent post').getByRole('textbox')).toHaveFocus()
    await first.unsent.getByRole('textbox').fill('Greetings from the bus.')
    await first.screen.unmount()

    const second = await openTab(created('Greetings from the bus.'))
    await expect.element(second.unsent.getByRole('textbox')).toHaveValue('Greetings from the bus.')
    expect(second.sent()).toEqual([])
    await second.unsent.getByRole('button', { name: 'Post' }).click()
    await expect.element(second.unsent).not.toBeInTheDocument()
    expect(second.sent()).toEqual([{ content: 'Greetings from the bus.', key: first.sent()[0]?.key }])
  })

  it('that had arrived before it was edited keeps the new text, to be sent as another post', async () => {
    let isDown = true
    const tab = await openAndPost(({ body }) => {
      if (isDown) return noAnswer()
      const { content, key } = body as { content: string; key: string }
      return created(key === tab.sent()[0]?.key ? TEXT : content)
    })
    await tab.unsent.getByRole('button', { name: 'Edit' }).click()
    await tab.unsent.getByRole('textbox').fill('Another text')
    isDown = false
    await tab.unsent.getByRole('button', { name: 'Post' }).click()
    await expect
      .element(tab.unsent.getByText('Your post was sent before you changed it. Post the new text too?'))
      .toBeVisible()
    await expect
      .element(tab.screen.getByRole('article', { name: 'Post by Ada' }).getByText(TEXT))
      .toBeVisible()
    await tab.unsent.getByRole('button', { name: 'Edit' }).click()
    await tab.unsent.getByRole('button', { name: 'Post' }).click()
    await expect.element(tab.unsent).not.toBeInTheDocument()
    await expect.element(tab.screen.getByText('Another text')).toBeVisible()
  })

  it('is gone when it had arrived and was deleted since', async () => {
    let isDown = true
    const tab = await openAndPost(() =>
      isDown ? noAnswer() : errorResponse(404, 'item_not_found', 'Not found.'),
    )
    await expect.element(tab.unsent).toBeVisible()
    isDown = false
    device.dispatchEvent(new Event('offline'))
    device.dispatchEvent(new Event('online'))
    await expect.element(tab.unsent).not.toBeInTheDocument()
    expect(localStorage).toHaveLength(0)
  })

  it('is shown in other tabs until one of them has sent it', async () => {
    const { unsent } = await openTab(noAnswer)
    const post = createUnsentPost('Sunday', { text: 'From the other tab' }, 1)
    const key = `unsent_post:Ada:${post.key}`
    changeInOtherTab(key, JSON.stringify({ ...post, state: 'waiting' }))
    await expect.element(unsent.getByText('From the other tab')).toBeVisible()
    changeInOtherTab(key, null)
    await expect.element(unsent).not.toBeInTheDocument()
  })

  it('waits where the browser does not store it', async () => {
    const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    let isDown = true
    const { unsent, screen } = await openAndPost(() => (isDown ? noAnswer() : created()))
    await expect.element(unsent.getByText(TEXT)).toBeVisible()
    isDown = false
    device.dispatchEvent(new Event('offline'))
    device.dispatchEvent(new Event('online'))
    await expect.element(screen.getByRole('article', { name: 'Post by Ada' })).toBeVisible()
    setItem.mockRestore()
  })

  it('is deleted at sign-out, also while it is being sent', async () => {
    let fail: (error: Error) => void = () => undefined
    const response = new Promise<never>((_, reject) => {
      fail = reject
    })
    const { client, screen } = await openAndPost(response)
    await expect.element(screen.getByText('Sending…')).toBeVisible()
    expect(localStorage).toHaveLength(1)
    await screen.unmount()
    client.clear()
    clearUserStorage(localStorage)
    fail(new TypeError('Failed to fetch'))
    await expect.poll(() => client.isMutating()).toBe(0)
    expect(localStorage).toHaveLength(0)
    expect((await openTab(created())).unsent.elements()).toEqual([])
  })

  it('that cannot be read is ignored', async () => {
    localStorage.setItem('unsent_post:Ada:1', '{"key":7}')
    localStorage.setItem('unsent_post:Ada:2', '{')
    const { unsent, sent } = await openTab(created())
    expect(unsent.elements()).toEqual([])
    expect(sent()).toEqual([])
  })
})

describe('a post that the server refuses', () => {
  it.each([
    [400, 'invalid_input', 'Keep your text to 5,000 characters or fewer.'],
    [403, 'not_allowed', "You don't have access to that."],
    [429, 'too_many_attempts', 'Slow down a little.'],
    [500, 'internal_error', 'Something went wrong.'],
  ] as const)('with %i keeps its text and says why, also after a reload', async (status, code, message) => {
    const first = await openAndPost(errorResponse(status, code, message))
    await expect.element(first.unsent.getByRole('alert')).toHaveTextContent(message)
    await expect.element(first.unsent.getByText(TEXT)).toBeVisible()
    await first.screen.unmount()
    const second = await openTab(created('Shorter'))
    await expect.element(second.unsent.getByText(message)).toBeVisible()
    expect(second.sent()).toEqual([])
    await second.unsent.getByRole('button', { name: 'Edit' }).click()
    await second.unsent.getByRole('textbox').fill('Shorter')
    await second.unsent.getByRole('button', { name: 'Post' }).click()
    await expect.element(second.unsent).not.toBeInTheDocument()
    await expect.element(second.screen.getByText('Shorter')).toBeVisible()
  })
})
