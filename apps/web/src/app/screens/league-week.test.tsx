import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer } from '../../testing/fake-server.ts'
import { buildFeedPage, buildPost } from '../../testing/feed-fixtures.ts'
import { buildMatchup, buildMatchupTeam, buildScoreboard } from '../../testing/matchup-fixtures.ts'
import { buildRecapCard } from '../../testing/recap-fixtures.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { LeagueWeek } from './league-week.tsx'

const team = (name: string) => buildMatchupTeam({ name })

function serveWeek() {
  const mine = { ...team('Owls'), is_mine: true }
  const live = { state: 'live', status: 'In progress' } as const
  const matchups = [
    buildMatchup({ id: 1, ...live, away: mine, home: team('Larks') }),
    buildMatchup({ id: 2, ...live, away: team('Herons'), home: team('Wrens') }),
    buildMatchup({ id: 3, state: 'final', status: 'Final', away: team('Finches'), home: team('Terns') }),
  ]
  const recap = buildPost({ recap: { season: 2026, week: 5, card: buildRecapCard() } })
  return fakeServer({
    'GET /api/league/:league/scoreboard/': buildScoreboard({ matchups }),
    'GET /api/league/:league/social/feed/': buildFeedPage([buildPost(), recap]),
  })
}

it('shows the live games of the others, each of which opens in its league, and the last recap', async () => {
  serveWeek()
  const screen = await renderWithProviders(<LeagueWeek league="Sunday" />)
  await expect.element(screen.getByText('A narrow escape for Anchors')).toBeVisible()
  const games = screen.getByRole('article')
  expect(games.elements()).toHaveLength(1)
  await expect
    .element(games.getByRole('link'))
    .toHaveAttribute('href', '/?league=Sunday&tab=matchup&season=2026&week=12&game=2')
})

it('asks for nothing on a phone', async () => {
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(390, 844)
  const server = serveWeek()
  const screen = await renderWithProviders(<LeagueWeek league="Sunday" />)
  expect(screen.container.textContent).toBe('')
  expect(server.requests).toEqual([])
})
