import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { buildScheduleSwap, buildStandings } from '../../testing/insights-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { ScheduleSwapView } from './schedule-swap-view.tsx'

async function renderSwap(selection = '') {
  fakeServer({
    'GET /api/league/:league/standings/': buildStandings(),
    'GET /api/league/:league/insights/schedule-swap/': buildScheduleSwap(),
  })
  return renderWithClient(
    <ScheduleSwapView league="Sunday" seasons={[2026, 2025]} />,
    `/?league=Sunday&tab=standings&view=schedule-swap${selection}`,
  )
}

it('has a row per team and a column per schedule, with the real records marked', async () => {
  const { screen } = await renderSwap()
  const row = screen.getByRole('row', { name: /^Owls/ })
  await expect.element(row).toMatchTextContent(/0-3 ?1-2 \(real record\) ?2-1 ?2 ?0 ?1\.0/)
  const cells = [...row.element().querySelectorAll('td')]
  const leans = cells.map((cell) => cell.querySelector('[data-lean]')?.getAttribute('data-lean'))
  expect(leans).toEqual(['bad', undefined, 'good', undefined, undefined, undefined])
  expect(cells.map((cell) => cell.querySelector('[data-marked]') !== null).indexOf(true)).toBe(1)
})

it('shows the own team with every schedule, best first', async () => {
  const { screen } = await renderSwap()
  const card = screen.getByRole('region', { name: 'You with every schedule' })
  await expect
    .element(card)
    .toMatchTextContent(/From 0 wins to 2 wins\. 1 of 2 other schedules would have given a better record/)
  const rows = card.getByRole('listitem').elements()
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Herons2-1'),
    expect.stringContaining('Owls1-2 (real record)'),
    expect.stringContaining('Larks0-3'),
  ])
})

it('changes the team by a tap, here or in the matrix, in the address', async () => {
  const { screen, page } = await renderSwap()
  await screen.getByRole('combobox', { name: 'Team' }).selectOptions('Herons')
  await expect.element(screen.getByRole('region', { name: 'Herons with every schedule' })).toBeVisible()
  expect(page.win.location.search).toContain('team=3')
  await expect.element(screen.getByText(/No other schedule would have given a better record/)).toBeVisible()
  await screen.getByRole('button', { name: 'Larks', exact: true }).click()
  await expect.element(screen.getByRole('region', { name: 'Larks with every schedule' })).toBeVisible()
})

it('opens the team of the address', async () => {
  const { screen } = await renderSwap('&team=1')
  await expect.element(screen.getByRole('region', { name: 'Larks with every schedule' })).toBeVisible()
})
