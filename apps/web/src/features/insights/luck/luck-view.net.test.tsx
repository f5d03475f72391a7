import { describe, expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../../testing/fake-server.ts'
import { buildLineups, buildLuck, buildStandings, buildTeamLuck } from '../../../testing/insights-fixtures.ts'
import { renderWithClient } from '../../../testing/render.tsx'
import { LuckView } from './luck-view.tsx'

async function renderLuck(
  luck: NonNullable<FakeResponses['GET /api/league/:league/insights/luck/']> = buildLuck(),
) {
  fakeServer({
    'GET /api/league/:league/standings/': buildStandings(),
    'GET /api/league/:league/insights/luck/': luck,
    'GET /api/league/:league/insights/lineups/': buildLineups(),
  })
  const { screen, page } = await renderWithClient(
    <LuckView league="Sunday" seasons={[2026, 2025]} />,
    '/?league=Sunday&tab=standings&view=luck',
  )
  return { screen, page }
}

const luckTable = (screen: Awaited<ReturnType<typeof renderLuck>>['screen']) =>
  screen.getByRole('table', { name: 'Luck, schedule strength and consistency' })

const rowNames = (screen: Parameters<typeof luckTable>[0]) =>
  [...luckTable(screen).element().querySelectorAll('tbody th a')].map((link) => link.textContent)

describe('the luck view', () => {
  it('answers first for the own team, then names the extremes', async () => {
    const { screen } = await renderLuck()
    await expect.element(screen.getByText('Your luck')).toBeVisible()
    const [own, luckiest] = screen.getByRole('listitem').elements()
    expect(own?.textContent).toBe('Your luck−0.7 wins1 won, 1.7 expected')
    expect(luckiest?.textContent).toBe('Luckiest+1.0 winsLarks2.5 won, 1.5 expected')
    expect(screen.container.textContent).not.toContain('Unluckiest')
  })

  it('draws luck to both sides of an even schedule', async () => {
    const { screen } = await renderLuck()
    const bars = screen.getByRole('region', { name: 'Wins from the schedule' }).getByRole('listitem')
    await expect.element(bars.first()).toMatchTextContent(/Larks ?\+1\.00/)
    const sides = bars.elements().map((row) => row.querySelector('[data-side]')?.getAttribute('data-side'))
    expect(sides).toEqual(['right', 'left', 'left'])
    expect(bars.elements().map((row) => row.hasAttribute('data-mine'))).toEqual([false, false, true])
  })

  it('reads out floor, median and ceiling of the scores', async () => {
    const { screen } = await renderLuck()
    const ranges = screen.getByRole('region', { name: 'Weekly scores' }).getByRole('listitem')
    await expect.element(ranges.first()).toMatchTextContent(/Median 99\.9, floor 96\.4, ceiling 124\.1/)
    expect(ranges.first().element().querySelectorAll('[title^="Week"]')).toHaveLength(3)
  })

  it('sorts the table by any column, without a value last', async () => {
    const { screen } = await renderLuck(
      buildLuck({
        teams: [
          buildTeamLuck({ team_id: 1, luck: 1, unusualness: null }),
          buildTeamLuck({ team_id: 2, luck: -1, unusualness: -2 }),
          buildTeamLuck({ team_id: 3, luck: 0, unusualness: 1 }),
        ],
      }),
    )
    await expect.element(luckTable(screen).getByRole('rowheader', { name: 'Larks' })).toBeVisible()
    expect(rowNames(screen)).toEqual(['Larks', 'Herons', 'Owls'])
    const unusual = screen.getByRole('button', { name: 'Unusual' })
    await unusual.click()
    expect(rowNames(screen)).toEqual(['Herons', 'Owls', 'Larks'])
    await unusual.click()
    expect(rowNames(screen)).toEqual(['Owls', 'Herons', 'Larks'])
    await luckTable(screen).getByRole('button', { name: 'Team' }).click()
    expect(rowNames(screen)).toEqual(['Herons', 'Larks', 'Owls'])
  })

  it('explains the figures of a row with its inputs', async () => {
    const { screen } = await renderLuck()
    await screen.getByRole('button', { name: 'Explain Larks' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Larks' })
    await expect
      .element(dialog.getByRole('region', { name: 'Luck', exact: true }))
      .toMatchTextContent(/Luck ?\+1\.00.*Wins − expected wins.*Wins ?2\.5.*Expected ?1\.50/)
    await expect
      .element(dialog.getByRole('row', { name: /^2 / }))
      .toMatchTextContent(/2 ?130\.2 ?W 88\.0 · Herons ?1\.000 ?0\.00/)
  })

  it('says which figures need more weeks, and that median games are left out', async () => {
    const none = { median: null, floor: null, ceiling: null, volatility: null, boom: null, bust: null }
    const early = buildTeamLuck({
      schedule: { played: null, remaining: null, opponents_all_play_rate: null },
      scores: { weeks: 1, standard_deviation: null, ...none },
    })
    const { screen } = await renderLuck(buildLuck({ week: 1, has_median_games: true, teams: [early] }))
    await expect.element(screen.getByText('Week 1 only')).toBeVisible()
    await expect
      .element(screen.getByText(/Games against the median are left out.*appear after week 3/))
      .toBeVisible()
    expect(screen.getByRole('columnheader', { name: 'SOS' }).elements()).toHaveLength(0)
  })
})

describe('without luck', () => {
  it.each([
    [{ unavailable: 'format', scoring_format: 'roto' }, /decided by roto points/],
    [{ unavailable: 'no_games' }, /No games are stored for 2026/],
    [{ unavailable: 'not_started', week: 0 }, /No week of 2026 is final yet/],
    [{ unavailable: 'not_stored' }, /2026 isn't stored yet/],
  ] as const)('says why: %o', async (overrides, text) => {
    const { screen } = await renderLuck(buildLuck({ teams: [], ...overrides }))
    await expect.element(screen.getByText(text)).toBeVisible()
    await expect.element(screen.getByRole('combobox', { name: 'Season' })).toBeVisible()
    expect(screen.container.querySelector('table')).toBeNull()
  })

  it('reports an error with a retry', async () => {
    const { screen } = await renderLuck(errorResponse(500, 'internal_error', 'Server error.'))
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/Failed to load luck/)
    await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  })
})
