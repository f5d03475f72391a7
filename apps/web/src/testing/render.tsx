import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import '../theme/base.css'
import '../theme/themes.css'
import { createQueryClient } from '../api/query-client.ts'
import { App } from '../app/app.tsx'
import { Providers } from '../app/providers.tsx'
import { createRouter } from '../app/router/router.ts'
import { switchUser } from '../features/accounts/session.ts'
import { fakeWindow } from './fake-window.ts'

/** Draws a part of the page with a cache of its own. */
export async function renderWithProviders(part: ReactNode) {
  const { screen } = await renderWithClient(part)
  return screen
}

/** The same, for tests that have something to tell the cache. */
export async function renderWithClient(part: ReactNode) {
  const client = createQueryClient(() => undefined)
  const screen = await render(part, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  return { screen, client }
}

/** Draws the whole page in a window that opens as `visit` says. */
export async function renderApp(visit: Parameters<typeof fakeWindow>[0] = {}) {
  const page = fakeWindow(visit)
  const client = createQueryClient((cache) => switchUser(cache, null))
  const screen = await render(
    <Providers router={createRouter(page.win)} client={client}>
      <App />
    </Providers>,
  )
  return { screen, page, client }
}
