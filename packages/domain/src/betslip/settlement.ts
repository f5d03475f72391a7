import { addMoney, type Cents, ZERO_CENTS } from '../money.ts'
import { streakOf } from '../seasons/standings.ts'
import { decimalOdds, parlayProduct, profitOf, toAmericanOdds } from './odds.ts'

/** The result of a leg. A push (the line was hit exactly) and a void leg (no game) count as decimal odds of 1.0. */
export const LEG_RESULTS = ['won', 'lost', 'push', 'void'] as const

export type LegResult = (typeof LEG_RESULTS)[number]

/** Who settled a leg: an admin, whose decision stands, or the final score of the game. */
export const PICK_SETTLERS = ['admin', 'score'] as const

export type PickSettler = (typeof PICK_SETTLERS)[number]

/** `empty` has no legs. `returned` has only push and void legs, so the stake is refunded. */
export const SLIP_STATES = ['empty', 'open', 'won', 'lost', 'returned'] as const

type SlipState = (typeof SLIP_STATES)[number]

export type Leg = {
  odds: number | null
  result: LegResult | null
}

export type PricedSlip = ReturnType<typeof priceSlip>

/**
 * Prices a slip by the legs that are settled so far. One lost leg loses the slip. Push and void legs are not counted, and
 * counted ones without valid odds are not part of the product and the profit. The profit is possible while the slip is
 * open, without the stake, and the negative stake after a loss.
 */
export function priceSlip(wager: Cents, legs: readonly Leg[]) {
  const state = stateOf(legs)
  const counted = legs.filter(({ result }) => result !== 'push' && result !== 'void')
  const priced = counted.flatMap(({ odds }) => (odds === null ? [] : (toAmericanOdds(odds) ?? [])))
  const product = parlayProduct(priced)
  const unpriced = counted.length - priced.length
  const profit = state === 'lost' ? ((0n - wager) as Cents) : profitOf(wager, product)
  return {
    state,
    countedLegs: counted.length,
    unpricedLegs: unpriced,
    product,
    profit,
    payout: payoutOf(state, unpriced, wager, profit),
  }
}

export type SlipOutcome = Pick<PricedSlip, 'payout'> & {
  state: 'won' | 'lost' | 'returned'
  wager: Cents
}

/** How a slip ended; null without legs and while a leg is open, even if the slip is lost already. */
export function slipOutcome(wager: Cents, legs: readonly Leg[]): SlipOutcome | null {
  const { state, payout } = priceSlip(wager, legs)
  if (state === 'empty' || state === 'open' || legs.some(({ result }) => result === null)) return null
  return { state, payout, wager }
}

function stateOf(legs: readonly Leg[]): SlipState {
  if (legs.length === 0) return 'empty'
  if (legs.some(({ result }) => result === 'lost')) return 'lost'
  if (legs.some(({ result }) => result === null)) return 'open'
  return legs.some(({ result }) => result === 'won') ? 'won' : 'returned'
}

/** Includes the stake. null while the slip is open, and for a winning slip with unpriced legs. */
function payoutOf(state: SlipState, unpriced: number, wager: Cents, profit: Cents): Cents | null {
  switch (state) {
    case 'empty':
    case 'open':
      return null
    case 'lost':
      return ZERO_CENTS
    case 'returned':
      return wager
    case 'won':
      return unpriced > 0 ? null : ((wager + profit) as Cents)
  }
}

export type LedgerEntry = {
  week: number
  wager: Cents
  /** null if the scores are unknown. */
  whoPays: string | null
  /** Includes the stake. null while the result is unknown. */
  payout: Cents | null
  isPaid: boolean
}

/** The sums of the settled weeks, and what is at stake in the others. The balance is payouts minus stakes. */
export function ledgerTotals(entries: readonly LedgerEntry[]) {
  const settled = entries.flatMap(({ wager, payout }) => (payout === null ? [] : { wager, payout }))
  const open = entries.filter(({ payout }) => payout === null)
  const staked = addMoney(settled.map(({ wager }) => wager))
  const totalPayout = addMoney(settled.map(({ payout }) => payout))
  return {
    staked,
    payout: totalPayout,
    balance: (totalPayout - staked) as Cents,
    openWeeks: open.map(({ week }) => week),
    openStaked: addMoney(open.map(({ wager }) => wager)),
  }
}

/** The amount that each owner pays, the weeks covered, and those that are not paid: highest amount first, then by name. */
export function totalPaidByOwner(
  entries: readonly LedgerEntry[],
): { owner: string; weeks: number[]; paid: Cents; unpaidWeeks: number[] }[] {
  const owners = [...new Set(entries.flatMap(({ whoPays }) => whoPays ?? []))]
  return owners
    .map((owner) => {
      const paidEntries = entries.filter(({ whoPays }) => whoPays === owner)
      return {
        owner,
        weeks: paidEntries.map(({ week }) => week),
        unpaidWeeks: paidEntries.filter(({ isPaid }) => !isPaid).map(({ week }) => week),
        paid: addMoney(paidEntries.map(({ wager }) => wager)),
      }
    })
    .sort((first, second) =>
      first.paid === second.paid
        ? first.owner.localeCompare(second.owner, 'en')
        : Number(second.paid - first.paid),
    )
}

export type RecordedPick = {
  userId: number
  week: number
  text: string
  odds: number | null
  result: LegResult | null
}

/**
 * How each member's picks of a season did: best hit rate first, then most hits, then in the order of the picks. Push and
 * void legs count as neither won nor lost.
 */
export function pickRecords(picks: readonly RecordedPick[]) {
  const userIds = [...new Set(picks.map(({ userId }) => userId))]
  return userIds
    .map((userId) =>
      recordOf(
        userId,
        picks.filter((pick) => pick.userId === userId).sort((a, b) => a.week - b.week),
      ),
    )
    .sort((a, b) => (b.hitRate ?? -1) - (a.hitRate ?? -1) || b.won - a.won)
}

function recordOf(userId: number, picks: readonly RecordedPick[]) {
  const count = (...results: LegResult[]) =>
    picks.filter(({ result }) => result !== null && results.includes(result)).length
  const won = count('won')
  const lost = count('lost')
  const odds = picks.flatMap((pick) => decimalValue(pick.odds) ?? [])
  return {
    userId,
    won,
    lost,
    other: count('push', 'void'),
    hitRate: won + lost === 0 ? null : won / (won + lost),
    averageOdds: odds.length === 0 ? null : odds.reduce((sum, each) => sum + each, 0) / odds.length,
    bestHit: bestHitOf(picks),
    streak: latestStreak(picks),
  }
}

/** The pick with the longest odds that was won, the earliest of equal ones. */
function bestHitOf(picks: readonly RecordedPick[]): { week: number; text: string; odds: number } | null {
  let best: ReturnType<typeof bestHitOf> = null
  for (const { week, text, odds, result } of picks) {
    const value = decimalValue(odds)
    if (result !== 'won' || odds === null || value === null) continue
    if (best === null || value > (decimalValue(best.odds) ?? 0)) best = { week, text, odds }
  }
  return best
}

function latestStreak(picks: readonly RecordedPick[]) {
  const streak = streakOf(
    picks.flatMap(({ result }) => (result === 'won' || result === 'lost' ? result : [])),
  )
  return streak === null ? null : { result: streak.outcome, length: streak.length }
}

function decimalValue(odds: number | null): number | null {
  const american = odds === null ? null : toAmericanOdds(odds)
  if (american === null) return null
  const { numerator, denominator } = decimalOdds(american)
  return Number(numerator) / Number(denominator)
}
