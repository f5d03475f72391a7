import { describe, expect, it } from 'vitest'
import { buildUser } from '../../testing/account-fixtures.ts'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { AccountScreen } from './account-screen.tsx'
import type { Session } from './use-account.ts'

const WRONG_PASSWORD_ERROR = errorResponse(403, 'password_incorrect', 'Password is incorrect.')
const USER = buildUser({ email: 'dario@example.com' })

function buildSession(named: Partial<Session> = {}): Session {
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()
  return {
    id: 'a',
    device: 'Firefox on Linux',
    created_at: anHourAgo,
    seen_at: anHourAgo,
    is_current: false,
    ...named,
  }
}

const CURRENT_SESSION = buildSession({ id: 'here', device: 'Chrome on Android', is_current: true })

async function renderAccountScreen(answers: FakeResponses = {}) {
  const server = fakeServer({ 'GET /api/account/sessions/': { sessions: [CURRENT_SESSION] }, ...answers })
  const screen = await renderWithProviders(<AccountScreen user={USER} />)
  const postedBodies = () =>
    server.requests.filter((sent) => sent.key.startsWith('POST')).map((sent) => sent.body)
  return { screen, posted: postedBodies }
}

describe('name and email', () => {
  async function profile(answers: FakeResponses = {}) {
    const { screen, posted } = await renderAccountScreen(answers)
    const form = screen.getByRole('form', { name: 'Name and email' })
    return { form, posted, save: form.getByRole('button') }
  }

  it('starts as it is, with nothing to save', async () => {
    const { form, save } = await profile()
    await expect.element(form.getByLabelText('First name')).toHaveValue('Dario')
    await expect.element(form.getByLabelText('Last name')).toHaveValue('Finch')
    await expect.element(form.getByLabelText('Email')).toHaveValue('dario@example.com')
    await expect.element(form.getByLabelText('Current password')).not.toBeInTheDocument()
    await expect.element(save).toBeDisabled()
  })

  it('saves a name without the password', async () => {
    const { form, posted, save } = await profile({ 'POST /api/account/': buildUser({ first_name: 'Dee' }) })
    await form.getByLabelText('First name').fill('Dee')
    await save.click()
    await expect.poll(posted).toEqual([{ first_name: 'Dee', last_name: 'Finch' }])
  })

  it('asks for the password before it takes another address', async () => {
    const { form, posted, save } = await profile({ 'POST /api/account/': USER })
    await form.getByLabelText('Email').fill('finch@example.com')
    await expect.element(save).toBeDisabled()
    await form.getByLabelText('Current password').fill('secret')
    await save.click()
    await expect.element(form.getByRole('status')).toHaveTextContent('Saved.')
    expect(posted()).toEqual([
      { first_name: 'Dario', last_name: 'Finch', email: 'finch@example.com', current_password: 'secret' },
    ])
    await expect.element(form.getByLabelText('Current password')).not.toBeInTheDocument()
  })

  it('says beside the field that the password was wrong', async () => {
    const { form, save } = await profile({ 'POST /api/account/': WRONG_PASSWORD_ERROR })
    await form.getByLabelText('Email').fill('finch@example.com')
    await form.getByLabelText('Current password').fill('wrong')
    await save.click()
    await expect
      .element(form.getByLabelText('Current password'))
      .toHaveAccessibleDescription('Password is incorrect.')
  })

  it('says why it was not saved', async () => {
    const { form, save } = await profile({
      'POST /api/account/': errorResponse(409, 'email_taken', 'That email is already in use.'),
    })
    await form.getByLabelText('Last name').fill('Sparrow')
    await save.click()
    await expect.element(form.getByRole('alert')).toHaveTextContent('That email is already in use.')
  })

  it('waits while it is being saved', async () => {
    const { form, save } = await profile({ 'POST /api/account/': neverResponds() })
    await form.getByLabelText('Last name').fill('Sparrow')
    await save.click()
    await expect.element(save).toBeDisabled()
    await expect.element(save).toHaveTextContent('Saving…')
  })
})

describe('password', () => {
  async function password(answers: FakeResponses = {}) {
    const { screen, posted } = await renderAccountScreen(answers)
    const form = screen.getByRole('form', { name: 'Password' })
    const fill = async (current: string, next: string) => {
      await form.getByLabelText('Current password').fill(current)
      await form.getByLabelText('New password').fill(next)
    }
    return { form, posted, fill, change: form.getByRole('button') }
  }

  it('says what a password must be, and waits for both', async () => {
    const { form, fill, change } = await password()
    await expect
      .element(form.getByLabelText('New password'))
      .toHaveAccessibleDescription('At least 8 characters, and not one of the most common passwords.')
    await expect.element(change).toBeDisabled()
    await fill('old', '')
    await expect.element(change).toBeDisabled()
    await fill('old', 'a new secret')
    await expect.element(change).toBeEnabled()
  })

  it('changes it, empties the fields and says what that means elsewhere', async () => {
    const { form, posted, fill, change } = await password({
      'POST /api/account/password/': { message: 'ok' },
    })
    await fill('old', 'a new secret')
    await change.click()
    await expect
      .element(form.getByRole('status'))
      .toHaveTextContent('Password changed. You are signed out everywhere else.')
    expect(posted()).toEqual([{ current_password: 'old', new_password: 'a new secret' }])
    await expect.element(form.getByLabelText('New password')).toHaveValue('')
  })

  it.each([
    [WRONG_PASSWORD_ERROR, 'Current password', 'Password is incorrect.'],
    [
      errorResponse(400, 'invalid_input', 'Check the form.', {
        new_password: 'That password is too common.',
      }),
      'New password',
      'That password is too common.',
    ],
  ])('says beside the field what is wrong (%#)', async (answer, label, problem) => {
    const { form, fill, change } = await password({ 'POST /api/account/password/': answer })
    await fill('old', 'password')
    await change.click()
    await expect.element(form.getByLabelText(label)).toHaveAccessibleDescription(problem)
  })
})

describe('sessions', () => {
  it('tells devices apart, and which one this is', async () => {
    const { screen } = await renderAccountScreen({
      'GET /api/account/sessions/': { sessions: [CURRENT_SESSION, buildSession({ device: null })] },
    })
    const [here, other] = [screen.getByRole('listitem').nth(0), screen.getByRole('listitem').nth(1)]
    await expect.element(here).toHaveTextContent(/Chrome on Android This device.*Last seen 1 h ago/)
    await expect.element(here.getByRole('button')).not.toBeInTheDocument()
    await expect.element(other).toHaveTextContent(/Unknown device.*Last seen 1 h ago, signed in 1 h ago/)
    await expect.element(other.getByRole('button', { name: /^Sign out Unknown device/ })).toBeVisible()
  })

  it('says when there is no other', async () => {
    const { screen } = await renderAccountScreen()
    await expect.element(screen.getByText('You are signed in nowhere else.')).toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: 'Sign out everywhere else' }))
      .not.toBeInTheDocument()
  })

  it.each([
    [/^Sign out Firefox on Linux/, { id: 'a' }],
    ['Sign out everywhere else', {}],
  ])('ends what is asked for by %s, and reads the list again', async (name, body) => {
    let sessions = [CURRENT_SESSION, buildSession()]
    const { screen, posted } = await renderAccountScreen({
      'GET /api/account/sessions/': () => ({ sessions }),
      'POST /api/account/sessions/end/': () => {
        sessions = [CURRENT_SESSION]
        return { message: 'Signed out there.' }
      },
    })
    await screen.getByRole('button', { name }).click()
    await expect.element(screen.getByText('Signed out there.')).toBeVisible()
    await expect.element(screen.getByText('You are signed in nowhere else.')).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Where you are signed in' })).toHaveFocus()
    expect(posted()).toEqual([body])
  })

  it('says when a session could not be ended', async () => {
    const { screen } = await renderAccountScreen({
      'GET /api/account/sessions/': { sessions: [CURRENT_SESSION, buildSession()] },
      'POST /api/account/sessions/end/': errorResponse(
        404,
        'session_not_found',
        'That session has ended already.',
      ),
    })
    await screen.getByRole('button', { name: /^Sign out Firefox/ }).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('That session has ended already.')
  })

  it('says that they are being loaded, or that they cannot be', async () => {
    const slow = await renderAccountScreen({ 'GET /api/account/sessions/': neverResponds() })
    await expect
      .element(slow.screen.getByRole('status', { name: 'Loading where you are signed in' }))
      .toBeVisible()
    await slow.screen.unmount()
    const { screen } = await renderAccountScreen({
      'GET /api/account/sessions/': errorResponse(500, 'internal_error', 'A defect of ours.'),
    })
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('Failed to load where you are signed in')
    await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  })
})
