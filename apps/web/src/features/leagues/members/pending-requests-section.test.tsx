import { expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../../testing/fake-server.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import { PendingRequestsSection } from './pending-requests-section.tsx'
import type { JoinRequest } from './use-members.ts'

const LIST_REQUESTS = 'GET /api/league-requests/'
const APPROVE_REQUEST = 'POST /api/league-requests/approve/'
const REJECT_REQUEST = 'POST /api/league-requests/reject/'
const REQUEST: JoinRequest = {
  username: 'rowan',
  league: 'Sunday',
  message: 'Let me in.',
  created_at: new Date(Date.now() - 5 * 60_000).toISOString(),
}

async function renderSection(responses: FakeResponses = {}, canDecide = true) {
  const server = fakeServer({ [LIST_REQUESTS]: { requests: [REQUEST] }, ...responses })
  const screen = await renderWithProviders(
    <PendingRequestsSection canDecide={canDecide} leagues={['Sunday', 'Monday']} />,
  )
  const sentBodies = (requestKey: string) =>
    server.requests.filter(({ key }) => key === requestKey).map(({ body }) => body)
  const button = (name: string) => screen.getByRole('button', { name, exact: true })
  return { screen, server, sentBodies, button }
}

it('shows who wants to join which league, with the message and time', async () => {
  const { screen } = await renderSection()
  const item = screen.getByRole('listitem')
  await expect.element(item).toMatchTextContent('rowan wants to join Sunday.')
  await expect.element(item).toMatchTextContent('“Let me in.”')
  await expect.element(item).toMatchTextContent('Sent 5 min ago')
})

it('approves a request and reloads the list', async () => {
  let requests = [REQUEST]
  const { screen, sentBodies, button } = await renderSection({
    [LIST_REQUESTS]: () => ({ requests }),
    [APPROVE_REQUEST]: () => {
      requests = []
      return { message: 'rowan joined Sunday as a player.' }
    },
  })
  await button('Approve rowan').click()
  await expect.element(screen.getByText('rowan joined Sunday as a player.')).toBeVisible()
  await expect.element(screen.getByText('No pending requests.')).toBeVisible()
  expect(sentBodies(APPROVE_REQUEST)).toEqual([{ username: 'rowan', league: 'Sunday' }])
})

it('approves a request without a league only after one is picked', async () => {
  const { screen, sentBodies, button } = await renderSection({
    [LIST_REQUESTS]: { requests: [{ ...REQUEST, league: null }] },
    [APPROVE_REQUEST]: { message: 'Done.' },
  })
  await expect.element(button('Approve rowan')).toBeDisabled()
  await screen.getByLabelText('League for rowan').selectOptions('Monday')
  await button('Approve rowan').click()
  await expect.poll(() => sentBodies(APPROVE_REQUEST)).toEqual([{ username: 'rowan', league: 'Monday' }])
})

it('rejects a request after confirmation', async () => {
  const { screen, sentBodies, button } = await renderSection({
    [REJECT_REQUEST]: { message: 'Rejected the request from rowan.' },
  })
  await button('Reject rowan').click()
  expect(sentBodies(REJECT_REQUEST)).toEqual([])
  await screen.getByRole('dialog', { name: 'Reject rowan?' }).getByRole('button', { name: 'Reject' }).click()
  await expect.element(screen.getByText('Rejected the request from rowan.')).toBeVisible()
  expect(sentBodies(REJECT_REQUEST)).toEqual([{ username: 'rowan' }])
  await expect.poll(() => sentBodies(LIST_REQUESTS)).toHaveLength(2)
})

it('shows the server error when a request cannot be approved', async () => {
  const { screen, button } = await renderSection({
    [APPROVE_REQUEST]: errorResponse(404, 'request_not_found', 'No pending request found.'),
  })
  await button('Approve rowan').click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('No pending request found.')
})

it('shows a notice to users who are not admins and sends no request', async () => {
  const { screen, server } = await renderSection({}, false)
  await expect.element(screen.getByText('Only admins can see and approve join requests.')).toBeVisible()
  expect(server.requests).toEqual([])
})

it('shows an error with a Retry button when the list cannot be loaded', async () => {
  const { screen, button } = await renderSection({
    [LIST_REQUESTS]: errorResponse(500, 'internal_error', 'Server error.'),
  })
  await expect.element(screen.getByText('Failed to load join requests')).toBeVisible()
  await expect.element(button('Retry')).toBeEnabled()
})

it('shows a loading state while the list loads', async () => {
  const { screen } = await renderSection({ [LIST_REQUESTS]: neverResponds() })
  await expect.element(screen.getByRole('status', { name: 'Loading join requests' })).toBeVisible()
})
