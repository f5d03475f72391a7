import type { ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderWithClient, renderWithProviders } from '../../testing/render.tsx'
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

async function renderTable(
  teams = TEAMS,
  playoffTeams: number | null = null,
  format: ScoringFormat = 'points',
) {
  return renderWithProviders(
    <StandingsTable format={format} teams={teams} playoffTeams={playoffTeams} isFinished={false} />,
  )
}

it('sorts the teams by rank, unranked last', async () => {
  const screen = await renderTable()
  await expect.element(screen.getByRole('rowheader', { name: 'First' })).toBeVisible()
  expect(teamNames(screen).map((name) => name?.replace(/^[A-Z]{1,2}(?=[A-Z])/, ''))).toEqual([
    'First',
    'Second',
    'Unranked',
  ])
})

it('shows rank, record, points and manager of each team', async () => {
  const screen = await renderTable()
  const cellTexts = (name: string) =>
    [...screen.getByRole('row', { name }).element().querySelectorAll('td')].map((cell) => cell.textContent)
  await expect.element(screen.getByRole('row', { name: 'First' })).toBeVisible()
  expect(cellTexts('First')).toEqual(['1', '9-4-0', '1400.0', '0.0', 'Ada Quill', ''])
  expect(cellTexts('Second')).toEqual(['2', '8-4-1', '1500.3', '1390.0', '—', '—'])
  expect(cellTexts('Unranked')[0]).toBe('—')
})

it('describes the weekly points in the accessible name', async () => {
  const screen = await renderTable()
  await expect
    .element(screen.getByRole('img', { name: 'Points in weeks 1 to 2: low 88.5, high 120.3, latest 120.3' }))
    .toBeVisible()
})

it('draws the playoff cutoff line below the last team in', async () => {
  const screen = await renderTable(TEAMS, 2)
  await expect.element(screen.getByText('Playoff cutoff: top 2')).toBeVisible()
  expect(screen.container.querySelector('[data-cutoff]')?.textContent).toContain('Second')
})

it("marks the user's row", async () => {
  const screen = await renderTable([...TEAMS, buildStanding({ name: 'Mine', rank: 3, is_mine: true })])
  await expect.element(screen.getByRole('row', { name: 'Mine' })).toHaveAttribute('data-mine')
  expect(screen.container.querySelectorAll('[data-mine]')).toHaveLength(1)
})

it('shows a message without teams', async () => {
  const screen = await renderTable([])
  await expect.element(screen.getByText('No data.')).toBeVisible()
})

it('opens the team page from a row on a phone, where chips choose the columns', async () => {
  await page.viewport(390, 844)
  try {
    const { screen, page: tab } = await renderWithClient(
      <StandingsTable format="points" teams={TEAMS} playoffTeams={null} isFinished={false} />,
    )
    await expect.element(screen.getByRole('columnheader', { name: 'PF' })).toBeVisible()
    expect(screen.getByRole('columnheader', { name: 'Manager' }).elements()).toHaveLength(0)
    await screen.getByRole('radio', { name: 'Manager' }).click({ force: true })
    await screen.getByText('Ada Quill').click()
    expect(tab.win.location.search).toMatch(/tab=roster&team=\d+$/)
  } finally {
    await page.viewport(1280, 800)
  }
})

it.each([
  [
    'categories',
    ['#', 'Team', 'W-L-T', 'Manager'],
    ['1', '9-4-0', 'Ada Quill'],
    'This season is played in categories, so there are no points.',
  ],
  [
    'total_points',
    ['#', 'Team', 'Points', 'Manager', 'By week'],
    ['1', '1400.0', 'Ada Quill', ''],
    'This season is decided by total points, so there are no matchups.',
  ],
  [
    'roto',
    ['#', 'Team', 'Points', 'Manager'],
    ['1', '1400.0', 'Ada Quill'],
    'This season is decided by roto points, so there are no matchups and no weekly points.',
  ],
] as const)('has only the columns of the format %s, and says why', async (format, columns, cells, note) => {
  const screen = await renderTable(TEAMS, null, format)
  const row = screen.getByRole('row', { name: 'First' })
  await expect.element(screen.getByText(note)).toBeVisible()
  expect([...screen.container.querySelectorAll('thead th')].map((cell) => cell.textContent)).toEqual(columns)
  expect([...row.element().querySelectorAll('td')].map((cell) => cell.textContent)).toEqual(cells)
})

it('shows points per game, games back, the last result and the streak on a laptop, and sorts by them', async () => {
  const screen = await renderTable([
    buildStanding({
      name: 'First',
      rank: 1,
      wins: 7,
      losses: 2,
      games_back: 0,
      points_per_game: 109.44,
      last_result: 'loss',
      streak: { outcome: 'loss', length: 1 },
    }),
    buildStanding({
      name: 'Second',
      rank: 2,
      wins: 5,
      losses: 4,
      games_back: 2,
      points_per_game: 114.4,
      last_result: 'win',
      streak: { outcome: 'win', length: 3 },
    }),
  ])
  const row = screen.getByRole('row', { name: 'Second' })
  await expect.element(row).toMatchTextContent(/114\.42WonW3/)
  await expect
    .element(screen.getByRole('link', { name: 'Second' }))
    .toHaveAttribute('href', expect.stringMatching(/tab=roster&team=\d+$/))
  await screen.getByRole('button', { name: 'Last', exact: true }).click()
  expect(teamNames(screen).map((name) => name?.replace(/^[A-Z]{1,2}(?=[A-Z])/, ''))).toEqual([
    'Second',
    'First',
  ])
})
