import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { buildMediaItem, buildPost, respondOnce } from '../../testing/feed-fixtures.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { LeagueSocialTab } from './league-social-tab.tsx'
import type { FeedItem, Media } from './use-feed.ts'

const GET_FEED = 'GET /api/league/:league/social/feed/'
/** An address that needs no server; what is added to it counts for nothing. */
const IMAGE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>')}#`

/** One pixel. */
const GIF = 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

const UPLOAD_MEDIA = 'POST /api/league/:league/social/media/'

function buildFile(name: string, type = 'image/png'): File {
  return new File(['bytes'], name, { type })
}

async function renderTab(items: FeedItem[], answers: FakeResponses = {}) {
  const server = fakeServer({ [GET_FEED]: respondOnce(items), ...answers })
  const screen = await renderWithProviders(
    <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={false} />,
  )
  return { screen, uploads: () => server.requests.filter(({ key }) => key === UPLOAD_MEDIA) }
}

function ToggleableTab() {
  const [isHere, setHere] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setHere(!isHere)}>
        Another tab
      </button>
      {isHere ? <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={false} /> : null}
    </>
  )
}

async function chooseFiles(screen: Awaited<ReturnType<typeof renderTab>>['screen'], files: File[]) {
  await screen.getByRole('tab', { name: 'Media' }).click()
  await screen.getByLabelText(/Choose images and videos/).upload(files)
}

describe('sharing', () => {
  it('sends each file in a call of its own, and shows what came of it', async () => {
    const { screen, uploads } = await renderTab([buildPost()], {
      [UPLOAD_MEDIA]: () => ({
        items: [buildMediaItem({ user: 'Dario Finch', created_at: new Date().toISOString() })],
      }),
    })
    await chooseFiles(screen, [buildFile('one.png'), buildFile('two.mp4', 'video/mp4')])
    expect(uploads()).toEqual([])
    await screen.getByRole('button', { name: 'Share 2 files' }).click()
    await expect
      .poll(() => screen.getByRole('article', { name: 'Image by Dario Finch' }).elements().length)
      .toBe(2)
    await expect.element(screen.getByText('one.png')).not.toBeInTheDocument()
    const names = uploads().map(({ body }) =>
      (body as FormData).getAll('files').map((file) => (file as File).name),
    )
    expect(names).toEqual([['one.png'], ['two.mp4']])
  })

  it('tells how far each file is, and stops one on demand', async () => {
    const { screen } = await renderTab([], { [UPLOAD_MEDIA]: neverResponds() })
    await chooseFiles(screen, [buildFile('one.png'), buildFile('two.png'), buildFile('three.png')])
    await screen.getByRole('button', { name: 'Share 3 files' }).click()
    const progress = screen.getByRole('progressbar', { name: 'Upload of one.png' })
    await expect.element(progress).toHaveAttribute('value', '0.5')
    await expect.element(screen.getByText('50 %').first()).toBeVisible()
    await expect.element(screen.getByText('Waiting…')).toBeVisible()
    await screen.getByRole('button', { name: 'Cancel one.png' }).click()
    await expect.element(progress).not.toBeInTheDocument()
    await expect.element(screen.getByText('Waiting…')).not.toBeInTheDocument()
  })

  it.each([
    ['too large', 413, 'too_large', 'That file is too large for the server limit.', false],
    ['of another kind', 415, 'unsupported_media_type', 'Only images and videos can be uploaded.', false],
    ['not stored', 500, 'internal_error', 'Upload failed.', true],
    ['one of too many', 429, 'too_many_attempts', 'Upload failed. Try again in 3 minutes.', true],
  ] as const)('says so of a file that is %s', async (_, status, code, sentence, canRetry) => {
    const { screen } = await renderTab([], {
      [UPLOAD_MEDIA]: errorResponse(status, code, 'Try again in 3 minutes.'),
    })
    await chooseFiles(screen, [buildFile('one.png')])
    await screen.getByRole('button', { name: 'Share', exact: true }).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
    expect(screen.getByRole('alert').element().textContent).toBe(sentence)
    expect(screen.getByRole('button', { name: 'Retry one.png' }).elements()).toHaveLength(canRetry ? 1 : 0)
  })

  it('sends a file again that failed', async () => {
    let isDown = true
    const { screen } = await renderTab([], {
      [UPLOAD_MEDIA]: () =>
        isDown ? errorResponse(500, 'internal_error', 'Broken.') : { items: [buildMediaItem()] },
    })
    await chooseFiles(screen, [buildFile('one.png')])
    await screen.getByRole('button', { name: 'Share', exact: true }).click()
    const retry = screen.getByRole('button', { name: 'Retry one.png' })
    await expect.element(retry).toBeVisible()
    isDown = false
    await retry.click()
    await expect.element(screen.getByRole('article', { name: 'Image by Ada Quill' })).toBeVisible()
  })

  it('goes on while the tab is left, and is there with its progress on coming back', async () => {
    const answers: ((answer: { items: Media[] }) => void)[] = []
    fakeServer({
      [GET_FEED]: respondOnce([]),
      [UPLOAD_MEDIA]: () => new Promise((resolve) => answers.push(resolve)),
    })
    const screen = await renderWithProviders(<ToggleableTab />)
    await chooseFiles(screen, [buildFile('one.png'), buildFile('two.png'), buildFile('three.png')])
    await screen.getByRole('button', { name: 'Share 3 files' }).click()
    await expect.element(screen.getByText('50 %').first()).toBeVisible()
    await screen.getByRole('button', { name: 'Another tab' }).click()
    await expect.element(screen.getByText('one.png')).not.toBeInTheDocument()
    answers[0]?.({ items: [buildMediaItem({ user: 'Dario Finch' })] })
    await expect.poll(() => answers.length).toBe(3)
    await screen.getByRole('button', { name: 'Another tab' }).click()
    await expect.element(screen.getByRole('progressbar', { name: 'Upload of two.png' })).toBeVisible()
    await expect.element(screen.getByText('three.png')).toBeVisible()
    await expect.element(screen.getByText('one.png')).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Cancel two.png' }).click()
    await expect.element(screen.getByText('two.png')).not.toBeInTheDocument()
  })

  it('refuses at once what is no image and no video', async () => {
    const { screen, uploads } = await renderTab([])
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
    expect(uploads()).toEqual([])
  })

  it('shows a picture of a file only where the browser can', async () => {
    const { screen } = await renderTab([])
    const pixel = Uint8Array.from(atob(GIF), (letter) => letter.charCodeAt(0))
    await chooseFiles(screen, [buildFile('broken.png'), new File([pixel], 'fine.gif', { type: 'image/gif' })])
    const rows = screen.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
    await expect.poll(() => rows.elements().map((row) => row.querySelectorAll('img').length)).toEqual([0, 1])
  })

  it('takes files that are dropped or pasted anywhere', async () => {
    const { screen } = await renderTab([])
    dispatchDrag('dragover', [buildFile('one.png')])
    await expect.element(screen.getByText('Drop the files to share them')).toBeVisible()
    dispatchDrag('drop', [buildFile('one.png')])
    await expect.element(screen.getByText('one.png')).toBeVisible()
    await expect.element(screen.getByText('Drop the files to share them')).not.toBeInTheDocument()
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

describe('the viewer', () => {
  it('goes through the images and videos by button, key and swipe, and closes on Escape', async () => {
    const { screen } = await renderTab([
      buildMediaItem({ user: 'Ada' }),
      buildPost(),
      buildMediaItem({ user: 'Rowan', kind: 'video' }),
      buildMediaItem({ user: 'Mina' }),
    ])
    const opener = screen.getByRole('button', { name: 'Open image by Ada' })
    await opener.click()
    const viewer = screen.getByRole('dialog', { name: 'Images and videos' })
    await expect.element(viewer).toHaveTextContent('1 of 3')
    await expect
      .element(viewer.getByRole('button', { name: 'Previous' }))
      .toHaveAttribute('aria-disabled', 'true')
    await viewer.getByRole('button', { name: 'Next' }).click()
    await expect.element(viewer).toHaveTextContent('2 of 3')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.element(viewer).toHaveTextContent('3 of 3')
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(viewer).toHaveTextContent('2 of 3')
    swipe(viewer.element(), { from: 300, to: 100 })
    await expect.element(viewer).toHaveTextContent('3 of 3')
    swipe(viewer.element(), { from: 100, to: 120 })
    swipe(viewer.element(), { from: 100, to: 300 })
    await expect.element(viewer).toHaveTextContent('2 of 3')
    await userEvent.keyboard('{Escape}')
    await expect.element(viewer).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  })

  it('has a picture in small in the feed, in its own size in the viewer', async () => {
    const { screen } = await renderTab([buildMediaItem({ url: IMAGE })])
    const opener = screen.getByRole('button', { name: 'Open image by Ada Quill' })
    await expect
      .poll(() => opener.element().querySelector('img')?.getAttribute('src'))
      .toBe(`${IMAGE}?size=grid`)
    await opener.click()
    await expect.element(screen.getByRole('img', { name: 'By Ada Quill' })).toHaveAttribute('src', IMAGE)
  })
})

function swipe(dialog: Element, { from, to }: { from: number; to: number }): void {
  const stage = dialog.querySelector('header + div')
  const touch = { pointerType: 'touch', isPrimary: true, bubbles: true, clientY: 50 }
  stage?.dispatchEvent(new PointerEvent('pointerdown', { ...touch, clientX: from }))
  stage?.dispatchEvent(new PointerEvent('pointerup', { ...touch, clientX: to }))
}
