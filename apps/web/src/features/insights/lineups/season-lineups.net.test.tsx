import { expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../../testing/fake-server.ts'
import { buildLineups, buildLuck, buildStandings } from '../../../testing/insights-fixtures.ts'
import { renderWithClient } from '../../../testing/render.tsx'
import { LuckView } from '../luck/luck-view.tsx'

type Response = NonNullable<FakeResponses['GET /api/league/:league/insights/lineups/']>

async function renderLineups(lineups: Response = buildLineups(), query = '') {
  const server = fakeServer({
    'GET /api/league/:league/standings/': buildStandings(),
    'GET /api/league/:league/insights/luck/': buildLuck(),
    'GET /api/league/:league/insights/lineups/': lineups,
  })
  const { screen } = await renderWithClient(
    <LuckView league="Sunday" seasons={[2026, 2025]} />,
    `/?league=Sunday&tab=standings&view=luck${query}`,
  )
  const rows = () =>
    screen
      .getByRole('table', { name: 'Efficiency of the lineups over the season' })
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => [...row.querySelectorAll('th a, td[data-kind="number"]')].map((cell) => cell.textContent))
  return { screen, rows, server, lineups: screen.getByRole('region', { name: 'Lineups', exact: true }) }
}

it('ranks the lineups of the season, those without weeks last', async () => {
  const { rows, lineups, screen } = await renderLineups()
  await expect.element(lineups.getByText('Over 0 to 3 weeks of the regular season')).toBeVisible()
  expect(rows()).toEqual([
    ['Owls', '100%', '0', '0.0', '3', '1'],
    ['Larks', '90.0%', '2', '30.0', '1', '0'],
    ['Herons', '—', '—', '—', '—', '—'],
  ])
  await screen.getByRole('button', { name: 'Would have won' }).click()
  expect(rows().map(([name]) => name)).toEqual(['Larks', 'Owls', 'Herons'])
  await screen.getByRole('button', { name: 'On bench' }).click()
  expect(rows().map(([name]) => name)).toEqual(['Owls', 'Larks', 'Herons'])
})

it('shows the arrow of the sorted column beside the column of teams, not below it', async () => {
  const { screen } = await renderLineups()
  const table = screen.getByRole('table', { name: 'Efficiency of the lineups over the season' })
  await expect.element(table).toBeVisible()
  const [teams, sorted] = table.element().querySelectorAll('thead th')
  expect(sorted?.querySelector('svg')?.getBoundingClientRect().left).toBeGreaterThanOrEqual(
    teams?.getBoundingClientRect().right ?? Number.NaN,
  )
})

it('explains a row with its inputs', async () => {
  const { screen } = await renderLineups()
  await screen.getByRole('button', { name: 'Explain the lineups of Larks' }).click()
  await expect
    .element(screen.getByRole('dialog').getByRole('region', { name: 'Efficiency' }))
    .toMatchTextContent(/Efficiency ?90\.0%.*Scored ?270\.0.*Best ?300\.0.*bench ?30\.0/)
})

it('follows the season', async () => {
  const { server, lineups } = await renderLineups(buildLineups({ season: 2025 }), '&season=2025')
  await expect.element(lineups.getByRole('rowheader', { name: 'Owls' })).toBeVisible()
  expect(server.requests.map(({ path }) => path)).toContain(
    '/api/league/Sunday/insights/lineups/?season=2025',
  )
})

it('says that no lineups are stored, below the luck', async () => {
  const { screen } = await renderLineups(buildLineups({ unavailable: 'no_lineups', teams: [] }))
  await expect.element(screen.getByText('No lineups of completed weeks are stored for 2026.')).toBeVisible()
  await expect
    .element(screen.getByRole('table', { name: 'Luck, schedule strength and consistency' }))
    .toBeVisible()
})

it('keeps the luck if the lineups cannot be read', async () => {
  const { screen } = await renderLineups(errorResponse(500, 'internal_error', 'Server error.'))
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Failed to load lineups/)
  await expect
    .element(screen.getByRole('table', { name: 'Luck, schedule strength and consistency' }))
    .toBeVisible()
})
