import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import {
  buildLineupSlot,
  buildMatchup,
  buildMatchupTeam,
  buildMyMatchupResponse,
  buildScoreboard,
} from '../../../testing/matchup-fixtures.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import { MatchupTab } from '../matchup-tab.tsx'
import { ThisWeekCard } from '../this-week-card.tsx'

const OWLS = buildMatchupTeam({ name: 'Owls', score: 80.25, proj: 120, win_chance: 0.7, is_mine: true })
const LARKS = buildMatchupTeam({ name: 'Larks', score: 91, proj: 80, win_chance: 0.3 })
const LIVE = { state: 'live', status: 'In progress' } as const

const OTHERS = [buildMatchup({ id: 90, away: buildMatchupTeam({ name: 'Herons' }) })]

async function renderTab(response: ReturnType<typeof buildMyMatchupResponse>) {
  fakeServer({
    'GET /api/league/:league/me/matchup/': response,
    'GET /api/league/:league/scoreboard/': buildScoreboard({ matchups: OTHERS }),
  })
  return renderWithProviders(<MatchupTab league="Sunday" seasons={[2026, 2025]} />)
}

it('shows no projections and no home team where the platform has none', async () => {
  const lineup = [buildLineupSlot(0, 'Ada Fleet', { nfl_team: 'MIN', proj: null, actual: 24.3 })]
  const team = { proj: null, win_chance: null, lineup }
  const response = buildMyMatchupResponse({
    ...LIVE,
    away: { ...OWLS, ...team },
    home: { ...LARKS, ...team },
  })
  const screen = await renderTab({ ...response, provider: 'sleeper' })
  await expect.element(screen.getByRole('region', { name: 'Owls' })).toMatchTextContent('80.3')
  await expect.element(screen.getByText('24.3').first()).toBeVisible()
  await expect.element(screen.getByText(/Away|Home/)).not.toBeInTheDocument()
  await expect.element(screen.getByText(/^Proj |projected/)).not.toBeInTheDocument()
})

it('compares both lineups slot by slot', async () => {
  const away = [
    buildLineupSlot(0, 'Ada Fleet', { nfl_team: 'MIN', proj: 20, actual: 24.3 }),
    buildLineupSlot(6, null),
    buildLineupSlot(20, 'Cy Bench', { actual: 9 }),
  ]
  const home = [
    buildLineupSlot(0, 'Bo Marsh', { nfl_team: 'KC', proj: 18, actual: 12 }),
    buildLineupSlot(6, 'Di Tight', { proj: 8 }),
  ]
  const screen = await renderTab(
    buildMyMatchupResponse({ ...LIVE, away: { ...OWLS, lineup: away }, home: { ...LARKS, lineup: home } }),
  )
  await expect.element(screen.getByRole('heading', { name: 'Week 12 Matchup' })).toBeVisible()
  await expect
    .element(screen.getByRole('region', { name: 'Away' }))
    .toMatchTextContent(/Owls.*You.*80\.3.*Proj 120\.0/)
  await expect
    .element(screen.getByRole('region', { name: 'Home' }))
    .toMatchTextContent(/Larks.*91\.0.*Proj 80\.0/)
  await expect.element(screen.getByText('Win probability', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('table', { name: 'Slot by slot' })).toBeVisible()
  const cellsOf = (name: string) =>
    screen
      .getByRole('table', { name, exact: true })
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent))
  expect(cellsOf('Slot by slot')).toEqual([
    ['Ada Fleet MIN24.3projected 20.0', 'QB', 'Bo Marsh KC12.0projected 18.0'],
    ['Empty —projected —', 'TE', 'Di Tight —projected 8.0'],
  ])
  expect(cellsOf('Bench')).toEqual([['Cy Bench 9.0projected —', 'Bench', '—']])
  expect(screen.container.querySelector('tbody [data-weight="700"]')?.textContent).toContain('24.3')
})

it('uses the width of a laptop for the bench, and mirrors both lineups in it', async () => {
  await page.viewport(1440, 900)
  onTestFinished(() => page.viewport(1280, 800))
  const names = ['Barnaby Lanternsby', 'Cy Bench']
  const lineup = names.map((name, index) => buildLineupSlot(index * 20, name, { nfl_team: 'BAL' }))
  const screen = await renderTab(
    buildMyMatchupResponse({ ...LIVE, away: { ...OWLS, lineup }, home: { ...LARKS, lineup } }),
  )
  const starters = screen.getByRole('table', { name: 'Slot by slot' })
  await expect.element(starters).toBeVisible()
  const table = starters.element().getBoundingClientRect()
  const bench = screen.getByRole('table', { name: 'Bench' }).element().getBoundingClientRect()
  expect(bench.left).toBeGreaterThan(table.right)
  expect(Math.abs(bench.width - table.width)).toBeLessThan(2)
  const cells = starters.element().querySelectorAll('tbody td')
  const [away, home] = [cells[0], [...cells].at(-1)].map((cell) => ({
    face: cell?.querySelector('img, [role="img"], span')?.getBoundingClientRect(),
    name: cell?.querySelector('a')?.closest('div')?.getBoundingClientRect(),
  }))
  const gap = ({ left }: DOMRect) => left - table.left
  const mirroredGap = ({ right }: DOMRect) => table.right - right
  for (const part of ['face', 'name'] as const) {
    const [left, right] = [away?.[part], home?.[part]]
    if (left === undefined || right === undefined) throw new Error(`no ${part}`)
    expect(gap(left)).toBeLessThan(70)
    expect(Math.abs(gap(left) - mirroredGap(right))).toBeLessThan(2)
  }
})

it('names the lineup week of a game over two weeks', async () => {
  const away = { ...OWLS, lineup: [buildLineupSlot(0, 'Ada Fleet')] }
  const screen = await renderTab(
    buildMyMatchupResponse({ ...LIVE, nfl_weeks: [15, 16], lineup_week: 16, away }),
  )
  await expect.element(screen.getByText('NFL weeks 15 and 16')).toBeVisible()
  await expect.element(screen.getByText(/^Lineups are for NFL week 16\./)).toBeVisible()
})

it('shows the scores if lineups are not stored', async () => {
  const screen = await renderTab(buildMyMatchupResponse({ ...LIVE, away: { ...OWLS, lineup: null } }))
  await expect.element(screen.getByRole('region', { name: 'Away' })).toMatchTextContent('80.3')
  await expect.element(screen.getByText("Lineups aren't available for this week.")).toBeVisible()
})

it('shows each name on one line on a phone', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
  const names = ['Abel Roethenberger', 'Bo Marsh-Scantling', 'Equanimeous Featherstonehaugh']
  const lineup = names.map((name, index) =>
    buildLineupSlot(index * 2, name, { nfl_team: 'MIN', proj: 20.4, actual: 104.3 }),
  )
  const screen = await renderTab(
    buildMyMatchupResponse({ ...LIVE, away: { ...OWLS, lineup }, home: { ...LARKS, lineup: null } }),
  )
  await expect.element(screen.getByRole('link', { name: 'Bo Marsh-Scantling' })).toBeVisible()
  for (const name of names) {
    const link = screen.getByRole('link', { name }).element()
    expect(link.getClientRects()).toHaveLength(1)
    expect(link.closest('td')?.getBoundingClientRect().height).toBeLessThanOrEqual(62)
  }
})

it('begins with the slots on a phone, below the course of the game', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
  const lineup = [buildLineupSlot(0, 'Ada Fleet', { nfl_team: 'MIN' })]
  const response = buildMyMatchupResponse({
    ...LIVE,
    away: { ...OWLS, lineup },
    home: { ...LARKS, lineup: null },
  })
  const at = (minute: number) => new Date(2026, 10, 22, 13, minute).toISOString()
  const points = [0, 1, 2].map((minute) => ({
    at: at(minute),
    state: 'live' as const,
    home_score: minute,
    away_score: 0,
    home_win_chance: 0.5 + minute / 10,
  }))
  fakeServer({
    'GET /api/league/:league/me/matchup/': response,
    'GET /api/league/:league/scoreboard/': buildScoreboard({ matchups: OTHERS }),
    'GET /api/league/:league/games/:season/:week/:game/timeline/': {
      season: 2026,
      week: 12,
      game_id: 1,
      points,
      facts: null,
      updated_at: null,
      last_error: null,
    },
  })
  const screen = await renderWithProviders(<MatchupTab league="Sunday" seasons={[2026, 2025]} />)
  await expect.element(screen.getByRole('img', { name: /after 0 lead changes/ })).toBeVisible()
  const top = screen.getByRole('region', { name: 'Matchup' }).element().getBoundingClientRect().top
  const slot = screen.getByRole('row', { name: /Ada Fleet/ }).element()
  expect(slot.getBoundingClientRect().top - top).toBeLessThanOrEqual(170)
})

it('folds the bench on a phone, with the sum of its points', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
  const lineup = [
    buildLineupSlot(20, 'Cy Bench', { actual: 9 }),
    buildLineupSlot(20, 'Di Tight', { actual: 3.5 }),
  ]
  const screen = await renderTab(
    buildMyMatchupResponse({ ...LIVE, away: { ...OWLS, lineup }, home: { ...LARKS, lineup: [] } }),
  )
  const summary = screen.getByText('12.5')
  await expect.element(summary).toBeVisible()
  await expect.element(screen.getByText('Cy Bench')).not.toBeVisible()
  await summary.click()
  await expect.element(screen.getByText('Cy Bench')).toBeVisible()
})

it('explains the win probability', async () => {
  const side = { lineup: null }
  const screen = await renderTab(
    buildMyMatchupResponse({ ...LIVE, away: { ...OWLS, ...side }, home: { ...LARKS, ...side } }),
  )
  await screen.getByRole('button', { name: 'How win probability works' }).click()
  const dialog = screen.getByRole('dialog', { name: 'How win probability works' })
  const formula = dialog.getByText('win probability = Φ(lead ÷ (28 × √2 × √share left))')
  await expect.element(formula).not.toBeVisible()
  await dialog.getByText('Show the math').click()
  await expect.element(formula).toBeVisible()
  await expect
    .element(dialog)
    .toMatchTextContent('Owls: 120.0 projected. Larks: 80.0 projected. 19% of the points are left to play.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

it('shows the closest game to somebody without a team, then the others', async () => {
  const game = (id: number, name: string, chance: number) => ({
    ...buildMatchup({ id, ...LIVE, away: buildMatchupTeam({ name, win_chance: chance }) }),
  })
  fakeServer({
    'GET /api/league/:league/me/matchup/': buildMyMatchupResponse(null, { assigned: false }),
    'GET /api/league/:league/scoreboard/': buildScoreboard({
      matchups: [game(1, 'Herons', 0.9), game(2, 'Wrens', 0.45), game(3, 'Finches', 0.3)],
    }),
  })
  const screen = await renderWithProviders(<MatchupTab league="Sunday" seasons={[2026]} />)
  await expect.element(screen.getByRole('heading', { name: 'Closest game' })).toBeVisible()
  const names = screen
    .getByRole('article')
    .elements()
    .map((each) => each.querySelector('h3')?.textContent)
  expect(names.map((name) => name?.split(' ')[0])).toEqual(['Wrens', 'Finches', 'Herons'])
})

it('leads to the next game of the week, and shows the games to somebody without a team', async () => {
  const side = { lineup: null }
  const mine = await renderTab(buildMyMatchupResponse({ away: { ...OWLS, ...side } }))
  await expect
    .element(mine.getByRole('link', { name: 'Next game' }))
    .toHaveAttribute('href', expect.stringContaining('game=90'))
  const viewer = await renderTab(buildMyMatchupResponse(null, { assigned: false }))
  await expect.element(viewer.getByRole('link', { name: /^Open Herons at/ })).toBeVisible()
})

it.each([
  [buildMyMatchupResponse(null, { assigned: false }), 'Week 12 Matchup', 'No team assigned.'],
  [buildMyMatchupResponse(null), 'Week 12 Matchup', 'No matchup this week.'],
  [buildMyMatchupResponse(null, { week: null, weeks: [] }), 'Matchup', 'No matchup this week.'],
])('explains why there is no matchup (%#)', async (response, title, text) => {
  const screen = await renderTab(response)
  await expect.element(screen.getByText(text)).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: title, exact: true })).toBeVisible()
})

it('shows that the user had no team in an earlier season', async () => {
  fakeServer({
    'GET /api/league/:league/me/matchup/': ({ path }) =>
      path.includes('season=2025')
        ? buildMyMatchupResponse(null, { season: 2025, assigned: false })
        : buildMyMatchupResponse(null, { assigned: false }),
  })
  const screen = await renderWithProviders(<MatchupTab league="Sunday" seasons={[2026, 2025]} />)
  await expect.element(screen.getByText('No team assigned.')).toBeVisible()
  await screen.getByLabelText('Season').selectOptions('2025')
  await expect.element(screen.getByText("You didn't have a team in 2025.")).toBeVisible()
})

it('shows an error if the request fails', async () => {
  fakeServer({
    'GET /api/league/:league/me/matchup/': errorResponse(
      500,
      'internal_error',
      'Something went wrong on our end. Try again in a moment.',
    ),
  })
  const screen = await renderWithProviders(<MatchupTab league="Sunday" seasons={[2026, 2025]} />)
  await expect.element(screen.getByText('Failed to load your matchup')).toBeVisible()
})

it('renders the This week card without links or buttons', async () => {
  const response = buildMyMatchupResponse({
    ...LIVE,
    away: { ...OWLS, lineup: null },
    home: { ...LARKS, lineup: null },
  })
  const screen = await renderWithProviders(<ThisWeekCard response={response} />)
  await expect.element(screen.getByText('In progress')).toBeVisible()
  await expect.element(screen.getByText('80.3', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Proj 80.0')).toBeVisible()
  await expect.element(screen.getByText('70%')).toBeVisible()
  expect(screen.container.querySelector('a, button')).toBeNull()
})

it('leaves projections out of the This week card if the platform has none', async () => {
  const side = { lineup: null, proj: null }
  const game = { ...LIVE, away: { ...OWLS, ...side }, home: { ...LARKS, ...side } }
  const response = { ...buildMyMatchupResponse(game), provider: 'sleeper' as const }
  const screen = await renderWithProviders(<ThisWeekCard response={response} />)
  await expect.element(screen.getByText('80.3', { exact: true })).toBeVisible()
  expect(screen.getByText(/Proj/).elements()).toEqual([])
})

it.each([
  [buildMyMatchupResponse(null, { assigned: false }), 'No team assigned.'],
  [buildMyMatchupResponse(null), 'No matchup this week.'],
])('renders a message in the This week card (%#)', async (response, text) => {
  const screen = await renderWithProviders(<ThisWeekCard response={response} />)
  await expect.element(screen.getByText(text)).toBeVisible()
})

it('shows categories and lineups without points in a category league', async () => {
  const categories = { wins: 6, losses: 3, ties: 1 }
  const away = {
    ...buildMatchupTeam({ name: 'Owls', is_mine: true, categories }),
    lineup: [buildLineupSlot(0, 'Ada Fleet')],
  }
  const home = {
    ...buildMatchupTeam({ name: 'Larks', categories: { wins: 3, losses: 6, ties: 1 } }),
    lineup: [buildLineupSlot(0, 'Bo Marsh')],
  }
  const screen = await renderTab(
    buildMyMatchupResponse({ ...LIVE, away, home }, { scoring_format: 'categories' }),
  )
  await expect.element(screen.getByRole('region', { name: 'Away' })).toMatchTextContent(/Owls.*6-3-1/)
  await expect.element(screen.getByRole('region', { name: 'Home' })).toMatchTextContent(/Larks.*3-6-1/)
  const rows = screen.getByRole('row').elements().slice(1)
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Ada Fleet ', 'QB', 'Bo Marsh '],
  ])
  await expect
    .element(screen.getByText('This season is played in categories, so there are no points.'))
    .toBeVisible()
})

it.each([
  ['total_points', 'This season is decided by total points, so there are no matchups.'],
  ['roto', 'This season is decided by roto points, so there are no matchups and no weekly points.'],
] as const)('says that there are no matchups in the format %s', async (format, sentence) => {
  const response = buildMyMatchupResponse(null, { scoring_format: format })
  const screen = await renderTab(response)
  await expect.element(screen.getByText(sentence)).toBeVisible()
  await expect.element(screen.getByText('No matchup this week.')).not.toBeInTheDocument()
  const card = await renderWithProviders(<ThisWeekCard response={response} />)
  await expect.element(card.getByText(sentence).last()).toBeVisible()
})

it.each([
  ['bye', 'Your team is on bye. See the Scoreboard for the other matchups.'],
  ['no_game', 'Your team has no game this week. See the Scoreboard for the other matchups.'],
  [null, "The schedule isn't set yet."],
] as const)('explains with the reason %s why there is no matchup', async (reason, hint) => {
  const screen = await renderTab(buildMyMatchupResponse(null, { no_matchup: reason }))
  await expect.element(screen.getByText('No matchup this week.')).toBeVisible()
  await expect.element(screen.getByText(hint)).toBeVisible()
})
