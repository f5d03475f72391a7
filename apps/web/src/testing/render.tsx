import '../theme/base.css'
import '../theme/themes.css'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import { createQueryClient } from '../api/api-client.ts'
import { App, Providers } from '../app/app.tsx'
import { switchUser } from '../features/accounts/session.ts'
import { createRouter, RouterContext } from '../router/router.ts'
import { fakeWindow } from './fake-window.ts'

/** Renders an element with its own query client and location. */
export async function renderWithProviders(element: ReactNode) {
  const { screen } = await renderWithClient(element)
  return screen
}

/** Like {@link renderWithProviders}, and also returns the query client and the window with the location. */
export async function renderWithClient(element: ReactNode, url = '/?league=Sunday&tab=overview') {
  const client = createQueryClient(() => undefined)
  const page = fakeWindow({ url })
  const router = createRouter(page.win)
  const screen = await render(element, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <RouterContext value={router}>{children}</RouterContext>
      </QueryClientProvider>
    ),
  })
  return { screen, client, page }
}

/** Renders the whole app in a fake window with the given URL and storage. */
export async function renderApp(initial: Parameters<typeof fakeWindow>[0] = {}) {
  const page = fakeWindow(initial)
  const client = createQueryClient((cache) => switchUser(cache, null))
  const screen = await render(
    <Providers router={createRouter(page.win)} client={client}>
      <App />
    </Providers>,
  )
  return { screen, page, client }
}
