import { expect, it, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

function Broken(): never {
  throw new Error('The roof fell in.')
}

it('shows the crash box with the text of the error', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const screen = await show(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Something went wrong:The roof fell in.')
  expect(logged).toHaveBeenCalled()
  logged.mockRestore()
})
