import { describe, expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { MovesView } from './moves-view.tsx'
import type { Moves, Pickup } from './use-transactions.ts'

const TEAMS = [
  { team_id: 1, name: 'Larks', logo: null, color: '#8a3ffc', owner: 'Ada Marlow' },
  { team_id: 2, name: 'Owls', logo: null, color: '#0f62fe', owner: 'Ben Okafor' },
]

const WON = {
  trades: 3,
  won: 2,
  even: 1,
  lost: 0,
  gained: 71,
  given: 40,
  net: 31,
  best: { season: 2025, trade: 'swap', week: 3, with: ['Owls'], net: 21 },
  worst: null,
}

const LOST = {
  ...WON,
  won: 0,
  lost: 2,
  gained: 40,
  given: 71,
  net: -31,
  best: null,
  worst: { season: 2025, trade: 'swap', week: 3, with: ['Larks'], net: -21 },
}

const PICKUP: Pickup = {
  team_id: 1,
  player: { player_id: 11, name: 'Rook Calloway', position: 'WR', nfl_team: 'GB' },
  week: 3,
  bid: 6,
  weeks: 3,
  started: 19,
  per_dollar: 19 / 6,
}

const buildMoves = (more: Partial<Moves> = {}): Moves => ({
  season: 2025,
  scoring_format: 'points',
  unavailable: null,
  through_week: 9,
  missing_weeks: [],
  teams: TEAMS,
  trades: [
    { team_id: 1, ...WON },
    { team_id: 2, ...LOST },
  ],
  unlisted_trades: 1,
  best_pickups: [PICKUP],
  pickups: [
    { team_id: 1, count: 4, started: 22.5, best: PICKUP },
    { team_id: 2, count: 1, started: 0, best: null },
  ],
  all_time: {
    seasons: [2025, 2024],
    unlisted_trades: 5,
    trades: [
      { owner: 'Ben Okafor', ...WON },
      { owner: 'Ada Marlow', ...LOST },
    ],
  },
  ...more,
})

type Response = NonNullable<FakeResponses['GET /api/league/:league/insights/moves/']>

async function renderMoves(response: Response = buildMoves()) {
  fakeServer({ 'GET /api/league/:league/insights/moves/': response })
  return renderWithClient(
    <MovesView league="Sunday" seasons={[2026, 2025]} views={null} />,
    '/?league=Sunday&tab=league+social&season=2025&view=moves',
  )
}

describe('the best moves', () => {
  it('say who won trades this season, with a link to the best one', async () => {
    const { screen, page } = await renderMoves()
    const rows = screen.getByRole('list', { name: 'Trades of 2025' }).getByRole('listitem')
    await expect
      .element(rows.first())
      .toMatchTextContent(/Larks\+31\.0.*3 trades: 2 won, 1 even, 0 lost · 71\.0 gained, 40\.0 given/)
    await screen.getByRole('link', { name: '+21.0 with Owls' }).click()
    const query = new URL(page.url(), 'https://x.example').searchParams
    expect(['view', 'season', 'post'].map((name) => query.get(name))).toEqual(['moves', '2025', 'swap'])
  })

  it('say who won trades of all time', async () => {
    const { screen } = await renderMoves()
    await screen.getByText('All time').click()
    const list = screen.getByRole('list', { name: 'Trades of all time' })
    await expect.element(list).toMatchTextContent(/Ben Okafor\+31\.0.*Ada Marlow−31\.0/)
    await expect.element(screen.getByText(/2 seasons with stored transactions/)).toBeVisible()
  })

  it('name the best pickups, and those of each team', async () => {
    const { screen } = await renderMoves()
    const best = screen.getByRole('list', { name: 'Best pickups of 2025' })
    await expect
      .element(best)
      .toMatchTextContent(/Rook Calloway.*19\.0.*3\.2 per dollar.*Larks.*in week 3 for \$6.*for 3 weeks/)
    const teams = screen.getByRole('list', { name: 'Pickups of each team' })
    await expect
      .element(teams)
      .toMatchTextContent(/Larks22\.54 pickups, best: Rook Calloway \(19\.0\)O?Owls0\.01 pickup$/)
  })

  it('say how many trades cannot be counted', async () => {
    const { screen } = await renderMoves()
    await expect
      .element(screen.getByText("1 trade isn't counted: ESPN does not list the players."))
      .toBeVisible()
    await screen.getByText('All time').click()
    await expect
      .element(screen.getByText("5 trades aren't counted: ESPN does not list the players."))
      .toBeVisible()
  })

  it('name the weeks that they leave out', async () => {
    const { screen } = await renderMoves(buildMoves({ missing_weeks: [5, 7] }))
    await expect.element(screen.getByText('Through week 9, without weeks 5 and 7')).toBeVisible()
  })

  it('explain their figures', async () => {
    const { screen } = await renderMoves()
    await screen.getByRole('button', { name: 'Explain who wins trades' }).click()
    await expect.element(screen.getByRole('dialog')).toMatchTextContent(/All rows add up to zero/)
  })

  it('show all-time trades for a season without any', async () => {
    const { screen } = await renderMoves(buildMoves({ trades: [] }))
    await expect.element(screen.getByRole('list', { name: 'Trades of all time' })).toBeVisible()
    await screen.getByText('2025', { exact: true }).last().click()
    await expect.element(screen.getByText('No trade of 2025 has a result yet.')).toBeVisible()
  })

  it.each([
    ['not_stored', /2025 isn't stored yet/],
    ['not_read', /No transactions of 2025 are stored/],
    ['no_lineups', /No completed week of 2025 has stored lineups/],
    ['format', /2025 wasn't played for points/],
  ] as const)('show no zeros without data: %s', async (unavailable, text) => {
    const none = { trades: [], best_pickups: [], pickups: [], through_week: null }
    const { screen } = await renderMoves(
      buildMoves({ ...none, unavailable, all_time: { seasons: [], unlisted_trades: 0, trades: [] } }),
    )
    await expect.element(screen.getByText(text)).toBeVisible()
    await expect.element(screen.getByText('No trade has a result yet.')).toBeVisible()
    expect(screen.container.textContent).not.toContain('pickups of')
    expect(screen.container.textContent).not.toMatch(/\b0\b/)
  })

  it('say that they could not be loaded', async () => {
    const { screen } = await renderMoves(errorResponse(500, 'internal_error', 'Try again.'))
    await expect.element(screen.getByRole('alert')).toBeVisible()
  })
})
