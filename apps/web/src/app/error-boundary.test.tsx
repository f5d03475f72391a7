import { expect, it, vi } from 'vitest'
import { renderWithProviders } from '../testing/render.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

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
