import type { ApiResponse } from '../api/api-client.ts'

type Bets = ApiResponse<'GET /api/league/:league/bets/'>
type Pick = Bets['picks'][number]
type Ledger = ApiResponse<'GET /api/league/:league/bets/ledger/'>

/** An open pick of another member. */
export function buildPick(owner: string, text: string, overrides: Partial<Pick> = {}): Pick {
  return {
    owner,
    text,
    odds: null,
    flags: [],
    result: null,
    settled_by: null,
    selection: null,
    is_from_board: false,
    proposed_result: null,
    is_mine: false,
    updated_at: '2026-09-22T12:00:00.000Z',
    ...overrides,
  }
}

/** Week 3 of 2026, an hour before its cutoff, as seen by Dario Finch. */
export function buildBets(overrides: Partial<Bets> = {}): Bets {
  return {
    season: 2026,
    week: 3,
    locked: false,
    cutoff: '2026-09-26T22:00:00.000Z',
    now: '2026-09-26T21:00:00.000Z',
    bet_amount: 10,
    lowest_scorer: null,
    payment: { covered_by: null, paid: false, can_note: false },
    picks: [],
    owner: 'Dario Finch',
    owners: ['Ada Quill', 'Dario Finch'],
    missing: ['Ada Quill', 'Dario Finch'],
    hides_picks: false,
    slip: { state: 'empty', legs: 0, unpriced: 0, product: '1', profit: '0.00', returned: null },
    weeks: Array.from({ length: 17 }, (_, index) => ({
      week: index + 1,
      cutoff: new Date(Date.UTC(2026, 8, 12 + 7 * index, 22)).toISOString(),
      locked: index < 2,
    })),
    current_week: 3,
    has_sheet: false,
    ...overrides,
  }
}

/** An empty ledger of 2026. */
export function buildLedger(overrides: Partial<Ledger> = {}): Ledger {
  return {
    season: 2026,
    notice: 'This is a record only.',
    weeks: [],
    payers: [],
    totals: { staked: '0.00', returned: '0.00', balance: '0.00', open_weeks: [], open_staked: '0.00' },
    members: [],
    ...overrides,
  }
}
