import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { buildUserAccount } from '../../testing/account-fixtures.ts'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { AssignUserSection } from './people.tsx'

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
  responses: FakeResponses = {},
  props: Partial<Parameters<typeof AssignUserSection>[0]> = {},
) {
  const server = fakeServer({ ...USERS_RESPONSE, ...responses })
  const screen = await renderWithProviders(
    <AssignUserSection
      leagues={['Sunday', 'Monday']}
      league="Sunday"
      disabled={false}
      canSeePeople
      {...props}
    />,
  )
  const assignedBodies = () =>
    server.requests.filter(({ key }) => key === ASSIGN_USER).map(({ body }) => body)
  return {
    screen,
    server,
    assignedBodies,
    user: screen.getByRole('combobox', { name: 'User', exact: true }),
    submit: screen.getByRole('button', { name: 'Assign user' }),
  }
}

it('adds a user to the selected league', async () => {
  const { screen, user, submit, assignedBodies } = await renderSection({
    [ASSIGN_USER]: { message: 'ada is now an admin in Sunday.' },
  })
  await user.fill('quill')
  await screen.getByRole('option', { name: 'Ada Quill' }).click()
  await screen.getByLabelText('Role in the league').selectOptions('Admin')
  await submit.click()
  await expect.element(screen.getByText('ada is now an admin in Sunday.')).toBeVisible()
  expect(assignedBodies()).toEqual([{ username: 'ada', league: 'Sunday', role: 'admin' }])
  await expect.element(user).toHaveValue('')
})

it('requires a league, then a user', async () => {
  const { screen, submit, assignedBodies } = await renderSection()
  await screen.getByLabelText('Assign to league').selectOptions('')
  await submit.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Pick a league first.')
  await expect.element(screen.getByLabelText('Assign to league')).toHaveFocus()
  await screen.getByLabelText('Assign to league').selectOptions('Monday')
  await submit.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Pick a user first.')
  await expect.element(screen.getByRole('combobox', { name: 'User', exact: true })).toHaveFocus()
  expect(assignedBodies()).toEqual([])
})

it('asks the user to select a league when there are none', async () => {
  const { screen, submit } = await renderSection({}, { leagues: [], league: '' })
  await submit.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Select a league first.')
})

it('shows the server error when the assignment fails', async () => {
  const { screen, user, submit } = await renderSection({
    [ASSIGN_USER]: errorResponse(409, 'last_league_admin', 'The last admin of a league cannot be demoted.'),
  })
  await user.fill('ada')
  await userEvent.tab()
  await submit.click()
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('The last admin of a league cannot be demoted.')
})

it('disables the form for users who are not admins and sends no request', async () => {
  const { server, user, submit } = await renderSection({}, { canSeePeople: false, disabled: true })
  await expect.element(user).toBeDisabled()
  await expect.element(submit).toBeDisabled()
  expect(server.requests).toEqual([])
})

it('shows an error with a Retry button when the users cannot be loaded', async () => {
  const { screen } = await renderSection({
    'GET /api/users/': errorResponse(500, 'internal_error', 'Server error.'),
  })
  await expect.element(screen.getByText('Failed to load users')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeEnabled()
})

it('shows a loading state while the users load', async () => {
  const { screen } = await renderSection({ 'GET /api/users/': neverResponds() })
  await expect.element(screen.getByRole('status', { name: 'Loading users' })).toBeVisible()
})
