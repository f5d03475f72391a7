import { expect, it } from 'vitest'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import {
  buildLeagueMatchupResponse,
  buildMatchupTeam,
  buildMyMatchupResponse,
} from '../../../testing/matchup-fixtures.ts'
import { renderWithClient } from '../../../testing/render.tsx'
import { MatchupTab } from '../matchup-tab.tsx'

const GAME = 'GET /api/league/:league/games/:season/:week/:game/'
const MINE = 'GET /api/league/:league/me/matchup/'

const RESPONSE = buildLeagueMatchupResponse(
  { id: 31, week: 7, away: { team_id: 1, name: 'Owls' }, home: { team_id: 2, name: 'Larks' } },
  {
    previous_game: 30,
    meetings: [
      { season: 2025, week: 3, game_id: 12 },
      { season: 2026, week: 2, game_id: 9 },
      { season: 2026, week: 7, game_id: 31 },
    ],
  },
)

async function renderGame(response: typeof RESPONSE | ReturnType<typeof errorResponse>) {
  const myMatchup = buildMyMatchupResponse({
    away: { ...buildMatchupTeam({ team_id: 2, is_mine: true }), lineup: null },
  })
  fakeServer({ [GAME]: response, [MINE]: myMatchup })
  return await renderWithClient(
    <MatchupTab league="Sunday" seasons={[2026]} />,
    '/?league=Sunday&tab=matchup&season=2026&week=7&game=31',
  )
}

it("opens any game, marks the user's own team, and links to the teams and the other games of the week", async () => {
  const { screen } = await renderGame(RESPONSE)
  await expect.element(screen.getByRole('heading', { name: 'Week 7 Matchup' })).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'Away' })).toMatchTextContent(/Owls/)
  await expect.element(screen.getByRole('region', { name: 'Home' })).toMatchTextContent(/Larks.*You/)
  await expect.element(screen.getByText('Away · Owls')).toBeVisible()
  await expect.element(screen.getByText('2-1 · 4th seed').first()).toBeVisible()
  const hrefOf = (name: string) =>
    screen.getByRole('link', { name, exact: true }).element().getAttribute('href')
  expect(hrefOf('Owls')).toBe('/?league=Sunday&tab=roster&season=2026&team=1')
  expect(hrefOf('All games')).toBe('/?league=Sunday&tab=scoreboard&season=2026&week=7')
  expect(hrefOf('Previous game')).toBe('/?league=Sunday&tab=matchup&season=2026&week=7&game=30')
  expect(screen.getByRole('link', { name: 'Next game' }).elements()).toEqual([])
})

it('opens the other games of the two teams with the season and week fields', async () => {
  const { screen, page } = await renderGame(RESPONSE)
  await screen.getByLabelText('Week', { exact: true }).selectOptions('2')
  expect(page.url()).toBe('/?league=Sunday&tab=matchup&season=2026&week=2&game=9')
  await screen.getByLabelText('Season').selectOptions('2025')
  expect(page.url()).toBe('/?league=Sunday&tab=matchup&season=2025&week=3&game=12')
})

it('says calmly that a game does not exist, and leads to the scoreboard of its week', async () => {
  const { screen } = await renderGame(errorResponse(404, 'game_not_found', 'Game not found.'))
  await expect.element(screen.getByText(/^Game not found\./)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'See the games of week 7' }))
    .toHaveAttribute('href', '/?league=Sunday&tab=scoreboard&season=2026&week=7')
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})
