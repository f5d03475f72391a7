import { expect, it, vi } from 'vitest'
import { buildJoinRequest, buildMyLeague } from '../../../testing/account-fixtures.ts'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../../testing/fake-server.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import type { MyRequest } from '../use-leagues.ts'
import { LeaguePicker } from './league-list.tsx'

async function renderPicker(responses: FakeResponses) {
  const server = fakeServer({
    'GET /api/user-leagues/:username/': { leagues: [] },
    'GET /api/leagues/': { leagues: [{ name: 'Sunday Night Lights' }] },
    'GET /api/my-requests/': { requests: [] },
    ...responses,
  })
  const onChoose = vi.fn<(league: string) => void>()
  const screen = await renderWithProviders(<LeaguePicker username="dario" onChoose={onChoose} />)
  return { screen, server, onChoose }
}

it('shows a button for each league', async () => {
  const leagues = [buildMyLeague(), buildMyLeague({ name: 'A/B & C?' })]
  const { screen, onChoose } = await renderPicker({ 'GET /api/user-leagues/:username/': { leagues } })
  await expect.element(screen.getByRole('heading', { name: 'Select Your League' })).toBeVisible()
  await screen.getByRole('button', { name: 'A/B & C?' }).click()
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('A/B & C?')
})

it('shows a loading state while the leagues load', async () => {
  const { screen } = await renderPicker({ 'GET /api/user-leagues/:username/': neverResponds() })
  await expect.element(screen.getByRole('status', { name: 'Loading leagues' })).toBeVisible()
})

it('shows an error when the leagues cannot be loaded', async () => {
  const response = errorResponse(403, 'not_allowed', 'You may not see that.')
  const { screen } = await renderPicker({ 'GET /api/user-leagues/:username/': response })
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Failed to load leagues')
})

it('sends a join request, clears the form and lists the request', async () => {
  const requests: MyRequest[] = []
  const { screen, server } = await renderPicker({
    'GET /api/my-requests/': () => ({ requests }),
    'POST /api/request-league/': () => {
      requests.push(buildJoinRequest({ message: 'It is me.' }))
      return { message: 'Your request was sent.' }
    },
  })
  await expect.element(screen.getByText('No requests yet.')).toBeVisible()
  await screen.getByLabelText('League (optional)').selectOptions('Sunday Night Lights')
  await screen.getByLabelText('Message (optional)').fill('It is me.')
  await screen.getByRole('button', { name: 'Request to Join' }).click()
  await expect.element(screen.getByText('Your request was sent.')).toBeVisible()
  expect(server.requests.find(({ key }) => key === 'POST /api/request-league/')?.body).toEqual({
    league: 'Sunday Night Lights',
    message: 'It is me.',
  })
  await expect
    .element(screen.getByRole('listitem'))
    .toMatchTextContent('Sunday Night Lights Pending Sent just now: “It is me.”')
  await expect.element(screen.getByLabelText('League (optional)')).toHaveValue('')
  await expect.element(screen.getByLabelText('Message (optional)')).toHaveValue('')
})

it('sends a request without a league and a message', async () => {
  const { screen, server } = await renderPicker({ 'POST /api/request-league/': { message: 'Sent.' } })
  await screen.getByRole('button', { name: 'Request to Join' }).click()
  await expect.element(screen.getByText('Sent.')).toBeVisible()
  const sent = server.requests.find(({ key }) => key === 'POST /api/request-league/')
  expect(sent?.body).toEqual({ league: null, message: '' })
})

it.each([
  ['pending', 'Pending'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
] as const)('shows a request that is %s and when it was sent', async (status, label) => {
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000).toISOString()
  const request = buildJoinRequest({ status, league: null, created_at: twoDaysAgo })
  const { screen } = await renderPicker({ 'GET /api/my-requests/': { requests: [request] } })
  await expect.element(screen.getByRole('listitem')).toMatchTextContent(`Any league ${label} Sent 2 days ago`)
})

it('shows a loading state and a load error for the requests', async () => {
  const loading = await renderPicker({ 'GET /api/my-requests/': neverResponds() })
  await expect.element(loading.screen.getByRole('status', { name: 'Loading your requests' })).toBeVisible()
  await loading.screen.unmount()
  const { screen } = await renderPicker({
    'GET /api/my-requests/': errorResponse(500, 'internal_error', 'Server error.'),
  })
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('Failed to load your requestsServer error.')
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})

it('lets a user with a league request to join another', async () => {
  const { screen } = await renderPicker({
    'GET /api/user-leagues/:username/': { leagues: [buildMyLeague()] },
  })
  await expect.element(screen.getByRole('button', { name: 'Request to Join' })).not.toBeInTheDocument()
  await screen.getByText('Request to join another league').click()
  await expect.element(screen.getByRole('button', { name: 'Request to Join' })).toBeVisible()
})
