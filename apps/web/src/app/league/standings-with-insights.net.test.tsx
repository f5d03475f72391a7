import { expect, it, onTestFinished } from 'vitest'
import { userEvent, page as viewport } from 'vitest/browser'
import { fakeServer } from '../../testing/fake-server.ts'
import {
  buildLineups,
  buildLuck,
  buildPower,
  buildScheduleSwap,
  buildStandings,
} from '../../testing/insights-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { StandingsWithInsights } from './standings-with-insights.tsx'

async function renderTab(url = '/?league=Sunday&tab=standings') {
  const server = fakeServer({
    'GET /api/league/:league/standings/': buildStandings(),
    'GET /api/league/:league/insights/power/': buildPower(),
    'GET /api/league/:league/insights/lineups/': buildLineups(),
    'GET /api/league/:league/insights/schedule-swap/': buildScheduleSwap(),
    'GET /api/league/:league/insights/luck/': ({ path }) =>
      buildLuck({ season: path.includes('season=2025') ? 2025 : 2026 }),
  })
  const { screen, page } = await renderWithClient(
    <StandingsWithInsights league="Sunday" seasons={[2026, 2025]} />,
    url,
  )
  return { screen, page, server }
}

it('opens on the standings, without reading the other views', async () => {
  const { screen, server } = await renderTab()
  await expect.element(screen.getByRole('heading', { name: 'Standings' })).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: 'Standings' })).toBeChecked()
  expect(server.requests.some(({ key }) => key.includes('insights'))).toBe(false)
})

it('gives each view an address, to which Back returns', async () => {
  const { screen, page } = await renderTab('/?league=Sunday&tab=standings&season=2025')
  await screen.getByRole('radio', { name: 'Luck' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Luck', exact: true })).toBeVisible()
  expect(page.win.location.search).toBe('?league=Sunday&tab=standings&season=2025&view=luck')
  await expect.element(screen.getByRole('combobox', { name: 'Season' })).toHaveValue('2025')
  page.back()
  await expect.element(screen.getByRole('heading', { name: 'Standings' })).toBeVisible()
})

it('moves between the views with the arrow keys', async () => {
  const { screen } = await renderTab()
  const standings = screen.getByRole('radio', { name: 'Standings' })
  await expect.element(standings).toBeVisible()
  await userEvent.tab()
  await expect.element(standings).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  const last = screen.getByRole('radio').last()
  await expect.element(last).toHaveFocus()
  await expect.element(last).toBeChecked()
  await expect.element(screen.getByRole('heading', { name: 'Schedule swap', exact: true })).toBeVisible()
})

it('scrolls the chosen view into sight on a phone', async () => {
  onTestFinished(() => viewport.viewport(1280, 800))
  await viewport.viewport(320, 640)
  const { screen } = await renderTab('/?league=Sunday&tab=standings&view=luck')
  const row = screen.getByRole('radiogroup', { name: 'View' }).element()
  const chosen = screen
    .getByRole('radiogroup', { name: 'View' })
    .getByRole('radio', { name: 'Luck' })
    .element()
  await expect.element(chosen).toBeVisible()
  expect(chosen.getBoundingClientRect().right).toBeLessThanOrEqual(320)
  expect(getComputedStyle(row.parentElement as Element).overflowX).toBe('auto')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

it('opens a variant of a view by its address', async () => {
  const { screen } = await renderTab('/?league=Sunday&tab=standings&view=power-dominance')
  await expect.element(screen.getByRole('radio', { name: 'Power' })).toBeChecked()
  await expect.element(screen.getByRole('radio', { name: 'Dominance' })).toBeChecked()
})

it('shows the standings for a view that does not exist', async () => {
  const { screen } = await renderTab('/?league=Sunday&tab=standings&view=weather')
  await expect.element(screen.getByRole('heading', { name: 'Standings' })).toBeVisible()
})
