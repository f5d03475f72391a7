import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { buildUserAccount } from '../../testing/user-account-fixtures.ts'
import { TeamsSection } from './teams-section.tsx'
import type { LeagueTeam } from './use-teams.ts'

const LIST_TEAMS = 'GET /api/league/:league/teams/'
const ASSIGN_TEAM = 'POST /api/league/:league/assign-team/'

function buildTeam(named: Partial<LeagueTeam> = {}): LeagueTeam {
  return {
    league_team_id: 7,
    name: 'Fumblers',
    abbrev: 'FUM',
    logo: null,
    wins: 8,
    losses: 2,
    ties: 0,
    rank: 1,
    points_for: 1000,
    points_against: 900,
    assigned_user: null,
    ...named,
  }
}

async function renderSection(answers: FakeResponses = {}, leagues: readonly string[] = ['Sunday']) {
  const server = fakeServer({
    'GET /api/users/': { users: [buildUserAccount(), buildUserAccount({ username: 'rowan' })] },
    [LIST_TEAMS]: { teams: [buildTeam()] },
    ...answers,
  })
  const screen = await renderWithProviders(<TeamsSection leagues={leagues} league="Sunday" />)
  return {
    screen,
    server,
    row: screen.getByRole('row', { name: /Fumblers/ }),
    user: screen.getByLabelText('User of Fumblers'),
    save: screen.getByRole('button', { name: 'Save Fumblers' }),
  }
}

it('saves a changed assignment, and nothing else', async () => {
  const team = buildTeam()
  const { server, row, user, save } = await renderSection({
    [LIST_TEAMS]: () => ({ teams: [{ ...team }] }),
    [ASSIGN_TEAM]: () => {
      team.assigned_user = 'rowan'
      return { message: 'rowan has this team now.' }
    },
  })
  await expect.element(row).toHaveTextContent('8-2')
  await expect.element(row).toHaveTextContent('Unassigned')
  await expect.element(save).toBeDisabled()
  await user.fill('rowan')
  await userEvent.tab()
  await expect.element(row).toHaveTextContent('Unsaved')
  await save.click()
  await expect.element(row).toHaveTextContent('Assigned')
  await expect.element(save).toBeDisabled()
  expect(server.requests.find(({ key }) => key === ASSIGN_TEAM)).toMatchObject({
    params: { league: 'Sunday' },
    body: { league_team_id: 7, username: 'rowan' },
  })
})

it('gives a team to nobody when its user is emptied', async () => {
  const { server, row, user, save } = await renderSection({
    [LIST_TEAMS]: { teams: [buildTeam({ assigned_user: 'ada' })] },
    [ASSIGN_TEAM]: { message: 'Nobody has this team now.' },
  })
  await expect.element(row).toHaveTextContent('Assigned')
  await user.fill('')
  await save.click()
  await expect
    .poll(() => server.requests.find(({ key }) => key === ASSIGN_TEAM)?.body)
    .toEqual({ league_team_id: 7, username: '' })
})

it('is unchanged again when the stored user is chosen again', async () => {
  const { row, user, save } = await renderSection({
    [LIST_TEAMS]: { teams: [buildTeam({ assigned_user: 'ada' })] },
  })
  await user.fill('rowan')
  await userEvent.tab()
  await expect.element(save).toBeEnabled()
  await user.fill('ada')
  await userEvent.tab()
  await expect.element(save).toBeDisabled()
  await expect.element(row).toHaveTextContent('Assigned')
})

it('says that it saves', async () => {
  const { row, user, save } = await renderSection({ [ASSIGN_TEAM]: neverResponds() })
  await user.fill('ada')
  await userEvent.tab()
  await save.click()
  await expect.element(row).toHaveTextContent('Saving…')
  await expect.element(save).toBeDisabled()
})

it('says beside the team why it was not saved, and keeps the choice', async () => {
  const { row, user, save } = await renderSection({
    [ASSIGN_TEAM]: errorResponse(404, 'user_not_found', 'User not found.'),
  })
  await user.fill('ada')
  await userEvent.tab()
  await save.click()
  await expect.element(user).toHaveAccessibleDescription('User not found.')
  await expect.element(row).toHaveTextContent('Unsaved')
})

it('has a table a league, the chosen one first, and reads many only when they are opened', async () => {
  const { screen, server } = await renderSection({}, ['A', 'B', 'C', 'Sunday'])
  await expect.element(screen.getByRole('table', { name: 'Teams of Sunday' })).toBeVisible()
  expect(
    screen
      .getByRole('heading', { level: 3 })
      .elements()
      .map((it) => it.textContent),
  ).toEqual(['Sunday', 'A', 'B', 'C'])
  const read = () =>
    server.requests.filter(({ key }) => key === LIST_TEAMS).map(({ params }) => params['league'])
  expect(read()).toEqual(['Sunday', 'A', 'B'])
  await screen.getByRole('heading', { name: 'C', exact: true }).click()
  await expect.element(screen.getByRole('table', { name: 'Teams of C' })).toBeVisible()
})

it.each([
  ['without a league', [], {}, 'You run no league yet.'],
  ['before the first refresh', ['Sunday'], { [LIST_TEAMS]: { teams: [] } }, 'No teams yet.'],
  [
    'when the teams cannot be loaded',
    ['Sunday'],
    { [LIST_TEAMS]: errorResponse(500, 'internal_error', 'Broken.') },
    'Failed to load teams',
  ],
])('says so %s', async (_, leagues, answers, sentence) => {
  const { screen } = await renderSection(answers, leagues)
  await expect.element(screen.getByText(sentence)).toBeVisible()
})
