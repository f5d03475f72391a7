import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderWithProviders } from '../../testing/render.tsx'
import { buildStanding } from '../../testing/standings-fixtures.ts'
import { StandingsTable } from './standings-table.tsx'

const TEAMS = [
  buildStanding({ name: 'Unranked', rank: null }),
  buildStanding({
    name: 'Second',
    rank: 2,
    wins: 8,
    losses: 4,
    ties: 1,
    points_for: 1500.25,
    points_against: 1390.04,
  }),
  buildStanding({
    name: 'First',
    rank: 1,
    wins: 9,
    losses: 4,
    points_for: 1400,
    assigned_user: 'Ada Quill',
    weekly_points: [
      { week: 1, points: 88.5 },
      { week: 2, points: 120.25 },
    ],
  }),
]

function teamNames(screen: { container: Element }): (string | null)[] {
  return [...screen.container.querySelectorAll('tbody th')].map(
    (cell) => cell.querySelector('span')?.textContent ?? null,
  )
}

async function renderTable(teams = TEAMS, playoffTeams: number | null = null) {
  return renderWithProviders(<StandingsTable teams={teams} playoffTeams={playoffTeams} isFinished={false} />)
}

it('shows the teams by rank, a missing rank last', async () => {
  const screen = await renderTable()
  await expect.element(screen.getByRole('rowheader', { name: 'First' })).toBeVisible()
  expect(teamNames(screen).map((name) => name?.replace(/^[A-Z]{1,2}(?=[A-Z])/, ''))).toEqual([
    'First',
    'Second',
    'Unranked',
  ])
})

it('has a row of rank, record, points and manager', async () => {
  const screen = await renderTable()
  const texts = (name: string) =>
    [...screen.getByRole('row', { name }).element().querySelectorAll('td')].map((cell) => cell.textContent)
  expect(texts('First')).toEqual(['1', '9-4-0', '1400.0', '0.0', 'Ada Quill', ''])
  expect(texts('Second')).toEqual(['2', '8-4-1', '1500.3', '1390.0', '—', '—'])
  expect(texts('Unranked')[0]).toBe('—')
})

it('tells the points by week in words', async () => {
  const screen = await renderTable()
  await expect
    .element(
      screen.getByRole('img', { name: 'Points by week, 1 to 2: lowest 88.5, highest 120.3, last 120.3' }),
    )
    .toBeVisible()
})

it('sorts by a column and says so', async () => {
  const screen = await renderTable()
  const points = screen.getByRole('columnheader', { name: 'PF' })
  await expect.element(points).not.toHaveAttribute('aria-sort')
  await points.getByRole('button').click()
  await expect.element(points).toHaveAttribute('aria-sort', 'descending')
  expect(teamNames(screen)[0]).toContain('Second')
  await points.getByRole('button').click()
  await expect.element(points).toHaveAttribute('aria-sort', 'ascending')
  expect(teamNames(screen)[0]).toContain('Unranked')
})

it('draws the playoff line under the last team in, only while the table is by rank', async () => {
  const screen = await renderTable(TEAMS, 2)
  const line = screen.getByText('The line marks the 2 playoff places.')
  await expect.element(line).toBeVisible()
  expect(screen.container.querySelector('[data-last-in]')?.textContent).toContain('Second')
  await screen.getByRole('button', { name: 'Team' }).click()
  await expect.element(line).not.toBeInTheDocument()
})

it('marks my row', async () => {
  const screen = await renderTable([...TEAMS, buildStanding({ name: 'Mine', rank: 3, is_mine: true })])
  await expect.element(screen.getByRole('row', { name: 'Mine' })).toHaveAttribute('data-mine')
  expect(screen.container.querySelectorAll('[data-mine]')).toHaveLength(1)
})

it('says when there is nothing', async () => {
  const screen = await renderTable([])
  await expect.element(screen.getByText('No data.')).toBeVisible()
})

it('opens the rest of a row on a phone', async () => {
  await page.viewport(390, 844)
  try {
    const screen = await renderTable()
    await expect.element(screen.getByRole('columnheader', { name: 'Manager' })).not.toBeInTheDocument()
    const opener = screen.getByRole('button', { name: 'First' })
    await opener.click()
    await expect.element(opener).toHaveAttribute('aria-expanded', 'true')
    await expect.element(screen.getByText('Ada Quill')).toBeVisible()
    await opener.click()
    await expect.element(screen.getByText('Ada Quill')).not.toBeInTheDocument()
  } finally {
    await page.viewport(1280, 800)
  }
})
