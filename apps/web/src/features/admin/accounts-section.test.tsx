import { expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { buildUserAccount } from '../../testing/user-account-fixtures.ts'
import { AccountsSection } from './accounts-section.tsx'

const SET_STAFF = 'POST /api/users/set-staff/'
const RESET_PASSWORD = 'POST /api/users/reset-password/'

async function renderSection(answers: FakeResponses = {}, canSetStaff = true) {
  const server = fakeServer({
    'GET /api/users/': {
      users: [
        buildUserAccount({ first_name: 'Ada', last_name: 'Quill', is_admin: true, is_staff: true }),
        buildUserAccount({ username: 'rowan' }),
      ],
    },
    ...answers,
  })
  const screen = await renderWithProviders(<AccountsSection canSetStaff={canSetStaff} />)
  const sentBodies = (wanted: string) =>
    server.requests.filter(({ key }) => key === wanted).map(({ body }) => body)
  return { screen, sent: sentBodies, reset: screen.getByRole('button', { name: 'Reset password' }) }
}

it('lists everyone, and finds by a part of the name', async () => {
  const { screen } = await renderSection()
  await expect
    .element(screen.getByRole('listitem').filter({ hasText: 'Ada Quill' }))
    .toHaveTextContent('Site admin')
  expect(screen.getByRole('listitem').elements()).toHaveLength(2)
  await screen.getByLabelText('Find a user').fill('row')
  expect(screen.getByRole('listitem').elements()).toHaveLength(1)
  await screen.getByLabelText('Find a user').fill('nobody at all')
  await expect.element(screen.getByText('Nobody found.')).toBeVisible()
})

it('makes a user site staff', async () => {
  const { screen, sent } = await renderSection({
    [SET_STAFF]: { ok: true, message: 'rowan is site staff now.' },
  })
  await screen.getByLabelText('Site staff: rowan').click()
  await expect.poll(() => sent(SET_STAFF)).toEqual([{ username: 'rowan', is_staff: true }])
})

it('passes on why a staff flag stays', async () => {
  const { screen } = await renderSection({
    [SET_STAFF]: errorResponse(409, 'last_site_admin', 'The last site admin cannot be demoted.'),
  })
  await screen.getByLabelText('Site staff: ada').click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The last site admin cannot be demoted.')
  await expect.element(screen.getByLabelText('Site staff: ada')).toBeChecked()
})

it('leaves the staff flags to site admins, and says so', async () => {
  const { screen } = await renderSection({}, false)
  await expect.element(screen.getByLabelText('Site staff: rowan')).toBeDisabled()
  await expect.element(screen.getByText('Only a site admin changes who is site staff.')).toBeVisible()
})

it('gives a user a new password', async () => {
  const { screen, sent, reset } = await renderSection({
    [RESET_PASSWORD]: { ok: true, message: 'Password set.' },
  })
  await screen.getByLabelText('Account').fill('rowan')
  await screen.getByLabelText('New password').fill('a new secret')
  await reset.click()
  await expect.element(screen.getByText('Password set.')).toBeVisible()
  expect(sent(RESET_PASSWORD)).toEqual([{ username: 'rowan', new_password: 'a new secret' }])
  await expect.element(screen.getByLabelText('New password')).toHaveValue('')
})

it.each([
  ['rowan', '', 'Pick a user and enter a new password.'],
  ['', 'a new secret', 'Pick a user and enter a new password.'],
  ['rowan', '7 chars', 'A password has at least 8 characters.'],
])('resets nothing for %j with %j', async (user, password, sentence) => {
  const { screen, sent, reset } = await renderSection()
  await screen.getByLabelText('Account').fill(user)
  await screen.getByLabelText('New password').fill(password)
  await reset.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
  expect(sent(RESET_PASSWORD)).toEqual([])
})

it('passes on why a password stays', async () => {
  const { screen, reset } = await renderSection({
    [RESET_PASSWORD]: errorResponse(403, 'not_site_admin', 'Only a site admin may do that.'),
  })
  await screen.getByLabelText('Account').fill('ada')
  await screen.getByLabelText('New password').fill('a new secret')
  await reset.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Only a site admin may do that.')
})

it('is empty with Retry when the users cannot be loaded', async () => {
  const { screen } = await renderSection({
    'GET /api/users/': errorResponse(500, 'internal_error', 'Broken.'),
  })
  await expect.element(screen.getByText('Failed to load users')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeEnabled()
})
