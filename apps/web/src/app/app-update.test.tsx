import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useAppUpdate, watchForUpdates } from './app-update.ts'

const ACCEPTED = 'update accepted'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout'] }))

/** A page that the worker of an older version controls, while the worker of a new one waits. */
function createPage() {
  const newWorker = { postMessage: vi.fn<(message: unknown) => void>() }
  const container = Object.assign(new EventTarget(), { controller: {} })
  const registration = Object.assign(new EventTarget(), { waiting: newWorker, installing: null })
  return { newWorker, container, registration, reload: vi.fn<() => void>() }
}

/** Returns what the page offers. */
async function openPage({ container, registration, reload }: ReturnType<typeof createPage>) {
  const withdraw = watchForUpdates(
    container as unknown as ServiceWorkerContainer,
    registration as unknown as ServiceWorkerRegistration,
    reload,
  )
  onTestFinished(withdraw)
  const { result } = await renderHook(() => useAppUpdate())
  return result
}

/** A page that the user has reloaded to get the new version, whose worker does not take over in time. */
function createReloadedPage() {
  sessionStorage.setItem(ACCEPTED, 'yes')
  return createPage()
}

const takeOver = ({ container }: ReturnType<typeof createPage>) =>
  container.dispatchEvent(new Event('controllerchange'))

it('asks the first worker to store the page', async () => {
  const page = createPage()
  Object.assign(page.container, { controller: null })
  await openPage(page)
  page.container.controller = page.newWorker
  takeOver(page)
  expect(page.newWorker.postMessage).toHaveBeenCalledWith('first visit')
  expect(page.reload).not.toHaveBeenCalled()
})

it('offers a version whose worker waits, and loads it once it has taken over', async () => {
  const page = createPage()
  const offered = await openPage(page)
  offered.current?.()
  expect(page.newWorker.postMessage).toHaveBeenCalledWith('take over')
  expect(page.reload).not.toHaveBeenCalled()
  takeOver(page)
  expect(page.reload).toHaveBeenCalledOnce()
})

it('reloads the page if the new version does not take over in three seconds, and remembers that it was accepted', async () => {
  const page = createPage()
  const offered = await openPage(page)
  offered.current?.()
  vi.advanceTimersByTime(2999)
  expect(page.reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(page.reload).toHaveBeenCalledOnce()
  expect(sessionStorage.getItem(ACCEPTED)).toBe('yes')
})

it('does not offer an accepted version again, and loads it when it takes over late', async () => {
  const page = createReloadedPage()
  const offered = await openPage(page)
  offered.current?.()
  expect(page.newWorker.postMessage).not.toHaveBeenCalled()
  takeOver(page)
  expect(page.reload).toHaveBeenCalledOnce()
})

it.each(['pointerdown', 'keydown', 'wheel'])(
  'offers an accepted version that takes over late if the page is in use: %s',
  async (name) => {
    const page = createReloadedPage()
    const offered = await openPage(page)
    document.body.dispatchEvent(new Event(name, { bubbles: true }))
    takeOver(page)
    expect(page.reload).not.toHaveBeenCalled()
    await vi.waitFor(() => {
      offered.current?.()
      expect(page.reload).toHaveBeenCalled()
    })
  },
)
