import { DAY_MS } from '@fieldhouse/domain/duration'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchNetwork } from '../../../api/connectivity.ts'
import { clearUserStorage } from '../../../storage/browser-storage.ts'
import { deleteOtherFiles, readFile } from '../../../storage/device-files.ts'
import { errorResponse, type FakeResponses, fakeServer } from '../../../testing/fake-server.ts'
import { buildPost, respondOnce } from '../../../testing/feed-fixtures.ts'
import { renderWithClient } from '../../../testing/render.tsx'
import { LeagueSocialTab } from '../league-social-tab.tsx'
import { PostSender } from '../unsent/post-sender.tsx'
import type { Post } from '../use-feed.ts'

const UPLOAD = 'POST /api/league/:league/social/posts/media/'
const DISCARD = 'DELETE /api/league/:league/social/posts/media/:key/'
const CREATE_POST = 'POST /api/league/:league/social/posts/'
const DRAFT_KEY = 'feed_draft:Sunday:post-files'

/** The events of a device that loses and finds its network. */
const device = new EventTarget()
beforeAll(() => watchNetwork(device))
beforeEach(async () => {
  localStorage.clear()
  await deleteOtherFiles(() => false)
})

/** 1 pixel. */
const PIXEL = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
)
const buildFile = (name: string) => new File([PIXEL], name, { type: 'image/png' })

/** The number of uploads since the test began, of which each has its own key. */
let uploads = 0
beforeEach(() => {
  uploads = 0
})

/** Opens League Social, as after a reload. */
async function openTab(responses: FakeResponses = {}, isDown = false, league = 'Sunday') {
  const network = { isDown }
  const server = fakeServer({
    'GET /api/league/:league/social/feed/': respondOnce([buildPost({ user: 'Mina' })]),
    [UPLOAD]: () => {
      uploads += 1
      return {
        media: [{ key: `key-${uploads}`, kind: 'image', content_type: 'image/png', width: 1, height: 1 }],
      }
    },
    [DISCARD]: { message: 'Upload deleted.' },
    [CREATE_POST]: ({ body }) => buildPost({ user: 'Ada', content: (body as Post).content }),
    ...responses,
  })
  const serverFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (network.isDown && !url.includes('/social/feed/')) throw new TypeError('Failed to fetch')
    return serverFetch(url, init)
  })
  const setDown = (next: boolean) => {
    network.isDown = next
    device.dispatchEvent(new Event(next ? 'offline' : 'online'))
  }
  if (isDown) setDown(true)
  const { screen, client } = await renderWithClient(
    <>
      <PostSender user="Ada" />
      <LeagueSocialTab league={league} user="Ada" isAdmin={false} />
    </>,
  )
  await expect.element(screen.getByRole('article', { name: 'Post by Mina' })).toBeVisible()
  return {
    screen,
    client,
    setDown,
    files: screen.getByRole('list', { name: 'Files of this post' }),
    postButton: screen.getByRole('button', { name: 'Post', exact: true }),
    unsent: screen.getByRole('article', { name: 'Unsent post' }),
    addFiles: async (...names: string[]) => {
      await screen.getByLabelText('Your post').click()
      await screen.getByLabelText('Add photos or videos').upload(names.map(buildFile))
    },
    uploaded: () =>
      server.requests
        .filter(({ key }) => key === UPLOAD)
        .map(({ body }) => ((body as FormData).get('files') as File).name),
    posted: () => server.requests.filter(({ key }) => key === CREATE_POST).map(({ body }) => body),
  }
}

const storedDraft = (): { id: string; key: string; uploadedAt: number | null }[] =>
  JSON.parse(localStorage.getItem(DRAFT_KEY) ?? '[]')

describe('the files of a post that is being written', () => {
  it('are there after a reload, with their order and texts, and are not uploaded again', async () => {
    const first = await openTab()
    await first.addFiles('one.png', 'two.png')
    await first.screen.getByLabelText('Caption of two.png').fill('The catch')
    await first.screen.getByRole('button', { name: 'Move two.png forward' }).click()
    await expect.element(first.postButton).toBeEnabled()
    const keys = storedDraft().map(({ key }) => key)
    expect(keys.toSorted()).toEqual(['key-1', 'key-2'])
    await first.screen.unmount()

    const second = await openTab()
    await expect.element(second.screen.getByLabelText('Caption of two.png')).toHaveValue('The catch')
    await expect.poll(() => second.files.element().querySelectorAll('img')).toHaveLength(2)
    expect(second.uploaded()).toEqual([])
    await second.postButton.click()
    await expect.poll(second.posted).toEqual([
      {
        content: '',
        key: expect.any(String),
        media: keys.map((key, index) => ({ key, caption: index === 0 ? 'The catch' : '', alt_text: '' })),
      },
    ])
    await expect.poll(() => localStorage.length).toBe(0)
  })

  it('belong to one league', async () => {
    const first = await openTab()
    await first.addFiles('one.png')
    await expect.element(first.postButton).toBeEnabled()
    await first.screen.unmount()
    const second = await openTab({}, false, 'Monday')
    await expect.element(second.files).not.toBeInTheDocument()
  })

  it('wait for the network, also across a reload, and are uploaded once it is back', async () => {
    const first = await openTab({}, true)
    await first.addFiles('one.png')
    await expect.element(first.files.getByText('Waiting for the network')).toBeVisible()
    await first.screen.unmount()

    const second = await openTab({}, true)
    await expect.element(second.files.getByText('Waiting for the network')).toBeVisible()
    second.setDown(false)
    await expect.poll(second.uploaded).toEqual(['one.png'])
    await expect.element(second.files.getByText('Waiting for the network')).not.toBeInTheDocument()
    await expect.element(second.postButton).toBeEnabled()
  })

  it('are uploaded again when the server has deleted them after a day', async () => {
    const first = await openTab()
    await first.addFiles('one.png')
    await expect.element(first.postButton).toBeEnabled()
    await first.screen.unmount()
    age(DAY_MS)
    const second = await openTab()
    await expect.poll(() => storedDraft().map(({ key }) => key)).toEqual(['key-2'])
    expect(second.uploaded()).toEqual(['one.png'])
    await expect.element(second.postButton).toBeEnabled()
  })

  it('say plainly when they are neither on the server nor on the device', async () => {
    const first = await openTab()
    await first.screen.getByLabelText('Your post').fill('Game day')
    await first.addFiles('one.png')
    await expect.element(first.postButton).toBeEnabled()
    await first.screen.unmount()
    age(DAY_MS)
    await deleteOtherFiles(() => false)
    const second = await openTab()
    await expect
      .element(
        second.screen.getByText(
          'The server deletes files that are not posted within a day. Add this file again.',
        ),
      )
      .toBeVisible()
    await expect.element(second.postButton).toBeDisabled()
    await expect.element(second.screen.getByLabelText('Your post')).toHaveValue('Game day')
    await second.screen.getByRole('button', { name: 'Remove one.png' }).click()
    await expect.element(second.postButton).toBeEnabled()
    expect(second.uploaded()).toEqual([])
  })

  it('say that the device has no room, and keep the text', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const first = await openTab({}, true)
    await first.screen.getByLabelText('Your post').fill('Game day')
    await first.addFiles('one.png')
    await expect
      .element(
        first.screen.getByText(
          'This device has no room to keep the file. Stay on this page until the file is uploaded.',
        ),
      )
      .toBeVisible()
    await expect.element(first.postButton).toBeDisabled()
    await expect.element(first.screen.getByLabelText('Your post')).toHaveValue('Game day')
    first.setDown(false)
    await expect.element(first.postButton).toBeEnabled()
  })

  it('leave the device when they are removed, and at sign-out', async () => {
    const { screen, addFiles, postButton, files } = await openTab()
    await addFiles('one.png', 'two.png')
    await expect.element(postButton).toBeEnabled()
    const [one = '', two = ''] = storedDraft().map(({ id }) => id)
    await expect.poll(() => readFile(one)).not.toBe(null)
    await expect.poll(() => readFile(two)).not.toBe(null)
    await screen.getByRole('button', { name: 'Remove one.png' }).click()
    await expect.poll(() => readFile(one)).toBe(null)
    expect(await readFile(two)).not.toBe(null)
    await screen.unmount()
    clearUserStorage(localStorage)
    expect(await readFile(two)).toBe(null)
    await (await openTab()).screen.unmount()
    await expect.element(files).not.toBeInTheDocument()
  })
})

describe('a post that is sent offline with files', () => {
  async function postOffline() {
    const tab = await openTab({}, true)
    await tab.screen.getByLabelText('Your post').fill('From the stadium')
    await tab.addFiles('one.png', 'two.png')
    await expect.element(tab.postButton).toBeEnabled()
    await tab.postButton.click()
    await expect.element(tab.unsent.getByText('With 2 files')).toBeVisible()
    await expect.element(tab.files).not.toBeInTheDocument()
    return tab
  }
  const keysOf = (unsentPost: unknown) =>
    (unsentPost as { media?: { deviceKey: string }[] }).media?.map(({ deviceKey }) => deviceKey) ?? []
  const unsentFiles = () =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('unsent_post:'))
      .flatMap((key) => keysOf(JSON.parse(localStorage.getItem(key) ?? '{}')))

  it('waits with them, also across a reload, and is sent once with all of them', async () => {
    const first = await postOffline()
    const files = unsentFiles()
    expect(files).toHaveLength(2)
    await first.screen.unmount()
    const second = await openTab({}, true)
    await expect.element(second.unsent.getByText('With 2 files')).toBeVisible()
    second.setDown(false)
    await expect.poll(second.posted).toEqual([
      {
        content: 'From the stadium',
        key: expect.any(String),
        media: ['key-1', 'key-2'].map((key) => ({ key, caption: '', alt_text: '' })),
      },
    ])
    expect(second.uploaded()).toEqual(['one.png', 'two.png'])
    await expect.element(second.unsent).not.toBeInTheDocument()
    await expect.poll(() => Promise.all(files.map(readFile))).toEqual([null, null])
    expect(localStorage).toHaveLength(0)
  })

  it('says which file the server refuses, and is sent without it', async () => {
    const first = await postOffline()
    await first.screen.unmount()
    let attempts = 0
    const second = await openTab({
      [UPLOAD]: () => {
        attempts += 1
        return attempts === 1
          ? errorResponse(413, 'too_large', 'Too large.')
          : { media: [{ key: 'key-b', kind: 'image', content_type: 'image/png', width: 1, height: 1 }] }
      },
    })
    await expect
      .element(
        second.unsent.getByText(
          'one.png: That file is too large for the server limit. You can post the rest.',
        ),
      )
      .toBeVisible()
    await second.unsent.getByRole('button', { name: 'Edit' }).click()
    await second.unsent.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.poll(second.posted).toMatchObject([{ media: [{ key: 'key-b' }] }])
  })

  it('says when a file is no longer on the device', async () => {
    const first = await postOffline()
    await first.screen.unmount()
    await deleteOtherFiles((key) => key === unsentFiles()[1])
    const second = await openTab()
    await expect
      .element(
        second.unsent.getByText('one.png: The file is no longer on this device. You can post the rest.'),
      )
      .toBeVisible()
    expect(second.posted()).toEqual([])
  })

  it('uploads its files again when the server has deleted them in the meantime', async () => {
    const first = await openTab()
    await first.addFiles('one.png')
    await expect.element(first.postButton).toBeEnabled()
    await expect.poll(() => readFile(storedDraft()[0]?.id ?? '')).not.toBe(null)
    first.setDown(true)
    await first.postButton.click()
    await expect.element(first.unsent.getByText('With 1 file')).toBeVisible()
    await first.screen.unmount()
    const second = await openTab({
      [CREATE_POST]: ({ body }) =>
        (body as { media: { key: string }[] }).media[0]?.key === 'key-1'
          ? errorResponse(404, 'media_not_found', 'A file is no longer on the server. Add it again.')
          : buildPost({ user: 'Ada' }),
    })
    second.setDown(false)
    await expect.element(second.unsent).not.toBeInTheDocument()
    expect(second.uploaded()).toEqual(['one.png'])
    expect(second.posted()).toMatchObject([{ media: [{ key: 'key-1' }] }, { media: [{ key: 'key-2' }] }])
  })

  it('leaves nothing on the device when it is discarded', async () => {
    const tab = await postOffline()
    const files = unsentFiles()
    await tab.unsent.getByRole('button', { name: 'Discard' }).click()
    await tab.screen.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => Promise.all(files.map(readFile))).toEqual([null, null])
  })
})

/** Makes the files of the draft older. */
function age(ms: number): void {
  const files = storedDraft().map((file) => ({ ...file, uploadedAt: (file.uploadedAt ?? 0) - ms }))
  localStorage.setItem(DRAFT_KEY, JSON.stringify(files))
}
