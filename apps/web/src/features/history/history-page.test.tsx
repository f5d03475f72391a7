import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
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
import { renderWithProviders } from '../../testing/render.tsx'
import { HistoryTab } from './history-tab.tsx'
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
      home: [{ slot_id: 0, espn_id: 9, player: 'Quarter Back', nfl_team: 'NE', proj: null, actual: 21.5 }],
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
      is_finished: true,
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
    by_team: Array.from({ length: 30 }, (_, at) => ({
      name: `Team ${at + 1}`,
      years: 2,
      titles: 0,
      first_year: 2023,
      last_year: 2024,
      owners: ['Ada Quill'],
    })),
  },
)

async function renderTab(history: History, { answers }: { answers?: FakeResponses } = {}) {
  const server = fakeServer({
    'GET /api/league/:league/history/': history,
    'GET /api/league/:league/owner-compare/': COMPARISON,
    'GET /api/league/:league/games/:season/:game/': GAME_DETAILS,
    'GET /api/league/:league/owners/:owner/': OWNER_HISTORY,
    ...answers,
  })
  const screen = await renderWithProviders(
    <main style={{ padding: '0 var(--gutter)' }}>
      <HistoryTab league="Sunday" currentYear={2026} canManage={false} />
    </main>,
  )
  await expect.element(screen.getByRole('heading', { name: 'Head-to-Head' })).toBeVisible()
  return { screen, server }
}

it('has every part in the specified order', async () => {
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

it('scrolls the trophy case to last year, and tells the places in words', async () => {
  await page.viewport(390, 844)
  try {
    const { screen } = await renderTab(FULL_HISTORY)
    const card = screen.getByRole('article', { name: 'Season 2025' })
    await expect.element(card).toBeInViewport({ ratio: 0.0 })
    const box = card.element().getBoundingClientRect()
    expect(Math.abs(box.left + box.width / 2 - 195)).toBeLessThan(30)
    await expect
      .element(card)
      .toHaveTextContent(/Ada Quill.*1stChampion.*Hugo Barley.*2ndsilver.*Cleo Marsh.*3rdbronze/)
    await expect.element(screen.getByRole('article', { name: 'Season 2026' })).toHaveTextContent('Under way')
  } finally {
    await page.viewport(1280, 800)
  }
})

it('says to all why a season counts for no record', async () => {
  const { screen } = await renderTab(FULL_HISTORY)
  await expect.element(screen.getByText('Counts for no record: a scoring mistake')).toBeInTheDocument()
  await expect.element(screen.getByText('Without 2024 (a scoring mistake)')).toBeVisible()
  await expect.element(screen.getByText('Most points in a season: without 2024')).toBeVisible()
})

it('sorts managers by titles, wins, then name, and by any column', async () => {
  const { screen } = await renderTab(FULL_HISTORY)
  const table = screen.getByRole('region', { name: 'All-time table' })
  const names = () =>
    [...table.element().querySelectorAll('tbody th button')].map((each) => each.lastChild?.textContent)
  expect(names()).toEqual(['Ada Quill', 'Cleo Marsh', 'Dov Pepperell', 'Hugo Barley'])
  const share = table.getByRole('columnheader', { name: 'Win%' })
  await share.getByRole('button').click()
  await expect.element(share).toHaveAttribute('aria-sort', 'descending')
  expect(names()).toEqual(['Cleo Marsh', 'Ada Quill', 'Hugo Barley', 'Dov Pepperell'])
  await share.getByRole('button').click()
  expect(names()).toEqual(['Hugo Barley', 'Ada Quill', 'Cleo Marsh', 'Dov Pepperell'])
})

it('opens the game of a record, and closes it by Back', async () => {
  const { screen } = await renderTab(FULL_HISTORY)
  const record = screen.getByRole('button', { name: /^Closest win/ })
  await expect.element(record).toHaveTextContent('0.02')
  await record.click()
  const dialog = screen.getByRole('dialog', { name: 'A game of 2024' })
  await expect.element(dialog.getByRole('region', { name: 'Home: Inky Fingers' })).toHaveTextContent('110.36')
  await expect.element(dialog.getByRole('row', { name: 'Quarter Back' })).toHaveTextContent('21.5')
  await expect.element(dialog.getByText('The line-up of False Oats is not stored.')).toBeVisible()
  window.history.back()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(record).toHaveFocus()
})

it('opens the season in which a fun fact was', async () => {
  const { screen } = await renderTab(FULL_HISTORY)
  await screen.getByRole('button', { name: 'Regular season 2023' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Season 2023' })
  await expect.element(dialog.getByRole('table')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

it('opens an owner, from there a game, and goes back step by step', async () => {
  const { screen } = await renderTab(FULL_HISTORY)
  await screen
    .getByRole('region', { name: 'Longest tenure' })
    .getByRole('button', { name: 'Ada Quill' })
    .click()
  const owner = screen.getByRole('dialog', { name: 'Ada Quill' })
  await expect.element(owner.getByText('2 titles in 3 seasons')).toBeVisible()
  await expect.element(owner.getByText('Also known as A. Quill')).toBeVisible()
  await owner
    .getByRole('button', { name: /^Won 110\.36/ })
    .last()
    .click()
  const game = screen.getByRole('dialog', { name: 'A game of 2024' })
  await expect.element(game).toBeVisible()
  await game.getByRole('button', { name: 'Close' }).click()
  await expect.element(owner).toBeVisible()
  await owner.getByRole('button', { name: 'Close' }).click()
  await expect.element(owner).not.toBeInTheDocument()
})

it('compares two owners: the tally, the points between them and the games', async () => {
  const { screen, server } = await renderTab(FULL_HISTORY)
  const part = screen.getByRole('region', { name: 'Head-to-Head' })
  await expect.element(part.getByText('1–1', { exact: true })).toBeVisible()
  await expect
    .element(part.getByRole('img', { name: 'Ada Quill and Cleo Marsh have the same points in all.' }))
    .toBeVisible()
  const rows = part.getByRole('list', { name: 'Games, newest first' }).getByRole('button').elements()
  expect(rows.map((row) => row.textContent)).toEqual([
    'L98.2–121.5@ Cleo Marsh2024, week 15Playoffs',
    'W121.5–98.2vs Cleo Marsh2023, week 4',
  ])
  await part.getByLabelText('Second owner').selectOptions('Ada Quill')
  await expect.element(part.getByText('Choose two different owners.')).toBeVisible()
  expect(server.requests.filter(({ path }) => path.includes('owner-compare'))).toHaveLength(1)
})

it('says when the comparison failed', async () => {
  const { screen } = await renderTab(FULL_HISTORY, {
    answers: {
      'GET /api/league/:league/owner-compare/': errorResponse(
        404,
        'owner_not_found',
        'There is no such owner.',
      ),
    },
  })
  await expect.element(screen.getByText('Compare failed')).toBeVisible()
})

it('draws ranks of one owner at a time, with a table beside the picture', async () => {
  const { screen } = await renderTab(FULL_HISTORY)
  const part = screen.getByRole('region', { name: 'Through the Years' })
  await expect
    .element(
      part.getByRole('img', { name: /^Rank of Ada Quill by season.*best 1st in 2023, now 1st in 2026/ }),
    )
    .toBeVisible()
  await part.getByLabelText('Owner').selectOptions('Cleo Marsh')
  await expect
    .element(part.getByRole('img', { name: /^Rank of Cleo Marsh by season.*best 2nd in 2024/ }))
    .toBeVisible()
  await part.getByText('As a table').first().click()
  await expect.element(part.getByRole('rowheader', { name: '2026 so far' }).first()).toBeVisible()
})

it('shows 24 team names, then all', async () => {
  const { screen } = await renderTab(FULL_HISTORY)
  const part = screen.getByRole('region', { name: 'Team Name Legacy' })
  expect(part.getByRole('listitem').elements()).toHaveLength(24)
  await part.getByRole('button', { name: 'Show all 30' }).click()
  expect(part.getByRole('listitem').elements()).toHaveLength(30)
})

it('says what is missing in a league without a season', async () => {
  const { screen } = await renderTab(buildHistory([]))
  for (const text of [
    'No seasons yet.',
    'No champion yet.',
    'No managers yet.',
    'No team names yet.',
    'Nobody to compare yet.',
  ]) {
    await expect.element(screen.getByText(text)).toBeVisible()
  }
  expect(screen.getByText('No game counts yet').elements()).toHaveLength(6)
})

it('shows a league whose one season is under way', async () => {
  const { screen } = await renderTab(buildHistory([buildSeason(2026, OWNERS, { is_finished: false })]))
  await expect.element(screen.getByRole('article', { name: 'Season 2026' })).toHaveTextContent('Under way')
  await expect.element(screen.getByText('No champion yet.')).toBeVisible()
  await screen.getByRole('button', { name: /^Table so far/ }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Season 2026' })).toHaveTextContent('13-0-0')
  await screen.getByRole('button', { name: 'Close' }).click()
})

it('names no leader of a season that has not begun', async () => {
  const season = buildSeason(2026, OWNERS, { is_finished: false })
  const standings = season.standings.map((team) => ({ ...team, wins: 0, losses: 0 }))
  const { screen } = await renderTab(buildHistory([{ ...season, standings }]))
  const card = screen.getByRole('article', { name: 'Season 2026' })
  await expect.element(card).toHaveTextContent(/^2026Not begunNo game has been played yet\./)
  await card.getByRole('button', { name: /^Who is in it/ }).click()
  const dialog = screen.getByRole('dialog', { name: 'Season 2026' })
  await expect.element(dialog.getByRole('row', { name: /Ada Quill/ })).toHaveTextContent(/^—/)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

it('holds 40 owners with very long names on a phone without scrolling sideways', async () => {
  await page.viewport(390, 844)
  try {
    const owners = Array.from({ length: 40 }, (_, at) => `Bartholomew-Maximilian Featherstonehaugh ${at + 1}`)
    const tenure = { owner: owners[0] ?? '', owners, years: 1 }
    const { screen } = await renderTab(
      buildHistory([buildSeason(2025, owners)], { fun_facts: { ...NO_FUN_FACTS, longest_tenure: tenure } }),
    )
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    const banner = screen.getByRole('region', { name: 'Longest tenure' })
    await banner.getByRole('button', { name: 'and 37 more' }).click()
    expect(banner.getByRole('listitem').elements()).toHaveLength(40)
  } finally {
    await page.viewport(1280, 800)
  }
})

it('shows History Admin to admins at a press, and puts it away again', async () => {
  fakeServer({
    'GET /api/league/:league/history/': buildHistory([]),
    'GET /api/league/:league/jobs/': { jobs: [] },
    'GET /api/league/:league/seasons/': { seasons: [], missing: [] },
    'GET /api/league/:league/history/merges/': { merges: [], suggestions: [] },
  })
  const screen = await renderWithProviders(<HistoryTab league="Sunday" currentYear={2026} canManage />)
  const toggle = screen.getByRole('button', { name: 'Admin' })
  await toggle.click()
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect.element(screen.getByText('No seasons stored yet.')).toBeVisible()
  await toggle.click()
  await expect.element(screen.getByRole('heading', { name: 'History Admin' })).not.toBeInTheDocument()
})

it('says when the history failed', async () => {
  fakeServer({
    'GET /api/league/:league/history/': errorResponse(403, 'not_member', 'You are not in this league.'),
  })
  const screen = await renderWithProviders(
    <HistoryTab league="Sunday" currentYear={2026} canManage={false} />,
  )
  await expect.element(screen.getByText('Failed to load history')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})
