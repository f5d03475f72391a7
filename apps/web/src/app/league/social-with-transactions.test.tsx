import { describe, expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { buildFeedPage, buildPost } from '../../testing/feed-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { SocialWithTransactions } from './social-with-transactions.tsx'

const LARKS = { team_id: 1, name: 'Larks', logo: null, color: null, owner: 'Ada Marlow' }
const OWLS = { team_id: 2, name: 'Owls', logo: null, color: null, owner: 'Ben Okafor' }

const TRADE = {
  season: 2025,
  id: 'swap',
  kind: 'trade',
  status: 'done',
  reason: null,
  week: 3,
  at: '2025-09-17T08:00:00.000Z',
  bid: null,
  by_manager: false,
  team_ids: [1, 2],
  players: 'listed',
  moves: [],
  picks: [],
  budget: [],
} as const

async function renderSocial(search: string) {
  fakeServer({
    'GET /api/league/:league/social/feed/': buildFeedPage([buildPost()]),
    'GET /api/league/:league/transactions/': {
      season: 2025,
      unavailable: null,
      weeks: [3],
      teams: [LARKS, OWLS],
      transactions: [{ ...TRADE, team_ids: [1, 2], moves: [], picks: [], budget: [] }],
      next: null,
    },
    'GET /api/league/:league/trades/:season/:trade/comments/': { comments: [] },
    'GET /api/league/:league/trades/:season/:trade/': {
      season: 2025,
      scoring_format: 'points',
      teams: [LARKS, OWLS],
      trade: { ...TRADE, team_ids: [1, 2], moves: [], picks: [], budget: [] },
      is_reversed: false,
      unavailable: 'no_lineups',
      from_week: null,
      through_week: null,
      missing_weeks: [],
      sides: [],
    },
  })
  return renderWithClient(
    <SocialWithTransactions league="Sunday" user="Ada Marlow" isAdmin={false} seasons={[2026, 2025]} />,
    `/?league=Sunday&tab=league+social&${search}`,
  )
}

describe('League Social', () => {
  it('shows the feed for a view that it does not know', async () => {
    const { screen } = await renderSocial('view=bracket')
    await expect.element(screen.getByRole('region', { name: 'Share with your league' })).toBeVisible()
    await expect.element(screen.getByRole('radio', { name: 'Feed', exact: true })).toBeChecked()
  })

  it('leads from a trade back to the transactions with the filters of the reader', async () => {
    const { screen, page } = await renderSocial('view=trades&season=2025&week=3&team=2')
    await screen.getByRole('link', { name: 'Who won?' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Trade: Larks and Owls' })).toBeVisible()
    await screen.getByRole('link', { name: 'Transactions' }).click()
    await expect.element(screen.getByLabelText('Kind')).toHaveValue('trades')
    expect([...new URL(page.url(), 'https://x.example').searchParams]).toEqual([
      ['league', 'Sunday'],
      ['tab', 'league social'],
      ['season', '2025'],
      ['week', '3'],
      ['team', '2'],
      ['view', 'trades'],
    ])
  })

  it.each([
    ['another season', 'season=2024', '2024'],
    ['no season', '', null],
  ])('leads from a trade back to a list of %s', async (_, chosen, expected) => {
    const { screen, page } = await renderSocial(`view=transactions&${chosen}`)
    await screen.getByRole('link', { name: 'Who won?' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Trade: Larks and Owls' })).toBeVisible()
    expect(new URL(page.url(), 'https://x.example').searchParams.get('season')).toBe('2025')
    await screen.getByRole('link', { name: 'Transactions' }).click()
    await expect.element(screen.getByLabelText('Kind')).toBeVisible()
    expect(new URL(page.url(), 'https://x.example').searchParams.get('season')).toBe(expected)
  })

  it('opens the trade of a notification, and leads to all transactions', async () => {
    const { screen, page } = await renderSocial('view=trade&season=2025&post=swap')
    await screen.getByRole('link', { name: 'Transactions' }).click()
    await expect.element(screen.getByLabelText('Kind')).toHaveValue('transactions')
    expect(page.url()).not.toContain('post=')
  })
})
