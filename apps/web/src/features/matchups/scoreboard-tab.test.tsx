import { describe, expect, it } from 'vitest'
import { aMatchup, aMatchupTeam, aScoreboard } from '../../testing/a-matchup.ts'
import { fakeServer, never, refused } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { ScoreboardTab } from './scoreboard-tab.tsx'
import type { Matchup, Scoreboard } from './use-matchups.ts'

const LIVE = {
  state: 'live',
  status: 'In progress',
  away: aMatchupTeam({ name: 'Owls', score: 80.25, proj: 120, win_chance: 0.7 }),
  home: aMatchupTeam({ name: 'Larks', score: 91, proj: 80, win_chance: 0.3 }),
} as const

async function tab(answer: Scoreboard) {
  fakeServer({ 'GET /api/league/:league/scoreboard/': answer })
  return show(<ScoreboardTab league="Sunday" seasons={[2026, 2025]} />)
}

async function card(game: Partial<Matchup>) {
  const screen = await tab(aScoreboard({ matchups: [aMatchup(game)] }))
  const article = screen.getByRole('article')
  await expect.element(article).toBeVisible()
  return { screen, article }
}

describe('a game', () => {
  it('that is live shows scores, projections, the leader and the estimated chances', async () => {
    const { article } = await card(LIVE)
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
    const { screen, article } = await card(LIVE)
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
    const { article } = await card({ status: 'Sun 1:00 PM' })
    await expect.element(article).toHaveTextContent(/Sun 1:00 PM.*Score — Proj —.*Score — Proj —/)
    expect(article.element().querySelector('[data-ahead]')).toBeNull()
    await expect.element(article.getByText('Win chance, estimated')).not.toBeInTheDocument()
  })

  it('that was decided by less than 0.1 shows it, and that it was of two weeks of the playoffs', async () => {
    const { article } = await card({
      state: 'final',
      status: 'Final',
      result: 'away',
      is_playoff: true,
      nfl_weeks: [15, 16],
      away: aMatchupTeam({ score: 101.34 }),
      home: aMatchupTeam({ score: 101.28 }),
    })
    await expect.element(article).toHaveTextContent(/FinalPlayoffs · NFL weeks 15 and 16.*101\.34.*101\.28/)
  })
})

it('has my game first and marked, and who has none beneath', async () => {
  const mine = aMatchup({ home: aMatchupTeam({ name: 'Mine', is_mine: true }) })
  const bye = { team_id: 900, name: 'Resting', logo: null, is_mine: false }
  const screen = await tab(aScoreboard({ matchups: [aMatchup(), aMatchup(), mine], byes: [bye] }))
  await expect.element(screen.getByRole('heading', { name: 'Scoreboard — Week 12' })).toBeVisible()
  const articles = screen.getByRole('article').elements()
  expect(articles.map((article) => article.hasAttribute('data-mine'))).toEqual([true, false, false])
  await expect.element(screen.getByRole('region', { name: 'No game this week' })).toHaveTextContent('Resting')
})

it('opens an earlier week', async () => {
  fakeServer({
    'GET /api/league/:league/scoreboard/': ({ path }) =>
      path.endsWith('?week=11') ? aScoreboard({ week: 11, matchups: [aMatchup(LIVE)] }) : aScoreboard(),
  })
  const screen = await show(<ScoreboardTab league="Sunday" seasons={[2026, 2025]} />)
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
        ? aScoreboard({ season: 2025, week, weeks: [15, 16], matchups: [aMatchup(LIVE)] })
        : aScoreboard()
    },
  })
  const screen = await show(<ScoreboardTab league="Sunday" seasons={[2026, 2025]} />)
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
  fakeServer({ 'GET /api/league/:league/scoreboard/': aScoreboard() })
  const screen = await show(<ScoreboardTab league="Sunday" seasons={[2026]} />)
  await expect.element(screen.getByText('No games this week.')).toBeVisible()
  expect(screen.getByLabelText('Season').elements()).toHaveLength(0)
})

it('has no week before the season', async () => {
  const screen = await tab(aScoreboard({ week: null, weeks: [] }))
  await expect.element(screen.getByRole('heading', { name: 'Scoreboard', exact: true })).toBeVisible()
  await expect.element(screen.getByText('No games this week.')).toBeVisible()
  await expect.element(screen.getByLabelText('Week', { exact: true })).not.toBeInTheDocument()
})

it.each([
  ['is loading', never(), 'status', 'Loading the scoreboard'],
  ['failed', refused(500, 'internal_error', 'A defect of ours.'), 'alert', ''],
] as const)('says that it %s', async (_, answer, role, name) => {
  fakeServer({ 'GET /api/league/:league/scoreboard/': answer })
  const screen = await show(<ScoreboardTab league="Sunday" seasons={[2026, 2025]} />)
  await expect.element(screen.getByRole(role, name === '' ? {} : { name })).toBeVisible()
})
