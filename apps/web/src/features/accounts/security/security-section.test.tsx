import { describe, expect, it } from 'vitest'
import { fakePasskeys } from '../../../testing/fake-passkeys.ts'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../../testing/fake-server.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import { SecuritySection } from './security-section.tsx'
import type { Passkey, Security } from './use-security.ts'

const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString()

function buildPasskey(overrides: Partial<Passkey> = {}): Passkey {
  return { id: 1, name: 'Phone', created_at: anHourAgo(), used_at: null, ...overrides }
}

function buildSecurity(overrides: Partial<Security> = {}): Security {
  return { passkeys: [], has_passkey_support: true, ...overrides }
}

const START = { 'POST /api/account/passkeys/start/': { options: { challenge: 'AAAA', user: { id: 'Nw' } } } }

async function renderSection(security: Security = buildSecurity(), responses: FakeResponses = {}) {
  const server = fakeServer({ 'GET /api/account/security/': security, ...START, ...responses })
  const screen = await renderWithProviders(<SecuritySection />)
  const add = async (name: string) => {
    await screen.getByLabelText('Passkey name').fill(name)
    await screen.getByRole('button', { name: 'Add a passkey' }).click()
  }
  return { screen, server, add }
}

describe('passkeys', () => {
  it('are listed with when they were added and last used', async () => {
    const passkeys = [buildPasskey(), buildPasskey({ id: 2, name: 'Laptop', used_at: anHourAgo() })]
    const { screen } = await renderSection(buildSecurity({ passkeys }))
    const items = screen.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem')
    await expect.element(items.nth(0)).toMatchTextContent(/Phone.*Added 1 h ago, never used/)
    await expect.element(items.nth(1)).toMatchTextContent(/Laptop.*Added 1 h ago, last used 1 h ago/)
  })

  it('are added with a name', async () => {
    fakePasskeys()
    const security = buildSecurity({ passkeys: [buildPasskey({ name: 'Laptop' })] })
    const { screen, server, add } = await renderSection(buildSecurity(), {
      'POST /api/account/passkeys/': { message: 'Added the passkey Laptop.', security },
    })
    await expect.element(screen.getByRole('button', { name: 'Add a passkey' })).toBeDisabled()
    await add('Laptop')
    await expect.element(screen.getByText('Added the passkey Laptop.')).toBeVisible()
    await expect.element(screen.getByRole('listitem')).toMatchTextContent('Laptop')
    await expect.element(screen.getByLabelText('Passkey name')).toHaveValue('')
    expect(server.requests.at(-1)?.body).toMatchObject({ name: 'Laptop', credential: { id: 'AAAA' } })
  })

  it.each([
    ['NotAllowedError', 'No passkey was created. Try again, and follow the steps of your browser.'],
    ['InvalidStateError', 'This device already has a passkey for your account.'],
  ] as const)('say why the browser did not create one (%s)', async (errorName, message) => {
    fakePasskeys(errorName)
    const { screen, add } = await renderSection()
    await add('Laptop')
    await expect.element(screen.getByRole('alert')).toMatchTextContent(message)
    await expect.element(screen.getByLabelText('Passkey name')).toHaveValue('Laptop')
  })

  it('are removed after a confirmation, and the focus moves to the heading', async () => {
    let passkeys = [buildPasskey()]
    const { screen, server } = await renderSection(undefined, {
      'GET /api/account/security/': () => buildSecurity({ passkeys }),
      'POST /api/account/passkeys/remove/': () => {
        passkeys = []
        return { message: 'Passkey removed.', security: buildSecurity() }
      },
    })
    await screen.getByRole('button', { name: 'Remove Phone' }).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog).toMatchTextContent("It's your last passkey.")
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect.element(screen.getByText('Passkey removed.')).toBeVisible()
    await expect.element(screen.getByRole('list')).not.toBeInTheDocument()
    await expect.element(screen.getByRole('heading', { name: 'Passkeys' })).toHaveFocus()
    expect(server.requests.find(({ key }) => key.includes('remove'))?.body).toEqual({ id: 1 })
  })

  it('cannot be added where the site does not support them', async () => {
    const { screen } = await renderSection(buildSecurity({ has_passkey_support: false }))
    await expect.element(screen.getByText(/Passkeys need https and a domain name/)).toBeVisible()
    await expect.element(screen.getByLabelText('Passkey name')).not.toBeInTheDocument()
  })
})

it('shows a loading state and a load failure', async () => {
  const slow = await renderSection(undefined, { 'GET /api/account/security/': neverResponds() })
  await expect
    .element(slow.screen.getByRole('status', { name: 'Loading your sign-in security' }))
    .toBeVisible()
  await slow.screen.unmount()
  const { screen } = await renderSection(undefined, {
    'GET /api/account/security/': errorResponse(500, 'internal_error', 'Something broke.'),
  })
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Failed to load your sign-in security')
})
