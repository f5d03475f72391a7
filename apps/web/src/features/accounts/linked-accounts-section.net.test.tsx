import { expect, it } from 'vitest'
import type { ApiResponse } from '../../api/api-client.ts'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { LinkedAccountsSection } from './account-screen.tsx'
import { IdentityCheck } from './sign-in-methods.tsx'

type Identity = ApiResponse<'GET /api/auth/oidc/identities/'>['identities'][number]

const CLUBHOUSE: Identity = {
  id: 7,
  provider: 'Clubhouse',
  is_available: true,
  email: 'dario@league.example',
  linked_at: new Date().toISOString(),
  used_at: new Date().toISOString(),
}

async function renderSection(identities: Identity[], responses: FakeResponses = {}) {
  const { requests } = fakeServer({
    'GET /api/auth/oidc/providers/': { providers: [{ id: '1', name: 'Clubhouse' }] },
    'GET /api/auth/oidc/identities/': { identities, has_password: true },
    ...responses,
  })
  return { screen: await renderWithProviders(<LinkedAccountsSection />), requests }
}

it('shows nothing on a site without providers', async () => {
  const { screen, requests } = await renderSection([], { 'GET /api/auth/oidc/providers/': { providers: [] } })
  await expect.poll(() => requests).toHaveLength(2)
  expect(screen.container.textContent).toBe('')
})

it('offers to link an account', async () => {
  const error = "Clubhouse isn't responding. Try again later or sign in another way."
  const { screen, requests } = await renderSection([], {
    'POST /api/auth/oidc/start/': errorResponse(502, 'sign_in_provider_unavailable', error),
  })
  await expect.element(screen.getByText('Link an account to sign in without your password.')).toBeVisible()
  await screen.getByRole('button', { name: 'Link Clubhouse' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(error)
  expect(requests.at(-1)?.body).toEqual({ provider: '1', return_to: location.search })
})

it('asks for the password before it opens the provider, if that was a while ago', async () => {
  let isConfirmed = false
  const { requests } = fakeServer({
    'GET /api/auth/oidc/providers/': { providers: [{ id: '1', name: 'Clubhouse' }] },
    'GET /api/auth/oidc/identities/': { identities: [], has_password: true },
    'POST /api/auth/oidc/start/': () =>
      isConfirmed
        ? { url: '#clubhouse' }
        : errorResponse(403, 'identity_unconfirmed', "Confirm it's you to continue."),
    'POST /api/account/confirm/start/': { has_password: true, has_totp: false, options: null },
    'POST /api/account/confirm/': () => {
      isConfirmed = true
      return { message: 'Thanks.' }
    },
  })
  const screen = await renderWithProviders(
    <>
      <LinkedAccountsSection />
      <IdentityCheck />
    </>,
  )
  await screen.getByRole('button', { name: 'Link Clubhouse' }).click()
  const dialog = screen.getByRole('dialog', { name: "Confirm it's you" })
  await dialog.getByLabelText('Password', { exact: true }).fill('secret')
  expect(location.hash).toBe('')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(() => location.hash).toBe('#clubhouse')
  expect(requests.filter(({ key }) => key === 'POST /api/auth/oidc/start/')).toHaveLength(2)
  history.replaceState(null, '', location.pathname + location.search)
})

it('lists linked accounts, and says which of them the site no longer uses', async () => {
  const { screen } = await renderSection([
    CLUBHOUSE,
    { ...CLUBHOUSE, id: 8, provider: 'gone.example', is_available: false, email: null },
  ])
  const rows = screen.getByRole('listitem')
  await expect.element(rows.nth(0)).toMatchTextContent(/Clubhouse\s*dario@league.example\s*Last used/)
  await expect.element(rows.nth(1)).toMatchTextContent('This site no longer uses it.')
})

it('unlinks an account after a confirmation', async () => {
  const { screen, requests } = await renderSection([CLUBHOUSE], {
    'POST /api/auth/oidc/unlink/': { message: 'Clubhouse is unlinked.' },
  })
  await screen.getByRole('button', { name: 'Unlink Clubhouse (dario@league.example)' }).click()
  expect(requests.some(({ key }) => key === 'POST /api/auth/oidc/unlink/')).toBe(false)
  await screen.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await expect.element(screen.getByRole('status')).toMatchTextContent('Clubhouse is unlinked.')
  expect(requests.find(({ key }) => key === 'POST /api/auth/oidc/unlink/')?.body).toEqual({ id: 7 })
})

it('says why the only way to sign in cannot be unlinked', async () => {
  const error = "It's your only way to sign in. Set a password first."
  const { screen } = await renderSection([CLUBHOUSE], {
    'POST /api/auth/oidc/unlink/': errorResponse(409, 'last_sign_in_method', error),
  })
  await screen.getByRole('button', { name: 'Unlink Clubhouse (dario@league.example)' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(error)
})
