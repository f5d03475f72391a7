import { expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { PendingRequestsSection } from './pending-requests-section.tsx'
import type { JoinRequest } from './use-join-requests.ts'

const LIST_REQUESTS = 'GET /api/league-requests/'
const APPROVE_REQUEST = 'POST /api/league-requests/approve/'
const REJECT_REQUEST = 'POST /api/league-requests/reject/'
const REQUEST: JoinRequest = {
  username: 'rowan',
  league: 'Sunday',
  message: 'Let me in.',
  created_at: new Date(Date.now() - 5 * 60_000).toISOString(),
}

async function renderSection(answers: FakeResponses = {}, canDecide = true) {
  const server = fakeServer({ [LIST_REQUESTS]: { requests: [REQUEST] }, ...answers })
  const screen = await renderWithProviders(
    <PendingRequestsSection canDecide={canDecide} leagues={['Sunday', 'Monday']} />,
  )
  const sentBodies = (wanted: string) =>
    server.requests.filter(({ key }) => key === wanted).map(({ body }) => body)
  const button = (name: string) => screen.getByRole('button', { name, exact: true })
  return { screen, server, sent: sentBodies, button }
}

it('tells who asks for which league, with what words and when', async () => {
  const { screen } = await renderSection()
  const item = screen.getByRole('listitem')
  await expect.element(item).toHaveTextContent('rowan asks to join Sunday.')
  await expect.element(item).toHaveTextContent('“Let me in.”')
  await expect.element(item).toHaveTextContent('Sent 5 min ago')
})

it('approves a request and reads the list again', async () => {
  let requests = [REQUEST]
  const { screen, sent, button } = await renderSection({
    [LIST_REQUESTS]: () => ({ requests }),
    [APPROVE_REQUEST]: () => {
      requests = []
      return { message: 'rowan is now player of Sunday.' }
    },
  })
  await button('Approve rowan').click()
  await expect.element(screen.getByText('rowan is now player of Sunday.')).toBeVisible()
  await expect.element(screen.getByText('No pending requests.')).toBeVisible()
  expect(sent(APPROVE_REQUEST)).toEqual([{ username: 'rowan', league: 'Sunday' }])
})

it('approves a request without a league only once one is picked', async () => {
  const { screen, sent, button } = await renderSection({
    [LIST_REQUESTS]: { requests: [{ ...REQUEST, league: null }] },
    [APPROVE_REQUEST]: { message: 'Done.' },
  })
  await expect.element(button('Approve rowan')).toBeDisabled()
  await screen.getByLabelText('League for rowan').selectOptions('Monday')
  await button('Approve rowan').click()
  await expect.poll(() => sent(APPROVE_REQUEST)).toEqual([{ username: 'rowan', league: 'Monday' }])
})

it('rejects once one has said so again', async () => {
  const { screen, sent, button } = await renderSection({
    [REJECT_REQUEST]: { message: 'The request was rejected.' },
  })
  await button('Reject rowan').click()
  expect(sent(REJECT_REQUEST)).toEqual([])
  await screen.getByRole('dialog', { name: 'Reject rowan?' }).getByRole('button', { name: 'Reject' }).click()
  await expect.element(screen.getByText('The request was rejected.')).toBeVisible()
  expect(sent(REJECT_REQUEST)).toEqual([{ username: 'rowan' }])
  await expect.poll(() => sent(LIST_REQUESTS)).toHaveLength(2)
})

it('passes on why the server refuses', async () => {
  const { screen, button } = await renderSection({
    [APPROVE_REQUEST]: errorResponse(404, 'request_not_found', 'There is no pending request of that user.'),
  })
  await button('Approve rowan').click()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('There is no pending request of that user.')
})

it('is closed to those who are no admin, and asks nothing', async () => {
  const { screen, server } = await renderSection({}, false)
  await expect.element(screen.getByText('Only an admin sees and decides join requests.')).toBeVisible()
  expect(server.requests).toEqual([])
})

it('is empty with Retry when the list cannot be loaded', async () => {
  const { screen, button } = await renderSection({
    [LIST_REQUESTS]: errorResponse(500, 'internal_error', 'Broken.'),
  })
  await expect.element(screen.getByText('Failed to load join requests')).toBeVisible()
  await expect.element(button('Retry')).toBeEnabled()
})

it('shows that the list is being loaded', async () => {
  const { screen } = await renderSection({ [LIST_REQUESTS]: neverResponds() })
  await expect.element(screen.getByRole('status', { name: 'Loading join requests' })).toBeVisible()
})
