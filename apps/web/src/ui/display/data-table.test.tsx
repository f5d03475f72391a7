import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Column, DataTable } from './data-table.tsx'

type Team = { name: string; wins: number; points: number | null; streak: string | null }

const TEAMS: readonly Team[] = [
  { name: 'Owls', wins: 3, points: 90, streak: null },
  { name: 'Larks', wins: 2, points: null, streak: null },
  { name: 'Wrens with a name that is much too long for one line', wins: 1, points: 120, streak: null },
]

const COLUMNS: readonly Column<Team>[] = [
  {
    label: 'Team',
    kind: 'head',
    sort: 'ascending',
    value: (team) => team.name,
    cell: (team) => <a href={`#${team.wins}`}>{team.name}</a>,
  },
  { label: 'W', name: 'Wins', sort: 'descending', value: (team) => team.wins, views: ['Record'] },
  { label: 'PF', sort: 'descending', value: (team) => team.points, views: ['Points'] },
  { label: 'Streak', value: (team) => team.streak, views: ['Form'] },
]

function renderTable() {
  return render(
    <DataTable
      caption="Standings"
      columns={COLUMNS}
      rows={TEAMS}
      keyOf={(team) => team.name}
      sortedBy={{ column: 'W', direction: 'descending' }}
      isMine={(team) => team.name === 'Larks'}
      cutoff={TEAMS[1] === undefined ? null : { after: TEAMS[1], label: 'Playoff line' }}
      opensRows
    />,
  )
}

async function usePhone() {
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(390, 844)
}

it('sorts by a column, rows without a value last in both directions, and tells assistive technology', async () => {
  const screen = await renderTable()
  const names = () =>
    [...screen.container.querySelectorAll('tbody th')].map((cell) => cell.textContent?.slice(0, 5))
  const points = screen.getByRole('columnheader', { name: 'PF' })
  await expect.element(points).not.toHaveAttribute('aria-sort')
  await points.getByRole('button').click()
  await expect.element(points).toHaveAttribute('aria-sort', 'descending')
  expect(names()).toEqual(['Wrens', 'Owls', 'Larks'])
  await points.getByRole('button').click()
  await expect.element(points).toHaveAttribute('aria-sort', 'ascending')
  expect(names()).toEqual(['Owls', 'Wrens', 'Larks'])
})

it('shows a dash for a missing value, and leaves a column without any value out', async () => {
  const screen = await renderTable()
  await expect.element(screen.getByRole('row', { name: 'Larks' })).toMatchTextContent(/Larks2—/)
  expect(screen.getByRole('columnheader', { name: 'Streak' }).elements()).toHaveLength(0)
})

it('draws the cutoff line only in the first order', async () => {
  const screen = await renderTable()
  const legend = screen.getByText('Playoff line')
  await expect.element(legend).toBeVisible()
  expect(screen.container.querySelector('[data-cutoff]')?.textContent).toContain('Larks')
  await screen.getByRole('button', { name: 'Team' }).click()
  await expect.element(legend).not.toBeInTheDocument()
})

it('opens the link of a row from anywhere in it', async () => {
  const screen = await renderTable()
  const open = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  screen.getByRole('link', { name: 'Owls' }).element().addEventListener('click', open)
  await screen.getByRole('row', { name: 'Owls' }).getByRole('cell').first().click()
  expect(open).toHaveBeenCalledOnce()
})

it('shows the columns of one chip on a phone, and names on one line', async () => {
  await usePhone()
  const screen = await renderTable()
  await expect.element(screen.getByRole('columnheader', { name: 'W', exact: true })).toBeVisible()
  expect(screen.getByRole('columnheader', { name: 'PF' }).elements()).toHaveLength(0)
  await screen.getByRole('radio', { name: 'Points' }).click({ force: true })
  await expect.element(screen.getByRole('columnheader', { name: 'PF' })).toBeVisible()
  expect(screen.getByRole('columnheader', { name: 'W', exact: true }).elements()).toHaveLength(0)
  expect(screen.getByRole('link', { name: 'Wrens' }).element().getBoundingClientRect().height).toBeLessThan(
    30,
  )
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
