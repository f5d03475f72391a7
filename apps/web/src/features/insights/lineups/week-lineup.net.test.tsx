import { describe, expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../../testing/fake-server.ts'
import { buildLineupReview, buildLineups } from '../../../testing/insights-fixtures.ts'
import { renderWithProviders } from '../../../testing/render.tsx'
import { WeekLineup } from '../team-insights.tsx'

type Response = NonNullable<FakeResponses['GET /api/league/:league/insights/lineups/']>

async function renderWeek(response: Response = buildLineups(), week = 3) {
  const server = fakeServer({ 'GET /api/league/:league/insights/lineups/': response })
  const screen = await renderWithProviders(<WeekLineup league="Sunday" season={2026} week={week} team={1} />)
  return { screen, server }
}

const withReview = (review: Parameters<typeof buildLineupReview>[0]) =>
  buildLineups({
    teams: buildLineups().teams.map((team) => ({ ...team, lineup: buildLineupReview(review) })),
  })

const [KEPT] = buildLineupReview().slots
if (KEPT === undefined) throw new Error('the fixture has no slots')

describe('the best lineup of a week', () => {
  it('marks the slots that differ, with the points left on the bench', async () => {
    const { screen, server } = await renderWeek()
    await expect.element(screen.getByRole('heading', { name: 'Best lineup of NFL week 3' })).toBeVisible()
    await expect.element(screen.getByText('Left on the bench')).toBeVisible()
    expect(screen.container.querySelector('dl')?.textContent).toBe(
      'Left on the bench11.8Scored27.5Best39.3Efficiency70.0%',
    )
    await expect
      .element(
        screen.getByText('The best lineup differs in 1 slot. It would have won the game that was lost.'),
      )
      .toBeVisible()
    const rows = screen.getByRole('row').elements().slice(1)
    expect(rows.map((row) => [row.textContent, row.hasAttribute('data-mine')])).toEqual([
      ['QBAda Fleet24.3', false],
      ['FLEXCy Dellinstead of Bo Marsh, 3.215.0', true],
    ])
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/api/league/Sunday/insights/lineups/?season=2026&week=3',
    ])
  })

  it('shows slots that were empty, and slots that are better left empty', async () => {
    const slots = [
      { slot_id: 0, started: null, best: KEPT.best },
      { slot_id: 16, started: { player_id: -1, name: 'Bears', position: 'D/ST', points: -3 }, best: null },
    ]
    const { screen } = await renderWeek(withReview({ slots, would_have_won: false }))
    await expect.element(screen.getByText('The best lineup differs in 2 slots.')).toBeVisible()
    expect(
      screen
        .getByRole('row')
        .elements()
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(['QBAda Fleetinstead of an empty slot24.3', 'D/STEmptyinstead of Bears, -3.0—'])
  })

  it('says that a lineup was perfect', async () => {
    const { screen } = await renderWeek(
      withReview({ actual: 24.3, optimal: 24.3, left_on_bench: 0, efficiency: 1, slots: [KEPT] }),
    )
    await expect.element(screen.getByText(/^A perfect lineup/)).toBeVisible()
    await expect.element(screen.getByText('100%')).toBeVisible()
  })

  it('has no efficiency if the host counted more', async () => {
    const { screen } = await renderWeek(
      withReview({ actual: 50, optimal: 39.3, left_on_bench: 0, efficiency: null }),
    )
    await expect.element(screen.getByText(/^The host counted more points/)).toBeVisible()
    expect(screen.container.querySelector('dl')?.textContent).toContain('Efficiency—')
  })

  it('explains how it is found', async () => {
    const { screen } = await renderWeek()
    await screen.getByRole('button', { name: 'Explain the best lineup' }).click()
    await expect
      .element(screen.getByRole('dialog'))
      .toMatchTextContent(/Players on injured reserve do not count/)
  })
})

describe('without a best lineup', () => {
  it.each([
    [{ unavailable: 'format', scoring_format: 'roto' }, /need weekly points.*roto points/],
    [{ unavailable: 'no_games' }, /No games are stored for 2026/],
    [{ unavailable: 'not_started' }, /as soon as all games of week 1 of 2026 are final/],
    [{ unavailable: 'no_lineups' }, /No lineups of completed weeks are stored for 2026/],
    [{ unavailable: 'not_stored' }, /2026 isn't stored yet/],
    [{ unavailable: 'no_eligibility' }, /don't show who could have started where/],
    [{ unavailable: null }, /This team's lineup of the week isn't stored/],
    [{ unavailable: null, nfl_weeks: [1, 2] }, /or some of its games aren't final yet/],
  ] as const)('says why: %o', async (overrides, text) => {
    const { screen } = await renderWeek(buildLineups({ teams: [], ...overrides } as never))
    await expect.element(screen.getByText(text)).toBeVisible()
    expect(screen.container.querySelector('table')).toBeNull()
  })

  it('shows that it is loading', async () => {
    const { screen } = await renderWeek(neverResponds())
    await expect.element(screen.getByRole('status', { name: 'Loading best lineup' })).toBeInTheDocument()
  })

  it('reports an error with a retry', async () => {
    const { screen } = await renderWeek(errorResponse(500, 'internal_error', 'Server error.'))
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/Failed to load best lineup/)
    await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  })
})
