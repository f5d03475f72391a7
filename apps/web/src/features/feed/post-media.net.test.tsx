import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { buildMediaItem, buildPost, respondOnce } from '../../testing/feed-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { handleFeedEvent } from './feed-events.ts'
import { LeagueSocialTab } from './league-social-tab.tsx'
import type { FeedItem, Post } from './use-feed.ts'

const GET_FEED = 'GET /api/league/:league/social/feed/'
const GET_ITEM = 'GET /api/league/:league/social/items/:id/'
const UPLOAD = 'POST /api/league/:league/social/posts/media/'
const DISCARD = 'DELETE /api/league/:league/social/posts/media/:key/'
const CREATE_POST = 'POST /api/league/:league/social/posts/'
/** A data URL that needs no server. The `#` at the end makes anything appended to it a fragment. */
const IMAGE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>')}#`

type PostFile = NonNullable<Post['media']>[number]

function buildPostFile(overrides: Partial<PostFile> = {}): PostFile {
  return {
    id: 31,
    kind: 'image',
    url: IMAGE,
    content_type: 'image/webp',
    width: 4,
    height: 3,
    caption: '',
    alt_text: '',
    ...overrides,
  }
}

const buildFile = (name: string) => new File(['bytes'], name, { type: 'image/png' })

async function renderTab(items: FeedItem[] = [], responses: FakeResponses = {}) {
  let uploads = 0
  const server = fakeServer({
    [GET_FEED]: respondOnce(items),
    [UPLOAD]: () => {
      uploads += 1
      return {
        media: [{ key: `key-${uploads}`, kind: 'image', content_type: 'image/webp', width: 4, height: 3 }],
      }
    },
    [DISCARD]: { message: 'Upload deleted.' },
    [CREATE_POST]: ({ body }) => buildPost({ user: 'Dario Finch', content: (body as Post).content }),
    ...responses,
  })
  const rendered = await renderWithClient(
    <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={false} />,
  )
  const requestsOf = (key: string) => server.requests.filter((request) => request.key === key)
  return { ...rendered, requestsOf }
}

async function addFiles(screen: Awaited<ReturnType<typeof renderTab>>['screen'], ...names: string[]) {
  await screen.getByLabelText('Your post').click()
  await screen.getByLabelText('Add photos or videos').upload(names.map(buildFile))
}

describe('a post that is being written', () => {
  it('is sent with its files, their captions and descriptions, in the chosen order', async () => {
    const { screen, requestsOf } = await renderTab()
    await screen.getByLabelText('Your post').fill('Game day')
    await addFiles(screen, 'one.png', 'two.png')
    await expect.poll(() => requestsOf(UPLOAD).length).toBe(2)
    await screen.getByLabelText('Caption of two.png').fill('The catch ')
    await screen.getByLabelText('Description of two.png').fill('A one-handed catch')
    await screen.getByRole('button', { name: 'Move two.png forward' }).click()
    await screen.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.element(screen.getByText('Posted.')).toBeInTheDocument()
    const keyOf = (name: string) =>
      `key-${requestsOf(UPLOAD).findIndex(({ body }) => ((body as FormData).get('files') as File).name === name) + 1}`
    expect(requestsOf(CREATE_POST).map(({ body }) => body)).toEqual([
      {
        content: 'Game day',
        key: expect.any(String),
        media: [
          { key: keyOf('two.png'), caption: 'The catch', alt_text: 'A one-handed catch' },
          { key: keyOf('one.png'), caption: '', alt_text: '' },
        ],
      },
    ])
    await expect.element(screen.getByRole('list', { name: 'Files of this post' })).not.toBeInTheDocument()
    expect(requestsOf(DISCARD)).toEqual([])
  })

  it('needs no text with a file, and waits until the file is uploaded', async () => {
    const { screen, requestsOf } = await renderTab([], { [UPLOAD]: neverResponds() })
    await addFiles(screen, 'one.png')
    await expect.element(screen.getByRole('progressbar', { name: 'Uploading one.png' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Post', exact: true })).toBeDisabled()
    await screen.getByLabelText('Your post').fill('Game day')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await screen.getByRole('button', { name: 'Cancel one.png' }).click()
    await expect.element(screen.getByRole('button', { name: 'Post', exact: true })).toBeEnabled()
    expect(requestsOf(CREATE_POST)).toEqual([])
  })

  it('can be sent with a file alone', async () => {
    const { screen, requestsOf } = await renderTab()
    await addFiles(screen, 'one.png')
    await expect.poll(() => requestsOf(UPLOAD).length).toBe(1)
    await screen.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.poll(() => requestsOf(CREATE_POST).map(({ body }) => (body as Post).content)).toEqual([''])
  })

  it('deletes a file from the server when it is removed', async () => {
    const { screen, requestsOf } = await renderTab()
    await addFiles(screen, 'one.png')
    await screen.getByRole('button', { name: 'Remove one.png' }).click()
    await expect
      .poll(() => requestsOf(DISCARD).map(({ params }) => params))
      .toEqual([{ league: 'Sunday', key: 'key-1' }])
    await expect.element(screen.getByRole('list', { name: 'Files of this post' })).not.toBeInTheDocument()
  })

  it('says why a file was refused, and uploads it again on demand', async () => {
    let attempts = 0
    const { screen } = await renderTab([], {
      [UPLOAD]: () => {
        attempts += 1
        return attempts === 1
          ? errorResponse(503, 'busy', 'Try again.')
          : { media: [{ key: 'key', kind: 'image', content_type: 'image/webp', width: 4, height: 3 }] }
      },
    })
    await addFiles(screen, 'one.png')
    await expect.element(screen.getByText('Upload failed.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Post', exact: true })).toBeDisabled()
    await screen.getByRole('button', { name: 'Retry one.png' }).click()
    await expect.element(screen.getByRole('button', { name: 'Post', exact: true })).toBeEnabled()
  })

  it('has at most ten files', async () => {
    const { screen, requestsOf } = await renderTab()
    await addFiles(screen, ...Array.from({ length: 11 }, (_, index) => `${index + 1}.png`))
    await expect.element(screen.getByText('A post has at most 10 files.')).toBeVisible()
    await expect.poll(() => requestsOf(UPLOAD).length).toBe(10)
    await expect.element(screen.getByRole('button', { name: 'Post', exact: true })).toBeDisabled()
    await screen.getByRole('button', { name: 'Remove 11.png' }).click()
    await expect.element(screen.getByRole('button', { name: 'Post', exact: true })).toBeEnabled()
  })

  it('takes files that are pasted while its text is being written', async () => {
    const { screen, requestsOf } = await renderTab()
    const field = screen.getByLabelText('Your post')
    await field.fill('Look')
    const clipboardData = new DataTransfer()
    clipboardData.items.add(buildFile('pasted.png'))
    field
      .element()
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    await expect.poll(() => requestsOf(UPLOAD).length).toBe(1)
    await expect
      .element(screen.getByRole('tab', { name: 'Post', exact: true }))
      .toHaveAttribute('aria-selected', 'true')
  })

  it('is sent without its files when they are gone from the server, and the device had no room', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    onTestFinished(() => void vi.restoreAllMocks())
    let attempts = 0
    const { screen, requestsOf } = await renderTab([], {
      [CREATE_POST]: () => {
        attempts += 1
        return attempts === 1
          ? errorResponse(404, 'media_not_found', 'A file is no longer on the server. Add it again.')
          : buildPost()
      },
    })
    await screen.getByLabelText('Your post').fill('Game day')
    await addFiles(screen, 'one.png')
    await expect.poll(() => requestsOf(UPLOAD).length).toBe(1)
    await screen.getByRole('button', { name: 'Post', exact: true }).click()
    const unsent = screen.getByRole('article', { name: 'Unsent post' })
    await expect.element(unsent.getByText('A file is no longer on the server. Add it again.')).toBeVisible()
    await unsent.getByRole('button', { name: 'Edit' }).click()
    await unsent.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.poll(() => requestsOf(CREATE_POST).length).toBe(2)
    expect(requestsOf(CREATE_POST)[1]?.body).toEqual({ content: 'Game day', key: expect.any(String) })
  })
})

describe('a post with media', () => {
  const FILES = [1, 2, 3, 4, 5, 6].map((id) =>
    buildPostFile({ id, ...(id === 2 ? { alt_text: 'A one-handed catch', caption: 'The catch' } : {}) }),
  )

  it('shows up to four files and how many more there are', async () => {
    const { screen } = await renderTab([buildPost({ user: 'Ada Quill', content: '', media: FILES })])
    const card = screen.getByRole('article', { name: 'Post by Ada Quill' })
    await expect.element(card.getByRole('button', { name: 'Open image 1 of 6' })).toBeVisible()
    await expect
      .element(card.getByRole('button', { name: 'Open image 2 of 6: A one-handed catch' }))
      .toBeVisible()
    await expect.element(card.getByText('+2')).toBeVisible()
    expect(card.getByRole('button', { name: /^Open image/ }).elements()).toHaveLength(4)
  })

  it('opens its files in the viewer, with captions, likes and comments of each', async () => {
    const like = 'POST /api/league/:league/social/items/:id/like/'
    const { screen, requestsOf } = await renderTab(
      [buildPost({ user: 'Ada Quill', content: 'Game day', media: FILES })],
      {
        [GET_ITEM]: ({ params }) => ({
          item: buildMediaItem({ id: Number((params as { id: string }).id), user: 'Ada Quill' }),
        }),
        [like]: { liked: true, likes_count: 1 },
      },
    )
    await screen.getByRole('button', { name: 'Open image 1 of 6' }).click()
    const viewer = screen.getByRole('dialog', { name: 'Images and videos' })
    await expect.element(viewer.getByText('1 of 6')).toBeVisible()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(viewer.getByText('The catch', { exact: true })).toBeVisible()
    await expect.element(viewer.getByAltText('A one-handed catch')).toBeVisible()
    await viewer.getByRole('button', { name: /^Like/ }).click()
    await expect
      .element(viewer.getByRole('button', { name: 'Like, 1 like' }))
      .toHaveAttribute('aria-pressed', 'true')
    expect(requestsOf(like).map(({ params }) => (params as { id: unknown }).id)).toEqual(['2'])
    await userEvent.keyboard('{Escape}')
    await expect.element(viewer).not.toBeInTheDocument()
  })

  it('shows the caption of its only file', async () => {
    const media = [buildPostFile({ caption: 'The catch' })]
    const { screen } = await renderTab([buildPost({ user: 'Ada Quill', content: '', media })])
    await expect.element(screen.getByText('The catch', { exact: true })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Open image: The catch' })).toBeVisible()
  })

  it('says when a preview cannot be loaded', async () => {
    const media = [buildPostFile({ url: 'data:image/png,broken' })]
    const { screen } = await renderTab([buildPost({ media })])
    await expect.element(screen.getByText('Preview unavailable')).toBeVisible()
  })

  it('follows the removal of a file', async () => {
    const post = buildPost({ id: 7, version: 1, content: 'Game day', media: [buildPostFile()] })
    const { screen, client } = await renderTab([post])
    await expect.element(screen.getByRole('button', { name: 'Open image', exact: true })).toBeVisible()
    handleFeedEvent(client, 'Sunday', {
      change: 'changed',
      type: 'post',
      id: 7,
      version: 2,
      changes: { media: [] },
    })
    await expect
      .element(screen.getByRole('button', { name: 'Open image', exact: true }))
      .not.toBeInTheDocument()
  })
})
