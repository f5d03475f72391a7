import { expect, it } from 'vitest'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { buildPlayer } from '../../testing/roster-fixtures.ts'
import { PlayerCard } from './player-card.tsx'

type Player = ReturnType<typeof buildPlayer>

async function renderCard(player: Player) {
  const server = fakeServer({ 'GET /api/league/:league/players/:player/': player })
  const screen = await renderWithProviders(
    <PlayerCard
      league="Sunday"
      id={player.espn_id}
      initialSeason={null}
      renderNews={(name) => <p>News about {name}</p>}
    />,
  )
  return { screen, server }
}

it('shows the week, the team with how it got the player, the weeks of the season, and the ESPN page', async () => {
  const acquisition = {
    how: 'waiver',
    team_id: 1,
    from_team_id: null,
    week: 5,
    at: null,
    bid: 12,
    pick: null,
    round: null,
  } as const
  const player = buildPlayer({ team: { team_id: 1, slot_id: 0, acquisition } })
  player.this_week = { ...player.this_week, home_away: 'home', proj: 18.2, injury_status: 'OUT' }
  const { screen } = await renderCard(player)
  await expect.element(screen.getByText('QB · MIN')).toBeVisible()
  await expect.element(screen.getByText('Out', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'NFL week 12' })).toMatchTextContent(/vs GB.*18\.2/)
  const team = screen.getByRole('region', { name: 'Team' })
  await expect.element(team).toMatchTextContent(/Owls · Cleo Marsh.*Claimed off waivers in Week 5 for \$12/)
  await expect
    .element(team.getByRole('link', { name: 'Owls' }))
    .toHaveAttribute('href', '/?league=Sunday&tab=roster&season=2026&team=1')
  await expect.element(screen.getByRole('row', { name: '11' })).toMatchTextContent('11@ KC24.320.0QBOOwls')
  await expect
    .element(screen.getByRole('link', { name: 'Open in ESPN' }))
    .toHaveAttribute('href', 'https://www.espn.com/nfl/player/_/id/4262921')
  await expect.element(screen.getByText('News about Ada Fleet')).toBeVisible()
})

it('links a defense to the page of its NFL team', async () => {
  const player = buildPlayer({ espn_id: -16_033, player: 'Ravens D/ST', position: 'D/ST' })
  player.this_week = { ...player.this_week, nfl_team: 'BAL' }
  const { screen } = await renderCard(player)
  await expect
    .element(screen.getByRole('link', { name: 'Open in ESPN' }))
    .toHaveAttribute('href', 'https://www.espn.com/nfl/team/_/name/bal')
})

it.each([
  [true, 'A free agent in this league.'],
  [false, "It isn't known which team has this player."],
])('says without a team, with stored lineups %s: %s', async (hasLineups, text) => {
  const { screen } = await renderCard(buildPlayer({ team: null, has_lineups: hasLineups, games: [] }))
  await expect.element(screen.getByText(text)).toBeVisible()
  await expect
    .element(screen.getByText('No team of the league had this player in a stored week of this season.'))
    .toBeVisible()
})

it('shows another season', async () => {
  const { screen, server } = await renderCard(buildPlayer())
  await screen.getByRole('combobox', { name: 'Season' }).selectOptions('2025')
  await expect.poll(() => server.requests.at(-1)?.path).toContain('?season=2025')
})

it('has no points in a league that plays in categories', async () => {
  const { screen } = await renderCard(buildPlayer({ scoring_format: 'categories' }))
  await expect
    .element(screen.getByText('This season is played in categories, so there are no points.'))
    .toBeVisible()
  await expect.element(screen.getByRole('row', { name: '11' })).toMatchTextContent('11@ KCQBOOwls')
})

it('says calmly that no team of the league had a player, and leads to the rosters', async () => {
  fakeServer({
    'GET /api/league/:league/players/:player/': errorResponse(404, 'player_not_found', 'Player not found.'),
  })
  const screen = await renderWithProviders(
    <PlayerCard league="Sunday" id={7} initialSeason={null} renderNews={() => null} />,
  )
  await expect.element(screen.getByText(/^Player not found\./)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'See the rosters' }))
    .toHaveAttribute('href', expect.stringContaining('tab=roster'))
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})
