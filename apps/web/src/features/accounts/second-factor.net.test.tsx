import { describe, expect, it, vi } from 'vitest'
import { buildUser } from '../../testing/account-fixtures.ts'
import { fakePasskeys } from '../../testing/fake-passkeys.ts'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { LoginScreen } from './login-screen.tsx'

const OPTIONS = { options: { challenge: 'AAAA', rpId: 'localhost' } }
const STEP = { username: null, token: 'step', has_passkey: true, has_totp: false }

async function renderLoginScreen(responses: FakeResponses = {}) {
  const server = fakeServer({
    'POST /api/login/': STEP,
    'POST /api/login/passkey/start/': OPTIONS,
    'POST /api/login/second-factor/start/': OPTIONS,
    ...responses,
  })
  const onSignedIn = vi.fn<() => void>()
  const screen = await renderWithProviders(
    <LoginScreen resetLink={null} onSignedIn={onSignedIn} onRegister={() => undefined} />,
  )
  return { screen, server, onSignedIn }
}

async function enterPassword(responses: FakeResponses = {}) {
  const { screen, server, onSignedIn } = await renderLoginScreen(responses)
  const form = screen.getByRole('form', { name: 'Sign in' })
  await form.getByLabelText('Username').fill('dario')
  await form.getByLabelText('Password').fill('secret')
  await form.getByRole('button', { name: 'Sign in' }).click()
  const step = screen.getByRole('region', { name: 'One more step' })
  await expect.element(step).toBeVisible()
  return { screen, server, onSignedIn, step }
}

describe('the passkey button', () => {
  it('signs in with a passkey alone', async () => {
    fakePasskeys()
    const { screen, server, onSignedIn } = await renderLoginScreen({
      'POST /api/login/passkey/': buildUser(),
    })
    await screen.getByRole('button', { name: 'Use a passkey' }).click()
    await expect.poll(() => onSignedIn).toHaveBeenCalledOnce()
    expect(server.requests.at(-1)?.body).toMatchObject({ credential: { id: 'AAAA', type: 'public-key' } })
  })

  it('says when no passkey was used', async () => {
    fakePasskeys('NotAllowedError')
    const { screen, onSignedIn } = await renderLoginScreen()
    await screen.getByRole('button', { name: 'Use a passkey' }).click()
    await expect
      .element(screen.getByRole('alert'))
      .toMatchTextContent('No passkey was used. Try again, or choose another way.')
    expect(onSignedIn).not.toHaveBeenCalled()
  })

  it('is disabled while the browser asks for the passkey', async () => {
    const { screen } = await renderLoginScreen({ 'POST /api/login/passkey/start/': neverResponds() })
    await screen.getByRole('button', { name: 'Use a passkey' }).click()
    await expect.element(screen.getByRole('button', { name: 'Waiting for your passkey…' })).toBeDisabled()
  })
})

describe('the second step', () => {
  it('replaces the form after the password and moves the focus to its heading', async () => {
    const { screen, step, onSignedIn } = await enterPassword()
    await expect.element(step.getByRole('heading')).toHaveFocus()
    await expect.element(screen.getByLabelText('Password')).not.toBeInTheDocument()
    expect(onSignedIn).not.toHaveBeenCalled()
  })

  it('completes the sign-in with a passkey', async () => {
    fakePasskeys()
    const { step, server, onSignedIn } = await enterPassword({
      'POST /api/login/second-factor/': buildUser(),
    })
    await step.getByRole('button', { name: 'Use your passkey' }).click()
    await expect.poll(() => onSignedIn).toHaveBeenCalledOnce()
    expect(server.requests.at(-1)?.body).toMatchObject({ token: 'step', credential: { id: 'AAAA' } })
  })

  it('shows why the passkey was not accepted, and can be tried again', async () => {
    fakePasskeys()
    const { step } = await enterPassword({
      'POST /api/login/second-factor/': errorResponse(400, 'passkey_rejected', "That passkey didn't work."),
    })
    await step.getByRole('button', { name: 'Use your passkey' }).click()
    await expect.element(step.getByRole('alert')).toMatchTextContent("That passkey didn't work.")
    await expect.element(step.getByRole('button', { name: 'Use your passkey' })).toBeEnabled()
  })

  it('completes the sign-in with a code of the app or a recovery code', async () => {
    const { step, server, onSignedIn } = await enterPassword({
      'POST /api/login/': { ...STEP, has_passkey: false, has_totp: true },
      'POST /api/login/second-factor/': buildUser(),
    })
    await expect.element(step.getByRole('button', { name: 'Use your passkey' })).not.toBeInTheDocument()
    const submit = step.getByRole('button', { name: 'Sign in' })
    await expect.element(submit).toBeDisabled()
    const code = step.getByLabelText('Code')
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code')
    await code.fill('123456')
    await submit.click()
    await expect.poll(() => onSignedIn).toHaveBeenCalledOnce()
    expect(server.requests.at(-1)?.body).toEqual({ token: 'step', code: '123456' })
  })

  it('offers recovery codes to a user with passkeys only, and shows a wrong one', async () => {
    const { step } = await enterPassword({
      'POST /api/login/second-factor/': errorResponse(400, 'code_rejected', "That code isn't right."),
    })
    await step.getByRole('button', { name: 'Use a recovery code' }).click()
    await step.getByLabelText('Recovery code').fill('ABCD')
    await step.getByRole('button', { name: 'Sign in' }).click()
    await expect.element(step.getByRole('alert')).toMatchTextContent("That code isn't right.")
  })

  it('offers only the way back when it has taken too long', async () => {
    const { screen, step } = await enterPassword({
      'POST /api/login/second-factor/start/': errorResponse(401, 'sign_in_expired', 'This took too long.'),
    })
    await step.getByRole('button', { name: 'Use your passkey' }).click()
    await expect.element(step.getByRole('alert')).toMatchTextContent('This took too long.')
    await expect.element(step.getByRole('button', { name: 'Use your passkey' })).not.toBeInTheDocument()
    await step.getByRole('button', { name: 'Back to your password' }).click()
    await expect.element(screen.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })
})
