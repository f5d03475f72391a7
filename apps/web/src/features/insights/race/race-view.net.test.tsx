import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { errorResponse, type FakeResponses, fakeServer } from '../../../testing/fake-server.ts'
import { buildStandings } from '../../../testing/insights-fixtures.ts'
import { buildRace, buildRaceHistory, buildTeamRace } from '../../../testing/race-fixtures.ts'
import { renderWithClient } from '../../../testing/render.tsx'
import { RaceView } from './race-view.tsx'
import type { Race } from './use-race.ts'

const URL = '/?league=Sunday&tab=standings&view=race'

/** The race in which the home team of each picked game has won. */
const WITH_PICKS = buildRace({
  teams: [
    buildTeamRace({ status: 'clinched', proven: true, label: null, magic_number: 0 }),
    buildTeamRace({
      team_id: 2,
      current_seed: 2,
      odds: { playoffs: 0.42, bye: 0, first_seed: 0, division: null, title: 0.2 },
    }),
    buildTeamRace({ team_id: 3, current_seed: 3, status: 'eliminated', proven: true, label: null }),
  ],
})

async function renderRace(race: Race = buildRace(), more: FakeResponses = {}, url = URL) {
  const server = fakeServer({
    'GET /api/league/:league/standings/': buildStandings(),
    'GET /api/league/:league/insights/race/': race,
    'GET /api/league/:league/insights/race/history/': buildRaceHistory(),
    'POST /api/league/:league/insights/what-if/': WITH_PICKS,
    ...more,
  })
  const { screen, page, client } = await renderWithClient(
    <RaceView league="Sunday" seasons={[2026, 2025]} />,
    url,
  )
  return { screen, page, server, client }
}

describe('the odds', () => {
  it('are in the order of the seeds, with the line below the last place', async () => {
    const { screen } = await renderRace()
    const odds = screen.getByRole('region', { name: 'Odds', exact: true })
    const rows = odds.getByRole('row')
    await expect.element(rows.nth(1)).toMatchTextContent(/1.*Larks.*3-1.*Win and in.*82%.*\+12/)
    expect([...odds.element().querySelectorAll('tbody th a')].map((link) => link.textContent)).toEqual([
      'Larks',
      'Owls',
      'Herons',
    ])
    await expect.element(rows.nth(2)).toHaveAttribute('data-cutoff')
    await expect.element(odds.getByText('Playoff line if the season ended today')).toBeVisible()
  })

  it('have trends on the same scale, so that a small one looks small', async () => {
    const { screen } = await renderRace()
    const lines = screen.getByRole('img', { name: /^Playoff odds by week/ })
    await expect.element(lines.first()).toBeVisible()
    const heights = lines.elements().map((line) =>
      line
        .querySelector('polyline')
        ?.getAttribute('points')
        ?.split(' ')
        .map((at) => Number(at.split(',')[1])),
    )
    // From 70% to 82%, and from 60% to 54%, of a line 22 pixels high.
    expect(heights[0]).toEqual([9.6, 6.9])
    expect(heights[2]).toEqual([11.8, 13.2])
  })

  it('answer first for the own team: the odds, what a win and a loss mean, and whom to root for', async () => {
    const { screen } = await renderRace(
      buildRace({
        stakes: [
          ...buildRace().stakes,
          {
            game_id: 52,
            week: 5,
            home_team_id: 3,
            away_team_id: 1,
            teams: [{ team_id: 2, home_wins: 0.5, away_wins: 0.71 }],
          },
        ],
      }),
    )
    await expect
      .element(screen.getByRole('region', { name: 'The race of Owls' }))
      .toMatchTextContent(
        /64%.*Controls its path.*to make the playoffs, −6 since last week.*Magic number 2: 2 more wins clinch a place.*With a win ?90%.*With a loss ?42%.*Root for.*Larks over Herons ?\+21/,
      )
  })

  it('are certain only when proven: no share is 0% or 100%', async () => {
    const share = (playoffs: number) => ({ playoffs, bye: 0, first_seed: 0, division: null, title: 0 })
    const { screen } = await renderRace(
      buildRace({
        teams: [
          buildTeamRace({ odds: share(1) }),
          buildTeamRace({ team_id: 2, current_seed: 2, odds: share(0) }),
          buildTeamRace({ team_id: 3, current_seed: 3, status: 'eliminated', proven: true, odds: share(0) }),
        ],
      }),
    )
    const rows = screen.getByRole('region', { name: 'Odds', exact: true }).getByRole('row')
    await expect.element(rows.nth(1)).toMatchTextContent(/>99%/)
    await expect.element(rows.nth(2)).toMatchTextContent(/<1%/)
    await expect.element(rows.nth(3)).toMatchTextContent(/Eliminated.*Out/)
    // Not in the chart, whose axis has 100% as soon as its width is known.
    const shares = [...screen.container.querySelectorAll('section[aria-label], table')]
    expect(shares.map(({ textContent }) => textContent).join(' ')).not.toMatch(/[^.\d]100%(?!\.)/)
  })

  it('show how they moved, with a table, and the seeds', async () => {
    const { screen } = await renderRace()
    const moved = screen.getByRole('figure', { name: 'How the odds moved' })
    await expect.element(moved.getByRole('img', { name: 'Owls: week 3 70%, week 4 64%' })).toBeVisible()
    await screen.getByRole('button', { name: 'Larks', exact: true }).click()
    await expect
      .element(moved.getByRole('slider'))
      .toHaveAttribute('aria-valuetext', expect.stringMatching(/^Week 4: Larks, 82%/))
    await moved.getByText('View as table').click()
    await expect.element(moved.getByRole('row', { name: /Owls/ })).toMatchTextContent(/70% ?64%/)
    const seeds = screen.getByRole('region', { name: 'Seeds', exact: true })
    await expect.element(seeds.getByRole('row', { name: /Larks/ })).toMatchTextContent(/50% ?32% ?18%/)
  })

  it('name the simulation, and explain a row with its inputs', async () => {
    const { screen } = await renderRace()
    await expect.element(screen.getByText('10,000 simulated seasons, seed 77, σ 24.1 points')).toBeVisible()
    await screen.getByRole('button', { name: 'Explain Larks' }).click()
    await expect
      .element(screen.getByRole('dialog', { name: 'Larks' }))
      .toMatchTextContent(/Playoff odds ?82%.*Spread of scores \(σ\) ?24\.1 points.*Certain ?Open.*seed 77/)
  })
})

describe('the what-if board', () => {
  it('answers each pick, keeps it in the address, and compares with the race without picks', async () => {
    const { screen, page, server } = await renderRace()
    const game = screen.getByRole('group', { name: 'Week 5: Owls at Larks' })
    await game.getByRole('button', { name: /Larks/ }).click()
    await expect.element(game.getByRole('button', { name: /Larks/ })).toHaveAttribute('aria-pressed', 'true')
    await expect.element(screen.getByText('Clinched a place')).toBeVisible()
    await expect.element(game.getByRole('button', { name: /Larks/ })).toMatchTextContent(/Larks ?In/)
    expect(page.win.location.search).toBe('?league=Sunday&tab=standings&view=race&picks=51h')
    expect(server.requests.at(-1)?.body).toEqual({ season: 2026, picks: [{ game_id: 51, winner: 'home' }] })
    await expect.element(screen.getByText('42%').first()).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Reset 1 pick' })).toBeVisible()
  })

  it('restores the picks of the address, takes a pick back, and resets', async () => {
    const { screen, page } = await renderRace(buildRace(), {}, `${URL}&picks=51h.61t.99a`)
    await expect.element(screen.getByText('Clinched a place')).toBeVisible()
    const last = screen.getByRole('group', { name: 'Week 6: Herons at Owls' })
    await last.getByRole('button', { name: 'Tie' }).click()
    expect(page.win.location.search).toContain('&picks=51h')
    expect(page.win.location.search).not.toContain('61')
    await screen.getByRole('button', { name: 'Reset 1 pick' }).click()
    expect(page.win.location.search).not.toContain('picks')
    await expect.element(screen.getByText('Clinched a place')).not.toBeInTheDocument()
  })

  it('works by keyboard', async () => {
    const { screen, page } = await renderRace()
    const tie = screen
      .getByRole('group', { name: 'Week 5: Owls at Larks' })
      .getByRole('button', { name: 'Tie' })
    await expect.element(tie).toBeVisible()
    ;(tie.element() as HTMLElement).focus()
    await userEvent.keyboard(' ')
    await expect.element(tie).toHaveAttribute('aria-pressed', 'true')
    expect(page.win.location.search).toContain('picks=51t')
  })

  it('asks once for several quick picks, and the newest answer wins', async () => {
    const { screen, server } = await renderRace()
    const game = screen.getByRole('group', { name: 'Week 5: Owls at Larks' })
    await expect.element(game).toBeVisible()
    for (const name of ['Tie', /Owls/, /Larks/])
      (game.getByRole('button', { name }).element() as HTMLElement).click()
    await expect.element(screen.getByText('Clinched a place')).toBeVisible()
    const asked = server.requests.filter(({ key }) => key.includes('what-if')).map(({ body }) => body)
    expect(asked).toEqual([{ season: 2026, picks: [{ game_id: 51, winner: 'home' }] }])
  })

  it('keeps the earlier odds and says so when the server fails', async () => {
    const { screen } = await renderRace(buildRace(), {
      'POST /api/league/:league/insights/what-if/': errorResponse(500, 'internal_error', 'Server error.'),
    })
    const game = screen.getByRole('group', { name: 'Week 5: Owls at Larks' })
    await game.getByRole('button', { name: /Larks/ }).click()
    await expect
      .element(screen.getByText('The odds could not be updated. Showing the earlier ones.'))
      .toBeVisible()
    await expect.element(game.getByRole('button', { name: /Larks/ })).toMatchTextContent(/Larks ?82%/)
  })

  it('drops an answer for another week', async () => {
    const { screen } = await renderRace(buildRace(), {
      'POST /api/league/:league/insights/what-if/': { ...WITH_PICKS, week: 5 },
    })
    const game = screen.getByRole('group', { name: 'Week 5: Owls at Larks' })
    await game.getByRole('button', { name: /Larks/ }).click()
    await expect.element(screen.getByText('With your picks, compared with none.')).toBeVisible()
    await expect.element(screen.getByText('Clinched a place')).not.toBeInTheDocument()
  })
})

it('follows a refresh: picks of games that ended are dropped, and no answer of the earlier week is mixed in', async () => {
  let race = buildRace()
  const { screen, client, server } = await renderRace(
    race,
    { 'GET /api/league/:league/insights/race/': () => race },
    `${URL}&picks=51h`,
  )
  await expect.element(screen.getByText('Clinched a place')).toBeVisible()
  race = buildRace({ week: 5, remaining_games: buildRace().remaining_games.slice(1), stakes: [] })
  await client.invalidateQueries({ queryKey: ['league', 'Sunday', 'insights'] })
  await expect.element(screen.getByText('2 places. 1 week and 1 game left.')).toBeVisible()
  await expect.element(screen.getByText('Clinched a place')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: /Reset/ })).not.toBeInTheDocument()
  expect(server.requests.filter(({ key }) => key.includes('what-if')).at(-1)?.body).toEqual({
    season: 2026,
    picks: [{ game_id: 51, winner: 'home' }],
  })
})

describe('edge cases', () => {
  const noOdds = (odds_unavailable: Race['odds_unavailable'], overrides: Partial<Race> = {}) =>
    buildRace({
      odds_unavailable,
      model: null,
      stakes: [],
      teams: buildRace().teams.map((team) => ({ ...team, odds: null, seeds: null })),
      ...overrides,
    })

  it.each([
    ['too_early', /Odds appear after week 3/],
    ['no_schedule', /pairings of the remaining weeks aren't published/],
    ['no_variation', /scores so far do not differ/],
  ] as const)('says why there are no odds: %s', async (reason, text) => {
    const { screen, server } = await renderRace(noOdds(reason, { week: 2 }))
    await expect.element(screen.getByText(text)).toBeVisible()
    await expect.element(screen.getByRole('row').nth(1)).toMatchTextContent(/Larks.*—/)
    expect(server.requests.some(({ key }) => key.includes('history'))).toBe(false)
    await expect.element(screen.getByRole('region', { name: 'Seeds', exact: true })).not.toBeInTheDocument()
  })

  it('has no what-if after the regular season', async () => {
    const { screen } = await renderRace(buildRace({ remaining_games: [], stakes: [] }))
    await expect.element(screen.getByText(/The regular season is over/)).toBeVisible()
    await expect.element(screen.getByRole('region', { name: 'What if?' })).not.toBeInTheDocument()
  })

  it.each([
    [{ unavailable: 'no_playoffs' }, /2026 has no playoffs/],
    [{ unavailable: 'too_many_teams' }, /leagues of up to 30 teams/],
    [{ unavailable: 'format', scoring_format: 'roto' }, /decided by roto points/],
    [{ unavailable: 'no_games' }, /No games are stored for 2026/],
    [{ unavailable: 'not_started', week: 0 }, /No week of 2026 is final yet/],
  ] as const)('says why there is no race: %o', async (overrides, text) => {
    const { screen } = await renderRace(buildRace({ teams: [], ...overrides }))
    await expect.element(screen.getByText(text)).toBeVisible()
  })

  it('shows the race while the history fails', async () => {
    const { screen } = await renderRace(buildRace(), {
      'GET /api/league/:league/insights/race/history/': errorResponse(503, 'busy', 'Try again later.'),
    })
    await expect.element(screen.getByRole('row').nth(1)).toMatchTextContent(/Larks/)
    await expect.element(screen.getByText('Failed to load the odds of earlier weeks')).toBeVisible()
  })
})

it('copies the race as text', async () => {
  const { raceAsText } = await import('./race-format.ts')
  const names = ['Larks', 'Owls', 'Herons']
  const teamOf = (teamId: number) => ({
    team_id: teamId,
    name: names[teamId - 1] ?? '',
    abbrev: '',
    logo: null,
    color: null,
    is_mine: false,
  })
  expect(raceAsText(WITH_PICKS, teamOf, 'Sunday')).toBe(
    [
      'Sunday 2026: playoff race through week 4',
      '2 weeks left, 2 places',
      '1. Larks (3-1-0): In, clinched a place',
      '2. Owls (3-1-0): 42%',
      '— playoff line —',
      '3. Herons (3-1-0): Out, eliminated',
      '10,000 simulated seasons',
    ].join('\n'),
  )
})
