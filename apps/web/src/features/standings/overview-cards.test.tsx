import { expect, it } from 'vitest'
import { renderWithProviders } from '../../testing/render.tsx'
import { buildStanding } from '../../testing/standings-fixtures.ts'
import { MyTeamCard, TopTeamsCard } from './overview-cards.tsx'

const TEAM = {
  team_id: 4,
  name: 'Punt Intended',
  logo: null,
  rank: 4,
  record: { wins: 7, losses: 4, ties: 0 },
  points_for: 1324.85,
}

it('shows my team with rank, record and points', async () => {
  const screen = await renderWithProviders(<MyTeamCard summary={{ assigned: true, team: TEAM }} />)
  await expect.element(screen.getByText('Punt Intended')).toBeVisible()
  await expect.element(screen.getByText('4th')).toBeVisible()
  await expect.element(screen.getByText('7-4', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('1324.9')).toBeVisible()
})

it('appends ties to my record when there are any', async () => {
  const team = { ...TEAM, rank: null, record: { wins: 7, losses: 4, ties: 1 } }
  const screen = await renderWithProviders(<MyTeamCard summary={{ assigned: true, team }} />)
  await expect.element(screen.getByText('7-4-1')).toBeVisible()
  await expect.element(screen.getByText('—')).toBeVisible()
})

it('shows a message if no team is assigned', async () => {
  const screen = await renderWithProviders(<MyTeamCard summary={{ assigned: false, team: null }} />)
  await expect.element(screen.getByText('No team assigned yet.')).toBeVisible()
})

it('shows the top five teams by rank', async () => {
  const ranks = [6, null, 2, 1, 5, 4, 3]
  const teams = ranks.map((rank) =>
    buildStanding({ name: `Rank ${rank}`, rank, wins: 3, points_for: 300.05 }),
  )
  const screen = await renderWithProviders(<TopTeamsCard standings={teams} />)
  await expect.element(screen.getByRole('columnheader', { name: 'W-L-T' })).toBeVisible()
  const rows = screen.getByRole('row').elements().slice(1)
  expect(rows.map((row) => row.querySelector('td')?.textContent)).toEqual(['1', '2', '3', '4', '5'])
  expect(rows[0]?.textContent).toContain('3-0-0300.1')
})

it('shows a hint to refresh if there are no teams', async () => {
  const screen = await renderWithProviders(<TopTeamsCard standings={[]} />)
  await expect.element(screen.getByText('Run a refresh.')).toBeVisible()
})
