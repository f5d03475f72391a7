import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { trackConnectivity } from '../../api/connectivity.ts'
import { errorResponse, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { buildMatchup, buildMatchupTeam, buildScoreboard } from '../../testing/matchup-fixtures.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { ScoreboardTab } from './scoreboard-tab.tsx'
import type { Matchup, Scoreboard } from './use-matchups.ts'

const LIVE = {
  state: 'live',
  status: 'In progress',
  away: buildMatchupTeam({ name: 'Owls', score: 80.25, proj: 120, win_chance: 0.7 }),
  home: buildMatchupTeam({ name: 'Larks', score: 91, proj: 80, win_chance: 0.3 }),
} as const

async function renderTab(response: Scoreboard) {
  fakeServer({ 'GET /api/league/:league/scoreboard/': response })
  return renderWithProviders(<ScoreboardTab league="Sunday" seasons={[2026, 2025]} />)
}

async function renderCard(game: Partial<Matchup>) {
  const screen = await renderTab(buildScoreboard({ matchups: [buildMatchup(game)] }))
  const article = screen.getByRole('article')
  await expect.element(article).toBeVisible()
  return { screen, article }
}

describe('a matchup card', () => {
  it('shows scores, projections, the leader and win probability of a live game', async () => {
    const { article } = await renderCard(LIVE)
    await expect.element(article).toHaveAccessibleName('Owls at Larks')
    await expect
      .element(article)
      .toMatchTextContent(/In progress.*Owls.*80\.3.*Proj 120\.0.*Larks.*91\.0.*Proj 80\.0/)
    expect(article.element().querySelector('[data-ahead] p')?.textContent).toContain('Larks')
    await expect.element(article).toMatchTextContent(/Win probability ?Owls 70% ?Larks 30%/)
  })

  it('is not live while the server cannot be reached', async () => {
    const { article } = await renderCard({ ...LIVE, status: 'Live' })
    await expect.element(article).toMatchTextContent(/Live/)
    await trackConnectivity(() => Promise.reject(new TypeError('Failed to fetch'))).catch(() => undefined)
    await expect.element(article).toMatchTextContent(/Not updating/)
    expect(article.element()).not.toHaveTextContent('Live')
    expect(article.element().querySelector('[data-state="live"]')).toBeNull()
    await trackConnectivity(async () => Response.json({}))
    await expect.element(article).toMatchTextContent(/Live/)
  })

  it('plots the win probability in two colors, whatever the projections say', async () => {
    const { article } = await renderCard({
      ...LIVE,
      away: { ...LIVE.away, win_chance: 0.25 },
      home: { ...LIVE.home, win_chance: 0.75 },
    })
    const shares = [...article.element().querySelectorAll('[data-side][style]')]
    const [away = 0, home = 0] = shares.map((share) => share.getBoundingClientRect().width)
    expect(away / (away + home)).toBeCloseTo(0.25, 2)
    const [awayColor, homeColor] = shares.map((share) => getComputedStyle(share).backgroundColor)
    expect(awayColor).not.toBe(homeColor)
    expect(homeColor).not.toBe('rgba(0, 0, 0, 0)')
  })

  it("tells how many players are in play, and announces only the scores of the user's game", async () => {
    const remaining = { yet_to_play: 4, in_play: 2, minutes_left: 192 }
    const done = { yet_to_play: 0, in_play: 0, minutes_left: 0 }
    const game = { ...LIVE, away: { ...LIVE.away, remaining }, home: { ...LIVE.home, remaining: done } }
    const mine = { ...game, away: { ...game.away, is_mine: true } }
    const screen = await renderTab(buildScoreboard({ matchups: [buildMatchup(game), buildMatchup(mine)] }))
    const articles = screen.getByRole('article')
    const [own, other] = [articles.nth(0), articles.nth(1)]
    await expect.element(own).toMatchTextContent(/In progress.*2 playing.*Owls.*Larks/)
    const announcedIn = (article: typeof own) =>
      [...article.element().querySelectorAll('[aria-live]')].map((region) => region.textContent)
    expect(announcedIn(own)).toEqual(['Owls at Larks: In progress. Owls 80.3, Larks 91.0'])
    expect(announcedIn(other)).toEqual(['Owls at Larks: In progress'])
  })

  it('shows dashes before the game', async () => {
    const { article } = await renderCard({ status: 'Sun 1:00 PM' })
    await expect.element(article).toMatchTextContent(/Sun 1:00 PM.*Score — Proj —.*Score — Proj —/)
    expect(article.element().querySelector('[data-ahead]')).toBeNull()
    await expect.element(article.getByText('Win probability')).not.toBeInTheDocument()
  })

  it('shows two decimals for a close result, and the weeks of a playoff game', async () => {
    const { article } = await renderCard({
      state: 'final',
      status: 'Final',
      result: 'away',
      is_playoff: true,
      nfl_weeks: [15, 16],
      away: buildMatchupTeam({ score: 101.34 }),
      home: buildMatchupTeam({ score: 101.28 }),
    })
    await expect.element(article).toMatchTextContent(/FinalPlayoffs · NFL weeks 15 and 16.*101\.34.*101\.28/)
  })
})

it('shows records, seeds, and the top scorer of each side', async () => {
  const scorer = { espn_id: 7, player: 'Miles Quarry', points: 31.4 }
  const { article } = await renderCard({
    ...LIVE,
    away: { ...LIVE.away, record: { wins: 7, losses: 3, ties: 0 }, seed: 2, top_scorer: scorer },
    home: { ...LIVE.home, record: { wins: 4, losses: 6, ties: 0 }, seed: null },
  })
  await expect
    .element(article)
    .toMatchTextContent(/Owls.*7-3 · 2nd seed.*Top scorer ?Miles Quarry 31\.4.*Larks.*4-6/)
  expect(article.getByText('Top scorer').elements()).toHaveLength(1)
})

it('leaves no card beside a hole in two columns', async () => {
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(820, 1180)
  const screen = await renderTab(
    buildScoreboard({ matchups: [buildMatchup(), buildMatchup(), buildMatchup()] }),
  )
  await expect.poll(() => screen.getByRole('article').elements()).toHaveLength(3)
  const [first, second, last] = screen
    .getByRole('article')
    .elements()
    .map((card) => card.getBoundingClientRect())
  expect(second?.top).toBe(first?.top)
  expect([last?.left, last?.right]).toEqual([first?.left, second?.right])
})

it('tells the extremes of the week above its games, so far while it runs', async () => {
  const scorer = { espn_id: 7, player: 'Miles Quarry', points: 31.4 }
  const games = [
    buildMatchup({ ...LIVE, away: { ...LIVE.away, top_scorer: scorer } }),
    buildMatchup({
      id: 31,
      state: 'live',
      away: buildMatchupTeam({ name: 'Herons', score: 60 }),
      home: buildMatchupTeam({ name: 'Wrens', score: 60.04 }),
    }),
  ]
  const screen = await renderTab(buildScoreboard({ matchups: games }))
  const items = screen.getByRole('list', { name: 'Week 12 so far' }).getByRole('listitem')
  await expect.element(items.nth(0)).toMatchTextContent(/Top so far.*91\.0 ?Larks/)
  expect(items.elements().map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Top so far.*91\.0Larks$/),
    expect.stringMatching(/^Low so far.*60\.0Herons$/),
    expect.stringMatching(/^Closest.*0\.04Herons, Wrens$/),
    expect.stringMatching(/^Best so far.*31\.4Miles Quarry$/),
  ])
  await expect
    .element(items.nth(2).getByRole('link'))
    .toHaveAttribute('href', '/?league=Sunday&tab=matchup&season=2026&week=12&game=31')
})

it('names a game without a home team with vs', async () => {
  const screen = await renderTab(buildScoreboard({ matchups: [buildMatchup(LIVE)], provider: 'sleeper' }))
  await expect.element(screen.getByRole('article', { name: 'Owls vs Larks' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Open Owls vs Larks' })).toBeVisible()
})

it('shows no projections of a finished game', async () => {
  const { article } = await renderCard({
    state: 'final',
    status: 'Final',
    result: 'away',
    away: buildMatchupTeam({ score: 101.3 }),
    home: buildMatchupTeam({ score: 91.2 }),
  })
  await expect.element(article).toMatchTextContent(/101\.3.*91\.2/)
  await expect.element(article).not.toMatchTextContent(/Proj/)
})

it("lists the championship first and marked, then the user's game", async () => {
  const playoff = (name: string, bracket: 'championship' | 'third_place' | 'consolation') => ({
    is_playoff: true,
    round: { name, bracket },
  })
  const mine = buildMatchup({
    ...playoff('Consolation', 'consolation'),
    away: buildMatchupTeam({ is_mine: true }),
  })
  const third = buildMatchup(playoff('Third place', 'third_place'))
  const championship = buildMatchup(playoff('Championship', 'championship'))
  const screen = await renderTab(buildScoreboard({ matchups: [mine, championship, third] }))
  const articles = screen.getByRole('article')
  await expect.element(articles.nth(0)).toMatchTextContent(/Championship/)
  await expect.element(articles.nth(0)).toHaveAttribute('data-championship')
  await expect.element(articles.nth(1)).toHaveAttribute('data-mine')
  await expect.element(articles.nth(1)).toMatchTextContent(/Consolation/)
  await expect.element(articles.nth(2)).toMatchTextContent(/Third place/)
  await expect.element(articles.nth(2)).not.toHaveAttribute('data-championship')
})

it("lists the user's marked game first and the teams on bye last", async () => {
  const mine = buildMatchup({ home: buildMatchupTeam({ name: 'Mine', is_mine: true }) })
  const bye = { team_id: 900, name: 'Idle', logo: null, is_mine: false }
  const screen = await renderTab(
    buildScoreboard({ matchups: [buildMatchup(), buildMatchup(), mine], byes: [bye] }),
  )
  await expect.element(screen.getByRole('heading', { name: 'Scoreboard — Week 12' })).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'On bye' })).toMatchTextContent('Idle')
  const articles = screen.getByRole('article').elements()
  expect(articles.map((article) => article.hasAttribute('data-mine'))).toEqual([true, false, false])
})

it('names the teams that have no game', async () => {
  const teams = ['Ousted', 'Beaten'].map((name, index) => ({
    team_id: 900 + index,
    name,
    logo: null,
    is_mine: index === 1,
  }))
  const screen = await renderTab(buildScoreboard({ matchups: [buildMatchup()], no_game: teams }))
  const region = screen.getByRole('region', { name: 'No game this week' })
  await expect.element(region).toMatchTextContent(/Ousted.*Beaten/)
  await expect.element(screen.getByRole('region', { name: 'On bye' })).not.toBeInTheDocument()
})

it('shows an earlier week', async () => {
  fakeServer({
    'GET /api/league/:league/scoreboard/': ({ path }) =>
      path.endsWith('?week=11')
        ? buildScoreboard({ week: 11, matchups: [buildMatchup(LIVE)] })
        : buildScoreboard(),
  })
  const screen = await renderWithProviders(<ScoreboardTab league="Sunday" seasons={[2026, 2025]} />)
  await expect.element(screen.getByText('No matchups this week.')).toBeVisible()
  await screen.getByLabelText('Week', { exact: true }).selectOptions('Week 11')
  await expect.element(screen.getByRole('heading', { name: 'Scoreboard — Week 11' })).toBeVisible()
  await expect.element(screen.getByRole('article')).toBeVisible()
})

it('shows an earlier season and its weeks, then returns to the current season', async () => {
  const queries: string[] = []
  fakeServer({
    'GET /api/league/:league/scoreboard/': ({ path }) => {
      queries.push(path.split('?')[1] ?? '')
      const week = Number(new URLSearchParams(path.split('?')[1]).get('week') ?? 16)
      return path.includes('season=2025')
        ? buildScoreboard({ season: 2025, week, weeks: [15, 16], matchups: [buildMatchup(LIVE)] })
        : buildScoreboard()
    },
  })
  const screen = await renderWithProviders(<ScoreboardTab league="Sunday" seasons={[2026, 2025]} />)
  await expect.element(screen.getByRole('heading', { name: 'Scoreboard — Week 12' })).toBeVisible()
  await screen.getByLabelText('Season').selectOptions('2025')
  await expect.element(screen.getByRole('heading', { name: 'Scoreboard — Week 16' })).toBeVisible()
  const week = screen.getByLabelText('Week', { exact: true })
  expect(week.element().textContent).toBe('Week 15Week 16')
  await week.selectOptions('Week 15')
  await expect.element(screen.getByRole('heading', { name: 'Scoreboard — Week 15' })).toBeVisible()
  await screen.getByLabelText('Season').selectOptions('2026')
  await expect.element(screen.getByRole('heading', { name: 'Scoreboard — Week 12' })).toBeVisible()
  await expect.element(week).toMatchTextContent('Week 12 (current)')
  expect(queries).toEqual(['', 'season=2025', 'season=2025&week=15'])
})

it('names the season also if only one is stored', async () => {
  fakeServer({ 'GET /api/league/:league/scoreboard/': buildScoreboard() })
  const screen = await renderWithProviders(<ScoreboardTab league="Sunday" seasons={[2026]} />)
  await expect.element(screen.getByText('No matchups this week.')).toBeVisible()
  await expect.element(screen.getByLabelText('Season')).toHaveDisplayValue('2026')
})

it('shows no week before the season', async () => {
  const screen = await renderTab(buildScoreboard({ week: null, weeks: [] }))
  await expect.element(screen.getByRole('heading', { name: 'Scoreboard', exact: true })).toBeVisible()
  await expect.element(screen.getByText('No matchups this week.')).toBeVisible()
  await expect.element(screen.getByLabelText('Week', { exact: true })).not.toBeInTheDocument()
})

it.each([
  ['a loading placeholder', neverResponds(), 'status', 'Loading the scoreboard'],
  [
    'an error',
    errorResponse(500, 'internal_error', 'Something went wrong on our end. Try again in a moment.'),
    'alert',
    '',
  ],
] as const)('shows %s', async (_, response, role, name) => {
  fakeServer({ 'GET /api/league/:league/scoreboard/': response })
  const screen = await renderWithProviders(<ScoreboardTab league="Sunday" seasons={[2026, 2025]} />)
  await expect.element(screen.getByRole(role, name === '' ? {} : { name })).toBeVisible()
})

describe('a league that does not play for points', () => {
  const counts = (wins: number, losses: number, ties: number) => ({ categories: { wins, losses, ties } })

  it('shows the categories of each matchup', async () => {
    const matchup = buildMatchup({
      state: 'final',
      status: 'Final',
      result: 'home',
      away: buildMatchupTeam({ name: 'Owls', ...counts(3, 6, 1) }),
      home: buildMatchupTeam({ name: 'Larks', ...counts(6, 3, 1) }),
    })
    const screen = await renderTab(
      buildScoreboard({ scoring_format: 'categories', matchups: [matchup], weeks: [12, 24] }),
    )
    const article = screen.getByRole('article')
    await expect.element(article).toMatchTextContent(/Final.*Owls.*3-6-1.*Larks.*6-3-1/)
    await expect.element(article).not.toMatchTextContent('Proj')
    await expect.element(article).not.toMatchTextContent('Won by')
    expect(article.element().querySelector('[data-ahead] p')?.textContent).toContain('Larks')
    await expect
      .element(screen.getByText('This season is played in categories, so there are no points.'))
      .toBeVisible()
  })

  it('lists the points of the week if there are no matchups', async () => {
    const teams = ['Owls', 'Larks'].map((name, index) => ({
      team_id: index,
      name,
      logo: null,
      is_mine: name === 'Larks',
      score: 120 - index * 10.25,
    }))
    const screen = await renderTab(buildScoreboard({ scoring_format: 'total_points', scores: teams }))
    await expect.element(screen.getByRole('table', { name: 'Points of the week' })).toBeVisible()
    const rows = screen.getByRole('row').elements().slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Owls120\.0$/),
      expect.stringMatching(/Larks109\.8$/),
    ])
    expect(rows[1]).toHaveAttribute('data-mine')
    await expect
      .element(screen.getByText('This season is decided by total points, so there are no matchups.'))
      .toBeVisible()
  })

  it('has one sentence if there are neither matchups nor points', async () => {
    const screen = await renderTab(buildScoreboard({ scoring_format: 'roto', week: null, weeks: [] }))
    await expect
      .element(
        screen.getByText(
          'This season is decided by roto points, so there are no matchups and no weekly points.',
        ),
      )
      .toBeVisible()
    await expect.element(screen.getByText('No matchups this week.')).not.toBeInTheDocument()
  })
})
