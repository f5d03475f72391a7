import { expect, it } from 'vitest'
import { buildUser } from '../../testing/account-fixtures.ts'
import { fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render.tsx'

const SECURITY = { passkeys: [], totp: null, recovery_codes_left: 0, has_passkey_support: true }

it('leads a site admin without a required second factor to the account page, until it is added', async () => {
  let isAdded = false
  const withFactor = { ...SECURITY, totp: { created_at: new Date().toISOString() } }
  fakeServer({
    'GET /api/whoami/': () =>
      isAdded ? buildUser({ is_admin: true, is_staff: true }) : buildUser({ must_add_second_factor: true }),
    'GET /api/user-leagues/:username/': { leagues: [] },
    'GET /api/my-requests/': { requests: [] },
    'GET /api/leagues/': { leagues: [] },
    'GET /api/account/email/': neverResponds(),
    'GET /api/account/subscriptions/': neverResponds(),
    'GET /api/account/sessions/': neverResponds(),
    'GET /api/notifications/': neverResponds(),
    'GET /api/auth/oidc/identities/': neverResponds(),
    'GET /api/account/security/': () => (isAdded ? withFactor : SECURITY),
    'POST /api/account/totp/start/': { secret: 'ABCD', uri: 'otpauth://totp/Fieldhouse' },
    'POST /api/account/totp/': () => {
      isAdded = true
      return { message: 'Added.', security: withFactor, recovery_codes: ['AAAA-BBBB'] }
    },
  })
  const { screen } = await renderApp()
  await expect.element(screen.getByText(/Your site admin rights need a second factor/)).toBeVisible()
  await screen.getByRole('button', { name: 'Set up an app' }).click()
  await screen.getByLabelText('Code from the app').fill('123456')
  await screen.getByRole('button', { name: 'Confirm' }).click()
  const codes = screen.getByRole('dialog', { name: 'Your recovery codes' })
  await expect.element(codes.getByText('AAAA-BBBB')).toBeVisible()
  await codes.getByRole('button', { name: 'I saved them' }).click()
  await expect.element(screen.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
})
