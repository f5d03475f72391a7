import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { allowMotion } from '../../testing/allow-motion.ts'
import { errorResponse, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { buildPlayerGame } from '../../testing/matchup-fixtures.ts'
import { renderWithClient, renderWithProviders } from '../../testing/render.tsx'
import { buildRoster, buildRosterRow } from '../../testing/roster-fixtures.ts'
import { formatKickoff } from '../../ui/format/date-time.ts'
import { RosterTab } from './roster-tab.tsx'
import { type Roster, rosterQuery } from './use-roster.ts'

const KICKOFF = Date.UTC(2026, 10, 22, 18)

const STARTER = buildRosterRow({
  player: 'Ada Fleet',
  espn_id: 4262921,
  slot_id: 0,
  nfl_team: 'MIN',
  opp: 'GB',
  home_away: '@',
  kickoff_ts: KICKOFF,
  proj: 20.25,
  actual: 24.3,
  injury_status: 'QUESTIONABLE',
  vegas_spread: -3.5,
  vegas_total: 47.5,
  weather_desc: 'Light snow',
  weather_temp_f: 28.4,
  weather_icon: 'snow',
})

async function renderTab(response: Roster) {
  const server = fakeServer({ 'GET /api/league/:league/me/roster/': response })
  return { server, screen: await renderWithProviders(<RosterTab league="Sunday" />) }
}

function cellTexts(row: Element): string[] {
  return [...row.querySelectorAll('td, th')].map((cell) => cell.textContent.trim())
}

describe('a roster row', () => {
  it("shows every column, with the kickoff in the viewer's time zone", async () => {
    const { screen } = await renderTab(buildRoster({ players: [STARTER] }))
    const row = screen.getByRole('row', { name: 'Ada Fleet' })
    await expect.element(row).toBeVisible()
    expect(cellTexts(row.element())).toEqual([
      'QB',
      'MIN',
      'Ada Fleet',
      '@ GB',
      `${formatKickoff(KICKOFF)}Light snow 28°F`,
      '20.3',
      '24.3+4.1',
      'QuestionableSpread -3.5O/U 47.5',
    ])
    await expect
      .element(screen.getByRole('link', { name: 'Ada Fleet' }))
      .toHaveAttribute('href', '/?league=Sunday&tab=overview&player=4262921')
  })

  it.each([
    ['an empty slot', { player: null, espn_id: null }, 'Empty', ['', 'Empty', '', '', '', '']],
    ['a bye week', { player: 'Bo', nfl_team: 'KC', is_bye: true }, 'Bo', ['KC', 'Bo', 'Bye', '—', '—', '—']],
    ['a game without a kickoff time', { player: 'Cy', opp: 'KC' }, 'Cy', ['—', 'Cy', 'KC', 'TBD', '—', '—']],
    [
      'an indoor game',
      { player: 'Di', opp: 'KC', home_away: 'home', weather_desc: 'Dome' },
      'Di',
      ['—', 'Di', 'vs KC', 'TBDDome', '—', '—'],
    ],
  ] as const)('shows what is known of %s', async (_, overrides, name, cells) => {
    const { screen } = await renderTab(
      buildRoster({ players: [STARTER, buildRosterRow({ slot_id: 6, ...overrides })] }),
    )
    const row = screen.getByRole('row', { name }).first()
    await expect.element(row).toBeVisible()
    expect(cellTexts(row.element()).slice(1, 7)).toEqual(cells)
  })

  it('shows everything in two lines on a phone', async () => {
    await page.viewport(390, 844)
    try {
      const { screen } = await renderTab(buildRoster({ players: [STARTER] }))
      await expect.element(screen.getByText('Ada Fleet')).toBeVisible()
      await expect.element(screen.getByRole('columnheader', { name: 'Opponent' })).not.toBeInTheDocument()
      const [first, second] = screen.getByRole('row').elements().slice(1)
      expect(first && cellTexts(first)).toEqual(['QB', 'Ada Fleet', '20.3', '24.3+4.1'])
      expect(second?.textContent).toBe(
        `MIN @ GB${formatKickoff(KICKOFF)}Light snow 28°FQuestionableSpread -3.5O/U 47.5`,
      )
      expect(screen.getByRole('table').element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
    } finally {
      await page.viewport(1280, 800)
    }
  })
})

it.each([820, 1080, 1160])('cuts off no tag at a width of %i pixels', async (width) => {
  await page.viewport(width, 1180)
  try {
    const player = { ...STARTER, player: 'Maximilian Featherstonehaugh' }
    const { screen } = await renderTab(buildRoster({ players: [player] }))
    const row = screen.getByText('Questionable')
    await expect.element(row).toBeVisible()
    // As wide as on the page, where the news is beside the table from 1080 pixels on.
    const sidebar = width < 1080 ? 0 : 300 + 24
    const frame = screen.getByRole('table').element().parentElement
    if (frame === null) throw new Error('the table has no frame')
    frame.style.width = `${width - 48 - sidebar}px`
    expect(frame.scrollWidth).toBe(frame.clientWidth)
  } finally {
    await page.viewport(1280, 800)
  }
})

it("shows the starters' total above bench and reserve", async () => {
  const players = [
    buildRosterRow({ slot_id: 0, proj: 20.1, actual: 24.2 }),
    buildRosterRow({ slot_id: 7, proj: 10.2, actual: null }),
    buildRosterRow({ slot_id: 20, proj: 99, actual: 99 }),
    buildRosterRow({ slot_id: 21 }),
    buildRosterRow({ slot_id: 21 }),
  ]
  const { screen } = await renderTab(buildRoster({ players }))
  await expect.element(screen.getByRole('row', { name: 'Starters total' })).toMatchTextContent('30.324.2')
  const slots = screen
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => cellTexts(row).find((text) => text !== ''))
  expect(slots).toEqual(['QB', 'OP', 'Starters total', 'Bench', 'Bench', 'Injured reserve', 'IR', 'IR'])
})

it.each([1280, 390])('leaves out what nobody has of a past season at %d pixels', async (width) => {
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(width, 844)
  const players = [
    buildRosterRow({ player: 'Ada Fleet', slot_id: 0, actual: 24.3 }),
    buildRosterRow({ player: null, espn_id: null, slot_id: 2 }),
    buildRosterRow({ player: 'Bo Larch', actual: 0 }),
  ]
  const { screen } = await renderTab(buildRoster({ players }))
  await expect.element(screen.getByText('Ada Fleet')).toBeVisible()
  expect(screen.getByRole('row').elements().map(cellTexts)).toEqual([
    ['Slot', 'Player', 'Score'],
    ['QB', 'Ada Fleet', '24.3'],
    ['RB', 'Empty', ''],
    ['', 'Starters total', '24.3'],
    ['Bench'],
    ['Bench', 'Bo Larch', '0.0'],
  ])
})

describe('empty starting slots', () => {
  const empty = (slot_id: number) => buildRosterRow({ slot_id, player: null, espn_id: null })
  const week = (overrides: Partial<Roster>) => buildRoster({ players: [STARTER, empty(23)], ...overrides })

  it.each([
    [[empty(23)], '1 empty starting slot: FLEX. Fill it on ESPN before kickoff.'],
    [[empty(2), empty(23)], '2 empty starting slots: RB, FLEX. Fill them on ESPN before kickoff.'],
  ])('warns of them with their number (%#)', async (slots, text) => {
    const { screen } = await renderTab(buildRoster({ players: [STARTER, ...slots] }))
    await expect.element(screen.getByText(text)).toBeVisible()
  })

  it('does not warn of a full lineup, the bench or injured reserve', async () => {
    const { screen } = await renderTab(buildRoster({ players: [STARTER, empty(20), empty(21)] }))
    await expect.element(screen.getByText('Ada Fleet')).toBeVisible()
    expect(screen.getByText(/empty starting slot/).elements()).toEqual([])
  })

  it('does not warn of a past week', async () => {
    fakeServer({
      'GET /api/league/:league/me/roster/': ({ path }) =>
        path.includes('week=11') ? week({ week: 11 }) : week({ week: 12 }),
    })
    const screen = await renderWithProviders(<RosterTab league="Sunday" />)
    await expect.element(screen.getByText(/1 empty starting slot/)).toBeVisible()
    await screen.getByRole('button', { name: 'Previous week' }).click()
    await expect.element(screen.getByText('NFL WEEK 11')).toBeVisible()
    await expect.element(screen.getByText(/empty starting slot/)).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Next week' }).click()
    await expect.element(screen.getByText(/1 empty starting slot/)).toBeVisible()
  })
})

it('says once that the platform has no projections, instead of a column of dashes', async () => {
  const { screen } = await renderTab(
    buildRoster({ provider: 'sleeper', players: [buildRosterRow({ proj: null, actual: 12.5 })] }),
  )
  await expect
    .element(screen.getByText("Projections aren't available: Sleeper has no projections."))
    .toBeVisible()
  await expect.element(screen.getByRole('columnheader', { name: 'Score' })).toBeVisible()
  await expect.element(screen.getByRole('columnheader', { name: 'Proj' })).not.toBeInTheDocument()
})

it('names the platform of the season, and links to the team there', async () => {
  const empty = buildRosterRow({ slot_id: 2, player: null, espn_id: null })
  const team_url = 'https://sleeper.com/roster/918335334096846848/4'
  const { screen } = await renderTab(
    buildRoster({ provider: 'sleeper', espn_league_id: null, team_url, players: [empty] }),
  )
  await expect
    .element(screen.getByText('1 empty starting slot: RB. Fill it on Sleeper before kickoff.'))
    .toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Open team in Sleeper' }))
    .toHaveAttribute('href', team_url)
})

it('shows the week, the season note, the last update and a link to the team on ESPN', async () => {
  const { screen } = await renderTab(
    buildRoster({ players: [STARTER], season_note: 'Trades end on Wednesday.' }),
  )
  await expect.element(screen.getByRole('heading', { name: 'My Roster' })).toBeVisible()
  await expect.element(screen.getByText('NFL WEEK 12')).toBeVisible()
  await expect.element(screen.getByText('Trades end on Wednesday.')).toBeVisible()
  await expect.element(screen.getByText('Updated just now')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Open team in ESPN' }))
    .toHaveAttribute('href', 'https://fantasy.espn.com/football/team?leagueId=99&teamId=4&seasonId=2026')
  await expect.element(screen.getByRole('link', { name: 'Weather data by Open-Meteo.com' })).toBeVisible()
})

it('shows an earlier week and returns to the current one', async () => {
  const responses: Record<string, Roster> = {
    '': buildRoster({ players: [STARTER] }),
    '?week=11': buildRoster({ week: 11, players: [buildRosterRow({ player: 'Last Week' })] }),
  }
  const server = fakeServer({
    'GET /api/league/:league/me/roster/': ({ path }) =>
      responses[new URL(path, 'http://localhost').search] ??
      errorResponse(400, 'invalid_input', 'Invalid week.'),
  })
  const screen = await renderWithProviders(<RosterTab league="Sunday" />)
  await screen.getByRole('button', { name: 'Previous week' }).click()
  await expect.element(screen.getByText('Last Week')).toBeVisible()
  await expect.element(screen.getByText('NFL WEEK 11')).toBeVisible()
  await screen.getByRole('button', { name: 'Next week' }).click()
  await expect.element(screen.getByText('Ada Fleet')).toBeVisible()
  expect(server.requests.map(({ path }) => new URL(path, 'http://localhost').search)).toEqual([
    '',
    '?week=11',
  ])
})

it('keeps the week field usable if a week fails to load', async () => {
  fakeServer({
    'GET /api/league/:league/me/roster/': ({ path }) =>
      path.endsWith('?week=11')
        ? errorResponse(500, 'internal_error', 'Something went wrong on our end. Try again in a moment.')
        : buildRoster({ players: [STARTER] }),
  })
  const screen = await renderWithProviders(<RosterTab league="Sunday" />)
  await screen.getByRole('button', { name: 'Previous week' }).click()
  await expect.element(screen.getByText('Failed to load your roster')).toBeVisible()
  await screen.getByRole('button', { name: 'Next week' }).click()
  await expect.element(screen.getByText('Ada Fleet')).toBeVisible()
})

it.each([
  [4, /^Check back after the draft/],
  [null, /^You don't have a team yet\. Ask a league admin .*Check back after the draft/],
])('shows a hint if there is no roster yet (team %s)', async (espn_team_id, hint) => {
  const { screen } = await renderTab(buildRoster({ week: null, weeks: [], espn_team_id }))
  await expect.element(screen.getByText('No roster to show yet.')).toBeVisible()
  await expect.element(screen.getByText(hint)).toBeVisible()
})

it('shows a progress bar while loading', async () => {
  fakeServer({ 'GET /api/league/:league/me/roster/': neverResponds() })
  const screen = await renderWithProviders(<RosterTab league="Sunday" />)
  await expect.element(screen.getByRole('progressbar', { name: 'Loading your roster…' })).toBeVisible()
})

it('shows an error with a retry button if the request fails', async () => {
  fakeServer({
    'GET /api/league/:league/me/roster/': errorResponse(
      500,
      'internal_error',
      'Something went wrong on our end. Try again in a moment.',
    ),
  })
  const screen = await renderWithProviders(<RosterTab league="Sunday" />)
  await expect.element(screen.getByText('Failed to load your roster')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})

it('shows the error of a refetch that failed while the loader was finishing', async () => {
  await allowMotion()
  let isDown = false
  fakeServer({
    'GET /api/league/:league/me/roster/': () =>
      isDown
        ? errorResponse(500, 'internal_error', 'Something went wrong on our end. Try again in a moment.')
        : buildRoster({ players: [STARTER] }),
  })
  const { screen, client } = await renderWithClient(<RosterTab league="Sunday" />)
  const { queryKey } = rosterQuery('Sunday')
  await expect.poll(() => client.getQueryData(queryKey), { interval: 5 }).toBeDefined()
  isDown = true
  await client.invalidateQueries({ queryKey })
  await expect.element(screen.getByText('Ada Fleet')).toBeVisible()
  await expect.element(screen.getByText(/Showing the last good data/)).toBeVisible()
})

it.each([1280, 390])('has no points at a width of %d pixels in a category league', async (width) => {
  await page.viewport(width, 844)
  try {
    const player = { ...STARTER, proj: null, actual: null }
    const { screen } = await renderTab(buildRoster({ scoring_format: 'categories', players: [player] }))
    await expect.element(screen.getByRole('row', { name: 'Ada Fleet' })).toBeVisible()
    await expect
      .element(screen.getByText('This season is played in categories, so there are no points.'))
      .toBeVisible()
    for (const name of ['Score', 'Projected', 'Proj'])
      await expect.element(screen.getByRole('columnheader', { name })).not.toBeInTheDocument()
    await expect.element(screen.getByText('Starters total')).not.toBeInTheDocument()
  } finally {
    await page.viewport(1280, 800)
  }
})

it('warns about starters on bye and out, until their games begin', async () => {
  const starter = { slot_id: 2, opp: 'KC' }
  const players = [
    buildRosterRow({ slot_id: 0, player: 'Ada Quill', is_bye: true }),
    buildRosterRow({ ...starter, player: 'Bo Larch', injury_status: 'OUT' }),
    buildRosterRow({ ...starter, player: 'Cy Dune', injury_status: 'OUT', nfl_game: buildPlayerGame() }),
    buildRosterRow({ ...starter, player: 'Di Fern', injury_status: 'QUESTIONABLE' }),
    buildRosterRow({ player: 'Ed Moss', is_bye: true }),
  ]
  fakeServer({ 'GET /api/league/:league/me/roster/': buildRoster({ players }) })
  const screen = await renderWithProviders(<RosterTab league="Sunday" />)
  await expect
    .element(
      screen.getByText(
        '2 starters not playing: Ada Quill (bye), Bo Larch (out). Change your lineup on ESPN before kickoff.',
      ),
    )
    .toBeVisible()
})

it('tells a player who has no points yet from one who has not begun', async () => {
  const players = [
    buildRosterRow({ slot_id: 2, player: 'Ada Quill', actual: 0, nfl_game: buildPlayerGame() }),
    buildRosterRow({ slot_id: 2, player: 'Bo Larch', nfl_game: buildPlayerGame({ phase: 'scheduled' }) }),
  ]
  fakeServer({ 'GET /api/league/:league/me/roster/': buildRoster({ players }) })
  const screen = await renderWithProviders(<RosterTab league="Sunday" />)
  await expect.element(screen.getByText('Q3 4:12').first()).toBeVisible()
  const colors = [...screen.container.querySelectorAll('tbody [data-kind="number"] > *')]
    .slice(0, 2)
    .map((score) => [score.textContent, getComputedStyle(score).color])
  expect(colors.map(([text]) => text)).toEqual(['0.0', '—'])
  expect(colors[0]?.[1]).not.toBe(colors[1]?.[1])
})

describe('what a past week could have been', () => {
  async function renderWeek(week: number | null, overrides: Partial<Roster> = {}) {
    const players = [STARTER]
    fakeServer({
      'GET /api/league/:league/me/roster/': ({ path }) =>
        buildRoster({ players, week: path.includes('week=10') ? 10 : 12, ...overrides }),
    })
    const { screen } = await renderWithClient(
      <RosterTab
        league="Sunday"
        renderReview={(past) => <p>{`Team ${past.team}, week ${past.week} of ${past.season}`}</p>}
      />,
      `/?league=Sunday&tab=roster${week === null ? '' : `&week=${week}`}`,
    )
    await expect.element(screen.getByRole('table')).toBeVisible()
    return screen
  }

  it('follows below the roster', async () => {
    const screen = await renderWeek(10)
    await expect.element(screen.getByText('Team 4, week 10 of 2026')).toBeVisible()
  })

  it.each([
    ['the current week', null, {}],
    ['a league without weekly points', 10, { scoring_format: 'categories' }],
  ] as const)('is not shown for %s', async (_, week, overrides) => {
    const screen = await renderWeek(week, overrides)
    await expect.element(screen.getByText(/^Team 4/)).not.toBeInTheDocument()
  })
})
