import { expect, it } from 'vitest'
import type { ApiResponse } from '../../api/api-client.ts'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { buildRosterRow } from '../../testing/roster-fixtures.ts'
import { TeamPage } from './team-page.tsx'

type TeamResponse = ApiResponse<'GET /api/league/:league/teams/:team/'>

const OWLS: TeamResponse['team'] = {
  team_id: 3,
  name: 'Owls',
  abbrev: 'OWL',
  logo: null,
  owners: ['Cleo Marsh', 'Bo Marsh'],
  assigned_user: 'Cleo Marsh',
  owner: { owner: 'C. Marsh', slug: 'c-marsh', picture: null },
  titles: [
    { season: 2019, name: 'Owls' },
    { season: 2024, name: 'Night Owls' },
  ],
  record: { wins: 6, losses: 3, ties: 0 },
  rank: 2,
  seed: 2,
  streak: { outcome: 'win', length: 2 },
  last_five: [{ week: 9, game_id: 41, result: 'win' }],
  points_for: 1029.3,
  points_against: 974.2,
  points_per_game: 114.37,
  color: '#c8102e',
}

const GAME: TeamResponse['schedule'][number] = {
  week: 9,
  nfl_weeks: [9],
  game_id: 41,
  opponent: { team_id: 5, name: 'Larks', logo: null, record: { wins: 2, losses: 7, ties: 0 }, rank: 12 },
  is_home: true,
  is_playoff: false,
  round: null,
  state: 'final',
  result: 'win',
  score: 116.5,
  opponent_score: 93.9,
  categories: null,
}

function buildTeamResponse(overrides: Partial<TeamResponse> = {}): TeamResponse {
  return {
    updated_at: new Date().toISOString(),
    last_error: null,
    season: 2026,
    seasons: [2026, 2025],
    scoring_format: 'points',
    is_finished: false,
    espn_league_id: 99,
    provider: 'espn',
    team_url: 'https://fantasy.espn.com/football/team?leagueId=99&teamId=3&seasonId=2026',
    team: OWLS,
    weekly_points: [
      { week: 8, points: 100, league_average: 110.5 },
      { week: 9, points: 116.5, league_average: 105 },
    ],
    schedule: [GAME],
    roster: { week: 10, weeks: [9, 10], players: [buildRosterRow({ player: 'Ada Fleet' })] },
    transactions: [],
    ...overrides,
  }
}

async function renderPage(response: TeamResponse | ReturnType<typeof errorResponse>) {
  const server = fakeServer({ 'GET /api/league/:league/teams/:team/': response })
  const rendered = await renderWithClient(
    <TeamPage
      league="Sunday"
      team={3}
      chooser={null}
      renderRoster={({ players }) => <p>{players.map(({ player }) => player).join(', ')}</p>}
      renderReview={(season, week) => <p>{`Review of ${season}, week ${week}`}</p>}
    />,
    '/?league=Sunday&tab=roster&team=3',
  )
  return { ...rendered, server }
}

it('shows who the team is, how it stands, its roster, its points by week and its schedule', async () => {
  const { screen } = await renderPage(buildTeamResponse())
  await expect.element(screen.getByRole('heading', { name: 'Owls' })).toBeVisible()
  await expect.element(screen.getByText('Champion 2019 and 2024')).toBeVisible()
  const hrefOf = (name: string) =>
    screen.getByRole('link', { name, exact: true }).element().getAttribute('href')
  expect(hrefOf('Cleo Marsh')).toBe('/?league=Sunday&tab=history&owner=C.+Marsh')
  await expect.element(screen.getByText('Bo Marsh')).toBeVisible()
  const facts = [...screen.container.querySelectorAll('dl > div')].map((fact) => fact.textContent)
  expect(facts).toEqual([
    'Rank2nd',
    'Record6-3',
    'StreakW2',
    'Points for1029.3',
    'Points against974.2',
    'Per game114.4',
  ])
  expect(hrefOf('Week 9: win')).toBe('/?league=Sunday&tab=matchup&season=2026&week=9&game=41')
  await expect.element(screen.getByText('Ada Fleet')).toBeVisible()
  await expect
    .element(screen.getByRole('img', { name: /^Owls scored more/ }))
    .toHaveAccessibleName("Owls scored more than the league's average in 1 of 2 weeks.")
  const lines = screen
    .getByRole('img', { name: /^Owls scored more/ })
    .element()
    .querySelectorAll('path')
  expect([...lines].map((path) => getComputedStyle(path).stroke)).toContain('rgb(200, 16, 46)')
  expect(hrefOf('Larks')).toBe('/?league=Sunday&tab=roster&season=2026&team=5')
  expect(hrefOf('W 116.5–93.9')).toBe('/?league=Sunday&tab=matchup&season=2026&week=9&game=41')
})

it('keeps the links of the team apart', async () => {
  const { screen } = await renderPage(
    buildTeamResponse({ team_url: 'https://sleeper.com/roster/9/3', provider: 'sleeper' }),
  )
  const boxOf = (name: string) =>
    screen.getByRole('link', { name, exact: true }).element().getBoundingClientRect()
  await expect.element(screen.getByRole('link', { name: 'Keepers' })).toBeVisible()
  expect(boxOf('Open team in Sleeper').left - boxOf('Keepers').right).toBeGreaterThanOrEqual(16)
})

it('shows a bye, a game to come and a playoff game in the schedule', async () => {
  const toCome = { state: 'before', result: null, score: null, opponent_score: null } as const
  const { screen } = await renderPage(
    buildTeamResponse({
      schedule: [
        { ...GAME, ...toCome, week: 13, game_id: null, opponent: null },
        { ...GAME, ...toCome, week: 14, game_id: 60, is_home: false },
        { ...GAME, ...toCome, week: 15, game_id: 70, round: { name: 'Semifinal', bracket: 'championship' } },
      ],
    }),
  )
  await expect.element(screen.getByText('vs · Semifinal')).toBeVisible()
  const games = screen
    .getByRole('table', { name: 'Games of the season' })
    .getByRole('row')
    .elements()
    .map((row) => row.textContent)
  expect(games.slice(1)).toEqual(['13Bye', '14LLarksat · 2-7 Preview', '15LLarksvs · Semifinal Preview'])
})

it('lists adds, drops and trades, newest first', async () => {
  const base = {
    status: 'done',
    reason: null,
    week: 5,
    decided_at: null,
    proposed_at: null,
    bid: null,
  } as const
  const { screen } = await renderPage(
    buildTeamResponse({
      transactions: [
        {
          ...base,
          id: 'b',
          kind: 'trade',
          other_teams: [{ team_id: 5, name: 'Larks', logo: null }],
          moves: [
            { espn_id: 1, player: 'Ada Fleet', from_team_id: 5, to_team_id: 3 },
            { espn_id: 2, player: 'Bo Marsh', from_team_id: 3, to_team_id: 5 },
          ],
          picks: [],
          budget: [],
        },
        {
          ...base,
          id: 'a',
          kind: 'waiver',
          bid: 12,
          status: 'failed',
          other_teams: [],
          moves: [{ espn_id: 4, player: 'Cy Bench', from_team_id: null, to_team_id: 3 }],
          picks: [],
          budget: [],
        },
      ],
    }),
  )
  const trade = screen.getByRole('listitem').filter({ hasText: 'Trade with Larks' })
  await expect.element(trade).toMatchTextContent('Trade with Larks · Week 5+Received Ada Fleet−Sent Bo Marsh')
  const claim = screen.getByRole('listitem').filter({ hasText: 'Waiver claim' })
  await expect.element(claim).toMatchTextContent('Waiver claim, $12 (failed) · Week 5+Added Cy Bench')
})

it('says what is not stored', async () => {
  const { screen } = await renderPage(
    buildTeamResponse({
      weekly_points: [],
      schedule: [],
      transactions: null,
      roster: { week: null, weeks: [], players: [] },
      team: {
        ...OWLS,
        owners: [],
        assigned_user: null,
        owner: null,
        titles: [],
        last_five: [],
        streak: null,
      },
    }),
  )
  await expect.element(screen.getByText('No manager')).toBeVisible()
  await expect.element(screen.getByText('No roster is stored for this week.')).toBeVisible()
  await expect.element(screen.getByText('No games of this season are stored.')).toBeVisible()
  await expect.element(screen.getByText('No transactions of this season are stored.')).toBeVisible()
})

it('shows the draft picks and the budget of a trade, even of one without players', async () => {
  const { screen } = await renderPage(
    buildTeamResponse({
      transactions: [
        {
          id: 'c',
          kind: 'trade',
          status: 'done',
          reason: null,
          week: 5,
          decided_at: null,
          proposed_at: null,
          bid: null,
          other_teams: [{ team_id: 5, name: 'Larks', logo: null, color: '#234567' }],
          moves: [],
          picks: [
            {
              season: 2025,
              round: 1,
              original_team_id: 7,
              original_team: 'Finches',
              from_team_id: 5,
              to_team_id: 3,
            },
          ],
          budget: [{ amount: 12, from_team_id: 3, to_team_id: 5 }],
        },
      ],
    }),
  )
  await expect
    .element(screen.getByRole('listitem').filter({ hasText: 'Trade with Larks' }))
    .toMatchTextContent('Trade with Larks · Week 5+Received 2025 1st-round pick (from Finches)−Sent $12 FAAB')
})

it('changes the season and the week in the URL', async () => {
  const { screen, page, server } = await renderPage(buildTeamResponse())
  await screen.getByLabelText('Week', { exact: true }).selectOptions('9')
  expect(page.url()).toBe('/?league=Sunday&tab=roster&week=9&team=3')
  await screen.getByRole('combobox', { name: 'Season' }).selectOptions('2025')
  expect(page.url()).toBe('/?league=Sunday&tab=roster&season=2025&team=3')
  await expect.poll(() => server.requests.at(-1)?.path).toContain('season=2025')
})

it('says calmly that a team does not exist, and leads to the standings', async () => {
  const { screen } = await renderPage(errorResponse(404, 'team_not_found', 'Team not found.'))
  await expect.element(screen.getByText(/^Team not found\./)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'See the standings' }))
    .toHaveAttribute('href', '/?league=Sunday&tab=standings')
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
})

it.each([
  ['a week before the last one', { roster: { week: 9, weeks: [9, 10] } }, true],
  ['the last week', { roster: { week: 10, weeks: [9, 10] } }, false],
  ['the last week of an earlier season', { season: 2025, roster: { week: 10, weeks: [9, 10] } }, true],
  ['a season without weekly points', { scoring_format: 'roto', roster: { week: 9, weeks: [9, 10] } }, false],
] as const)('reviews %s: %o', async (_, { roster, ...overrides }, isReviewed) => {
  const response = buildTeamResponse({
    ...overrides,
    seasons: [2026, 2025],
    roster: {
      week: roster.week,
      weeks: [...roster.weeks],
      players: [buildRosterRow({ player: 'Ada Fleet' })],
    },
  })
  const { screen } = await renderPage(response)
  await expect.element(screen.getByText('Ada Fleet')).toBeVisible()
  expect(screen.getByText(/^Review of/).elements()).toHaveLength(isReviewed ? 1 : 0)
})
