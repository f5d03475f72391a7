import { expect, it } from 'vitest'
import { buildMyLeague } from '../../../testing/account-fixtures.ts'
import { errorResponse, type FakeResponses, fakeServer } from '../../../testing/fake-server.ts'
import { buildMatchup, buildMatchupTeam } from '../../../testing/matchup-fixtures.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import { Dashboard } from './dashboard.tsx'
import type { DashboardData } from './league-list.tsx'

const LEAGUE = 'Sunday Night Lights'

const TEAM = {
  name: 'Punt Intended',
  logo: null,
  rank: 4,
  wins: 7,
  losses: 3,
  ties: 0,
  points_for: 1300,
  scoring_format: 'points',
} as const

const GAME: DashboardData['games'][number] = {
  league: LEAGUE,
  game: {
    ...buildMatchup({
      id: 31,
      state: 'live',
      status: 'Live',
      away: buildMatchupTeam({
        team_id: 1,
        name: 'Punt Intended',
        score: 88.4,
        win_chance: 0.62,
        is_mine: true,
      }),
      home: buildMatchupTeam({ team_id: 2, name: 'Screen Doors', score: 80.1, win_chance: 0.38 }),
    }),
    season: 2026,
    week: 10,
  },
}

const EMPTY_NEWS = {
  results: [],
  posts: 0,
  comments: 0,
  proposals: 0,
  closed_votes: [],
  records: [],
  trades: 0,
}

async function renderDashboard(data: Partial<DashboardData> = {}, responses: FakeResponses = {}) {
  const server = fakeServer({
    'GET /api/user-leagues/:username/': { leagues: [buildMyLeague({ team: TEAM })] },
    'GET /api/dashboard/': { games: [], tasks: [], since: null, ...data },
    ...responses,
  })
  const screen = await renderWithProviders(
    <Dashboard
      user={{ username: 'dario', first_name: 'Dario' }}
      canAdmin={false}
      onOpenLeague={() => undefined}
      onSelectLeague={() => undefined}
      onOpenAdmin={() => undefined}
      onFindLeague={null}
    />,
  )
  return { screen, server }
}

it("shows the user's live game on the card of the league, with the chance to win", async () => {
  const { screen } = await renderDashboard({ games: [GAME] })
  await expect
    .element(screen.getByRole('button', { name: /Sunday Night Lights/ }))
    .toMatchTextContent(/4th.*7-3.*Live.*Week 10.*62% to win.*Punt Intended.*88\.4.*Screen Doors.*80\.1/)
})

it('says when there is no game, and how a finished one ended', async () => {
  const none = await renderDashboard()
  await expect.element(none.screen.getByText('No game this week.')).toBeVisible()
  await none.screen.unmount()
  const final = { ...GAME.game, state: 'final', status: 'Final', result: 'home' } as const
  const { screen } = await renderDashboard({ games: [{ league: LEAGUE, game: final }] })
  await expect.element(screen.getByText('You lost')).toBeVisible()
})

it('shows new scores of an event without reading the dashboard again', async () => {
  const { screen, server } = await renderDashboard({ games: [GAME] })
  await expect.element(screen.getByText('88.4')).toBeVisible()
  // The stream opens after the first paint. An earlier event would reach nobody.
  await expect.poll(server.openStreams).toHaveLength(1)
  const side = { proj: null, categories: null, remaining: null }
  server.emit('scoreboard', {
    season: 2026,
    scores: {
      updated_at: '2026-11-15T18:00:00Z',
      last_error: null,
      previous_updated_at: null,
      week: 10,
      lineup_week: 10,
      matchups: [
        {
          id: 31,
          status: 'Live',
          state: 'live',
          result: null,
          away: { ...side, score: 95.2, win_chance: 0.71 },
          home: { ...side, score: 80.1, win_chance: 0.29 },
        },
      ],
      scores: [],
      players: [],
      changed: [],
    },
  })
  await expect.element(screen.getByText('95.2')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /Sunday/ })).toMatchTextContent(/71%/)
  expect(server.requests.filter(({ key }) => key === 'GET /api/dashboard/')).toHaveLength(1)
})

it('lists what to do, each with the place where it is done', async () => {
  const { screen } = await renderDashboard({
    tasks: [
      {
        kind: 'lineup',
        league: LEAGUE,
        empty_slots: ['FLEX'],
        players: [
          { player: 'Rook Calloway', reason: 'out' },
          { player: 'Wes Tarn', reason: 'bye' },
        ],
      },
      { kind: 'pick', league: LEAGUE, season: 2026, week: 10, due: '2026-11-14T23:00:00Z' },
      { kind: 'requests', league: LEAGUE, count: 2 },
      { kind: 'vote', league: LEAGUE, question: 'Two keepers?', post: 'proposal-3', due: null },
    ],
  })
  const base = '/?league=Sunday+Night+Lights&tab='
  const lineup = screen.getByRole('link', { name: /Fix your lineup/ })
  await expect.element(lineup).toHaveAttribute('href', `${base}roster`)
  await expect.element(lineup).toMatchTextContent(/Rook Calloway is out, Wes Tarn is on bye, empty at FLEX/)
  const hrefOf = async (name: RegExp, href: string) => {
    await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', href)
  }
  await hrefOf(/Make your Week 10 pick/, `${base}betslip`)
  await hrefOf(/2 requests to join/, '/?route=admin&league=Sunday+Night+Lights')
  await hrefOf(/Vote: Two keepers\?/, `${base}league+social&post=proposal-3`)
})

it('lists what has happened since the last visit, each with what it opens', async () => {
  const { screen } = await renderDashboard({
    since: {
      at: '2026-11-08T18:00:00Z',
      leagues: [
        {
          ...EMPTY_NEWS,
          league: LEAGUE,
          results: [
            {
              season: 2026,
              week: 9,
              game_id: 28,
              outcome: 'win',
              score: 101.5,
              opponent_score: 88,
              opponent: 'Screen Doors',
            },
          ],
          posts: 3,
          comments: 1,
        },
      ],
    },
  })
  await expect.element(screen.getByRole('heading', { name: 'Since you were last here' })).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: /Won 101\.5–88\.0 against Screen Doors in Week 9/ }))
    .toHaveAttribute('href', '/?league=Sunday+Night+Lights&tab=matchup&season=2026&week=9&game=28')
  await expect.element(screen.getByRole('link', { name: '3 new posts in League Social' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '1 comment on your posts' })).toBeVisible()
})

it('says that there is nothing to do, and shows no news on the first visit', async () => {
  const { screen } = await renderDashboard()
  await expect.element(screen.getByText('All set. Nothing to do right now.')).toBeVisible()
  await expect
    .element(screen.getByRole('heading', { name: 'Since you were last here' }))
    .not.toBeInTheDocument()
})

it('keeps the leagues when the rest could not be loaded, and retries', async () => {
  let isDown = true
  const { screen } = await renderDashboard(
    {},
    {
      'GET /api/dashboard/': () =>
        isDown
          ? errorResponse(500, 'internal_error', 'Server error.')
          : { games: [], tasks: [], since: null },
    },
  )
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Failed to load what is new')
  await expect.element(screen.getByRole('button', { name: /Sunday Night Lights/ })).toBeVisible()
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('All set. Nothing to do right now.')).toBeVisible()
})
