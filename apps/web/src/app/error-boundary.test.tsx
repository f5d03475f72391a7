import { Suspense } from 'react'
import { expect, it, vi } from 'vitest'
import { renderWithProviders } from '../testing/render.tsx'
import { lazyNamed } from '../ui/lazy-named.ts'
import { ErrorBoundary, trackChunkErrors } from './error-boundary.tsx'

function ThrowingComponent(): never {
  throw new Error('The roof fell in.')
}

it('shows the error fallback with the error message when a child throws', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const screen = await renderWithProviders(
    <ErrorBoundary>
      <ThrowingComponent />
    </ErrorBoundary>,
  )
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Something went wrong:The roof fell in.')
  expect(consoleError).toHaveBeenCalled()
  consoleError.mockRestore()
})

it('offers to reload the page when a newer build has replaced a chunk, without the text of the browser', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  trackChunkErrors()
  const Chunk = lazyNamed(loadRemovedChunk, 'Chunk')
  const screen = await renderWithProviders(
    <ErrorBoundary>
      <Suspense fallback={null}>
        <Chunk />
      </Suspense>
    </ErrorBoundary>,
  )
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(
      "We couldn't load this part of the page. Check your connection, then reload the page.Reload the page",
    )
  await expect.element(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  expect(document.body.textContent).not.toContain('dynamically imported module')
  consoleError.mockRestore()
})

/** Fails like the function that loads a chunk in a build. */
async function loadRemovedChunk(): Promise<{ Chunk: () => null }> {
  const error = new TypeError('Failed to fetch dynamically imported module: /assets/history-tab-D4f5G6h7.js')
  const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error })
  dispatchEvent(event)
  throw error
}
