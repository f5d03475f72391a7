import { describe, expect, it } from 'vitest'
import type { ApiResponse } from '../../api/api-client.ts'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { buildScoreboard } from '../../testing/matchup-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { ScoreboardWithBracket } from './games-tabs.tsx'

type Bracket = ApiResponse<'GET /api/league/:league/insights/bracket/'>
type Pairing = Bracket['rounds'][number]['championship'][number]

/** A pairing that the provider has not set, of the teams that each side can be. */
function buildProjection(name: string, ...sides: [number[], number[]]) {
  const [first, second] = sides.map((team_ids) => ({ team_ids }))
  if (first === undefined || second === undefined) throw new Error('a pairing has two sides')
  const both: [typeof first, typeof second] = [first, second]
  return { round: { name, bracket: 'championship' as const }, sides: both }
}

const NAMES = ['Larks', 'Owls', 'Herons', 'Wrens']

/** A finished game; the first team has won. */
function buildPairing(
  name: string,
  [winner, loser]: [number, number],
  overrides: Partial<Pairing> = {},
): Pairing {
  return {
    round: { name, bracket: name === 'Third place' ? 'third_place' : 'championship' },
    games: [{ week: 15, game_id: winner * 10 + loser }],
    state: 'final',
    home: { team_id: winner, score: 101.5 },
    away: { team_id: loser, score: 90 },
    winner_team_id: winner,
    ...overrides,
  }
}

const FINAL = buildPairing('Championship', [2, 1], {
  games: [
    { week: 16, game_id: 71 },
    { week: 17, game_id: 72 },
  ],
})

function buildBracket(overrides: Partial<Bracket> = {}): Bracket {
  return {
    season: 2026,
    seasons: [2026, 2025],
    scoring_format: 'points',
    status: 'finished',
    has_playoffs: true,
    rounds: [
      {
        name: 'Semifinal',
        weeks: [15],
        nfl_weeks: [15],
        championship: [buildPairing('Semifinal', [2, 3])],
        byes: [1],
        consolation: [],
      },
      {
        name: 'Championship',
        weeks: [16, 17],
        nfl_weeks: [16, 17],
        championship: [FINAL],
        byes: [],
        consolation: [buildPairing('Third place', [3, 4], { games: [{ week: 16, game_id: 81 }] })],
      },
    ],
    teams: NAMES.map((name, index) => ({
      team_id: index + 1,
      name,
      logo: null,
      color: null,
      seed: index + 1,
      owners: ['Rowan Ash'],
      assigned_user: null,
    })),
    champion_team_id: 2,
    updated_at: new Date().toISOString(),
    last_error: null,
    ...overrides,
  }
}

const TO_COME = { championship: [], byes: [], consolation: [] }

async function renderBracket(
  bracket: NonNullable<FakeResponses['GET /api/league/:league/insights/bracket/']>,
  url = '/?league=Sunday&tab=scoreboard&view=bracket',
) {
  const server = fakeServer({
    'GET /api/league/:league/insights/bracket/': bracket,
    'GET /api/league/:league/scoreboard/': buildScoreboard(),
  })
  const { screen, page } = await renderWithClient(
    <ScoreboardWithBracket league="Sunday" seasons={[2026, 2025]} />,
    url,
  )
  return { screen, page, server }
}

describe('the bracket', () => {
  it('is a view of the Scoreboard with an address', async () => {
    const { screen, page, server } = await renderBracket(
      buildBracket(),
      '/?league=Sunday&tab=scoreboard&week=9',
    )
    await expect.element(screen.getByRole('heading', { name: 'Scoreboard — Week 9' })).toBeVisible()
    expect(server.requests.some(({ key }) => key.includes('bracket'))).toBe(false)
    await screen.getByRole('button', { name: 'Bracket' }).click()
    await expect.element(screen.getByRole('heading', { name: '2026 playoff bracket' })).toBeVisible()
    expect(page.win.location.search).toBe('?league=Sunday&tab=scoreboard&view=bracket')
    await screen.getByRole('button', { name: 'Games' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Scoreboard — Week 12' })).toBeVisible()
  })

  it('names the champion with the score of the final', async () => {
    const { screen } = await renderBracket(buildBracket())
    await expect
      .element(screen.getByRole('region', { name: 'Champion', exact: true }))
      .toMatchTextContent(/2026 champion ?Owls ?Rowan Ash ?Beat Larks 101\.5–90\.0/)
  })

  it('draws the rounds with seeds, byes, scores and winners, and lines to the final', async () => {
    const { screen } = await renderBracket(buildBracket())
    const semifinal = screen.getByRole('region', { name: 'Semifinal' })
    await expect.element(semifinal).toMatchTextContent(/Week 15.*Seed 1 ?L?.*Larks ?Bye/)
    await expect
      .element(semifinal.getByRole('article', { name: 'Semifinal: Owls vs Herons' }))
      .toMatchTextContent(/Seed 2.*Owls ?Won ?101\.5 ?Seed 3.*Herons ?90\.0/)
    const final = screen.getByRole('region', { name: 'Championship', exact: true })
    await expect.element(final).toMatchTextContent(/Weeks 16–17/)
    expect(final.element().querySelectorAll('svg path[vector-effect]')).toHaveLength(2)
  })

  it('opens games and teams, and each week of a game over two weeks', async () => {
    const { screen } = await renderBracket(buildBracket())
    const hrefOf = (name: string) => screen.getByRole('link', { name, exact: true }).first()
    await expect
      .element(hrefOf('Open Owls vs Herons, week 15'))
      .toHaveAttribute('href', '/?league=Sunday&tab=matchup&season=2026&week=15&game=23')
    const final = screen.getByRole('article', { name: 'Championship: Larks vs Owls' })
    await expect
      .element(final.getByRole('link', { name: 'Week 17' }))
      .toHaveAttribute('href', '/?league=Sunday&tab=matchup&season=2026&week=17&game=72')
    await expect
      .element(hrefOf('Herons'))
      .toHaveAttribute('href', '/?league=Sunday&tab=roster&season=2026&team=3')
  })

  it('lists the game for third place after the championship', async () => {
    const { screen } = await renderBracket(buildBracket())
    await expect
      .element(screen.getByRole('region', { name: 'Third place and consolation' }).getByRole('article'))
      .toMatchTextContent(/Third place · Week 16.*Herons ?Won ?101\.5.*Wrens ?90\.0/)
  })

  it('shows what is known while the playoffs are running', async () => {
    const live = buildPairing('Semifinal', [2, 3], { state: 'live', winner_team_id: null })
    const [semifinal] = buildBracket().rounds
    if (semifinal === undefined) throw new Error('the fixture has no semifinal')
    const rounds = [
      { ...semifinal, championship: [live] },
      { ...TO_COME, name: 'Championship', weeks: [16], nfl_weeks: [16] },
    ]
    const { screen } = await renderBracket(
      buildBracket({ status: 'in_progress', rounds, champion_team_id: null }),
    )
    await expect.element(screen.getByText('Live', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('To be decided')).toBeVisible()
    await expect
      .element(screen.getByRole('region', { name: 'Champion', exact: true }))
      .not.toBeInTheDocument()
    expect(document.querySelectorAll('svg path[vector-effect]')).toHaveLength(0)
  })

  it('tells when the playoffs begin', async () => {
    const rounds = [{ ...TO_COME, name: 'Championship', weeks: [15], nfl_weeks: [15, 16] }]
    const bracket = buildBracket({ status: 'before', rounds, teams: [], champion_team_id: null })
    const { screen } = await renderBracket(bracket)
    await expect.element(screen.getByText(/The playoffs begin in week 15/)).toBeVisible()
    await expect.element(screen.getByText('Week 15 · NFL weeks 15–16')).toBeVisible()
  })

  it('marks pairings and byes that are not set yet as projected', async () => {
    const rounds = [
      {
        ...TO_COME,
        name: 'Semifinal',
        weeks: [15],
        nfl_weeks: [15],
        projected: { pairings: [buildProjection('Semifinal', [2], [3])], byes: [1] },
      },
      {
        ...TO_COME,
        name: 'Championship',
        weeks: [16],
        nfl_weeks: [16],
        projected: { pairings: [buildProjection('Championship', [1], [2, 3])], byes: [] },
      },
    ]
    const { screen } = await renderBracket(
      buildBracket({ status: 'before', is_reseeded: true, rounds, champion_team_id: null }),
    )
    await expect
      .element(screen.getByText(/Projected matchups are based on the current standings\.$/))
      .toBeVisible()
    const semifinal = screen.getByRole('article', { name: 'Semifinal, projected: Owls vs Herons' })
    await expect.element(semifinal).toMatchTextContent(/Projected ?Seed 2.*Owls ?Seed 3.*Herons/)
    await expect
      .element(semifinal.getByRole('link', { name: 'Owls' }))
      .toHaveAttribute('href', '/?league=Sunday&tab=roster&season=2026&team=2')
    await expect
      .element(screen.getByRole('region', { name: 'Semifinal' }))
      .toMatchTextContent(/Larks ?Projected bye/)
    await expect
      .element(screen.getByRole('article', { name: 'Championship, projected: Larks vs Owls or Herons' }))
      .toMatchTextContent(/Larks ?Owls or Herons/)
    expect(document.querySelectorAll('svg[data-projected]')).toHaveLength(2)
  })

  it('leaves a game open that nearly everybody can play', async () => {
    const rounds = [
      {
        ...TO_COME,
        name: 'Championship',
        weeks: [17],
        nfl_weeks: [17],
        projected: { pairings: [buildProjection('Championship', [1, 2, 3, 4], [1, 2, 3, 4])], byes: [] },
      },
    ]
    const { screen } = await renderBracket(buildBracket({ status: 'before', rounds, champion_team_id: null }))
    await expect.element(screen.getByText('To be decided')).toBeVisible()
    await expect.element(screen.getByRole('article')).not.toBeInTheDocument()
  })

  it('does not mark a pairing that is set, beside a projected one', async () => {
    const [semifinal, final] = buildBracket().rounds
    if (semifinal === undefined || final === undefined) throw new Error('the fixture has two rounds')
    const set = buildPairing('Semifinal', [1, 4], { state: 'before', winner_team_id: null })
    const rounds = [
      {
        ...semifinal,
        byes: [],
        championship: [set],
        projected: { pairings: [buildProjection('Semifinal', [2], [3])], byes: [] },
      },
      {
        ...TO_COME,
        name: 'Championship',
        weeks: [16],
        nfl_weeks: [16],
        projected: { pairings: [buildProjection('Championship', [1, 4], [2, 3])], byes: [] },
      },
    ]
    const { screen } = await renderBracket(
      buildBracket({ status: 'in_progress', rounds, champion_team_id: null }),
    )
    await expect
      .element(screen.getByText('Projected matchups are based on the seeds and the results so far.'))
      .toBeVisible()
    await expect
      .element(screen.getByRole('article', { name: 'Semifinal: Larks vs Wrens' }))
      .not.toMatchTextContent(/Projected/)
    await expect
      .element(screen.getByRole('article', { name: 'Semifinal, projected: Owls vs Herons' }))
      .toBeVisible()
  })

  it('says that a league has no playoffs', async () => {
    const none = {
      status: 'before' as const,
      has_playoffs: false,
      rounds: [],
      teams: [],
      champion_team_id: null,
    }
    const { screen } = await renderBracket(buildBracket(none))
    await expect
      .element(screen.getByText('This league has no playoffs. See Standings for the teams in order.'))
      .toBeVisible()
  })

  it('says so for a season without a bracket, and shows another season', async () => {
    const empty = buildBracket({ status: 'unknown', rounds: [], teams: [], champion_team_id: null })
    const { screen, page } = await renderBracket(({ path }) =>
      path.includes('season=2025') ? buildBracket({ season: 2025 }) : empty,
    )
    await expect.element(screen.getByText('No bracket for this season.')).toBeVisible()
    await screen.getByRole('combobox', { name: 'Season' }).selectOptions('2025')
    await expect.element(screen.getByRole('heading', { name: '2025 playoff bracket' })).toBeVisible()
    await expect.element(screen.getByText('2025 champion')).toBeVisible()
    expect(page.win.location.search).toContain('season=2025')
  })

  it('reports an error with a retry', async () => {
    const { screen } = await renderBracket(errorResponse(500, 'internal_error', 'Server error.'))
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/Failed to load the bracket/)
    await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  })
})
