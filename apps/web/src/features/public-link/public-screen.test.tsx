import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { ApiResponse } from '../../api/api-client.ts'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { PublicScreen } from './public-screen.tsx'
import type { PublicHistory, PublicScoreboard, PublicStandings } from './use-public-link.ts'

const LEAGUE = 'GET /api/public/:code/'
const STANDINGS = 'GET /api/public/:code/standings/'
const SCOREBOARD = 'GET /api/public/:code/scoreboard/'
const HISTORY = 'GET /api/public/:code/history/'

const league: ApiResponse<typeof LEAGUE> = { league: 'Sunday', seasons: [2026, 2025], shows_owners: false }

const team = (team_id: number, name: string) => ({ team_id, name, logo: null, color: '#225588' })

const standing = (
  team_id: number,
  name: string,
  wins: number,
  losses: number,
): PublicStandings['teams'][number] => ({
  ...team(team_id, name),
  owners: [],
  rank: team_id,
  wins,
  losses,
  ties: 0,
  points_for: 500 - team_id,
  points_against: 480,
  seed: team_id,
  streak: { outcome: 'win', length: 3 },
  last_result: 'win',
  games_back: 0,
})

const standings: PublicStandings = {
  season: 2026,
  scoring_format: 'points',
  teams: [standing(1, 'Anchors', 5, 1), standing(2, 'Buoys', 4, 2), standing(3, 'Cleats', 1, 5)],
  playoff_teams: 2,
  is_finished: false,
  updated_at: '2026-10-11T18:00:00.000Z',
}

const side = (team_id: number, name: string, score: number) => ({
  ...team(team_id, name),
  score,
  categories: null,
  record: { wins: 5, losses: 1, ties: 0 },
})

const scoreboard: PublicScoreboard = {
  season: 2026,
  scoring_format: 'points',
  week: 6,
  weeks: [5, 6],
  matchups: [
    {
      id: 1,
      status: 'Live',
      state: 'live',
      result: null,
      is_playoff: false,
      round: null,
      away: side(1, 'Anchors', 88.5),
      home: side(2, 'Buoys', 91),
    },
  ],
  byes: [team(3, 'Cleats')],
  scores: [],
  updated_at: '2026-10-11T18:00:00.000Z',
}

const history: PublicHistory = {
  first_year: 2025,
  seasons: [
    {
      season: 2025,
      scoring_format: 'points',
      is_finished: true,
      champion: { name: 'Old Anchors', logo: null, owner: null },
      champions: [
        { name: 'Old Anchors', logo: null, owner: null },
        { name: 'Old Buoys', logo: null, owner: null },
      ],
      teams: [
        {
          rank: 1,
          name: 'Old Anchors',
          logo: null,
          owner: null,
          wins: 9,
          losses: 4,
          ties: 0,
          points_for: 1500,
        },
      ],
    },
  ],
  team_names: [{ name: 'Old Anchors', seasons: 1, titles: 1 }],
  owners: [],
  records: {
    highest_game: null,
    biggest_blowout: null,
    highest_team_game: {
      season: 2025,
      week: 3,
      value: 170.5,
      side: 'away',
      away: { name: 'Old Anchors', owner: null, score: 170.5 },
      home: { name: 'Old Buoys', owner: null, score: 99 },
    },
    highest_loser: null,
    lowest_winner: null,
    closest_win: null,
  },
}

const RESPONSES: FakeResponses = {
  [LEAGUE]: league,
  [STANDINGS]: standings,
  [SCOREBOARD]: scoreboard,
  [HISTORY]: history,
}

const ADDRESS = window.location.href
beforeEach(() => page.viewport(390, 844))
afterEach(async () => {
  window.history.replaceState(null, '', ADDRESS)
  await page.viewport(1280, 800)
})

async function renderScreen(responses: FakeResponses = {}) {
  const server = fakeServer({ ...RESPONSES, ...responses })
  const screen = await renderWithProviders(<PublicScreen code="AbC" />)
  return { screen, server }
}

it('shows no playoff cutoff in a league without playoffs', async () => {
  const { screen } = await renderScreen({
    [STANDINGS]: { ...standings, playoff_teams: 0 },
  })
  await expect.element(screen.getByRole('table', { name: 'Current standings' })).toBeVisible()
  await expect.element(screen.getByText(/^Playoff cutoff/)).not.toBeInTheDocument()
})

it('shows standings, scoreboard and history of a league', async () => {
  const { screen } = await renderScreen()
  await expect.element(screen.getByRole('heading', { name: 'Sunday' })).toBeVisible()
  await expect.element(screen.getByRole('table', { name: 'Current standings' })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /1 .*Anchors 5-1-0 499/ })).toBeVisible()
  await expect.element(screen.getByText('Playoff cutoff: top 2')).toBeVisible()
  expect(document.title).toBe('Sunday · Fieldhouse')

  await screen.getByRole('tab', { name: 'Scoreboard' }).click()
  await expect.element(screen.getByText('91.0')).toBeVisible()
  await expect.element(screen.getByText('On bye: Cleats')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Open as a picture: Anchors at Buoys' }))
    .toHaveAttribute('href', expect.stringContaining('/api/public/AbC/games/2026/6/1/image/?theme='))

  await screen.getByRole('tab', { name: 'History' }).click()
  for (const champion of ['Old Anchors', 'Old Buoys'])
    await expect.element(screen.getByText(champion, { exact: true }).first()).toBeVisible()
  await expect.element(screen.getByText('170.5')).toBeVisible()
  await expect.element(screen.getByRole('table', { name: 'Team names' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

it('keeps the season and the tab in the address', async () => {
  const { screen, server } = await renderScreen()
  await screen.getByLabelText('Season').selectOptions('2025')
  await screen.getByRole('tab', { name: 'Scoreboard' }).click()
  await expect.element(screen.getByText('91.0')).toBeVisible()
  expect(window.location.search).toBe('?tab=scoreboard&season=2025')
  expect(server.requests.filter(({ key }) => key === SCOREBOARD).at(-1)?.path).toContain('season=2025')
})

it('names owners when the league does', async () => {
  const named = { ...standings, teams: [{ ...standing(1, 'Anchors', 5, 1), owners: ['Ada Marlow'] }] }
  const { screen } = await renderScreen({ [STANDINGS]: named })
  await expect.element(screen.getByText('Ada Marlow')).toBeVisible()
})

it('says that a link no longer works', async () => {
  const { screen } = await renderScreen({
    [LEAGUE]: errorResponse(404, 'public_link_not_found', 'This link no longer works.'),
  })
  await expect.element(screen.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Go to sign in' })).toHaveAttribute('href', '/')
})

it('shows an error with a retry, and a league without seasons', async () => {
  let isDown = true
  const { screen } = await renderScreen({
    [LEAGUE]: () =>
      isDown ? errorResponse(500, 'internal_error', 'Something broke.') : { ...league, seasons: [] },
  })
  await expect.element(screen.getByText('Failed to load the league')).toBeVisible()
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('No seasons yet.')).toBeVisible()
})
