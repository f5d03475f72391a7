import { describe, expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithClient } from '../../testing/render.tsx'
import type { AwardCounts, WeeklyAward, WeeklyAwards } from './read-awards.ts'
import { WeekAwards } from './week-awards.tsx'

const TEAMS = ['Larks', 'Owls', 'Herons'].map((name, index) => ({ team_id: index + 1, name, logo: null }))

const buildAward = (overrides: Partial<WeeklyAward>): WeeklyAward => ({
  name: 'top_score',
  nfl_week: 12,
  team_id: 1,
  value: 130.24,
  game_id: null,
  player: null,
  times: 1,
  shared_by: 1,
  ...overrides,
})

const buildAwards = (overrides: Partial<WeeklyAwards> = {}): WeeklyAwards => ({
  season: 2026,
  week: 12,
  scoring_format: 'points',
  unavailable: null,
  period: 12,
  has_lineups: true,
  awards: [
    buildAward({}),
    buildAward({ name: 'lowest_score', team_id: 2, value: 80, shared_by: 2 }),
    buildAward({ name: 'lowest_score', team_id: 3, value: 80, times: 2, shared_by: 2 }),
    buildAward({ name: 'robbery', team_id: 2, value: 95.5, times: 3 }),
    buildAward({ name: 'nail_biter', team_id: 2, value: 0.04 }),
    buildAward({
      name: 'pickup_of_the_week',
      team_id: 3,
      value: 21.5,
      player: { player_id: 11, name: 'Rook Calloway', position: 'QB' },
    }),
    buildAward({ name: 'asleep', team_id: 3, value: 1 }),
    buildAward({ name: 'lucky', value: 0.67 }),
  ],
  ...overrides,
})

const buildCounts = (overrides: Partial<AwardCounts> = {}): AwardCounts => ({
  seasons: [2024, 2025, 2026],
  lineup_seasons: [2026],
  owners: [
    {
      name: 'Ada Marlow',
      slug: 'ada-marlow',
      picture: null,
      team: 'Owls',
      counts: { robbery: 3, top_score: 5 },
    },
    { name: 'Herons', slug: null, picture: null, team: 'Herons', counts: { asleep: 1 } },
  ],
  ...overrides,
})

async function renderAwards(
  awards: NonNullable<FakeResponses['GET /api/league/:league/insights/awards/']> = buildAwards(),
) {
  const { requests } = fakeServer({
    'GET /api/league/:league/insights/awards/': awards,
    'GET /api/league/:league/insights/awards/counts/': buildCounts(),
  })
  const { screen } = await renderWithClient(
    <WeekAwards league="Sunday" season={2026} week={12} teams={TEAMS} />,
    '/?league=Sunday&tab=scoreboard',
  )
  return { screen, requests }
}

describe('the awards of a week', () => {
  it('name each award once, with everybody who shares it', async () => {
    const { screen } = await renderAwards()
    await expect.element(screen.getByRole('heading', { name: 'Robbery' })).toBeVisible()
    const tiles = [...screen.container.querySelectorAll('li[title]')].map((tile) => tile.textContent)
    expect(tiles.slice(0, 6)).toEqual([
      expect.stringMatching(/^Top score.*Larks130\.2 points$/),
      expect.stringMatching(/^Lowest score.*Owls80\.0 points.*Herons80\.0 points2× this season$/),
      expect.stringMatching(/^Robbery.*OwlsWon with 95\.53× this season$/),
      expect.stringMatching(/^Nail-biter.*Won by 0\.04$/),
      expect.stringMatching(/^Pickup of the week.*HeronsRook Calloway, 21\.5$/),
      expect.stringMatching(/^Asleep.*HeronsOne slot without a player$/),
    ])
  })

  it('say how many more share one', async () => {
    const { screen } = await renderAwards(
      buildAwards({ awards: [buildAward({ shared_by: 42 }), buildAward({ team_id: 2, shared_by: 42 })] }),
    )
    await expect.element(screen.getByText('and 40 more')).toBeVisible()
  })

  it('say that lineups are missing, and explain the rules', async () => {
    const { screen } = await renderAwards(buildAwards({ has_lineups: false }))
    await expect.element(screen.getByText(/lineups of this week aren't stored/)).toBeVisible()
    await screen.getByText('How awards are decided').click()
    await expect.element(screen.getByText(/the highest score that lost/)).toBeVisible()
  })

  it('render nothing for a week without awards', async () => {
    const { screen } = await renderAwards(buildAwards({ unavailable: 'playoffs', awards: [] }))
    await expect.poll(() => screen.container.textContent).toBe('')
  })

  it('can be loaded again after an error', async () => {
    const { screen } = await renderAwards(errorResponse(500, 'internal_error', 'Something went wrong.'))
    await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  })
})

it('counts the awards of a season and of all time', async () => {
  const { screen } = await renderAwards()
  await screen.getByRole('button', { name: 'All winners' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Weekly awards' })
  await expect.element(dialog.getByText('5× Top score')).toBeVisible()
  expect(dialog.getByRole('link', { name: 'Ada Marlow' }).elements()).toHaveLength(1)
  await expect.element(dialog.getByText(/No lineups are stored of 2024–2025/)).toBeVisible()
  await dialog.getByText('All time').click()
  await expect.element(dialog.getByRole('radio', { name: 'All time' })).toBeChecked()
  await expect.element(dialog.getByText('3× Robbery')).toBeVisible()
})
