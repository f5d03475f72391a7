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

const SUMMARY = { assigned: true, scoring_format: 'points' as const }

it('shows my team with rank, record and points', async () => {
  const screen = await renderWithProviders(<MyTeamCard summary={{ ...SUMMARY, team: TEAM }} />)
  await expect.element(screen.getByText('Punt Intended')).toBeVisible()
  await expect.element(screen.getByText('4th')).toBeVisible()
  await expect.element(screen.getByText('7-4', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('1324.9')).toBeVisible()
})

it('shows the streak and the points by week of my team', async () => {
  const standing = buildStanding({
    streak: { outcome: 'win', length: 3 },
    weekly_points: [
      { week: 1, points: 90.5 },
      { week: 2, points: 120 },
    ],
  })
  const screen = await renderWithProviders(
    <MyTeamCard summary={{ ...SUMMARY, team: TEAM }} standing={standing} />,
  )
  await expect.element(screen.getByText('W3')).toBeVisible()
  await expect
    .element(screen.getByRole('img', { name: 'Points in weeks 1 to 2: low 90.5, high 120.0, latest 120.0' }))
    .toBeVisible()
})

it('appends ties to my record when there are any', async () => {
  const team = { ...TEAM, rank: null, record: { wins: 7, losses: 4, ties: 1 } }
  const screen = await renderWithProviders(<MyTeamCard summary={{ ...SUMMARY, team }} />)
  await expect.element(screen.getByText('7-4-1')).toBeVisible()
  await expect.element(screen.getByText('—')).toBeVisible()
})

it('shows a message if no team is assigned', async () => {
  const screen = await renderWithProviders(
    <MyTeamCard summary={{ ...SUMMARY, assigned: false, team: null }} />,
  )
  await expect.element(screen.getByText('No team assigned yet.')).toBeVisible()
})

it('shows the top five teams by rank', async () => {
  const ranks = [6, null, 2, 1, 5, 4, 3]
  const teams = ranks.map((rank) =>
    buildStanding({ name: `Rank ${rank}`, rank, wins: 3, points_for: 300.05 }),
  )
  const screen = await renderWithProviders(<TopTeamsCard standings={teams} format="points" />)
  await expect.element(screen.getByRole('columnheader', { name: 'W-L-T' })).toBeVisible()
  const rows = screen.getByRole('row').elements().slice(1)
  expect(rows.map((row) => row.querySelector('td')?.textContent)).toEqual(['1', '2', '3', '4', '5'])
  expect(rows[0]?.textContent).toContain('3-0-0300.1')
})

it('shows a hint to refresh if there are no teams', async () => {
  const screen = await renderWithProviders(<TopTeamsCard standings={[]} format="points" />)
  await expect.element(screen.getByText('Run a refresh.')).toBeVisible()
})

it.each([
  ['categories', ['#', 'Team', 'W-L-T'], '1Rank 13-2-1'],
  ['total_points', ['#', 'Team', 'Points'], '1Rank 1300.1'],
  ['roto', ['#', 'Team', 'Points'], '1Rank 1300.1'],
] as const)('shows the columns of the format %s in the top teams', async (format, columns, row) => {
  const team = buildStanding({ name: 'Rank 1', rank: 1, wins: 3, losses: 2, ties: 1, points_for: 300.05 })
  const screen = await renderWithProviders(<TopTeamsCard standings={[team]} format={format} />)
  await expect.element(screen.getByRole('columnheader', { name: 'Team' })).toBeVisible()
  const [header, first] = screen.getByRole('row').elements()
  expect([...(header?.children ?? [])].map((cell) => cell.textContent)).toEqual(columns)
  expect([...(first?.children ?? [])].map((cell) => cell.lastChild?.textContent).join('')).toContain(
    row.replace('Rank 1', ''),
  )
})

it.each([
  ['categories', ['Rank', 'Record']],
  ['total_points', ['Rank', 'Points']],
  ['roto', ['Rank', 'Points']],
] as const)('shows what my team has in the format %s', async (format, labels) => {
  const summary = { ...SUMMARY, scoring_format: format, team: TEAM }
  const screen = await renderWithProviders(<MyTeamCard summary={summary} />)
  await expect.element(screen.getByText('Punt Intended')).toBeVisible()
  expect([...screen.container.querySelectorAll('dt')].map((label) => label.textContent)).toEqual(labels)
})
