import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fakeServer } from '../../testing/fake-server.ts'
import { buildPower, buildStandings } from '../../testing/insights-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { PowerView } from './power-view.tsx'

async function renderPower(view = 'power') {
  const server = fakeServer({
    'GET /api/league/:league/standings/': buildStandings(),
    'GET /api/league/:league/insights/power/': ({ path }) =>
      path.includes('dominance')
        ? buildPower({ formula: 'dominance', weights: null })
        : path.includes('week=1')
          ? buildPower({ week: 1 })
          : buildPower(),
  })
  const { screen, page } = await renderWithClient(
    <PowerView league="Sunday" seasons={[2026, 2025]} />,
    `/?league=Sunday&tab=standings&view=${view}`,
  )
  return { screen, page, server }
}

it('ranks the teams with their movement and score', async () => {
  const { screen } = await renderPower()
  const rows = screen.getByRole('table', { name: 'Ranking after week 3' }).getByRole('row')
  await expect.element(rows.nth(1)).toMatchTextContent(/1.*Up 1 rank.*Herons.*57\.2/)
  await expect.element(rows.nth(2)).toMatchTextContent(/2.*Down 1 rank.*Owls.*50\.0/)
  await expect.element(rows.nth(3)).toMatchTextContent(/3.*Unchanged.*Larks.*42\.8/)
  expect(rows.elements().map((row) => row.hasAttribute('data-mine'))).toEqual([false, false, true, false])
})

it('draws the parts of a score to both sides', async () => {
  const { screen } = await renderPower()
  const first = screen.getByRole('row', { name: 'Herons' })
  await expect.element(first).toMatchTextContent(/PPG \+6\.20, PPG, last 3 weeks −1\.50, Win % \+2\.50/)
  const widthOf = (title: string) =>
    first.element().querySelector(`td [title="${title}"]`)?.getBoundingClientRect().width ?? 0
  const ratio = widthOf('PPG +6.20') / widthOf('Win % +2.50')
  expect(ratio).toBeCloseTo(6.2 / 2.5, 1)
  expect(widthOf('PPG, last 3 weeks −1.50') / widthOf('Win % +2.50')).toBeCloseTo(0.6, 1)
})

it('changes the formula and the week in the address', async () => {
  const { screen, page } = await renderPower()
  await screen.getByRole('radio', { name: 'Dominance' }).click()
  await expect.element(screen.getByText('Who beat the teams that beat others.')).toBeVisible()
  expect(page.win.location.search).toContain('view=power-dominance')
  await screen.getByRole('radio', { name: 'Composite' }).click()
  await screen.getByRole('combobox', { name: 'Week' }).selectOptions('1')
  await expect.element(screen.getByRole('heading', { name: 'Ranking after week 1' })).toBeVisible()
  expect(page.win.location.search).toContain('week=1')
})

it('explains the score of a team with its parts', async () => {
  const { screen } = await renderPower()
  await screen.getByRole('button', { name: 'Explain Herons' }).click()
  await expect
    .element(screen.getByRole('dialog', { name: 'Herons' }).getByRole('region', { name: 'Power' }))
    .toMatchTextContent(/Power ?57\.2.*50 \+ 15 × caution.*Average ?50 ?PPG ?\+6\.20/)
})

it('follows the own team through the weeks until another one is chosen', async () => {
  const { screen } = await renderPower()
  const chosen = screen.getByRole('button', { pressed: true })
  await expect.element(chosen).toHaveTextContent('Owls')
  await screen.getByRole('button', { name: 'Larks', exact: true }).click()
  await expect.element(chosen).toHaveTextContent('Larks')
  await userEvent.unhover(chosen)
  const values = screen.getByRole('slider', { name: 'Rank by week, values' })
  await expect.element(values).toHaveAttribute('aria-valuetext', 'Week 3: Larks, Rank 3, Score 42.8')
})

it('highlights the line next to the pointer', async () => {
  const { screen } = await renderPower()
  const values = screen.getByRole('slider', { name: 'Rank by week, values' })
  await expect.element(values).toBeVisible()
  const { width } = values.element().getBoundingClientRect()
  await values.hover({ position: { x: width - 21, y: 19 } })
  await expect.element(screen.getByRole('button', { pressed: true })).toHaveTextContent('Herons')
})
