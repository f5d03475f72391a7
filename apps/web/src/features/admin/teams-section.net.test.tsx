import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { LeagueTeam } from '../../api/operations.ts'
import { buildTeam, buildUserAccount } from '../../testing/account-fixtures.ts'
import {
  conflictResponse,
  errorResponse,
  type FakeResponses,
  fakeServer,
  neverResponds,
} from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { TeamsSection } from './teams-section.tsx'

const LIST_TEAMS = 'GET /api/league/:league/teams/'
const ASSIGN_TEAM = 'POST /api/league/:league/assign-team/'

async function renderSection(responses: FakeResponses = {}, leagues: readonly string[] = ['Sunday']) {
  const server = fakeServer({
    'GET /api/users/': {
      users: [
        buildUserAccount(),
        buildUserAccount({ username: 'rowan' }),
        buildUserAccount({ username: 'wren12', first_name: 'Wren', last_name: 'Pike' }),
      ],
    },
    [LIST_TEAMS]: { scoring_format: 'points', teams: [buildTeam()], ended_assignments: [] },
    ...responses,
  })
  const screen = await renderWithProviders(<TeamsSection leagues={leagues} league="Sunday" />)
  return {
    screen,
    server,
    row: screen.getByRole('row', { name: /Fumblers/ }),
    user: screen.getByLabelText('Assigned user for Fumblers'),
    save: screen.getByRole('button', { name: 'Save Fumblers' }),
  }
}

it('saves a changed assignment', async () => {
  const team = buildTeam()
  const { server, row, user, save } = await renderSection({
    [LIST_TEAMS]: () => ({ scoring_format: 'points', teams: [{ ...team }], ended_assignments: [] }),
    [ASSIGN_TEAM]: () => {
      team.assigned_user = 'rowan'
      return { message: 'The team is now assigned to rowan.' }
    },
  })
  await expect.element(row).toMatchTextContent('8-2')
  await expect.element(row).toMatchTextContent('Unassigned')
  await expect.element(save).toBeDisabled()
  await user.fill('rowan')
  await userEvent.tab()
  await expect.element(row).toMatchTextContent('Unsaved')
  await save.click()
  await expect.element(row).toMatchTextContent('Assigned')
  await expect.element(save).toBeDisabled()
  expect(server.requests.find(({ key }) => key === ASSIGN_TEAM)).toMatchObject({
    params: { league: 'Sunday' },
    body: { league_team_id: 7, username: 'rowan', expected: { username: null } },
  })
})

it('unassigns a team when its user is cleared', async () => {
  const { server, row, user, save } = await renderSection({
    [LIST_TEAMS]: {
      scoring_format: 'points',
      teams: [buildTeam({ assigned_user: 'ada' })],
      ended_assignments: [],
    },
    [ASSIGN_TEAM]: { message: 'The team is now unassigned.' },
  })
  await expect.element(row).toMatchTextContent('Assigned')
  await user.fill('')
  await save.click()
  await expect
    .poll(() => server.requests.find(({ key }) => key === ASSIGN_TEAM)?.body)
    .toEqual({ league_team_id: 7, username: '', expected: { username: 'ada' } })
})

it('names users whose team ended with its owner', async () => {
  const ended = { username: 'ada', owner: 'Ada Marlow', team: 'Anchors', last_season: 2025 }
  const { screen } = await renderSection({
    [LIST_TEAMS]: {
      teams: [buildTeam()],
      scoring_format: 'points',
      ended_assignments: [ended, { ...ended, username: 'ben', owner: null }],
    },
  })
  await expect
    .element(screen.getByText(/^ada has no team now: Ada Marlow had Anchors until 2025/))
    .toBeVisible()
  await expect.element(screen.getByText(/^ben has no team now: the owner had Anchors/)).toBeVisible()
})

it('disables Save when the stored user is selected again', async () => {
  const { row, user, save } = await renderSection({
    [LIST_TEAMS]: {
      scoring_format: 'points',
      teams: [buildTeam({ assigned_user: 'ada' })],
      ended_assignments: [],
    },
  })
  await user.fill('rowan')
  await userEvent.tab()
  await expect.element(save).toBeEnabled()
  await user.fill('ada')
  await userEvent.tab()
  await expect.element(save).toBeDisabled()
  await expect.element(row).toMatchTextContent('Assigned')
})

it('shows that the assignment is being saved', async () => {
  const { row, user, save } = await renderSection({ [ASSIGN_TEAM]: neverResponds() })
  await user.fill('ada')
  await userEvent.tab()
  await save.click()
  await expect.element(row).toMatchTextContent('Saving…')
  await expect.element(save).toBeDisabled()
})

it('shows the server error next to the team and keeps the selection', async () => {
  const { row, user, save } = await renderSection({
    [ASSIGN_TEAM]: errorResponse(404, 'user_not_found', 'User not found.'),
  })
  await user.fill('ada')
  await userEvent.tab()
  await save.click()
  await expect.element(user).toHaveAccessibleDescription('User not found.')
  await expect.element(row).toMatchTextContent('Unsaved')
})

it('shows a table per league, the selected league first, and loads the others when opened', async () => {
  const { screen, server } = await renderSection({}, ['A', 'B', 'Sunday'])
  await expect.element(screen.getByRole('table', { name: 'Teams in Sunday' })).toBeVisible()
  expect(
    screen
      .getByRole('heading', { level: 3 })
      .elements()
      .map((heading) => heading.textContent),
  ).toEqual(['Sunday', 'A', 'B'])
  const requestedLeagues = () =>
    server.requests.filter(({ key }) => key === LIST_TEAMS).map(({ params }) => params['league'])
  expect(requestedLeagues()).toEqual(['Sunday'])
  await screen.getByRole('heading', { name: 'B', exact: true }).click()
  await expect.element(screen.getByRole('table', { name: 'Teams in B' })).toBeVisible()
})

it.each([
  ['that the user manages no league', [], {}, "You don't manage a league yet."],
  [
    'that there are no teams before the first refresh',
    ['Sunday'],
    { [LIST_TEAMS]: { scoring_format: 'points' as const, teams: [], ended_assignments: [] } },
    'No teams yet.',
  ],
  [
    'that the teams cannot be loaded',
    ['Sunday'],
    { [LIST_TEAMS]: errorResponse(500, 'internal_error', 'Server error.') },
    'Failed to load teams',
  ],
])('says %s', async (_, leagues, responses, message) => {
  const { screen } = await renderSection(responses, leagues)
  await expect.element(screen.getByText(message)).toBeVisible()
})

it('shows points instead of records in a league without matchups', async () => {
  const { screen, row } = await renderSection({
    [LIST_TEAMS]: { scoring_format: 'total_points', teams: [buildTeam()], ended_assignments: [] },
  })
  await expect.element(row).toMatchTextContent('1000.0')
  await expect.element(row).not.toMatchTextContent('8-2')
  await expect.element(screen.getByRole('columnheader', { name: 'Points' })).toBeVisible()
})

describe('when another admin has assigned the team in the meantime', () => {
  async function renderConflict() {
    const team = buildTeam()
    const section = await renderSection({
      [LIST_TEAMS]: () => ({ scoring_format: 'points', teams: [{ ...team }], ended_assignments: [] }),
      [ASSIGN_TEAM]: ({ body }) => {
        const { username, expected } = body as { username: string; expected: { username: string | null } }
        if (expected.username !== team.assigned_user || team.assigned_user === null) {
          team.assigned_user = 'sam'
          return conflictResponse({ username: 'sam' }, 'boss')
        }
        team.assigned_user = username
        return { message: 'Assigned.' }
      },
    })
    await section.user.fill('rowan')
    await userEvent.tab()
    await section.save.click()
    await expect
      .element(section.screen.getByText('boss assigned the team to sam while you were editing.'))
      .toBeVisible()
    return section
  }

  it('assigns it again when the admin chooses to', async () => {
    const { screen, server, row, user } = await renderConflict()
    await screen.getByRole('button', { name: 'Save mine' }).click()
    await expect.element(row).toMatchTextContent('Assigned')
    await expect.element(user).toHaveValue('rowan')
    expect(server.requests.findLast(({ key }) => key === ASSIGN_TEAM)?.body).toEqual({
      league_team_id: 7,
      username: 'rowan',
      expected: { username: 'sam' },
    })
  })

  it('keeps the other assignment when the admin chooses to', async () => {
    const { screen, row, user } = await renderConflict()
    await screen.getByRole('button', { name: 'Keep theirs' }).click()
    await expect.element(user).toHaveValue('sam')
    await expect.element(row).not.toMatchTextContent('while you were editing')
  })
})

describe('picking a user from the list', () => {
  async function renderTeams(initial: readonly LeagueTeam[]) {
    const assigned = new Map(initial.map((team) => [team.league_team_id, team.assigned_user]))
    const section = await renderSection({
      [LIST_TEAMS]: () => ({
        scoring_format: 'points',
        teams: initial.map((team) => ({ ...team, assigned_user: assigned.get(team.league_team_id) ?? null })),
        ended_assignments: [],
      }),
      [ASSIGN_TEAM]: ({ body }) => {
        const { league_team_id: id, username } = body as { league_team_id: number; username: string }
        for (const [team, user] of assigned) if (user === username) assigned.set(team, null)
        assigned.set(id, username === '' ? null : username)
        return { message: 'Assigned.' }
      },
    })
    const pick = async (name: string) => {
      await section.user.fill(name)
      await section.screen.getByRole('option', { name }).click()
    }
    return { ...section, assigned, pick, undo: section.screen.getByRole('button', { name: /^Undo/ }) }
  }

  it('assigns the team at once, and Undo unassigns it again', async () => {
    const { row, assigned, pick, undo } = await renderTeams([buildTeam()])
    await pick('rowan')
    await expect.element(row).toMatchTextContent('Assigned')
    expect([...assigned]).toEqual([[7, 'rowan']])
    await undo.click()
    await expect.element(row).toMatchTextContent('Unassigned')
    expect([...assigned]).toEqual([[7, null]])
    await expect.element(undo).not.toBeInTheDocument()
  })

  it('gives both users their teams back when one was moved to the team of the other', async () => {
    const larks = buildTeam({ league_team_id: 8, name: 'Larks', assigned_user: 'rowan' })
    const { row, assigned, pick, undo } = await renderTeams([buildTeam({ assigned_user: 'ada' }), larks])
    await pick('rowan')
    await expect
      .poll(() => [...assigned])
      .toEqual([
        [7, 'rowan'],
        [8, null],
      ])
    await undo.click()
    await expect
      .poll(() => [...assigned])
      .toEqual([
        [7, 'ada'],
        [8, 'rowan'],
      ])
    await expect.element(row).toMatchTextContent('Assigned')
  })

  it('sends nothing for the user that the team has', async () => {
    const { screen, server, user } = await renderTeams([buildTeam({ assigned_user: 'rowan' })])
    await expect.element(user).toHaveValue('rowan')
    await user.click()
    await screen.getByRole('option', { name: 'rowan' }).click()
    expect(server.requests.filter(({ key }) => key === ASSIGN_TEAM)).toEqual([])
  })
})

it('adds a co-owner to a team that somebody has, and removes the co-owners again', async () => {
  const team = buildTeam({ assigned_user: 'dario' })
  const { screen, server, row } = await renderSection({
    [LIST_TEAMS]: () => ({ scoring_format: 'points', teams: [{ ...team }], ended_assignments: [] }),
    [ASSIGN_TEAM]: ({ body }) => {
      team.co_owners = (body as { co_owner?: boolean }).co_owner === true ? ['rowan'] : []
      return { message: 'ok' }
    },
  })
  await screen.getByRole('button', { name: 'Add co-owner of Fumblers' }).click()
  await screen.getByRole('combobox', { name: 'Co-owner of Fumblers' }).fill('rowan')
  await screen.getByRole('option', { name: 'rowan' }).click()
  await expect.element(row).toMatchTextContent('With rowan')
  await screen.getByRole('button', { name: 'Remove co-owners of Fumblers' }).click()
  await expect.element(row).not.toMatchTextContent('With rowan')
  expect(server.requests.filter(({ key }) => key === ASSIGN_TEAM).map(({ body }) => body)).toEqual([
    { league_team_id: 7, username: 'rowan', co_owner: true },
    { league_team_id: 7, username: 'dario' },
  ])
})

it('shows people by their names', async () => {
  const { screen, row, user } = await renderSection({
    [LIST_TEAMS]: {
      scoring_format: 'points',
      teams: [
        buildTeam({ assigned_user: 'wren12', co_owners: ['rowan'] }),
        buildTeam({ league_team_id: 8, name: 'Larks', assigned_user: 'rowan', co_owners: ['wren12'] }),
      ],
      ended_assignments: [{ username: 'wren12', owner: null, team: 'Anchors', last_season: 2025 }],
    },
  })
  await expect.element(user).toHaveValue('Wren Pike')
  await expect.element(row).toMatchTextContent('With rowan')
  await expect.element(screen.getByRole('row', { name: /Larks/ })).toMatchTextContent('With Wren Pike')
  await expect.element(screen.getByText(/^Wren Pike has no team now/)).toBeVisible()
})

it('shows the owners of each team on ESPN', async () => {
  const { row } = await renderSection({
    [LIST_TEAMS]: {
      scoring_format: 'points',
      teams: [buildTeam({ owners: ['Ada Marlow', 'Bo Vance'] })],
      ended_assignments: [],
    },
  })
  await expect.element(row).toMatchTextContent('Ada Marlow, Bo Vance')
})
