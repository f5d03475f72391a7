import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { buildStandings } from '../../testing/insights-fixtures.ts'
import {
  buildLeagueMatchupResponse,
  buildMatchup,
  buildMatchupTeam,
  buildMyMatchupResponse,
  buildScoreboard,
} from '../../testing/matchup-fixtures.ts'
import { buildRace, buildRaceHistory, buildTeamRace } from '../../testing/race-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { MatchupWithStakes, ScoreboardWithBracket } from './games-tabs.tsx'
import { OverviewTab } from './overview-tab.tsx'

/** Game 51 of the race. */
const GAME = buildMatchup({
  id: 51,
  state: 'live',
  away: buildMatchupTeam({ team_id: 2, name: 'Owls', score: 80 }),
  home: buildMatchupTeam({ team_id: 1, name: 'Larks', score: 90 }),
})

async function renderGame({ id, state, result }: typeof GAME, race = buildRace()) {
  const game = buildLeagueMatchupResponse({
    id,
    state,
    result,
    week: 5,
    away: { team_id: 2, name: 'Owls' },
    home: { team_id: 1, name: 'Larks' },
  })
  const server = fakeServer({
    'GET /api/league/:league/games/:season/:week/:game/': game,
    'GET /api/league/:league/me/matchup/': buildMyMatchupResponse(null),
    'GET /api/league/:league/insights/race/': race,
  })
  const { screen } = await renderWithClient(
    <MatchupWithStakes league="Sunday" seasons={[2026]} />,
    '/?league=Sunday&tab=matchup&season=2026&week=5&game=51',
  )
  await expect.element(screen.getByRole('region', { name: 'Away' })).toBeVisible()
  return { screen, server }
}

it('shows what is at stake in an open game, and names what a result proves', async () => {
  const { screen } = await renderGame(GAME)
  const table = screen.getByRole('table', { name: 'Playoff odds at stake' })
  await expect.element(table.getByRole('row', { name: /Owls/ })).toMatchTextContent(/Owls ?90% ?42%/)
  await expect.element(table.getByRole('row', { name: /Larks/ })).toMatchTextContent(/Larks ?In ?61%/)
})

it('invents nothing from a small sample', async () => {
  const [stake] = buildRace().stakes
  const few =
    stake === undefined ? [] : [{ ...stake, teams: [{ team_id: 1, home_wins: null, away_wins: 0.6 }] }]
  const { screen } = await renderGame(
    GAME,
    buildRace({ stakes: few, teams: [buildTeamRace({ label: 'must_win' })] }),
  )
  const table = screen.getByRole('table', { name: 'Playoff odds at stake' })
  await expect.element(table.getByRole('row', { name: /Larks/ })).toMatchTextContent(/Larks ?— ?Out/)
  expect(table.getByRole('row', { name: /Owls/ }).elements()).toHaveLength(0)
})

it('asks for no race after the game', async () => {
  const { screen, server } = await renderGame({ ...GAME, state: 'final', result: 'home' })
  expect(screen.getByRole('table', { name: 'Playoff odds at stake' }).elements()).toHaveLength(0)
  expect(server.requests.some(({ key }) => key.includes('race'))).toBe(false)
})

it('marks on the scoreboard which win helps the user, and how much', async () => {
  const mine = buildMatchup({ away: buildMatchupTeam({ team_id: 3, is_mine: true }) })
  fakeServer({
    'GET /api/league/:league/scoreboard/': buildScoreboard({ season: 2026, matchups: [GAME, mine] }),
    'GET /api/league/:league/insights/race/': buildRace(),
  })
  const { screen } = await renderWithClient(<ScoreboardWithBracket league="Sunday" seasons={[2026]} />)
  const game = screen.getByRole('article', { name: 'Owls at Larks' })
  await expect.element(game).toMatchTextContent(/Owls.*Larks ?you \+9/)
  expect(game.getByText(/^you/).elements()).toHaveLength(1)
})

it('shows the odds of the own team on the overview, with their trend, and opens the race', async () => {
  const teams = buildStandings().standings.map((team) => ({
    ...team,
    weekly_points: [{ week: 1, points: 100 }],
  }))
  fakeServer({
    'GET /api/league/:league/standings/': buildStandings({ standings: teams }),
    'GET /api/league/:league/me/summary/': {
      season: 2026,
      scoring_format: 'points',
      assigned: false,
      team: null,
    } as never,
    'GET /api/league/:league/me/matchup/': { season: 2026, matchup: null } as never,
    'GET /api/league/:league/social/feed/': { items: [], next: null },
    'GET /api/league/:league/insights/race/': buildRace(),
    'GET /api/league/:league/insights/race/history/': buildRaceHistory(),
  })
  const { screen, page } = await renderWithClient(<OverviewTab league="Sunday" />)
  await expect.element(screen.getByText('−6 since last week')).toBeVisible()
  await expect.element(screen.getByText('Controls its path · win 90%, loss 42% in week 5')).toBeVisible()
  await expect.element(screen.getByRole('img', { name: 'Playoff odds by week: 70%, 64%' })).toBeVisible()
  await screen.getByRole('link', { name: 'Playoff race' }).click()
  expect(page.win.location.search).toBe('?league=Sunday&tab=standings&view=race')
})
