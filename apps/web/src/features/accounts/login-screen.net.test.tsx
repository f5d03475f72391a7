import { describe, expect, it, vi } from 'vitest'
import { buildUser } from '../../testing/account-fixtures.ts'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { LoginScreen } from './login-screen.tsx'

const WRONG_PASSWORD_ERROR = errorResponse(401, 'invalid_credentials', 'Invalid credentials')

async function renderLoginScreen(
  responses: FakeResponses = {},
  resetLink: { uid: string; token: string } | null = null,
) {
  const server = fakeServer(responses)
  const onSignedIn = vi.fn<() => void>()
  const onRegister = vi.fn<() => void>()
  const screen = await renderWithProviders(
    <LoginScreen resetLink={resetLink} onSignedIn={onSignedIn} onRegister={onRegister} />,
  )
  const signInForm = screen.getByRole('form', { name: 'Sign in' })
  const fill = async (username: string, password: string) => {
    await signInForm.getByLabelText('Username').fill(username)
    await signInForm.getByLabelText('Password').fill(password)
  }
  return {
    screen,
    server,
    onSignedIn,
    onRegister,
    fill,
    submit: signInForm.getByRole('button', { name: /^Sign/ }),
  }
}

describe('the sign-in form', () => {
  it('requires a username and a password', async () => {
    const { fill, submit } = await renderLoginScreen()
    await expect.element(submit).toBeDisabled()
    await fill('dario', '')
    await expect.element(submit).toBeDisabled()
    await fill('', 'secret')
    await expect.element(submit).toBeDisabled()
    await fill('dario', 'secret')
    await expect.element(submit).toBeEnabled()
  })

  it('hides the password and supports password managers', async () => {
    const { screen } = await renderLoginScreen()
    const password = screen.getByRole('form', { name: 'Sign in' }).getByLabelText('Password')
    await expect.element(password).toHaveAttribute('type', 'password')
    await expect.element(password).toHaveAttribute('autocomplete', 'current-password')
  })

  it('sends the credentials and reports the sign-in', async () => {
    const { fill, submit, server, onSignedIn } = await renderLoginScreen({ 'POST /api/login/': buildUser() })
    await fill('dario', 'secret')
    await submit.click()
    await expect.poll(() => onSignedIn).toHaveBeenCalledOnce()
    expect(server.requests.at(-1)?.body).toEqual({ username: 'dario', password: 'secret' })
  })

  it.each([
    [WRONG_PASSWORD_ERROR, 'Invalid username or password.'],
    [
      errorResponse(429, 'too_many_attempts', 'Too many attempts. Try again in 9 minutes.'),
      'Too many attempts. Try again in 9 minutes.',
    ],
    [errorResponse(500, 'internal_error', ''), 'HTTP 500'],
  ])('shows why signing in failed (%#)', async (response, message) => {
    const { screen, fill, submit } = await renderLoginScreen({ 'POST /api/login/': response })
    await fill('dario', 'wrong')
    await submit.click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent(message)
  })

  it('links to registration', async () => {
    const { screen, onRegister } = await renderLoginScreen()
    await screen.getByRole('button', { name: "Don't have an account? Create one" }).click()
    expect(onRegister).toHaveBeenCalledOnce()
  })
})

it('sets the autocomplete attribute of each field', async () => {
  const { screen } = await renderLoginScreen({}, { uid: '7', token: 'abc' })
  const fields: [form: string, label: string, autocomplete: string][] = [
    ['Sign in', 'Username', 'username'],
    ['Sign in', 'Password', 'current-password'],
    ['Reset password', 'New password', 'new-password'],
    ['Reset password', 'Token', 'off'],
  ]
  for (const [form, label, autocomplete] of fields) {
    const field = screen.getByRole('form', { name: form }).getByLabelText(label, { exact: true })
    await expect.element(field).toHaveAttribute('autocomplete', autocomplete)
  }
})

describe('the help panels', () => {
  it('opens one panel at a time', async () => {
    const { screen } = await renderLoginScreen()
    const forgot = screen.getByRole('button', { name: 'Forgot password?' })
    const reset = screen.getByRole('button', { name: 'I have a reset code' })
    await expect.element(forgot).toHaveAttribute('aria-expanded', 'false')

    await forgot.click()
    await expect.element(screen.getByLabelText('Username or email')).toBeVisible()
    await reset.click()
    await expect.element(screen.getByLabelText('Token', { exact: true })).toBeVisible()
    await expect.element(screen.getByLabelText('Username or email')).not.toBeInTheDocument()
    await expect.element(forgot).toHaveAttribute('aria-expanded', 'false')
    await reset.click()
    await expect.element(screen.getByLabelText('Token', { exact: true })).not.toBeInTheDocument()
  })

  it.each([
    [
      { message: 'If not, ask an admin.' },
      'If that account exists, an email was sent. If not, ask an admin.',
    ],
    [
      { message: 'ok', link: 'http://localhost/?uid=1&token=t' },
      'Reset link (dev): http://localhost/?uid=1&token=t',
    ],
  ])('shows the outcome of a reset request (%#)', async (response, text) => {
    const { screen, server } = await renderLoginScreen({ 'POST /api/password-reset/request/': response })
    await screen.getByRole('button', { name: 'Forgot password?' }).click()
    const send = screen.getByRole('button', { name: 'Send reset link' })
    await expect.element(send).toBeDisabled()
    await screen.getByLabelText('Username or email').fill('dario@example.com')
    await send.click()
    await expect.element(screen.getByRole('status')).toMatchTextContent(text)
    expect(server.requests.at(-1)?.body).toEqual({ username_or_email: 'dario@example.com' })
  })

  it('says who creates a reset link on a site without email', async () => {
    const { screen } = await renderLoginScreen({
      'GET /api/site/': {
        draft_app: false,
        email: false,
        needs_admin: false,
        signup: 'open' as const,
        address: null,
      },
    })
    await screen.getByRole('button', { name: 'Forgot password?' }).click()
    await expect
      .element(screen.getByRole('status'))
      .toMatchTextContent("This site can't send email. Ask an admin of this site for a reset link.")
    await expect.element(screen.getByLabelText('Username or email')).not.toBeInTheDocument()
  })

  it('sets a new password with the code and focuses the sign-in form', async () => {
    const { screen, server } = await renderLoginScreen({
      'POST /api/password-reset/confirm/': { message: 'ok' },
    })
    await screen.getByRole('button', { name: 'I have a reset code' }).click()
    const confirm = screen.getByRole('button', { name: 'Set new password' })
    await screen.getByLabelText('UID').fill('7')
    await screen.getByLabelText('Token', { exact: true }).fill('abc')
    await expect.element(confirm).toBeDisabled()
    await screen.getByLabelText('New password').fill('long enough')
    await screen.getByLabelText('Keep my API tokens and calendar and feed addresses').click()
    await confirm.click()
    const signInForm = screen.getByRole('form', { name: 'Sign in' })
    await expect
      .element(signInForm.getByRole('status'))
      .toMatchTextContent('Password updated. You can sign in now.')
    await expect.element(signInForm.getByLabelText('Username')).toHaveFocus()
    await expect.element(screen.getByLabelText('Token', { exact: true })).not.toBeInTheDocument()
    expect(server.requests.at(-1)?.body).toEqual({
      uid: '7',
      token: 'abc',
      new_password: 'long enough',
      keep_tokens: true,
    })
  })

  it('shows an error for an invalid code', async () => {
    const response = errorResponse(400, 'invalid_reset_link', 'This reset link is invalid or has expired.')
    const { screen } = await renderLoginScreen(
      { 'POST /api/password-reset/confirm/': response },
      { uid: '7', token: 'old' },
    )
    await screen.getByLabelText('New password').fill('long enough')
    await screen.getByRole('button', { name: 'Set new password' }).click()
    await expect
      .element(screen.getByRole('alert'))
      .toMatchTextContent('This reset link is invalid or has expired.')
  })

  it('requires all reset fields and disables the button while saving', async () => {
    const { screen } = await renderLoginScreen({ 'POST /api/password-reset/confirm/': neverResponds() })
    await screen.getByRole('button', { name: 'I have a reset code' }).click()
    const form = screen.getByRole('form', { name: 'Reset password' })
    const labels = ['UID', 'Token', 'New password']
    const fieldOf = (label: string) => form.getByLabelText(label, { exact: true })
    for (const missing of labels) {
      for (const label of labels) await fieldOf(label).fill(label === missing ? '' : 'something')
      await expect.element(form.getByRole('button', { name: 'Set new password' })).toBeDisabled()
      await fieldOf(missing).fill('something')
    }
    await form.getByRole('button', { name: 'Set new password' }).click()
    await expect.element(form.getByRole('button', { name: 'Saving…' })).toBeDisabled()
  })

  it('shows why a reset request failed and disables the button while sending', async () => {
    const { screen } = await renderLoginScreen({
      'POST /api/password-reset/request/': () => errorResponse(500, 'internal_error', ''),
    })
    await screen.getByRole('button', { name: 'Forgot password?' }).click()
    await screen.getByLabelText('Username or email').fill('dario')
    await screen.getByRole('button', { name: 'Send reset link' }).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('HTTP 500')
    await screen.unmount()
    const slow = await renderLoginScreen({ 'POST /api/password-reset/request/': neverResponds() })
    await slow.screen.getByRole('button', { name: 'Forgot password?' }).click()
    await slow.screen.getByLabelText('Username or email').fill('dario')
    await slow.screen.getByRole('button', { name: 'Send reset link' }).click()
    await expect.element(slow.screen.getByRole('button', { name: 'Sending…' })).toBeDisabled()
  })

  it('opens the reset panel prefilled from a reset link', async () => {
    const { screen } = await renderLoginScreen({}, { uid: '7', token: 'abc' })
    await expect.element(screen.getByLabelText('UID')).toHaveValue('7')
    await expect.element(screen.getByLabelText('Token', { exact: true })).toHaveValue('abc')
    await expect.element(screen.getByLabelText('New password')).toHaveFocus()
  })
})
