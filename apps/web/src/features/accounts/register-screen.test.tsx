import { expect, it, vi } from 'vitest'
import { buildUser } from '../../testing/account-fixtures.ts'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { RegisterScreen } from './register-screen.tsx'

async function renderRegisterScreen(responses: FakeResponses = {}) {
  const server = fakeServer({ 'POST /api/register/': buildUser(), ...responses })
  const onSignedIn = vi.fn<() => void>()
  const onBack = vi.fn<() => void>()
  const screen = await renderWithProviders(<RegisterScreen onSignedIn={onSignedIn} onBack={onBack} />)
  const submit = screen.getByRole('button', { name: 'Create account' })
  const fillRequired = async () => {
    await screen.getByLabelText('Username').fill('dario')
    await screen.getByLabelText('Password').fill('long enough')
  }
  const lastBody = () => server.requests.findLast(({ key }) => key === 'POST /api/register/')?.body
  return { screen, lastBody, onSignedIn, onBack, submit, fillRequired }
}

it('requires a username and a password', async () => {
  const { screen, submit, fillRequired } = await renderRegisterScreen()
  await expect.element(submit).toBeDisabled()
  await fillRequired()
  await expect.element(submit).toBeEnabled()
  await screen.getByLabelText('Username').fill('')
  await expect.element(submit).toBeDisabled()
})

it('shows the admin code field only for the admin role', async () => {
  const { screen } = await renderRegisterScreen()
  await expect.element(screen.getByRole('radio', { name: 'User' })).toBeChecked()
  await expect.element(screen.getByLabelText('Admin signup code')).not.toBeInTheDocument()
  await screen.getByRole('radio', { name: 'Admin' }).click()
  await expect.element(screen.getByLabelText('Admin signup code')).toBeVisible()
  await screen.getByRole('radio', { name: 'User' }).click()
  await expect.element(screen.getByLabelText('Admin signup code')).not.toBeInTheDocument()
})

it('tells where the admin signup code is while the site has no admin', async () => {
  const site = { draft_app: false, email: false, needs_admin: true, signup: 'open' as const, address: null }
  const { screen } = await renderRegisterScreen({ 'GET /api/site/': site })
  await screen.getByRole('radio', { name: 'Admin' }).click()
  await expect
    .element(screen.getByLabelText('Admin signup code'))
    .toHaveAccessibleDescription(
      /file admin-signup-code of its data folder, and npm run admin -- signup-code/,
    )
})

it('says that people need an invite link where nobody else can sign up', async () => {
  const site = {
    draft_app: false,
    email: false,
    needs_admin: false,
    signup: 'invite' as const,
    address: null,
  }
  const { screen } = await renderRegisterScreen({ 'GET /api/site/': site })
  await expect
    .element(screen.getByText('This site is by invitation only. Ask your commissioner for a link.'))
    .toBeVisible()
})

it('sends the admin code only when one was entered', async () => {
  const { screen, lastBody, submit, fillRequired, onSignedIn } = await renderRegisterScreen()
  await fillRequired()
  await screen.getByRole('radio', { name: 'Admin' }).click()
  await submit.click()
  await expect.poll(() => onSignedIn).toHaveBeenCalledTimes(1)
  expect(lastBody()).toEqual({
    username: 'dario',
    password: 'long enough',
    email: '',
    first_name: '',
    last_name: '',
    role: 'admin',
  })

  await screen.getByLabelText('Admin signup code').fill('let me in')
  await submit.click()
  await expect.poll(() => onSignedIn).toHaveBeenCalledTimes(2)
  expect(lastBody()).toMatchObject({ role: 'admin', admin_code: 'let me in' })
})

it('does not send an entered admin code after switching back to the user role', async () => {
  const { screen, lastBody, submit, fillRequired, onSignedIn } = await renderRegisterScreen()
  await fillRequired()
  await screen.getByRole('radio', { name: 'Admin' }).click()
  await screen.getByLabelText('Admin signup code').fill('let me in')
  await screen.getByRole('radio', { name: 'User' }).click()
  await submit.click()
  await expect.poll(() => onSignedIn).toHaveBeenCalledOnce()
  expect(lastBody()).not.toHaveProperty('admin_code')
})

it('shows the message of the server', async () => {
  const { screen, submit, fillRequired } = await renderRegisterScreen({
    'POST /api/register/': errorResponse(409, 'username_taken', 'That username is taken.'),
  })
  await fillRequired()
  await submit.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('That username is taken.')
})

it('sets the autocomplete attribute of each field', async () => {
  const { screen } = await renderRegisterScreen()
  const fields = [
    ['Username', 'username'],
    ['Email', 'email'],
    ['First name', 'given-name'],
    ['Last name', 'family-name'],
    ['Password', 'new-password'],
  ] as const
  for (const [label, autocomplete] of fields) {
    await expect.element(screen.getByLabelText(label)).toHaveAttribute('autocomplete', autocomplete)
  }
})

it('has an email field and a button back to sign in', async () => {
  const { screen, onBack } = await renderRegisterScreen()
  await expect.element(screen.getByLabelText('Email')).toHaveAttribute('type', 'email')
  await screen.getByRole('button', { name: 'Back to sign in' }).click()
  expect(onBack).toHaveBeenCalledOnce()
})
