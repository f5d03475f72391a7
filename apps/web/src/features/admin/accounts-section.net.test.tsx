import { expect, it, vi } from 'vitest'
import { buildUserAccount } from '../../testing/account-fixtures.ts'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { AccountsSection } from './people.tsx'

const SET_STAFF = 'POST /api/users/set-staff/'
const RESET_PASSWORD = 'POST /api/users/reset-password/'

async function renderSection(responses: FakeResponses = {}, canSetStaff = true) {
  const server = fakeServer({
    'GET /api/users/': {
      users: [
        buildUserAccount({ first_name: 'Ada', last_name: 'Quill', is_admin: true, is_staff: true }),
        buildUserAccount({ username: 'rowan' }),
      ],
    },
    ...responses,
  })
  const screen = await renderWithProviders(<AccountsSection canSetStaff={canSetStaff} />)
  // Each account unfolds to what can be done about it.
  await expect.poll(() => document.querySelector('details, [role="alert"]')).not.toBeNull()
  for (const details of document.querySelectorAll('details')) details.open = true
  const sentBodies = (requestKey: string) =>
    server.requests.filter(({ key }) => key === requestKey).map(({ body }) => body)
  return { screen, sentBodies, reset: screen.getByRole('button', { name: 'Reset password' }) }
}

it('lists all users and filters them by part of the name', async () => {
  const { screen } = await renderSection()
  await expect
    .element(screen.getByRole('listitem').filter({ hasText: 'Ada Quill' }))
    .toMatchTextContent('Site admin')
  const countItems = () => screen.getByRole('listitem').elements().length
  expect(countItems()).toBe(2)
  await screen.getByLabelText('Find a user').fill('row')
  await expect.poll(countItems).toBe(1)
  await screen.getByLabelText('Find a user').fill('unknown')
  await expect.element(screen.getByText('No users found.')).toBeVisible()
})

it('makes a user site staff', async () => {
  const { screen, sentBodies } = await renderSection({
    [SET_STAFF]: { ok: true, message: 'rowan is now site staff.' },
  })
  await screen.getByLabelText('Site staff: rowan').click()
  await expect.poll(() => sentBodies(SET_STAFF)).toEqual([{ username: 'rowan', is_staff: true }])
})

it('shows the server error when the staff flag cannot be changed', async () => {
  const { screen } = await renderSection({
    [SET_STAFF]: errorResponse(409, 'last_site_admin', 'The last site admin cannot be demoted.'),
  })
  await screen.getByLabelText('Site staff: ada').click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('The last site admin cannot be demoted.')
  await expect.element(screen.getByLabelText('Site staff: ada')).toBeChecked()
})

it('disables the staff checkboxes for users who are not site admins', async () => {
  const { screen } = await renderSection({}, false)
  await expect.element(screen.getByLabelText('Site staff: rowan')).toBeDisabled()
  await expect.element(screen.getByText('Only site admins can change who is site staff.')).toBeVisible()
})

it.each([
  ['Disable', false],
  ['Enable', true],
])('offers to %s an account after a confirmation', async (verb, isDisabled) => {
  const key = 'POST /api/users/set-disabled/'
  const { screen, sentBodies } = await renderSection({
    'GET /api/users/': { users: [buildUserAccount({ username: 'rowan', is_disabled: isDisabled })] },
    [key]: { ok: true, message: 'Done.' },
  })
  const row = screen.getByRole('listitem')
  await expect.element(row).toMatchTextContent(isDisabled ? /Disabled/ : /^\w*\s*rowan\s*Site staff/)
  await screen.getByRole('button', { name: `${verb} rowan` }).click()
  expect(sentBodies(key)).toEqual([])
  await screen.getByRole('dialog').getByRole('button', { name: verb }).click()
  await expect.element(screen.getByText('Done.')).toBeVisible()
  expect(sentBodies(key)).toEqual([{ username: 'rowan', is_disabled: !isDisabled }])
})

it('offers nobody but site admins to disable accounts', async () => {
  const { screen } = await renderSection({}, false)
  await expect.element(screen.getByLabelText('Site staff: rowan')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Disable/ }).elements()).toEqual([])
})

it('resets the password of a user', async () => {
  const { screen, sentBodies, reset } = await renderSection({
    [RESET_PASSWORD]: { ok: true, message: 'Password set.' },
  })
  await screen.getByLabelText('Account').fill('rowan')
  await screen.getByLabelText('New password').fill('a new secret')
  await reset.click()
  await expect.element(screen.getByText('Password set.')).toBeVisible()
  expect(sentBodies(RESET_PASSWORD)).toEqual([
    { username: 'rowan', new_password: 'a new secret', keep_tokens: false },
  ])
  await expect.element(screen.getByLabelText('New password')).toHaveValue('')
  await screen.getByLabelText('Account').fill('rowan')
  await screen.getByLabelText('New password').fill('a new secret')
  await screen.getByLabelText('Keep their API tokens and calendar and feed addresses').click()
  await reset.click()
  await expect.poll(() => sentBodies(RESET_PASSWORD)).toHaveLength(2)
  expect(sentBodies(RESET_PASSWORD)[1]).toMatchObject({ keep_tokens: true })
})

it.each([
  ['rowan', '', 'Pick a user and enter a new password.', 'New password'],
  ['', 'a new secret', 'Pick a user and enter a new password.', 'Account'],
  ['rowan', '7 chars', 'Password must be at least 8 characters.', 'New password'],
])('rejects user %j with password %j, and says so at the field', async (user, password, message, wrong) => {
  const { screen, sentBodies, reset } = await renderSection()
  await screen.getByLabelText('Account').fill(user)
  await screen.getByLabelText('New password').fill(password)
  await reset.click()
  await expect.element(screen.getByLabelText(wrong)).toHaveFocus()
  await expect.element(screen.getByLabelText(wrong)).toHaveAccessibleDescription(message)
  await expect.element(screen.getByRole('alert')).toMatchTextContent(message)
  expect(sentBodies(RESET_PASSWORD)).toEqual([])
})

it('shows the server error when the password cannot be reset', async () => {
  const { screen, reset } = await renderSection({
    [RESET_PASSWORD]: errorResponse(403, 'not_site_admin', 'Only site admins can do that.'),
  })
  await screen.getByLabelText('Account').fill('ada')
  await screen.getByLabelText('New password').fill('a new secret')
  await reset.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Only site admins can do that.')
})

it('shows an error with a Retry button when the users cannot be loaded', async () => {
  const { screen } = await renderSection({
    'GET /api/users/': errorResponse(500, 'internal_error', 'Server error.'),
  })
  await expect.element(screen.getByText('Failed to load users')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeEnabled()
})

it('creates a reset link for a user, shows it once and copies it', async () => {
  const link = 'https://league.example/?uid=2&token=handed-over-abc'
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { screen, sentBodies } = await renderSection({
    'POST /api/users/reset-link/': { link, expires_at: '2026-10-11T19:30:00.000Z' },
  })
  await screen.getByRole('button', { name: 'Reset link for rowan' }).click()
  const created = screen.getByRole('region', { name: 'Reset link for rowan' })
  await expect.element(created.getByText(link)).toBeVisible()
  expect(sentBodies('POST /api/users/reset-link/')).toEqual([{ username: 'rowan' }])
  await created.getByRole('button', { name: 'Copy link' }).click()
  await expect.element(created.getByText('Copied.')).toBeVisible()
  expect(write).toHaveBeenCalledExactlyOnceWith(link)
  await created.getByRole('button', { name: 'Done' }).click()
  await expect.element(created).not.toBeInTheDocument()
  write.mockRestore()
})
