import { useState } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../../testing/fake-server.ts'
import {
  buildComment,
  buildFeedPage,
  buildMediaItem,
  buildPost,
  respondOnce,
} from '../../../testing/feed-fixtures.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import { LeagueSocialTab } from '../league-social-tab.tsx'
import type { FeedItem, Media } from '../use-feed.ts'

const GET_FEED = 'GET /api/league/:league/social/feed/'
/** A data URL that needs no server. The `#` at the end makes anything appended to it a fragment. */
const IMAGE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>')}#`

/** A GIF of one pixel, in Base64. */
const GIF = 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

const UPLOAD_MEDIA = 'POST /api/league/:league/social/media/'

function buildFile(name: string, type = 'image/png'): File {
  return new File(['bytes'], name, { type })
}

async function renderTab(items: FeedItem[], responses: FakeResponses = {}) {
  const server = fakeServer({ [GET_FEED]: respondOnce(items), ...responses })
  const screen = await renderWithProviders(
    <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={false} />,
  )
  return { screen, uploadRequests: () => server.requests.filter(({ key }) => key === UPLOAD_MEDIA) }
}

function ToggleableTab() {
  const [isVisible, setVisible] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setVisible(!isVisible)}>
        Another tab
      </button>
      {isVisible ? <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={false} /> : null}
    </>
  )
}

async function selectFiles(screen: Awaited<ReturnType<typeof renderTab>>['screen'], files: File[]) {
  await screen.getByRole('tab', { name: 'Media' }).click()
  await screen.getByLabelText(/Choose images and videos/).upload(files)
}

describe('a picture', () => {
  it('is liked and commented on like a post', async () => {
    const picture = buildMediaItem({ user: 'Ada Quill', likes_count: 1, comments_count: 0 })
    const [like, comment] = [
      'POST /api/league/:league/social/items/:id/like/',
      'POST /api/league/:league/social/items/:id/comments/',
    ] as const
    const { screen } = await renderTab([picture], {
      [like]: { liked: true, likes_count: 2 },
      [comment]: ({ body }) => buildComment({ author: 'Dario Finch', body: (body as { body: string }).body }),
    })
    const card = screen.getByRole('article', { name: 'Image by Ada Quill' })
    await card.getByRole('button', { name: 'Like, 1 like' }).click()
    await expect
      .element(card.getByRole('button', { name: 'Like, 2 likes' }))
      .toHaveAttribute('aria-pressed', 'true')
    await card.getByRole('button', { name: 'Comment, 0 comments' }).click()
    await expect.element(card.getByLabelText('Your comment')).toHaveFocus()
    await userEvent.keyboard('What a catch{Enter}')
    await expect.element(card.getByText('What a catch')).toBeVisible()
    await expect.element(card.getByRole('button', { name: 'Comment, 1 comment' })).toBeVisible()
  })
})

describe('uploads', () => {
  it('uploads each file in a separate request and shows the new items', async () => {
    const { screen, uploadRequests } = await renderTab([buildPost()], {
      [UPLOAD_MEDIA]: () => ({
        items: [buildMediaItem({ user: 'Dario Finch', created_at: new Date().toISOString() })],
      }),
    })
    await selectFiles(screen, [buildFile('one.png'), buildFile('two.mp4', 'video/mp4')])
    expect(uploadRequests()).toEqual([])
    await screen.getByRole('button', { name: 'Share 2 files' }).click()
    await expect
      .poll(() => screen.getByRole('article', { name: 'Image by Dario Finch' }).elements().length)
      .toBe(2)
    await expect.element(screen.getByText('one.png')).not.toBeInTheDocument()
    const names = uploadRequests().map(({ body }) =>
      (body as FormData).getAll('files').map((file) => (file as File).name),
    )
    expect(names).toEqual([['one.png'], ['two.mp4']])
  })

  it('shows the progress of each file and cancels one on demand', async () => {
    const { screen } = await renderTab([], { [UPLOAD_MEDIA]: neverResponds() })
    await selectFiles(screen, [buildFile('one.png'), buildFile('two.png'), buildFile('three.png')])
    await screen.getByRole('button', { name: 'Share 3 files' }).click()
    const progress = screen.getByRole('progressbar', { name: 'Uploading one.png' })
    await expect.element(progress).toHaveAttribute('value', '0.5')
    await expect.element(screen.getByText('50 %').first()).toBeVisible()
    await expect.element(screen.getByText('Waiting…')).toBeVisible()
    await screen.getByRole('button', { name: 'Cancel one.png' }).click()
    await expect.element(progress).not.toBeInTheDocument()
    await expect.element(screen.getByText('Waiting…')).not.toBeInTheDocument()
  })

  it.each([
    ['too large', 413, 'too_large', 'That file is too large for the server limit.', false],
    [
      'of an unsupported type',
      415,
      'unsupported_media_type',
      'Only images and videos can be uploaded.',
      false,
    ],
    ['not stored by the server', 500, 'internal_error', 'Upload failed.', true],
    ['over the rate limit', 429, 'too_many_attempts', 'Upload failed. Try again in 3 minutes.', true],
    ['beyond the quota', 507, 'person_storage_full', 'Upload failed. Try again in 3 minutes.', true],
  ] as const)('shows an error for a file that is %s', async (_, status, code, message, canRetry) => {
    const { screen } = await renderTab([], {
      [UPLOAD_MEDIA]: errorResponse(status, code, 'Try again in 3 minutes.'),
    })
    await selectFiles(screen, [buildFile('one.png')])
    await screen.getByRole('button', { name: 'Share', exact: true }).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent(message)
    expect(screen.getByRole('alert').element().textContent).toBe(message)
    expect(screen.getByRole('button', { name: 'Retry one.png' }).elements()).toHaveLength(canRetry ? 1 : 0)
  })

  it('retries a failed upload', async () => {
    let isDown = true
    const { screen } = await renderTab([], {
      [UPLOAD_MEDIA]: () =>
        isDown ? errorResponse(500, 'internal_error', 'Broken.') : { items: [buildMediaItem()] },
    })
    await selectFiles(screen, [buildFile('one.png')])
    await screen.getByRole('button', { name: 'Share', exact: true }).click()
    const retry = screen.getByRole('button', { name: 'Retry one.png' })
    await expect.element(retry).toBeVisible()
    isDown = false
    await retry.click()
    await expect.element(screen.getByRole('article', { name: 'Image by Ada Quill' })).toBeVisible()
  })

  it('continues uploads in another tab and shows their progress on return', async () => {
    const respond: ((response: { items: Media[] }) => void)[] = []
    fakeServer({
      [GET_FEED]: respondOnce([]),
      [UPLOAD_MEDIA]: () => new Promise((resolve) => respond.push(resolve)),
    })
    const screen = await renderWithProviders(<ToggleableTab />)
    await selectFiles(screen, [buildFile('one.png'), buildFile('two.png'), buildFile('three.png')])
    await screen.getByRole('button', { name: 'Share 3 files' }).click()
    await expect.element(screen.getByText('50 %').first()).toBeVisible()
    await screen.getByRole('button', { name: 'Another tab' }).click()
    await expect.element(screen.getByText('one.png')).not.toBeInTheDocument()
    respond[0]?.({ items: [buildMediaItem({ user: 'Dario Finch' })] })
    await expect.poll(() => respond.length).toBe(3)
    await screen.getByRole('button', { name: 'Another tab' }).click()
    await expect.element(screen.getByRole('progressbar', { name: 'Uploading two.png' })).toBeVisible()
    await expect.element(screen.getByText('three.png')).toBeVisible()
    await expect.element(screen.getByText('one.png')).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Cancel two.png' }).click()
    await expect.element(screen.getByText('two.png')).not.toBeInTheDocument()
  })

  it('rejects a file that is neither an image nor a video before uploading it', async () => {
    const { screen, uploadRequests } = await renderTab([])
    dispatchDrag('drop', [buildFile('rules.pdf', 'application/pdf'), buildFile('logo.svg', 'image/svg+xml')])
    await expect
      .poll(() =>
        screen
          .getByRole('alert')
          .elements()
          .map((it) => it.textContent),
      )
      .toEqual(Array.from({ length: 2 }, () => 'Only images and videos can be uploaded.'))
    await expect.element(screen.getByRole('button', { name: 'Share', exact: true })).toBeDisabled()
    expect(uploadRequests()).toEqual([])
  })

  it('shows a thumbnail only for files that the browser can display', async () => {
    const { screen } = await renderTab([])
    const pixel = Uint8Array.from(atob(GIF), (char) => char.charCodeAt(0))
    await selectFiles(screen, [buildFile('broken.png'), new File([pixel], 'fine.gif', { type: 'image/gif' })])
    const rows = screen.getByRole('list', { name: 'Selected files' }).getByRole('listitem')
    await expect.poll(() => rows.elements().map((row) => row.querySelectorAll('img').length)).toEqual([0, 1])
  })

  it('separates the words of the field, and mentions dropping only where there is a mouse', async () => {
    const { screen } = await renderTab([], { [GET_FEED]: buildFeedPage() })
    await screen.getByRole('tab', { name: 'Media' }).click()
    await expect
      .element(screen.getByLabelText('Choose images and videos or drop or paste them here', { exact: true }))
      .toBeInTheDocument()
    await expect.element(screen.getByText('or drop or paste them here')).toBeVisible()
    await screen.getByRole('radiogroup', { name: 'Filter' }).getByText('Media').click()
    await expect.element(screen.getByText(/or drop them anywhere on this page/)).toBeVisible()
  })

  it('does not mention dropping on a phone', async () => {
    const original = window.matchMedia
    const matchMedia = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) =>
        query === '(hover: none) and (pointer: coarse)' ? original('all') : original(query),
      )
    onTestFinished(() => matchMedia.mockRestore())
    const { screen } = await renderTab([], { [GET_FEED]: buildFeedPage() })
    await screen.getByRole('tab', { name: 'Media' }).click()
    await expect
      .element(screen.getByLabelText('Choose images and videos', { exact: true }))
      .toBeInTheDocument()
    await screen.getByRole('radiogroup', { name: 'Filter' }).getByText('Media').click()
    await expect.element(screen.getByText('Share some in the Media tab above.')).toBeVisible()
    expect(screen.getByText(/drop/).elements()).toEqual([])
  })

  it('accepts files dropped or pasted anywhere on the page', async () => {
    const { screen } = await renderTab([])
    dispatchDrag('dragover', [buildFile('one.png')])
    await expect.element(screen.getByText('Drop files to share them')).toBeVisible()
    dispatchDrag('drop', [buildFile('one.png')])
    await expect.element(screen.getByText('one.png')).toBeVisible()
    await expect.element(screen.getByText('Drop files to share them')).not.toBeInTheDocument()
    const clipboardData = new DataTransfer()
    clipboardData.items.add(buildFile('two.png'))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    await expect.element(screen.getByText('two.png')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Share 2 files' })).toBeEnabled()
  })
})

function dispatchDrag(type: 'dragover' | 'drop', files: File[]): void {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
}

describe('the media viewer', () => {
  it('moves between items with buttons, arrow keys, and swipes and closes on Escape', async () => {
    const { screen } = await renderTab([
      buildMediaItem({ user: 'Ada' }),
      buildPost(),
      buildMediaItem({ user: 'Rowan', kind: 'video' }),
      buildMediaItem({ user: 'Mina' }),
    ])
    const opener = screen.getByRole('button', { name: 'Open image by Ada' })
    await opener.click()
    const viewer = screen.getByRole('dialog', { name: 'Images and videos' })
    await expect.element(viewer).toMatchTextContent('1 of 3')
    await expect
      .element(viewer.getByRole('button', { name: 'Previous' }))
      .toHaveAttribute('aria-disabled', 'true')
    await viewer.getByRole('button', { name: 'Next' }).click()
    await expect.element(viewer).toMatchTextContent('2 of 3')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.element(viewer).toMatchTextContent('3 of 3')
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(viewer).toMatchTextContent('2 of 3')
    swipe(viewer.element(), { from: 300, to: 100 })
    await expect.element(viewer).toMatchTextContent('3 of 3')
    swipe(viewer.element(), { from: 100, to: 120 })
    swipe(viewer.element(), { from: 100, to: 300 })
    await expect.element(viewer).toMatchTextContent('2 of 3')
    await userEvent.keyboard('{Escape}')
    await expect.element(viewer).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  })

  it('shows a thumbnail in the feed and the full image in the viewer', async () => {
    const { screen } = await renderTab([buildMediaItem({ url: IMAGE })])
    const opener = screen.getByRole('button', { name: 'Open image by Ada Quill' })
    await expect
      .poll(() => opener.element().querySelector('img')?.getAttribute('src'))
      .toBe(`${IMAGE}?size=grid`)
    await opener.click()
    await expect
      .element(screen.getByRole('img', { name: 'Shared by Ada Quill' }))
      .toHaveAttribute('src', IMAGE)
  })
})

function swipe(dialog: Element, { from, to }: { from: number; to: number }): void {
  const stage = dialog.querySelector('header + div')
  if (stage === null) throw new Error('The viewer has no stage.')
  const touchAt = (clientX: number) => new Touch({ identifier: 1, target: stage, clientX, clientY: 50 })
  stage.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: [touchAt(from)] }))
  stage.dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: [touchAt(to)] }))
}
