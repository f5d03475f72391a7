import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { errorResponse, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { renderWithClient, renderWithProviders } from '../../testing/render.tsx'
import { buildRoster, buildRosterRow } from '../../testing/roster-fixtures.ts'
import { formatKickoff } from './format.ts'
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

async function renderTab(answer: Roster) {
  const server = fakeServer({ 'GET /api/league/:league/me/roster/': answer })
  return { server, screen: await renderWithProviders(<RosterTab league="Sunday" />) }
}

function cellTexts(row: Element): string[] {
  return [...row.querySelectorAll('td, th')].map((cell) => cell.textContent.trim())
}

describe('a row', () => {
  it('has every column, and the kickoff in the viewer’s zone', async () => {
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
      .toHaveAttribute('href', 'https://www.espn.com/nfl/player/_/id/4262921')
  })

  it('leads to the NFL team for a defense', async () => {
    const defense = buildRosterRow({ player: 'Ravens D/ST', espn_id: -16033, nfl_team: 'BAL', slot_id: 16 })
    const { screen } = await renderTab(buildRoster({ players: [defense] }))
    await expect
      .element(screen.getByRole('link', { name: 'Ravens D/ST' }))
      .toHaveAttribute('href', 'https://www.espn.com/nfl/team/_/name/bal')
  })

  it.each([
    ['an empty place', { player: null, espn_id: null }, 'Empty', ['—', 'Empty', '—', '—', '—', '—']],
    ['a bye', { player: 'Bo', nfl_team: 'KC', is_bye: true }, 'Bo', ['KC', 'Bo', 'Bye', '—', '—', '—']],
    ['a game without a time', { player: 'Cy', opp: 'KC' }, 'Cy', ['—', 'Cy', 'KC', 'TBD', '—', '—']],
    [
      'a roof',
      { player: 'Di', opp: 'KC', home_away: 'home', weather_desc: 'Dome' },
      'Di',
      ['—', 'Di', 'vs KC', 'TBDDome', '—', '—'],
    ],
  ] as const)('is honest about %s', async (_, named, name, cells) => {
    const { screen } = await renderTab(buildRoster({ players: [buildRosterRow({ slot_id: 6, ...named })] }))
    const row = screen.getByRole('row', { name }).first()
    await expect.element(row).toBeVisible()
    expect(cellTexts(row.element()).slice(1, 7)).toEqual(cells)
  })

  it('is two lines on a phone with everything in them', async () => {
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
      expect(document.documentElement.scrollWidth).toBe(390)
    } finally {
      await page.viewport(1280, 800)
    }
  })
})

it('totals the starters, with bench and reserve beneath', async () => {
  const players = [
    buildRosterRow({ slot_id: 0, proj: 20.1, actual: 24.2 }),
    buildRosterRow({ slot_id: 7, proj: 10.2, actual: null }),
    buildRosterRow({ slot_id: 20, proj: 99, actual: 99 }),
    buildRosterRow({ slot_id: 21 }),
    buildRosterRow({ slot_id: 21 }),
  ]
  const { screen } = await renderTab(buildRoster({ players }))
  await expect.element(screen.getByRole('row', { name: 'Starters total' })).toHaveTextContent('30.324.2')
  const slots = screen
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => cellTexts(row)[0])
  expect(slots).toEqual(['QB', 'OP', 'Starters total', 'Bench', 'Bench', 'Injured reserve', 'IR', 'IR'])
})

it('says the week, the season’s note, how fresh it is, and links the team at the provider', async () => {
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

it('opens an earlier week, and comes back to the current one', async () => {
  const answers: Record<string, Roster> = {
    '': buildRoster({ players: [STARTER] }),
    '?week=11': buildRoster({ week: 11, players: [buildRosterRow({ player: 'Last Week' })] }),
  }
  const server = fakeServer({
    'GET /api/league/:league/me/roster/': ({ path }) =>
      answers[new URL(path, 'http://here').search] ?? errorResponse(400, 'invalid_input', 'No such week.'),
  })
  const screen = await renderWithProviders(<RosterTab league="Sunday" />)
  await screen.getByRole('button', { name: 'Earlier week' }).click()
  await expect.element(screen.getByText('Last Week')).toBeVisible()
  await expect.element(screen.getByText('NFL WEEK 11')).toBeVisible()
  await screen.getByRole('button', { name: 'Later week' }).click()
  await expect.element(screen.getByText('Ada Fleet')).toBeVisible()
  expect(server.requests.map(({ path }) => new URL(path, 'http://here').search)).toEqual(['', '?week=11'])
})

it('leaves the choice of a week where that week cannot be read', async () => {
  fakeServer({
    'GET /api/league/:league/me/roster/': ({ path }) =>
      path.endsWith('?week=11')
        ? errorResponse(500, 'internal_error', 'A defect of ours.')
        : buildRoster({ players: [STARTER] }),
  })
  const screen = await renderWithProviders(<RosterTab league="Sunday" />)
  await screen.getByRole('button', { name: 'Earlier week' }).click()
  await expect.element(screen.getByText('Failed to load your roster')).toBeVisible()
  await screen.getByRole('button', { name: 'Later week' }).click()
  await expect.element(screen.getByText('Ada Fleet')).toBeVisible()
})

it.each([
  [4, /^Check back after the draft/],
  [null, /^No team is assigned to you; an admin .*Check back after the draft/],
])('says that there is no roster yet (team %s)', async (espn_team_id, hint) => {
  const { screen } = await renderTab(buildRoster({ week: null, weeks: [], espn_team_id }))
  await expect.element(screen.getByText('No roster to show yet.')).toBeVisible()
  await expect.element(screen.getByText(hint)).toBeVisible()
})

it('shows what it is doing while it loads', async () => {
  fakeServer({ 'GET /api/league/:league/me/roster/': neverResponds() })
  const screen = await renderWithProviders(<RosterTab league="Sunday" />)
  await expect.element(screen.getByRole('progressbar', { name: 'Loading your roster…' })).toBeVisible()
})

it('says that it failed', async () => {
  fakeServer({
    'GET /api/league/:league/me/roster/': errorResponse(500, 'internal_error', 'A defect of ours.'),
  })
  const screen = await renderWithProviders(<RosterTab league="Sunday" />)
  await expect.element(screen.getByText('Failed to load your roster')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})

it('says that a later try failed, also one that ended while the loader was finishing', async () => {
  let isDown = false
  fakeServer({
    'GET /api/league/:league/me/roster/': () =>
      isDown
        ? errorResponse(500, 'internal_error', 'A defect of ours.')
        : buildRoster({ players: [STARTER] }),
  })
  const { screen, client } = await renderWithClient(<RosterTab league="Sunday" />)
  const { queryKey } = rosterQuery('Sunday')
  await expect.poll(() => client.getQueryData(queryKey), { interval: 5 }).toBeDefined()
  isDown = true
  await client.invalidateQueries({ queryKey })
  await expect.element(screen.getByText('Ada Fleet')).toBeVisible()
  await expect.element(screen.getByText(/What you see was loaded before/)).toBeVisible()
})
