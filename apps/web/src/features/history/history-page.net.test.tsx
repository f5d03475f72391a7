import { expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import {
  buildGameRecord,
  buildHistory,
  buildOwnerTotals,
  buildPlayedGame,
  buildSeason,
  NO_FUN_FACTS,
  NO_RECORDS,
} from '../../testing/history-fixtures.ts'
import { buildLineupSlot } from '../../testing/matchup-fixtures.ts'
import { renderWithClient, renderWithProviders } from '../../testing/render.tsx'
import { HistoryTab, type MyGame } from './history-page.tsx'
import type { Comparison, GameDetails, History, OwnerHistory } from './use-history.ts'

const OWNERS = ['Ada Quill', 'Hugo Barley', 'Cleo Marsh', 'Dov Pepperell']
const GAME = buildPlayedGame({ home_score: 110.36, away_score: 110.34 })

const HEAD_TO_HEAD_RECORD = {
  games: 2,
  wins: 1,
  losses: 1,
  ties: 0,
  pf: 210,
  pa: 200.5,
  win_pct: 0.5,
  ppg: 105,
}

const COMPARISON: Comparison = {
  a: 'Ada Quill',
  b: 'Cleo Marsh',
  summary: HEAD_TO_HEAD_RECORD,
  rivalry: { index: 53.75, close_games: 1, playoff_games: 2, met_in_final: true },
  games: [
    buildPlayedGame({ season: 2023, game_id: 8, away_owner: 'Cleo Marsh' }),
    buildPlayedGame({ home_owner: 'Cleo Marsh', away_owner: 'Ada Quill', is_playoff: true, week: 15 }),
  ],
}

const GAME_DETAILS: GameDetails = {
  game: GAME,
  home: { team_id: 1, logo: null, picture: null },
  away: { team_id: 2, logo: null, picture: null },
  nfl_weeks: [4],
  lineups: [
    {
      week: 4,
      home: [buildLineupSlot(0, 'Quarter Back', { espn_id: 9, nfl_team: 'NE', actual: 21.5 })],
      away: null,
    },
  ],
  records: ['closest_win'],
}

const OWNER_HISTORY: OwnerHistory = {
  owner: 'Ada Quill',
  slug: 'ada-quill',
  picture: null,
  known_as: ['Ada Quill', 'A. Quill'],
  totals: buildOwnerTotals({ titles: 2 }),
  playoffs: HEAD_TO_HEAD_RECORD,
  seasons: [
    {
      season: 2024,
      scoring_format: 'points',
      is_finished: true,
      is_champion: true,
      rank: 1,
      teams: 4,
      team_id: 1,
      name: 'Inky Fingers',
      logo: null,
      wins: 13,
      losses: 0,
      ties: 0,
      pf: 1600,
      pa: 1400,
      mean_pf: 1500,
    },
  ],
  records: [{ name: 'closest_win', record: buildGameRecord({ ...GAME, value: 0.02, side: 'home' }) }],
  best_games: [{ side: 'home', game: GAME }],
  worst_games: [],
  rivals: [{ ...HEAD_TO_HEAD_RECORD, owner: 'Cleo Marsh', picture: null }],
}

const FULL_HISTORY = buildHistory(
  [
    buildSeason(2023, OWNERS),
    buildSeason(2024, OWNERS.toReversed(), { records_excluded: { reason: 'a scoring mistake' } }),
    buildSeason(2025, OWNERS),
    buildSeason(2026, OWNERS, { is_finished: false }),
  ],
  {
    league_records: { ...NO_RECORDS, closest_win: buildGameRecord({ ...GAME, value: 0.02, side: 'home' }) },
    fun_facts: {
      ...NO_FUN_FACTS,
      longest_tenure: { owner: 'Ada Quill', owners: OWNERS, years: 4 },
      pf_season_leader: { owner: 'Ada Quill', owners: ['Ada Quill'], value: 1600, season: 2023 },
    },
    by_owner_enhanced: [
      buildOwnerTotals({ owner: 'Ada Quill', titles: 2, wins: 30, win_pct: 0.6 }),
      buildOwnerTotals({ owner: 'Cleo Marsh', titles: 2, wins: 20, win_pct: 0.7 }),
      buildOwnerTotals({ owner: 'Hugo Barley', wins: 40, win_pct: 0.5 }),
      buildOwnerTotals({ owner: 'Dov Pepperell', titles: 1, win_pct: null, ppg: null }),
    ],
    by_team: Array.from({ length: 30 }, (_, index) => ({
      name: `Team ${index + 1}`,
      years: 2,
      titles: 0,
      first_year: 2023,
      last_year: 2024,
      owners: ['Ada Quill'],
    })),
  },
)

async function renderTab(
  history: History,
  {
    responses,
    canManage = false,
    myGame = null,
    url,
  }: { responses?: FakeResponses; canManage?: boolean; myGame?: MyGame | null; url?: string } = {},
) {
  const server = fakeServer({
    'GET /api/league/:league/history/': history,
    'GET /api/league/:league/owner-compare/': COMPARISON,
    'GET /api/league/:league/games/:season/:game/': GAME_DETAILS,
    'GET /api/league/:league/owners/:owner/': OWNER_HISTORY,
    ...responses,
  })
  const { screen, page } = await renderWithClient(
    <main style={{ padding: '0 var(--gutter)' }}>
      <HistoryTab league="Sunday" currentYear={2026} canManage={canManage} myGame={myGame} />
    </main>,
    url,
  )
  await expect.element(screen.getByText('Team Name Legacy')).toBeVisible()
  return { screen, server, page }
}

it('shows every section in the specified order', async () => {
  const { screen } = await renderTab(FULL_HISTORY)
  await expect.element(screen.getByText('4 seasons', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Commissioner: Greta Lund')).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'Longest tenure' })).toBeVisible()
  const headings = [...screen.container.querySelectorAll('h2')].map((heading) => heading.textContent)
  expect(headings).toEqual([
    'League Timeline',
    'Trophy Case',
    'Hall of Fame',
    'League Records (regular season)',
    'Fun Facts',
    'All-Time (Managers)',
    'Through the Years',
    'Team Name Legacy',
    'Head-to-Head',
  ])
  await expect.element(screen.getByRole('button', { name: 'Admin' })).not.toBeInTheDocument()
})

it('scrolls the trophy case to last year and labels the podium places', async () => {
  await page.viewport(390, 844)
  try {
    const { screen } = await renderTab(FULL_HISTORY)
    const card = screen.getByRole('article', { name: 'Season 2025' })
    await expect.element(card).toBeInViewport({ ratio: 0.0 })
    const rect = card.element().getBoundingClientRect()
    expect(Math.abs(rect.left + rect.width / 2 - 195)).toBeLessThan(30)
    await expect
      .element(card)
      .toMatchTextContent(/Ada Quill.*1stChampion.*Hugo Barley.*2ndsilver.*Cleo Marsh.*3rdbronze/)
    await expect
      .element(screen.getByRole('article', { name: 'Season 2026' }))
      .toMatchTextContent('In progress')
  } finally {
    await page.viewport(1280, 800)
  }
})

it('shows all members why a season is excluded from records', async () => {
  const { screen } = await renderTab(FULL_HISTORY)
  await expect.element(screen.getByText('Excluded from records: a scoring mistake')).toBeInTheDocument()
  await expect.element(screen.getByText('Excludes 2024 (a scoring mistake)')).toBeVisible()
  await expect.element(screen.getByText('Most points in a season excludes 2024')).toBeVisible()
})

it('names the seasons that were not played for head-to-head points', async () => {
  const seasons = [
    buildSeason(2023, OWNERS, { scoring_format: 'categories' }),
    buildSeason(2024, OWNERS, { scoring_format: 'total_points' }),
    buildSeason(2025, OWNERS),
  ]
  const { screen } = await renderTab(
    buildHistory(seasons, { by_owner_enhanced: FULL_HISTORY.all_time.by_owner_enhanced }),
  )
  const others = '2023 (categories), 2024 (total points)'
  await expect.element(screen.getByText(`Excludes ${others}`, { exact: true })).toBeVisible()
  await expect.element(screen.getByText(`Wins and points exclude ${others}`)).toBeVisible()
  await expect.element(screen.getByText(`Regular season only, excludes ${others}`)).toBeVisible()
})

it.each([
  ['categories', ['#', 'Team', 'W-L-T'], 'This season is played in categories, so there are no points.'],
  [
    'total_points',
    ['#', 'Team', 'Points'],
    'This season is decided by total points, so there are no matchups.',
  ],
] as const)(
  'has neither records nor points in a league with the format %s',
  async (format, columns, note) => {
    const { screen } = await renderTab(
      buildHistory([buildSeason(2025, OWNERS, { scoring_format: format })], {
        by_owner_enhanced: FULL_HISTORY.all_time.by_owner_enhanced,
      }),
    )
    await expect.element(screen.getByText(/This league has none\.$/)).toBeVisible()
    for (const heading of ['League Records (regular season)', 'Head-to-Head'])
      await expect.element(screen.getByRole('heading', { name: heading })).not.toBeInTheDocument()
    const table = screen.getByRole('table', { name: 'All managers, all seasons' })
    expect([...table.element().querySelectorAll('thead th')].map((cell) => cell.textContent)).toEqual([
      'Manager',
      'Titles',
      '2nd',
      '3rd',
      'Years',
    ])
    await expect.element(screen.getByText('Most titles')).toBeVisible()
    await expect.element(screen.getByText('Most wins')).not.toBeInTheDocument()
    await expect.element(screen.getByText('Rank by season', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('PPG by season')).not.toBeInTheDocument()
    await screen.getByRole('button', { name: /Final standings/ }).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText(note)).toBeVisible()
    expect([...dialog.element().querySelectorAll('thead th')].map((cell) => cell.textContent)).toEqual(
      columns,
    )
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  },
)

it('leads to the playoff brackets of all seasons, and of each one', async () => {
  const { screen } = await renderTab(FULL_HISTORY)
  await expect
    .element(screen.getByRole('link', { name: 'Playoff brackets' }))
    .toHaveAttribute('href', '/?league=Sunday&tab=scoreboard&view=bracket')
  const season = FULL_HISTORY.seasons.find((each) => each.is_finished)?.season
  const podium = screen.getByRole('article', { name: `Season ${season}` })
  await podium.getByRole('button', { name: /Final standings/ }).click()
  await expect
    .element(screen.getByRole('dialog').getByRole('link', { name: `Playoff bracket of ${season}` }))
    .toHaveAttribute('href', `/?league=Sunday&tab=scoreboard&season=${season}&view=bracket`)
})

it('sorts managers by titles, wins, then name, and by any column', async () => {
  const { screen } = await renderTab(FULL_HISTORY)
  const table = screen.getByRole('table', { name: 'All managers, all seasons' })
  await expect.element(table).toBeVisible()
  const names = () =>
    [...table.element().querySelectorAll('tbody th button')].map((button) => button.textContent)
  expect(names()).toEqual(['Ada Quill', 'Cleo Marsh', 'Dov Pepperell', 'Hugo Barley'])
  const winPercentage = table.getByRole('columnheader', { name: 'Win%' })
  await winPercentage.getByRole('button').click()
  await expect.element(winPercentage).toHaveAttribute('aria-sort', 'descending')
  expect(names()).toEqual(['Cleo Marsh', 'Ada Quill', 'Hugo Barley', 'Dov Pepperell'])
  await winPercentage.getByRole('button').click()
  await expect.element(winPercentage).toHaveAttribute('aria-sort', 'ascending')
  expect(names()).toEqual(['Hugo Barley', 'Ada Quill', 'Cleo Marsh', 'Dov Pepperell'])
})

it('opens the game of a record and closes it with the Back button', async () => {
  const { screen, page } = await renderTab(FULL_HISTORY)
  const record = screen.getByRole('button', { name: /^Closest win/ })
  await expect.element(record).toMatchTextContent('0.02')
  await record.click()
  const dialog = screen.getByRole('dialog', { name: '2024, Week 4' })
  await expect
    .element(dialog.getByRole('region', { name: 'Home: Inky Fingers' }))
    .toMatchTextContent('110.36')
  await expect.element(dialog.getByRole('row', { name: 'Quarter Back' })).toMatchTextContent('21.5')
  await expect.element(dialog.getByText('No lineup available for False Oats.')).toBeVisible()
  page.back()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(record).toHaveFocus()
})

it('scrolls to the record that the address names, and focuses it', async () => {
  const { screen } = await renderTab(FULL_HISTORY, {
    url: '/?league=Sunday&tab=history&view=record-closest-win',
  })
  const record = screen.getByRole('button', { name: /^Closest win/ })
  await expect.element(record).toHaveFocus()
  await expect.element(record).toBeInViewport()
})

it('opens the season of a fun fact', async () => {
  const { screen } = await renderTab(FULL_HISTORY)
  await screen.getByRole('button', { name: '2023 regular season' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Season 2023' })
  await expect.element(dialog.getByRole('table')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

it('opens an owner, then a game, and closes them one at a time', async () => {
  const { screen } = await renderTab(FULL_HISTORY)
  await screen
    .getByRole('region', { name: 'Longest tenure' })
    .getByRole('button', { name: 'Ada Quill' })
    .click()
  const owner = screen.getByRole('dialog', { name: 'Ada Quill' })
  await expect.element(owner.getByText('3 seasons', { exact: true })).toBeVisible()
  await expect.element(owner.getByText('Also known as A. Quill')).toBeVisible()
  await owner
    .getByRole('button', { name: /^Win 110\.36/ })
    .last()
    .click()
  const game = screen.getByRole('dialog', { name: '2024, Week 4' })
  await expect.element(game).toBeVisible()
  await game.getByRole('button', { name: 'Close' }).click()
  await expect.element(owner).toBeVisible()
  await owner.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.element(owner).not.toBeInTheDocument()
})

it('keeps the status and the points of a running season in one line each on a phone', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
  const [season] = OWNER_HISTORY.seasons
  if (season === undefined) throw new Error('no season')
  const running = { ...season, is_finished: false, name: 'Knights of the Round Football' }
  const { screen } = await renderTab(FULL_HISTORY, {
    responses: { 'GET /api/league/:league/owners/:owner/': { ...OWNER_HISTORY, seasons: [running] } },
    url: '/?league=Sunday&tab=history&owner=Ada+Quill',
  })
  const dialog = screen.getByRole('dialog', { name: 'Ada Quill' })
  const status = dialog.getByText('In progress', { exact: true })
  await expect.element(status).toBeVisible()
  expect(status.element().getBoundingClientRect().height).toBeLessThan(30)
  await expect.element(dialog.getByRole('columnheader', { name: 'League avg' })).not.toBeInTheDocument()
  const seasons = dialog.getByRole('region', { name: 'Seasons' })
  await seasons.getByRole('radio', { name: 'Points' }).click({ force: true })
  await expect.element(dialog.getByRole('columnheader', { name: 'League avg' })).toBeVisible()
  const row = status.element().closest('tr')
  const table = row?.closest('table')?.parentElement
  expect(table?.scrollWidth).toBeLessThanOrEqual(table?.clientWidth ?? 0)
  const name = document.createRange()
  name.selectNodeContents(dialog.getByText('Knights of the Round Football').first().element())
  expect(name.getClientRects().length).toBeLessThanOrEqual(2)
})

it('compares two owners with their record, point differential and games', async () => {
  const { screen, server } = await renderTab(FULL_HISTORY)
  const section = screen.getByRole('region', { name: 'Head-to-Head', exact: true })
  await expect.element(section.getByText('1-1', { exact: true })).toBeVisible()
  await expect
    .element(section.getByRole('img', { name: 'Ada Quill and Cleo Marsh are tied in total points.' }))
    .toBeVisible()
  await expect.element(section.getByText('54 of 100')).toBeVisible()
  await section.getByRole('button', { name: 'Explain rivalry index' }).click()
  const explanation = screen.getByRole('dialog', { name: 'rivalry index' })
  await expect
    .element(explanation)
    .toMatchTextContent(/Decided by 10 points or less ?1 ?Playoff games ?2 ?Met in a final ?Yes/)
  await explanation.getByRole('button', { name: 'Close' }).click()
  const games = section.getByRole('list', { name: 'Games, newest first' })
  await expect.element(games).toBeVisible()
  const rows = games.getByRole('button').elements()
  expect(rows.map((row) => row.textContent)).toEqual([
    'L98.2–121.5@ Cleo Marsh2024, Week 15Playoffs',
    'W121.5–98.2vs Cleo Marsh2023, Week 4',
  ])
  await section.getByLabelText('Second owner').selectOptions('Ada Quill')
  await expect.element(section.getByText('Choose two different owners.')).toBeVisible()
  expect(server.requests.filter(({ path }) => path.includes('owner-compare'))).toHaveLength(1)
})

it("compares the user with this week's opponent first, and keeps what is chosen", async () => {
  const paths: string[] = []
  const { screen } = await renderTab(FULL_HISTORY, {
    myGame: { season: 2026, teamId: 3, opponentId: 2 },
    responses: {
      'GET /api/league/:league/owner-compare/': ({ path }) => {
        paths.push(path)
        return COMPARISON
      },
    },
  })
  const section = screen.getByRole('region', { name: 'Head-to-Head', exact: true })
  await expect.element(section.getByLabelText('First owner')).toHaveValue('Cleo Marsh')
  await expect.element(section.getByLabelText('Second owner')).toHaveValue('Hugo Barley')
  await section.getByLabelText('First owner').selectOptions('Dov Pepperell')
  await expect.element(section.getByLabelText('Second owner')).toHaveValue('Hugo Barley')
})

it('compares the user with the most successful owner in a bye week', async () => {
  const { screen } = await renderTab(FULL_HISTORY, {
    myGame: { season: 2026, teamId: 2, opponentId: null },
  })
  const section = screen.getByRole('region', { name: 'Head-to-Head', exact: true })
  await expect.element(section.getByLabelText('First owner')).toHaveValue('Hugo Barley')
  await expect.element(section.getByLabelText('Second owner')).toHaveValue('Ada Quill')
})

const PAIRS = {
  owners: OWNERS.toSorted((a, b) => a.localeCompare(b, 'en')),
  pairs: [
    { ...HEAD_TO_HEAD_RECORD, games: 4, wins: 3, win_pct: 0.75, a: 'Ada Quill', b: 'Cleo Marsh' },
    { ...HEAD_TO_HEAD_RECORD, a: 'Cleo Marsh', b: 'Hugo Barley' },
  ].map((pair) => ({ ...pair, playoff_games: 1, last_season: 2025 })),
}

it('shows the record of every pair in a grid, and opens the pair of a cell', async () => {
  const { screen, page: window } = await renderTab(FULL_HISTORY, {
    responses: { 'GET /api/league/:league/history/pairs/': PAIRS },
  })
  const grid = screen.getByRole('region', { name: 'Everyone against everyone' })
  const cell = (name: string) => grid.getByRole('button', { name })
  await expect.element(cell('Ada Quill against Cleo Marsh: 3-1')).toBeVisible()
  await expect.element(cell('Cleo Marsh against Ada Quill: 1-3')).toHaveAttribute('data-lean', 'bad')
  await expect.element(cell('Hugo Barley against Cleo Marsh: 1-1')).not.toHaveAttribute('data-lean')
  // Dov Pepperell has met nobody.
  expect(grid.getByRole('row').elements()).toHaveLength(4)
  await cell('Ada Quill against Hugo Barley: no games').hover()
  await expect.element(grid.getByText('Ada Quill and Hugo Barley have never met.')).toBeVisible()
  await cell('Ada Quill against Cleo Marsh: 3-1').click()
  await expect.element(screen.getByRole('dialog', { name: 'Head-to-Head' })).toBeVisible()
  expect(window.win.location.search).toContain('owner=Ada+Quill&owner=Cleo+Marsh')
})

it('moves between the pairs of the grid with the arrow keys', async () => {
  const { screen } = await renderTab(FULL_HISTORY, {
    responses: { 'GET /api/league/:league/history/pairs/': PAIRS },
  })
  const grid = screen.getByRole('region', { name: 'Everyone against everyone' })
  const first = grid.getByRole('button', { name: 'Ada Quill against Cleo Marsh: 3-1' })
  await expect.element(first).toHaveAttribute('tabindex', '0')
  expect(grid.element().querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  ;(first.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(grid.getByRole('button', { name: /^Ada Quill against Hugo Barley/ })).toHaveFocus()
  // Across the diagonal.
  await userEvent.keyboard('{ArrowLeft}{ArrowDown}')
  await expect.element(grid.getByRole('button', { name: /^Hugo Barley against Cleo Marsh/ })).toHaveFocus()
  await expect
    .element(
      grid.getByText(
        'Hugo Barley against Cleo Marsh: 1-1 (.500) in 2 games, 1 in the playoffs, last in 2025.',
      ),
    )
    .toBeVisible()
})

it('jumps to a section from the menu, and marks the one that is read', async () => {
  const { screen } = await renderTab(FULL_HISTORY)
  const menu = screen.getByRole('navigation', { name: 'Sections' })
  await menu.getByRole('button', { name: 'Records' }).click()
  const heading = screen.getByRole('heading', { name: 'League Records (regular season)' })
  await expect.element(heading).toHaveFocus()
  await expect.element(heading).toBeInViewport()
  await expect.element(menu.getByRole('button', { name: 'Records' })).toHaveAttribute('aria-current', 'true')
  expect(
    menu
      .getByRole('button')
      .elements()
      .map((item) => item.textContent),
  ).toEqual([
    'Trophies',
    'Hall of Fame',
    'Records',
    'Fun Facts',
    'All-Time',
    'Through the Years',
    'Elo',
    'Team Names',
    'Head-to-Head',
    'All Pairs',
  ])
})

it('focuses the heading that a section key opens without a ring, as a heading is no control', async () => {
  const { screen } = await renderTab(FULL_HISTORY)
  const menu = screen.getByRole('navigation', { name: 'Sections' })
  ;(menu.getByRole('button', { name: 'Records' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const heading = screen.getByRole('heading', { name: 'League Records (regular season)' })
  await expect.element(heading).toHaveFocus()
  expect(heading.element().matches(':focus-visible')).toBe(true)
  expect(getComputedStyle(heading.element()).outlineStyle).toBe('none')
})

const PIXEL = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>')}#`

it('shows the picture of the trophy with the champion of the latest finished season', async () => {
  const { screen } = await renderTab({
    ...FULL_HISTORY,
    trophy: { picture: PIXEL, description: 'A tin cup' },
  })
  const trophyCase = screen.getByRole('region', { name: 'Trophy Case' })
  await expect.element(trophyCase.getByRole('img', { name: 'A tin cup' })).toBeVisible()
  await expect.element(trophyCase.getByText('Champion of 2025')).toBeVisible()
})

it('shows both champions of a shared title, in the trophy case and on the podium', async () => {
  const seasons = FULL_HISTORY.seasons.map((season) => ({
    ...season,
    podium: season.podium.map((finisher, index) => ({ ...finisher, rank: index < 2 ? 1 : finisher.rank })),
  }))
  const { screen } = await renderTab({ ...FULL_HISTORY, seasons })
  const trophyCase = screen.getByRole('region', { name: 'Trophy Case' })
  await expect.element(trophyCase.getByText('Champions of 2025')).toBeVisible()
  const season = trophyCase.getByRole('article', { name: 'Season 2025' })
  await expect.poll(() => season.getByText('Champion', { exact: true }).elements().length).toBe(2)
})

it('shows an error when the comparison fails', async () => {
  const { screen } = await renderTab(FULL_HISTORY, {
    responses: {
      'GET /api/league/:league/owner-compare/': errorResponse(404, 'owner_not_found', 'Owner not found.'),
    },
  })
  await expect.element(screen.getByText('Compare failed')).toBeVisible()
})

it('charts the ranks of one owner at a time and shows them as a table', async () => {
  const { screen } = await renderTab(FULL_HISTORY)
  const section = screen.getByRole('region', { name: 'Through the Years' })
  await expect
    .element(
      section.getByRole('img', {
        name: /^Ada Quill's rank by season.*best 1st in 2023, currently 1st in 2026/,
      }),
    )
    .toBeVisible()
  await section.getByLabelText('Owner').selectOptions('Cleo Marsh')
  await expect
    .element(section.getByRole('img', { name: /^Cleo Marsh's rank by season.*best 2nd in 2024/ }))
    .toBeVisible()
  await section.getByText('View as table').first().click()
  await expect.element(section.getByRole('rowheader', { name: '2026 (in progress)' }).first()).toBeVisible()
})

it('draws the charts of owners in their colors', async () => {
  const colors = ['#c8102e', '#0b5fa5', '#108050']
  const people = FULL_HISTORY.people.map((person, index) => ({ ...person, color: colors[index % 3] ?? null }))
  const { screen } = await renderTab({ ...FULL_HISTORY, people })
  const section = screen.getByRole('region', { name: 'Through the Years' })
  const strokeOf = async (owner: string) => {
    const chart = section.getByRole('img', { name: new RegExp(`^${owner}'s rank by season`) })
    await expect.element(chart).toBeVisible()
    const lines = [...chart.element().querySelectorAll('path')].map((path) => getComputedStyle(path).stroke)
    return lines.at(-1)
  }
  const first = await strokeOf('Ada Quill')
  await section.getByLabelText('Owner').selectOptions('Cleo Marsh')
  const second = await strokeOf('Cleo Marsh')
  expect(first).toBe('rgb(200, 16, 46)')
  expect(second).not.toBe(first)
})

it('shows 24 team names first, then all of them', async () => {
  const { screen } = await renderTab(FULL_HISTORY)
  const section = screen.getByRole('region', { name: 'Team Name Legacy' })
  await expect.element(section.getByRole('button', { name: 'Show all 30' })).toBeVisible()
  expect(section.getByRole('listitem').elements()).toHaveLength(24)
  await section.getByRole('button', { name: 'Show all 30' }).click()
  await expect.poll(() => section.getByRole('listitem').elements()).toHaveLength(30)
})

it('says how many seasons are stored, and offers admins to backfill the others', async () => {
  const history = buildHistory([buildSeason(2024, ['Ada Quill']), buildSeason(2025, ['Ada Quill'])])
  const allTime = { ...history.all_time, first_year: 2009, missing_seasons: [2009, 2010] }
  const responses: FakeResponses = {
    'GET /api/league/:league/jobs/': { jobs: [] },
    'GET /api/league/:league/seasons/': { seasons: [], missing: [] },
  }
  const { screen } = await renderTab({ ...history, all_time: allTime }, { responses, canManage: true })
  await expect.element(screen.getByText('Since 2009')).toBeVisible()
  await expect.element(screen.getByText('2 of 4 seasons stored')).toBeVisible()
  await screen.getByRole('button', { name: 'Backfill 2 seasons' }).click()
  const form = screen.getByRole('form', { name: 'Backfill' })
  await expect.element(form.getByLabelText('First season')).toHaveValue(2009)
  await expect.element(screen.getByRole('button', { name: 'Backfill 2 seasons' })).not.toBeInTheDocument()
})

it('shows empty states in a league without seasons', async () => {
  const { screen } = await renderTab(buildHistory([]))
  for (const text of [
    'No seasons yet.',
    'No champion yet.',
    'No managers yet.',
    'No team names yet.',
    'You need at least two managers to compare.',
  ]) {
    await expect.element(screen.getByText(text)).toBeVisible()
  }
  expect(screen.getByText('No eligible games yet').elements()).toHaveLength(6)
})

it('shows a league whose only season is in progress', async () => {
  const { screen } = await renderTab(buildHistory([buildSeason(2026, OWNERS, { is_finished: false })]))
  await expect.element(screen.getByRole('article', { name: 'Season 2026' })).toMatchTextContent('In progress')
  await expect.element(screen.getByText('No champion yet.')).toBeVisible()
  await screen.getByRole('button', { name: /^Current standings/ }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Season 2026' })).toMatchTextContent('13-0-0')
  await screen.getByRole('button', { name: 'Close' }).click()
})

it('shows no leader for a season that has not started', async () => {
  const season = buildSeason(2026, OWNERS, { is_finished: false })
  const standings = season.standings.map((team) => ({ ...team, wins: 0, losses: 0, pf: 0 }))
  const { screen } = await renderTab(buildHistory([{ ...season, standings }]))
  const card = screen.getByRole('article', { name: 'Season 2026' })
  await expect.element(card).toMatchTextContent(/^2026Not startedESPNNo games played yet\./)
  await card.getByRole('button', { name: /^Teams/ }).click()
  const dialog = screen.getByRole('dialog', { name: 'Season 2026' })
  await expect.element(dialog.getByRole('row', { name: /Ada Quill/ })).toMatchTextContent(/^—/)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

it('fits 40 owners with very long names on a phone without horizontal scrolling', async () => {
  await page.viewport(390, 844)
  try {
    const owners = Array.from(
      { length: 40 },
      (_, index) => `Bartholomew-Maximilian Featherstonehaugh ${index + 1}`,
    )
    const tenure = { owner: owners[0] ?? '', owners, years: 1 }
    const { screen } = await renderTab(
      buildHistory([buildSeason(2025, owners)], { fun_facts: { ...NO_FUN_FACTS, longest_tenure: tenure } }),
    )
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    const banner = screen.getByRole('region', { name: 'Longest tenure' })
    await banner.getByRole('button', { name: 'and 37 more' }).click()
    await expect.poll(() => banner.getByRole('listitem').elements()).toHaveLength(40)
  } finally {
    await page.viewport(1280, 800)
  }
})

it('toggles History Admin for admins', async () => {
  fakeServer({
    'GET /api/league/:league/history/': buildHistory([]),
    'GET /api/league/:league/jobs/': { jobs: [] },
    'GET /api/league/:league/seasons/': { seasons: [], missing: [] },
    'GET /api/league/:league/history/merges/': { merges: [], suggestions: [], people: [] },
  })
  const screen = await renderWithProviders(
    <HistoryTab league="Sunday" currentYear={2026} canManage myGame={null} />,
  )
  const toggle = screen.getByRole('button', { name: 'Admin' })
  await toggle.click()
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect.element(screen.getByText('No seasons stored yet.')).toBeVisible()
  await toggle.click()
  await expect.element(screen.getByRole('heading', { name: 'History Admin' })).not.toBeInTheDocument()
})

it('shows an error when the history fails to load', async () => {
  fakeServer({
    'GET /api/league/:league/history/': errorResponse(
      403,
      'not_member',
      'You are not a member of this league.',
    ),
  })
  const screen = await renderWithProviders(
    <HistoryTab league="Sunday" currentYear={2026} canManage={false} myGame={null} />,
  )
  await expect.element(screen.getByText('Failed to load history')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})
