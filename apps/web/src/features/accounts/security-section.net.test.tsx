import { describe, expect, it } from 'vitest'
import { fakePasskeys } from '../../testing/fake-passkeys.ts'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { type Passkey, type Security, SecuritySection } from './security-section.tsx'

const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString()

function buildPasskey(overrides: Partial<Passkey> = {}): Passkey {
  return { id: 1, name: 'Phone', created_at: anHourAgo(), used_at: null, ...overrides }
}

function buildSecurity(overrides: Partial<Security> = {}): Security {
  return { passkeys: [], totp: null, recovery_codes_left: 10, has_passkey_support: true, ...overrides }
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
      'POST /api/account/passkeys/': { message: 'Added the passkey Laptop.', security, recovery_codes: null },
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
    await expect.element(dialog).toMatchTextContent('Your password alone signs you in then')
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

const CODES = Array.from({ length: 10 }, (_, index) => `AAAA-BBBB-CCCC-DDD${index}`)

describe('the authenticator app', () => {
  const STARTED = { secret: 'ABCDEFGH', uri: 'otpauth://totp/Fieldhouse:dario?secret=ABCDEFGH' }
  const withApp = () => buildSecurity({ totp: { created_at: anHourAgo() } })

  it('is set up with a QR code or a key, and leads to the recovery codes', async () => {
    const { screen, server } = await renderSection(undefined, {
      'POST /api/account/totp/start/': STARTED,
      'POST /api/account/totp/': { message: 'Added.', security: withApp(), recovery_codes: CODES },
    })
    await screen.getByRole('button', { name: 'Set up an app' }).click()
    const form = screen.getByRole('form', { name: 'Authenticator app' })
    await expect.element(form.getByRole('img', { name: 'QR code' })).toBeVisible()
    await expect.element(form.getByText('ABCD EFGH')).toBeVisible()
    await form.getByLabelText('Code from the app').fill('123456')
    await form.getByRole('button', { name: 'Confirm' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Your recovery codes' })
    await expect.element(dialog.getByRole('listitem').nth(9)).toMatchTextContent(CODES[9] ?? '')
    await dialog.getByRole('button', { name: 'I saved them' }).click()
    await expect.element(screen.getByText('Added 1 h ago')).toBeVisible()
    await expect.element(form).not.toBeInTheDocument()
    expect(server.requests.at(-1)?.body).toEqual({ code: '123456' })
  })

  it('shows a wrong code, and can be canceled', async () => {
    const { screen } = await renderSection(undefined, {
      'POST /api/account/totp/start/': STARTED,
      'POST /api/account/totp/': errorResponse(400, 'code_rejected', "That code isn't right."),
    })
    await screen.getByRole('button', { name: 'Set up an app' }).click()
    await screen.getByLabelText('Code from the app').fill('1')
    await screen.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent("That code isn't right.")
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(screen.getByRole('button', { name: 'Set up an app' })).toBeVisible()
  })

  it('is removed after a confirmation', async () => {
    const { screen } = await renderSection(withApp(), {
      'POST /api/account/totp/remove/': { message: 'Authenticator app removed.', security: buildSecurity() },
    })
    await screen.getByRole('button', { name: 'Remove the authenticator app' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect.element(screen.getByText('Authenticator app removed.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Set up an app' })).toBeVisible()
  })
})

describe('recovery codes', () => {
  const withPasskey = (recovery_codes_left: number) =>
    buildSecurity({ passkeys: [buildPasskey()], recovery_codes_left })

  it('are not shown without a second factor', async () => {
    const { screen } = await renderSection()
    await expect.element(screen.getByRole('button', { name: 'Set up an app' })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Recovery codes' })).not.toBeInTheDocument()
  })

  it.each([
    [3, 'Only 3 codes left.'],
    [0, 'You have no codes left.'],
  ])('warn when %d are left', async (left, text) => {
    const { screen } = await renderSection(withPasskey(left))
    await expect.element(screen.getByText(text)).toBeVisible()
  })

  it('are replaced after a confirmation and shown', async () => {
    const { screen } = await renderSection(withPasskey(1), {
      'POST /api/account/recovery-codes/': {
        message: 'Created.',
        security: withPasskey(10),
        recovery_codes: CODES,
      },
    })
    await screen.getByRole('button', { name: 'Create new codes' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Your recovery codes' })
    await expect.element(dialog.getByText(CODES[0] ?? '')).toBeVisible()
    await dialog.getByRole('button', { name: 'I saved them' }).click()
    await expect.element(screen.getByText('10 unused codes')).toBeVisible()
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
