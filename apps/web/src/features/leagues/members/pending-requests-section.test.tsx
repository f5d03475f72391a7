import { describe, expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../../testing/fake-server.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import { PendingRequestsSection } from './pending-requests-section.tsx'
import type { JoinRequest } from './use-members.ts'

const LIST_REQUESTS = 'GET /api/league-requests/'
const APPROVE_REQUEST = 'POST /api/league-requests/approve/'
const REJECT_REQUEST = 'POST /api/league-requests/reject/'
const LIST_TEAMS = 'GET /api/league/:league/teams/'
const REQUEST: JoinRequest = {
  username: 'rowan',
  name: 'rowan',
  league: 'Sunday',
  message: 'Let me in.',
  team: null,
  created_at: new Date(Date.now() - 5 * 60_000).toISOString(),
}

async function renderSection(responses: FakeResponses = {}, canDecide = true) {
  const server = fakeServer({
    [LIST_REQUESTS]: { requests: [REQUEST] },
    [LIST_TEAMS]: { scoring_format: 'points', teams: [], ended_assignments: [] },
    ...responses,
  })
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

describe('assigning a team with the approval', () => {
  const buildTeam = (id: number, name: string, owners: string[], assigned_user: string | null = null) => ({
    league_team_id: id,
    name,
    abbrev: name.slice(0, 3),
    logo: null,
    wins: 0,
    losses: 0,
    ties: 0,
    rank: id,
    points_for: 0,
    points_against: 0,
    owners,
    assigned_user,
  })
  const TEAMS = {
    scoring_format: 'points' as const,
    teams: [
      buildTeam(1, 'Anchors', ['Ada Marlow'], 'ada'),
      buildTeam(2, 'Buoys', ['Rowan Pike']),
      buildTeam(3, 'Cranes', []),
    ],
    ended_assignments: [],
  }

  it('preselects the team whose owner has the name of the person, and assigns it with one click', async () => {
    const { screen, sentBodies, button } = await renderSection({
      [LIST_REQUESTS]: { requests: [{ ...REQUEST, name: 'Rowan Pike' }] },
      [LIST_TEAMS]: TEAMS,
      [APPROVE_REQUEST]: { message: 'Done.' },
    })
    await expect.element(screen.getByText('Rowan Pike (rowan)')).toBeVisible()
    const team = screen.getByLabelText('Team for rowan')
    await expect.element(team).toHaveValue('2')
    await expect.element(team).toMatchTextContent('No teamBuoys (Rowan Pike)Cranes')
    await button('Approve and assign rowan').click()
    await expect
      .poll(() => sentBodies(APPROVE_REQUEST))
      .toEqual([{ username: 'rowan', league: 'Sunday', league_team_id: 2 }])
  })

  it('preselects the team that the person asked for, which the admin can change', async () => {
    const { screen, sentBodies, button } = await renderSection({
      [LIST_REQUESTS]: {
        requests: [{ ...REQUEST, name: 'Rowan Pike', team: { league_team_id: 3, name: 'Cranes' } }],
      },
      [LIST_TEAMS]: TEAMS,
      [APPROVE_REQUEST]: { message: 'Done.' },
    })
    await expect.element(screen.getByText(/with the team Cranes/)).toBeVisible()
    await expect.element(screen.getByLabelText('Team for rowan')).toHaveValue('3')
    await screen.getByLabelText('Team for rowan').selectOptions('No team')
    await button('Approve rowan').click()
    await expect.poll(() => sentBodies(APPROVE_REQUEST)).toEqual([{ username: 'rowan', league: 'Sunday' }])
  })

  it('preselects no team that somebody has, or that nobody can be matched with', async () => {
    const { screen } = await renderSection({
      [LIST_REQUESTS]: {
        requests: [
          {
            ...REQUEST,
            username: 'ada2',
            name: 'Ada Marlow',
            team: { league_team_id: 1, name: 'Anchors' },
          },
        ],
      },
      [LIST_TEAMS]: TEAMS,
    })
    await expect.element(screen.getByLabelText('Team for ada2')).toHaveValue('')
  })
})
