import { expect, it, vi } from 'vitest'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { ProviderButtons } from './provider-sign-in.tsx'

const PROVIDERS = {
  'GET /api/auth/oidc/providers/': {
    providers: [
      { id: '1', name: 'Clubhouse' },
      { id: '2', name: 'Nowhere' },
    ],
  },
}

it('shows nothing on a site without providers', async () => {
  const { requests } = fakeServer({ 'GET /api/auth/oidc/providers/': { providers: [] } })
  const screen = await renderWithProviders(<ProviderButtons />)
  await expect.poll(() => requests).toHaveLength(1)
  expect(screen.container.textContent).toBe('')
})

it('opens the login page of the chosen provider, which leads back to the current address', async () => {
  const { requests } = fakeServer({
    ...PROVIDERS,
    'POST /api/auth/oidc/start/': { url: 'https://clubhouse.example/auth' },
  })
  const open = vi.fn<(url: string) => void>()
  const screen = await renderWithProviders(<ProviderButtons open={open} />)
  await screen.getByRole('button', { name: 'Continue with Clubhouse' }).click()
  await expect.poll(() => open).toHaveBeenCalledExactlyOnceWith('https://clubhouse.example/auth')
  expect(requests.at(-1)?.body).toEqual({ provider: '1', return_to: location.search })
  await expect.element(screen.getByRole('button', { name: 'Opening Clubhouse…' })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'Continue with Nowhere' })).toBeDisabled()
})

it('says which provider is not responding, and lets people try another', async () => {
  const error = "Nowhere isn't responding. Try again later or sign in another way."
  fakeServer({
    ...PROVIDERS,
    'POST /api/auth/oidc/start/': errorResponse(502, 'sign_in_provider_unavailable', error),
  })
  const screen = await renderWithProviders(<ProviderButtons />)
  await screen.getByRole('button', { name: 'Continue with Nowhere' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(error)
  await expect.element(screen.getByRole('button', { name: 'Continue with Clubhouse' })).toBeEnabled()
})
