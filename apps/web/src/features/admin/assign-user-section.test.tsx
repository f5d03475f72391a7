import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { buildUserAccount } from '../../testing/user-account-fixtures.ts'
import { AssignUserSection } from './assign-user-section.tsx'

const USERS_RESPONSE: FakeResponses = {
  'GET /api/users/': {
    users: [
      buildUserAccount({ first_name: 'Ada', last_name: 'Quill' }),
      buildUserAccount({ username: 'rowan' }),
    ],
  },
}
const ASSIGN_USER = 'POST /api/assign-user/'

async function renderSection(
  answers: FakeResponses = {},
  named: Partial<Parameters<typeof AssignUserSection>[0]> = {},
) {
  const server = fakeServer({ ...USERS_RESPONSE, ...answers })
  const screen = await renderWithProviders(
    <AssignUserSection
      leagues={['Sunday', 'Monday']}
      league="Sunday"
      disabled={false}
      canSeePeople
      {...named}
    />,
  )
  const assignedBodies = () =>
    server.requests.filter(({ key }) => key === ASSIGN_USER).map(({ body }) => body)
  return {
    screen,
    server,
    assigned: assignedBodies,
    user: screen.getByRole('combobox', { name: 'User', exact: true }),
    submit: screen.getByRole('button', { name: 'Assign user' }),
  }
}

it('makes a user a member of the chosen league', async () => {
  const { screen, user, submit, assigned } = await renderSection({
    [ASSIGN_USER]: { message: 'ada is now admin.' },
  })
  await user.fill('quill')
  await screen.getByRole('option', { name: 'ada' }).click()
  await screen.getByLabelText('Role in the league').selectOptions('Admin')
  await submit.click()
  await expect.element(screen.getByText('ada is now admin.')).toBeVisible()
  expect(assigned()).toEqual([{ username: 'ada', league: 'Sunday', role: 'admin' }])
  await expect.element(user).toHaveValue('')
})

it('asks for a league, then for a user', async () => {
  const { screen, submit, assigned } = await renderSection()
  await screen.getByLabelText('Assign to league').selectOptions('')
  await submit.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Pick a league first.')
  await screen.getByLabelText('Assign to league').selectOptions('Monday')
  await submit.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Pick a user first.')
  expect(assigned()).toEqual([])
})

it('says so when there is no league to select', async () => {
  const { screen, submit } = await renderSection({}, { leagues: [], league: '' })
  await submit.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Select a league first.')
})

it('passes on why the server refuses', async () => {
  const { screen, user, submit } = await renderSection({
    [ASSIGN_USER]: errorResponse(409, 'last_league_admin', 'The last admin of a league cannot be demoted.'),
  })
  await user.fill('ada')
  await userEvent.tab()
  await submit.click()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('The last admin of a league cannot be demoted.')
})

it('is disabled for those who are no admin, and asks nothing', async () => {
  const { server, user, submit } = await renderSection({}, { canSeePeople: false, disabled: true })
  await expect.element(user).toBeDisabled()
  await expect.element(submit).toBeDisabled()
  expect(server.requests).toEqual([])
})

it('is empty with Retry when the users cannot be loaded', async () => {
  const { screen } = await renderSection({
    'GET /api/users/': errorResponse(500, 'internal_error', 'Broken.'),
  })
  await expect.element(screen.getByText('Failed to load users')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeEnabled()
})

it('shows that the users are being loaded', async () => {
  const { screen } = await renderSection({ 'GET /api/users/': neverResponds() })
  await expect.element(screen.getByRole('status', { name: 'Loading users' })).toBeVisible()
})
