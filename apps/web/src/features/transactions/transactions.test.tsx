import { describe, expect, it, vi } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { TradePage, TransactionsView } from './transactions-view.tsx'
import type { MovedPlayer, Trade, Transaction, TransactionPage } from './use-transactions.ts'

const TEAMS = [
  { team_id: 1, name: 'Larks', logo: null, color: '#8a3ffc', owner: 'Ada Marlow' },
  { team_id: 2, name: 'Owls', logo: null, color: '#0f62fe', owner: 'Ben Okafor' },
]

const aPlayer = (id: number, name: string): MovedPlayer => ({
  player_id: id,
  name,
  position: 'WR',
  nfl_team: 'GB',
})

const aTransaction = (more: Partial<Transaction> = {}): Transaction => ({
  season: 2025,
  id: 'claim',
  kind: 'waiver',
  status: 'done',
  reason: null,
  week: 3,
  at: '2025-09-17T08:00:00.000Z',
  bid: 12,
  by_manager: false,
  team_ids: [1],
  players: 'listed',
  moves: [
    { player: aPlayer(11, 'Rook Calloway'), from_team_id: null, to_team_id: 1 },
    { player: aPlayer(12, 'Ned Castle'), from_team_id: 1, to_team_id: null },
  ],
  picks: [],
  budget: [],
  ...more,
})

const PICK = {
  season: 2026,
  round: 2,
  original_team_id: 2,
  original_team: 'Owls',
  from_team_id: 2,
  to_team_id: 1,
}

const aTrade = (more: Partial<Transaction> = {}) =>
  aTransaction({
    id: 'trade',
    kind: 'trade',
    bid: null,
    team_ids: [1, 2],
    moves: [
      { player: aPlayer(21, 'Pike Bishop'), from_team_id: 1, to_team_id: 2 },
      { player: aPlayer(22, 'Sol Rivers'), from_team_id: 2, to_team_id: 1 },
    ],
    picks: [PICK],
    budget: [{ from_team_id: 1, to_team_id: 2, amount: 20 }],
    ...more,
  })

const aPage = (more: Partial<TransactionPage> = {}): TransactionPage => ({
  season: 2025,
  unavailable: null,
  weeks: [0, 3],
  teams: TEAMS,
  transactions: [aTrade(), aTransaction()],
  next: null,
  ...more,
})

const textOf = (locator: { element: () => Element }) => locator.element().textContent

type PageResponse = NonNullable<FakeResponses['GET /api/league/:league/transactions/']>

async function renderView(page: PageResponse = aPage(), search = '&view=transactions') {
  fakeServer({ 'GET /api/league/:league/transactions/': page })
  const {
    screen,
    client,
    page: win,
  } = await renderWithClient(
    <TransactionsView league="Sunday" seasons={[2026, 2025]} views={null} />,
    `/?league=Sunday&tab=league+social${search}`,
  )
  return { screen, client, win }
}

describe('the transactions', () => {
  it('show what was added and dropped, with the bid', async () => {
    const { screen } = await renderView()
    const claim = screen.getByRole('article', { name: 'Waiver claim' })
    await expect.poll(() => textOf(claim)).toContain('Larks')
    await expect.poll(() => textOf(claim)).toContain('$12')
    await expect.poll(() => textOf(claim)).toContain('Added Rook Calloway')
    await expect.poll(() => textOf(claim)).toContain('Dropped Ned Castle')
  })

  it('show a trade as two sides with players, draft picks and budget', async () => {
    const { screen } = await renderView()
    const larks = screen.getByRole('region', { name: 'Larks receive' })
    await expect.poll(() => textOf(larks)).toContain('Sol Rivers')
    await expect.poll(() => textOf(larks)).toContain('2026 2nd-round pick (from Owls)')
    const owls = screen.getByRole('region', { name: 'Owls receive' })
    await expect.poll(() => textOf(owls)).toContain('Pike Bishop')
    await expect.poll(() => textOf(owls)).toContain('$20 FAAB')
    const link = screen.getByRole('link', { name: 'Who won?' })
    await expect
      .element(link)
      .toHaveAttribute('href', expect.stringContaining('season=2025&post=trade&view=transactions'))
  })

  it('say why a claim failed', async () => {
    const failed = aTransaction({ status: 'failed', reason: 'FAILED_ROSTERLIMIT' })
    const { screen } = await renderView(aPage({ transactions: [failed] }), '&view=failed-claims')
    await expect.element(screen.getByText('Failed: the roster was full.')).toBeVisible()
  })

  it('are filtered by kind, team and week in the address', async () => {
    const { screen, win } = await renderView()
    await screen.getByLabelText('Kind').selectOptions('Trades')
    await screen.getByLabelText('Team').selectOptions('Owls')
    await screen.getByLabelText('Week').selectOptions('Before week 1')
    const query = new URL(win.url(), 'https://x.example').searchParams
    expect(['view', 'team', 'week'].map((name) => query.get(name))).toEqual(['trades', '2', '0'])
  })

  it('load further pages', async () => {
    const { screen } = await renderView(aPage({ transactions: [aTrade()], next: '1.trade' }))
    await expect.element(screen.getByRole('article')).toBeVisible()
    fakeServer({ 'GET /api/league/:league/transactions/': aPage({ transactions: [aTransaction()] }) })
    await screen.getByRole('button', { name: 'Show more' }).click()
    await expect.element(screen.getByRole('article', { name: 'Waiver claim' })).toBeVisible()
    await expect.element(screen.getByRole('article', { name: 'Trade' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
  })

  it('reads the loaded pages again only if the first one has changed', async () => {
    const { screen, client } = await renderView(aPage({ transactions: [aTrade()], next: '5.trade' }))
    await expect.element(screen.getByRole('article')).toBeVisible()
    const pages = (first: TransactionPage) =>
      fakeServer({
        'GET /api/league/:league/transactions/': ({ path }) =>
          path.includes('before=') ? aPage({ transactions: [aTransaction({ id: `after ${path}` })] }) : first,
      })
    const server = pages(aPage({ transactions: [aTrade()], next: '5.trade' }))
    await screen.getByRole('button', { name: 'Show more' }).click()
    await expect.element(screen.getByRole('article', { name: 'Waiver claim' })).toBeVisible()
    expect(server.requests).toHaveLength(1)

    await client.invalidateQueries({ queryKey: ['league', 'Sunday', 'roster'] })
    expect(server.requests.slice(1).map(({ path }) => path)).toEqual([expect.not.stringContaining('before=')])

    const changed = pages(aPage({ transactions: [aTrade({ id: 'newer' })], next: '9.newer' }))
    await client.invalidateQueries({ queryKey: ['league', 'Sunday', 'roster'] })
    expect(
      changed.requests.map(({ path }) => new URL(path, 'https://x.example').searchParams.get('before')),
    ).toEqual([null, '9.newer'])
  })

  it.each([
    ['not_read', 'No transactions of 2025 are stored.'],
    ['not_stored', "2025 isn't stored yet."],
  ] as const)('say why there are none: %s', async (unavailable, text) => {
    const { screen } = await renderView(aPage({ unavailable, weeks: [], transactions: [] }))
    await expect.element(screen.getByText(text)).toBeVisible()
  })

  it.each([
    ['', 'No transactions yet.'],
    ['&view=trades', 'No transactions match.'],
  ])('tell no matches from none at all: "%s"', async (query, text) => {
    const { screen } = await renderView(aPage({ transactions: [] }), query)
    await expect.element(screen.getByText(text)).toBeVisible()
  })
})

const RESULT: Trade = {
  season: 2025,
  scoring_format: 'points',
  teams: TEAMS,
  trade: {
    ...aTrade(),
    picks: [
      {
        ...PICK,
        became: { overall: 14, in_round: 4, team_id: 1, player: aPlayer(33, 'Ivo North'), points: 88.5 },
      },
    ],
  },
  is_reversed: false,
  unavailable: null,
  from_week: 4,
  through_week: 9,
  missing_weeks: [],
  sides: [
    {
      team_id: 1,
      net_started: 21,
      net_all: -6.25,
      received: [{ player_id: 22, weeks: 5, started: 41, all: 46 }],
    },
    {
      team_id: 2,
      net_started: -21,
      net_all: 6.25,
      received: [{ player_id: 21, weeks: 5, started: 20, all: 52.25 }],
    },
  ],
}

type TradeResponse = NonNullable<FakeResponses['GET /api/league/:league/trades/:season/:trade/']>

async function openTrade(response: TradeResponse) {
  const { requests } = fakeServer({
    'GET /api/league/:league/trades/:season/:trade/': response,
    'GET /api/league/:league/trades/:season/:trade/image/': errorResponse(503, 'busy', 'Try again.'),
  })
  const { screen } = await renderWithClient(
    <TradePage league="Sunday" season={2025} trade="trade" listSeason={2025} discussion={<p>Robbery!</p>} />,
    '/?league=Sunday&tab=league+social&view=trades&team=2&season=2025&post=trade',
  )
  return { screen, requests }
}

async function renderTrade(response: TradeResponse = RESULT) {
  return (await openTrade(response)).screen
}

describe('a trade', () => {
  it('has the points of each side and player', async () => {
    const screen = await renderTrade()
    const larks = screen.getByRole('region', { name: 'Larks receive' })
    await expect.poll(() => textOf(larks)).toContain('+21.0 started, −6.3 in all')
    await expect.poll(() => textOf(larks)).toContain('41.0 of 46.0')
    await expect.element(screen.getByText('−21.0')).toBeVisible()
    await expect.element(screen.getByText(/Points from week 4 through week 9/)).toBeVisible()
    await expect.element(screen.getByText('2026, pick 2.04 (from Owls), used by Larks')).toBeVisible()
    await expect.element(screen.getByText('88.5 points')).toBeVisible()
    await expect.element(screen.getByText('Robbery!')).toBeVisible()
  })

  it('explains its result', async () => {
    const screen = await renderTrade()
    await screen.getByRole('button', { name: 'Explain the result of a trade' }).click()
    await expect.poll(() => textOf(screen.getByRole('dialog'))).toContain('All sides add up to zero.')
  })

  it.each<[string, Partial<Trade>, RegExp]>([
    ['one week', { from_week: 9 }, /Points of week 9\./],
    ['none yet', { from_week: null }, /Through week 9, no player was on his new roster\./],
    [
      'unlisted players',
      { from_week: null, trade: { ...RESULT.trade, moves: [], picks: [], players: 'unlisted' } },
      /ESPN does not list the players, so there are no points to count\./,
    ],
    [
      'players of the rosters',
      { trade: { ...RESULT.trade, players: 'derived' } },
      /ESPN does not list the players\. These are those who changed teams/,
    ],
    ['picks only', { from_week: null, trade: { ...RESULT.trade, moves: [] } }, /No player changed teams/],
  ])('says which weeks count: %s', async (_, more, text) => {
    const screen = await renderTrade({ ...RESULT, ...more })
    await expect.element(screen.getByText(text)).toBeVisible()
  })

  it.each([
    ['vetoed', /It was vetoed/],
    ['no_lineups', /The result follows after the first completed week/],
    ['format', /doesn't play for points/],
  ] as const)('shows no zeros without a result: %s', async (unavailable, text) => {
    const screen = await renderTrade({
      ...RESULT,
      unavailable,
      from_week: null,
      through_week: null,
      sides: [],
    })
    await expect.element(screen.getByText(text)).toBeVisible()
    expect(textOf(screen.getByRole('region', { name: 'Larks receive' }))).not.toContain('started')
  })

  it('is shared as a picture, or as a link without the filters of the reader', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { screen, requests } = await openTrade(RESULT)
    await expect.element(screen.getByText('88.5 points')).toBeVisible()
    await screen.getByRole('button', { name: 'Share', exact: true }).click()
    await expect.poll(() => requests.at(-1)?.path).toContain('/api/league/Sunday/trades/2025/trade/image/')
    await screen.getByRole('button', { name: 'Copy link' }).click()
    await expect.poll(() => write).toHaveBeenCalled()
    expect(write).toHaveBeenCalledWith(
      `${location.origin}/?league=Sunday&tab=league+social&season=2025&post=trade&view=trade`,
    )
  })

  it('marks one that was undone', async () => {
    const screen = await renderTrade({ ...RESULT, is_reversed: true })
    await expect.element(screen.getByText(/undone within a week/)).toBeVisible()
  })

  it('says that there is none', async () => {
    const screen = await renderTrade(errorResponse(404, 'item_not_found', 'Trade not found.'))
    await expect.element(screen.getByRole('alert')).toBeVisible()
  })
})
