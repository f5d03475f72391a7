import { describe, expect, it } from 'vitest'
import { buildUser } from '../../testing/account-fixtures.ts'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { AccountScreen } from './account-screen.tsx'
import type { Session } from './use-account.ts'

const WRONG_PASSWORD_ERROR = errorResponse(403, 'password_incorrect', 'Password is incorrect.')
const USER = buildUser({ email: 'dario@example.com' })

function buildSession(overrides: Partial<Session> = {}): Session {
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()
  return {
    id: 'a',
    device: 'Firefox on Linux',
    address: '192.0.2.7',
    created_at: anHourAgo,
    seen_at: anHourAgo,
    is_current: false,
    ...overrides,
  }
}

const CURRENT_SESSION = buildSession({ id: 'here', device: 'Chrome on Android', is_current: true })

async function renderAccountScreen(responses: FakeResponses = {}) {
  const server = fakeServer({
    'GET /api/account/sessions/': { sessions: [CURRENT_SESSION] },
    'GET /api/account/email/': { status: 'verified' },
    ...responses,
  })
  const screen = await renderWithProviders(<AccountScreen user={USER} />)
  const listPostedBodies = () =>
    server.requests.filter(({ key }) => key.startsWith('POST')).map(({ body }) => body)
  return { screen, listPostedBodies }
}

it('lets people without a password set one', async () => {
  let hasPassword = false
  const { screen, listPostedBodies } = await renderAccountScreen({
    'GET /api/auth/oidc/identities/': () => ({ identities: [], has_password: hasPassword }),
    'POST /api/account/password/': () => {
      hasPassword = true
      return { message: "Password updated. You're signed out everywhere else." }
    },
  })
  await expect.element(screen.getByText(/^You sign in with a linked account/)).toBeVisible()
  const form = screen.getByRole('form', { name: 'Password' })
  await expect.element(form.getByLabelText('Current password')).not.toBeInTheDocument()
  await form.getByLabelText('New password').fill('a long secret')
  await form.getByRole('button', { name: 'Set password' }).click()
  await expect.element(form.getByText(/^Password changed/)).toBeVisible()
  await expect.element(form.getByLabelText('Current password')).toBeVisible()
  expect(listPostedBodies()).toEqual([
    { current_password: '', new_password: 'a long secret', keep_tokens: false },
  ])
})

describe('name and email', () => {
  async function renderProfileForm(responses: FakeResponses = {}) {
    const { screen, listPostedBodies } = await renderAccountScreen(responses)
    const form = screen.getByRole('form', { name: 'Name and email' })
    return { form, listPostedBodies, save: form.getByRole('button', { name: /^Sav/ }) }
  }

  it('shows the saved values and disables the Save button', async () => {
    const { form, save } = await renderProfileForm()
    await expect.element(form.getByLabelText('First name')).toHaveValue('Dario')
    await expect.element(form.getByLabelText('Last name')).toHaveValue('Finch')
    await expect.element(form.getByLabelText('Email')).toHaveValue('dario@example.com')
    await expect.element(form.getByLabelText('Current password')).not.toBeInTheDocument()
    await expect.element(save).toBeDisabled()
  })

  it('saves a new name without the password', async () => {
    const { form, listPostedBodies, save } = await renderProfileForm({
      'POST /api/account/': buildUser({ first_name: 'Dee' }),
    })
    await form.getByLabelText('First name').fill('Dee')
    await save.click()
    await expect.poll(listPostedBodies).toEqual([{ first_name: 'Dee', last_name: 'Finch' }])
  })

  it('requires the password for a new email address', async () => {
    const { form, listPostedBodies, save } = await renderProfileForm({ 'POST /api/account/': USER })
    await form.getByLabelText('Email').fill('finch@example.com')
    await expect.element(save).toBeDisabled()
    await form.getByLabelText('Current password').fill('secret')
    await save.click()
    await expect.element(form.getByRole('status')).toMatchTextContent('Saved.')
    expect(listPostedBodies()).toEqual([
      { first_name: 'Dario', last_name: 'Finch', email: 'finch@example.com', current_password: 'secret' },
    ])
    await expect.element(form.getByLabelText('Current password')).not.toBeInTheDocument()
  })

  it('shows a wrong password next to its field', async () => {
    const { form, save } = await renderProfileForm({ 'POST /api/account/': WRONG_PASSWORD_ERROR })
    await form.getByLabelText('Email').fill('finch@example.com')
    await form.getByLabelText('Current password').fill('wrong')
    await save.click()
    await expect
      .element(form.getByLabelText('Current password'))
      .toHaveAccessibleDescription('Password is incorrect.')
  })
})

describe('the status of the email address', () => {
  it('sends the verification link again', async () => {
    const { screen } = await renderAccountScreen({
      'GET /api/account/email/': { status: 'unverified' },
      'POST /api/account/email/send/': { message: 'Email sent. Open the link in it within three days.' },
    })
    await expect.element(screen.getByText(/^Your email isn't verified yet\./)).toBeVisible()
    await screen.getByRole('button', { name: 'Send again' }).click()
    await expect.element(screen.getByText('Email sent. Open the link in it within three days.')).toBeVisible()
  })

  it('shows why the link was not sent', async () => {
    const { screen } = await renderAccountScreen({
      'GET /api/account/email/': { status: 'unverified' },
      'POST /api/account/email/send/': errorResponse(429, 'too_many_attempts', 'Try again in 40 minutes.'),
    })
    await screen.getByRole('button', { name: 'Send again' }).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('Try again in 40 minutes.')
  })

  it('appears after a new address was saved', async () => {
    let status: 'verified' | 'unverified' = 'verified'
    const { screen } = await renderAccountScreen({
      'GET /api/account/email/': () => ({ status }),
      'POST /api/account/': () => {
        status = 'unverified'
        return buildUser({ email: 'finch@example.com' })
      },
    })
    const form = screen.getByRole('form', { name: 'Name and email' })
    await form.getByLabelText('Email').fill('finch@example.com')
    await expect.element(screen.getByRole('button', { name: 'Send again' })).not.toBeInTheDocument()
    await form.getByLabelText('Current password').fill('secret')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByRole('button', { name: 'Send again' })).toBeVisible()
  })

  it('says when the site sends no email', async () => {
    const { screen } = await renderAccountScreen({ 'GET /api/account/email/': { status: 'unverifiable' } })
    await expect.element(screen.getByText(/^This site doesn't send email/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Send again' })).not.toBeInTheDocument()
  })
})

describe('password', () => {
  async function renderPasswordForm(responses: FakeResponses = {}) {
    const { screen, listPostedBodies } = await renderAccountScreen(responses)
    const form = screen.getByRole('form', { name: 'Password' })
    const fill = async (current: string, next: string) => {
      await form.getByLabelText('Current password').fill(current)
      await form.getByLabelText('New password').fill(next)
    }
    return {
      form,
      listPostedBodies,
      fill,
      change: form.getByRole('button', { name: /^(Saving|Change|Set)/ }),
    }
  }

  it('shows the password rule and requires both passwords', async () => {
    const { form, fill, change } = await renderPasswordForm()
    await expect
      .element(form.getByLabelText('New password'))
      .toHaveAccessibleDescription('At least 8 characters, and not one of the most common passwords.')
    await expect.element(change).toBeDisabled()
    await fill('old', '')
    await expect.element(change).toBeDisabled()
    await fill('old', 'a new secret')
    await expect.element(change).toBeEnabled()
  })

  it.each([
    [
      false,
      "You're signed out everywhere else, and your API tokens and calendar and feed addresses no longer work.",
    ],
    [true, "You're signed out everywhere else."],
  ])(
    'changes the password, clears the fields and says what has ended (keeping tokens: %s)',
    async (keeps, ended) => {
      const { form, listPostedBodies, fill, change } = await renderPasswordForm({
        'POST /api/account/password/': { message: 'ok' },
      })
      await fill('old', 'a new secret')
      const checkbox = form.getByLabelText('Keep my API tokens and calendar and feed addresses')
      if (keeps) await checkbox.click()
      await change.click()
      await expect.element(form.getByRole('status')).toMatchTextContent(`Password changed. ${ended}`)
      expect(listPostedBodies()).toEqual([
        { current_password: 'old', new_password: 'a new secret', keep_tokens: keeps },
      ])
      await expect.element(form.getByLabelText('New password')).toHaveValue('')
      await expect.element(checkbox).not.toBeChecked()
    },
  )

  it.each([
    [WRONG_PASSWORD_ERROR, 'Current password', 'Password is incorrect.'],
    [
      errorResponse(400, 'invalid_input', 'Check the form.', {
        new_password: 'That password is too common.',
      }),
      'New password',
      'That password is too common.',
    ],
  ])('shows the error next to its field (%#)', async (response, label, message) => {
    const { form, fill, change } = await renderPasswordForm({ 'POST /api/account/password/': response })
    await fill('old', 'password')
    await change.click()
    await expect.element(form.getByLabelText(label)).toHaveAccessibleDescription(message)
  })
})

describe('sessions', () => {
  it('lists the devices and marks the current one', async () => {
    const { screen } = await renderAccountScreen({
      'GET /api/account/sessions/': { sessions: [CURRENT_SESSION, buildSession({ device: null })] },
    })
    const [current, other] = [screen.getByRole('listitem').nth(0), screen.getByRole('listitem').nth(1)]
    await expect.element(current).toMatchTextContent(/Chrome on Android This device.*Last seen 1 h ago/)
    await expect.element(current.getByRole('button')).not.toBeInTheDocument()
    await expect
      .element(other)
      .toMatchTextContent(/Unknown device.*Last seen 1 h ago, signed in 1 h ago, from 192\.0\.2\.7/)
    await expect.element(other.getByRole('button', { name: /^Sign out Unknown device/ })).toBeVisible()
  })

  it('says when there are no other sessions', async () => {
    const { screen } = await renderAccountScreen()
    await expect.element(screen.getByText("You're not signed in anywhere else.")).toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: 'Sign out everywhere else' }))
      .not.toBeInTheDocument()
  })

  it.each([
    [/^Sign out Firefox on Linux/, { id: 'a' }],
    ['Sign out everywhere else', {}],
  ])('ends the sessions of the button %s and reloads the list', async (name, body) => {
    let sessions = [CURRENT_SESSION, buildSession()]
    const { screen, listPostedBodies } = await renderAccountScreen({
      'GET /api/account/sessions/': () => ({ sessions }),
      'POST /api/account/sessions/end/': () => {
        sessions = [CURRENT_SESSION]
        return { message: 'Signed out there.' }
      },
    })
    await screen.getByRole('button', { name }).click()
    await expect.element(screen.getByText('Signed out there.')).toBeVisible()
    await expect.element(screen.getByText("You're not signed in anywhere else.")).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: "Where you're signed in" })).toHaveFocus()
    expect(listPostedBodies()).toEqual([body])
  })

  it('shows an error when a session cannot be ended', async () => {
    const { screen } = await renderAccountScreen({
      'GET /api/account/sessions/': { sessions: [CURRENT_SESSION, buildSession()] },
      'POST /api/account/sessions/end/': errorResponse(
        404,
        'session_not_found',
        'That session has already ended.',
      ),
    })
    await screen.getByRole('button', { name: /^Sign out Firefox/ }).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('That session has already ended.')
  })

  it('shows a loading state and a load failure with a Retry button', async () => {
    const slow = await renderAccountScreen({ 'GET /api/account/sessions/': neverResponds() })
    await expect.element(slow.screen.getByRole('status', { name: 'Loading sessions' })).toBeVisible()
    await slow.screen.unmount()
    const { screen } = await renderAccountScreen({
      'GET /api/account/sessions/': errorResponse(500, 'internal_error', 'Something broke.'),
    })
    await expect.element(screen.getByRole('alert')).toMatchTextContent('Failed to load sessions')
    await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  })
})
