import { describe, expect, it } from 'vitest'
import { apiClient } from '../../api/api-client.ts'
import { fakePasskeys } from '../../testing/fake-passkeys.ts'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { IdentityCheck } from './sign-in-methods.tsx'

const UNCONFIRMED = errorResponse(403, 'identity_unconfirmed', "Confirm it's you to continue.")
const END_SESSIONS = 'POST /api/account/sessions/end/'
const START = 'POST /api/account/confirm/start/'
const CONFIRM = 'POST /api/account/confirm/'

/** Renders the check, and sends a request that needs a proof until one has been given. */
async function sendSensitiveRequest(responses: FakeResponses = {}) {
  let isConfirmed = false
  const server = fakeServer({
    [END_SESSIONS]: () => (isConfirmed ? { message: 'Ended.' } : UNCONFIRMED),
    [START]: { has_password: true, has_totp: false, options: null },
    [CONFIRM]: () => {
      isConfirmed = true
      return { message: 'Thanks.' }
    },
    ...responses,
  })
  // Its first load takes long on a busy machine.
  await import('./confirm-identity-dialog.tsx')
  const screen = await renderWithProviders(<IdentityCheck />)
  const outcome = apiClient(END_SESSIONS, { body: {} }).then(
    ({ message }) => message,
    (error: Error) => error.message,
  )
  const dialog = screen.getByRole('dialog', { name: "Confirm it's you" })
  await expect.element(dialog).toBeVisible()
  return { screen, server, dialog, outcome }
}

describe('a request that needs a recent proof of who the user is', () => {
  it('asks for the password, and is sent again', async () => {
    const { dialog, outcome, server } = await sendSensitiveRequest()
    const confirm = dialog.getByRole('button', { name: 'Confirm' })
    await expect.element(confirm).toBeDisabled()
    await dialog.getByLabelText('Password', { exact: true }).fill('secret')
    await confirm.click()
    expect(await outcome).toBe('Ended.')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(server.requests.find(({ key }) => key === CONFIRM)?.body).toEqual({ password: 'secret' })
  })

  it('fails when the dialog is closed', async () => {
    const { dialog, outcome } = await sendSensitiveRequest()
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await outcome).toBe("Confirm it's you to continue.")
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('shows a wrong password and can be tried again', async () => {
    const { dialog } = await sendSensitiveRequest({
      [CONFIRM]: errorResponse(403, 'password_incorrect', 'Password is incorrect.'),
    })
    await dialog.getByLabelText('Password', { exact: true }).fill('wrong')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Password is incorrect.')
    await expect.element(dialog.getByRole('button', { name: 'Confirm' })).toBeEnabled()
  })

  it('accepts a passkey', async () => {
    fakePasskeys()
    const { dialog, outcome, server } = await sendSensitiveRequest({
      [START]: { has_password: true, has_totp: false, options: { challenge: 'AAAA' } },
    })
    await dialog.getByRole('button', { name: 'Use your passkey' }).click()
    expect(await outcome).toBe('Ended.')
    expect(server.requests.find(({ key }) => key === CONFIRM)?.body).toMatchObject({
      credential: { id: 'AAAA' },
    })
  })

  it('tells somebody who signs in with a linked account only to sign in again', async () => {
    const { dialog, outcome, server } = await sendSensitiveRequest({
      [START]: { has_password: false, has_totp: false, options: null },
      'POST /api/logout/': { ok: true },
    })
    const signOut = dialog.getByRole('button', { name: 'Sign out' })
    await expect.element(signOut).toBeVisible()
    await expect.element(dialog.getByLabelText('Password', { exact: true })).not.toBeInTheDocument()
    await signOut.click()
    await expect.poll(() => server.requests.map(({ key }) => key)).toContain('POST /api/logout/')
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await outcome).toBe("Confirm it's you to continue.")
  })

  it('accepts a code of the authenticator app', async () => {
    const { dialog, outcome, server } = await sendSensitiveRequest({
      [START]: { has_password: true, has_totp: true, options: null },
    })
    const form = dialog.getByRole('form', { name: 'Confirm with a code' })
    await form.getByLabelText('Code from your authenticator app').fill('123456')
    await form.getByRole('button').click()
    expect(await outcome).toBe('Ended.')
    expect(server.requests.find(({ key }) => key === CONFIRM)?.body).toEqual({ code: '123456' })
  })
})
