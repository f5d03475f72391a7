import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type FakeResponses, fakeServer, type SentRequest } from '../../testing/fake-server.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { buildStanding } from '../../testing/standings-fixtures.ts'
import { type SeasonCard, type SeasonCards, SeasonCardsView } from './season-cards-view.tsx'

const buildCard = (overrides: Partial<SeasonCard> = {}): SeasonCard => ({
  kind: 'season',
  title: 'The season',
  value: '9-5',
  caption: 'in the regular season',
  facts: [{ label: 'Points for', value: '1,523.4', note: '4th most of 12', game: null }],
  chart: null,
  weeks: 'Weeks 1–14',
  team_ids: [1],
  text: 'The season, weeks 1–14: 9-5 in the regular season.',
  ...overrides,
})

const CARDS: SeasonCard[] = [
  buildCard(),
  buildCard({
    kind: 'weeks',
    title: 'Best and worst week',
    value: '168.4',
    caption: 'points in week 11, the best score of that week',
    facts: [
      { label: 'Best week', value: '168.4', note: 'vs Owls', game: { week: 11, game_id: 71 } },
      { label: 'Worst week', value: '71.3', note: 'vs Owls', game: { week: 3, game_id: 9 } },
    ],
  }),
  buildCard({
    kind: 'odds',
    title: 'Playoff odds',
    value: 'Week 10',
    caption: 'clinched the playoffs',
    text: 'Playoff odds, weeks 3–4: Week 10 clinched the playoffs.',
    chart: {
      unit: 'share',
      max: 1,
      lines: [
        { name: 'Playoffs', points: [3, 4].map((week) => ({ week, value: week / 8 })) },
        { name: 'Title', points: [3, 4].map((week) => ({ week, value: week / 40 })) },
      ],
    },
  }),
]

const buildSeasonCards = (overrides: Partial<SeasonCards> = {}): SeasonCards => ({
  season: 2025,
  week: 14,
  scoring_format: 'points',
  unavailable: null,
  team_id: 1,
  missing: [],
  is_best_ball: false,
  teams: [
    { team_id: 1, name: 'Larks', owner: 'Ada Marlow', logo: null, color: '#0b5fa5' },
    { team_id: 2, name: 'Owls', owner: null, logo: null, color: '#c8102e' },
  ],
  cards: CARDS,
  ...overrides,
})

/** Answers with the cards of the requested team. */
function toResponse({ path }: SentRequest): SeasonCards {
  const team = new URL(path, 'http://localhost').searchParams.get('team_id')
  return buildSeasonCards({ team_id: team === null ? null : Number(team) })
}

async function renderCards(
  response: NonNullable<FakeResponses['GET /api/league/:league/insights/season-cards/']> = toResponse,
  query = 'view=cards&season=2025',
) {
  const requests: string[] = []
  fakeServer({
    'GET /api/league/:league/standings/': {
      season: 2025,
      scoring_format: 'points',
      standings: [
        buildStanding({ team_id: 1, name: 'Larks', is_mine: true }),
        buildStanding({ team_id: 2, name: 'Owls' }),
      ],
      playoff_teams: 1,
      is_finished: true,
      updated_at: null,
      last_error: null,
    },
    'GET /api/league/:league/insights/season-cards/': (request) => {
      requests.push(request.path)
      return typeof response === 'function' ? response(request) : response
    },
  })
  const { screen } = await renderWithClient(
    <SeasonCardsView league="Sunday" seasons={[2026, 2025]} />,
    `/?league=Sunday&tab=history&${query}`,
  )
  return { screen, requests }
}

beforeEach(() => page.viewport(390, 844))

describe('season cards', () => {
  it('explain how a report card is graded', async () => {
    const report = buildCard({
      kind: 'report_card',
      title: 'Report card',
      value: 'B+',
      caption: 'overall, compared with the league',
      facts: [{ label: 'Results', value: 'A', note: '66.7% of games won', game: null }],
    })
    const { screen } = await renderCards(buildSeasonCards({ cards: [report, ...CARDS] }))
    await screen.getByRole('button', { name: 'Explain report card' }).click()
    await expect
      .element(screen.getByRole('dialog', { name: 'report card' }))
      .toMatchTextContent(/How each part of the season compares with the league/)
  })

  it('begin with the cards of my team', async () => {
    const { screen, requests } = await renderCards()
    await expect.element(screen.getByRole('region', { name: 'Season 2025 of Larks' })).toBeVisible()
    expect(requests).toEqual([expect.stringMatching(/season=2025&team_id=1$/)])
    await expect.element(screen.getByLabelText('Cards of')).toHaveDisplayValue('Larks (you)')
    await expect.element(screen.getByText('1 of 3', { exact: true })).toBeInTheDocument()
    await expect.element(screen.getByText('9-5')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Share The season' })).toBeVisible()
  })

  it('are of the newest season that has some, without one in the address', async () => {
    const { screen, requests } = await renderCards(toResponse, 'view=cards')
    await expect.element(screen.getByRole('region', { name: 'Season 2025 of Larks' })).toBeVisible()
    expect(requests).toEqual([
      expect.stringMatching(/season-cards\/$/),
      expect.stringMatching(/season=2025&team_id=1$/),
    ])
  })

  it('turn with taps, the line of progress and arrow keys', async () => {
    const { screen } = await renderCards()
    const count = screen.getByText(/^\d of 3$/)
    await screen.getByRole('button', { name: 'Next card' }).click()
    await expect.element(count).toHaveTextContent('2 of 3')
    // The source of a figure can be opened on the card in view only.
    await expect
      .element(screen.getByRole('link', { name: '168.4, open the game' }))
      .toHaveAttribute('href', expect.stringContaining('week=11&game=71'))
    await screen.getByRole('button', { name: 'Card 3: Playoff odds' }).click()
    await expect.element(count).toHaveTextContent('3 of 3')
    await expect.element(screen.getByRole('img', { name: /^Playoff odds, weeks 3–4/ })).toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: 'Next card' }))
      .toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(count).toHaveTextContent('2 of 3')
    await userEvent.keyboard('{Home}')
    await expect.element(count).toHaveTextContent('1 of 3')
    await expect
      .element(screen.getByRole('button', { name: 'Card 1: The season' }))
      .toHaveAttribute('aria-current', 'true')
  })

  it('switch to the league and to other teams', async () => {
    const { screen, requests } = await renderCards()
    await screen.getByLabelText('Cards of').selectOptions('The league')
    await expect.element(screen.getByRole('region', { name: 'Season 2025 of Sunday' })).toBeVisible()
    expect(requests.at(-1)).not.toContain('team_id')
    await screen.getByLabelText('Cards of').selectOptions('Owls')
    await expect.element(screen.getByRole('region', { name: 'Season 2025 of Owls' })).toBeVisible()
    expect(requests.at(-1)).toMatch(/team_id=2$/)
  })

  it('keep the choice of the team while others load', async () => {
    let respond = (_cards: SeasonCards) => {}
    const league = new Promise<SeasonCards>((resolve) => {
      respond = resolve
    })
    const { screen } = await renderCards((request) =>
      request.path.includes('team_id') ? toResponse(request) : league,
    )
    const chooser = screen.getByLabelText('Cards of')
    await chooser.selectOptions('The league')
    ;(chooser.element() as HTMLElement).focus()
    await expect.element(chooser).toHaveDisplayValue('The league')
    respond(buildSeasonCards({ team_id: null }))
    await expect.element(screen.getByRole('region', { name: 'Season 2025 of Sunday' })).toBeVisible()
    await expect.element(chooser).toHaveFocus()
  })

  it('say what the season has no data of', async () => {
    const { screen } = await renderCards(buildSeasonCards({ missing: ['lineups', 'transactions'] }))
    await expect.element(screen.getByRole('list', { name: 'Not stored' })).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Card 3: Playoff odds' }).click()
    await expect
      .element(screen.getByRole('list', { name: 'Not stored' }))
      .toHaveTextContent(
        'This season has no lineups, so nothing is said about the bench and moves.This season has no transactions, so pickups and trades are not counted.',
      )
  })

  it.each([
    ['in_progress', "The cards of 2025 aren't ready yet."],
    ['format', 'Season cards need head-to-head games decided by points.'],
    ['too_few', 'Too little of 2025 is stored for cards.'],
    ['not_stored', "2025 isn't stored yet."],
  ] as const)('say why there are none: %s', async (unavailable, text) => {
    const { screen } = await renderCards(buildSeasonCards({ unavailable, cards: [], teams: [] }))
    await expect.element(screen.getByText(text)).toBeVisible()
  })
})
