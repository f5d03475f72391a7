import { describe, expect, it } from 'vitest'
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

async function renderTab(answer: Scoreboard) {
  fakeServer({ 'GET /api/league/:league/scoreboard/': answer })
  return renderWithProviders(<ScoreboardTab league="Sunday" seasons={[2026, 2025]} />)
}

async function renderCard(game: Partial<Matchup>) {
  const screen = await renderTab(buildScoreboard({ matchups: [buildMatchup(game)] }))
  const article = screen.getByRole('article')
  await expect.element(article).toBeVisible()
  return { screen, article }
}

describe('a game', () => {
  it('that is live shows scores, projections, the leader and the estimated chances', async () => {
    const { article } = await renderCard(LIVE)
    await expect.element(article).toHaveAccessibleName('Owls at Larks')
    await expect
      .element(article)
      .toHaveTextContent(/In progress.*Owls.*80\.3.*Proj 120\.0.*Larks.*91\.0.*Proj 80\.0/)
    expect(article.element().querySelector('[data-ahead] p')?.textContent).toContain('Larks')
    await expect
      .element(article.getByRole('img', { name: 'Share of the projected points: Owls 60%, Larks 40%' }))
      .toBeVisible()
    await expect.element(article).toHaveTextContent(/Win chance, estimated ?Owls 70% ?Larks 30%/)
  })

  it('tells how the chance is estimated one tap away', async () => {
    const { screen, article } = await renderCard(LIVE)
    const dialog = screen.getByRole('dialog', { name: 'How the win chance is estimated' })
    await expect.element(dialog).not.toBeInTheDocument()
    await article.getByRole('button', { name: 'How the win chance is estimated' }).click()
    await expect.element(dialog).toHaveTextContent('win chance = Φ(lead ÷ (28 × √2 × √share to come))')
    await expect
      .element(dialog)
      .toHaveTextContent(
        'Here Owls is projected to score 120.0 and Larks 80.0, with 19% of the points to come.',
      )
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('that has not begun shows dashes', async () => {
    const { article } = await renderCard({ status: 'Sun 1:00 PM' })
    await expect.element(article).toHaveTextContent(/Sun 1:00 PM.*Score — Proj —.*Score — Proj —/)
    expect(article.element().querySelector('[data-ahead]')).toBeNull()
    await expect.element(article.getByText('Win chance, estimated')).not.toBeInTheDocument()
  })

  it('that was decided by less than 0.1 shows it, and that it was of two weeks of the playoffs', async () => {
    const { article } = await renderCard({
      state: 'final',
      status: 'Final',
      result: 'away',
      is_playoff: true,
      nfl_weeks: [15, 16],
      away: buildMatchupTeam({ score: 101.34 }),
      home: buildMatchupTeam({ score: 101.28 }),
    })
    await expect.element(article).toHaveTextContent(/FinalPlayoffs · NFL weeks 15 and 16.*101\.34.*101\.28/)
  })
})

it('has my game first and marked, and who has none beneath', async () => {
  const mine = buildMatchup({ home: buildMatchupTeam({ name: 'Mine', is_mine: true }) })
  const bye = { team_id: 900, name: 'Resting', logo: null, is_mine: false }
  const screen = await renderTab(
    buildScoreboard({ matchups: [buildMatchup(), buildMatchup(), mine], byes: [bye] }),
  )
  await expect.element(screen.getByRole('heading', { name: 'Scoreboard — Week 12' })).toBeVisible()
  const articles = screen.getByRole('article').elements()
  expect(articles.map((article) => article.hasAttribute('data-mine'))).toEqual([true, false, false])
  await expect.element(screen.getByRole('region', { name: 'No game this week' })).toHaveTextContent('Resting')
})

it('opens an earlier week', async () => {
  fakeServer({
    'GET /api/league/:league/scoreboard/': ({ path }) =>
      path.endsWith('?week=11')
        ? buildScoreboard({ week: 11, matchups: [buildMatchup(LIVE)] })
        : buildScoreboard(),
  })
  const screen = await renderWithProviders(<ScoreboardTab league="Sunday" seasons={[2026, 2025]} />)
  await expect.element(screen.getByText('No games this week.')).toBeVisible()
  await screen.getByLabelText('Week', { exact: true }).selectOptions('Week 11')
  await expect.element(screen.getByRole('heading', { name: 'Scoreboard — Week 11' })).toBeVisible()
  await expect.element(screen.getByRole('article')).toBeVisible()
})

it('opens an earlier season at the week where it stands, its other weeks, and the current one again', async () => {
  const asked: string[] = []
  fakeServer({
    'GET /api/league/:league/scoreboard/': ({ path }) => {
      asked.push(path.split('?')[1] ?? '')
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
  await expect.element(week).toHaveTextContent('Week 12 (current)')
  expect(asked).toEqual(['', 'season=2025', 'season=2025&week=15'])
})

it('offers no choice of a season where one alone is stored', async () => {
  fakeServer({ 'GET /api/league/:league/scoreboard/': buildScoreboard() })
  const screen = await renderWithProviders(<ScoreboardTab league="Sunday" seasons={[2026]} />)
  await expect.element(screen.getByText('No games this week.')).toBeVisible()
  expect(screen.getByLabelText('Season').elements()).toHaveLength(0)
})

it('has no week before the season', async () => {
  const screen = await renderTab(buildScoreboard({ week: null, weeks: [] }))
  await expect.element(screen.getByRole('heading', { name: 'Scoreboard', exact: true })).toBeVisible()
  await expect.element(screen.getByText('No games this week.')).toBeVisible()
  await expect.element(screen.getByLabelText('Week', { exact: true })).not.toBeInTheDocument()
})

it.each([
  ['is loading', neverResponds(), 'status', 'Loading the scoreboard'],
  ['failed', errorResponse(500, 'internal_error', 'A defect of ours.'), 'alert', ''],
] as const)('says that it %s', async (_, answer, role, name) => {
  fakeServer({ 'GET /api/league/:league/scoreboard/': answer })
  const screen = await renderWithProviders(<ScoreboardTab league="Sunday" seasons={[2026, 2025]} />)
  await expect.element(screen.getByRole(role, name === '' ? {} : { name })).toBeVisible()
})
