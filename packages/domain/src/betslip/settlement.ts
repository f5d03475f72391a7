import { addMoney, type Cents, ZERO_CENTS } from '../money.ts'
import { streakOf } from '../seasons/standings.ts'
import { decimalOdds, type Fraction, parlayProduct, profitOf, toAmericanOdds } from './odds.ts'

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

export type PricedSlip = {
  state: SlipState
  /** The number of legs other than push and void ones. */
  countedLegs: number
  /** The number of counted legs without valid odds. They are not part of the product and the profit. */
  unpricedLegs: number
  product: Fraction
  /** The profit, or possible profit, without the stake; the negative stake after a loss. */
  profit: Cents
  /** The payout including the stake. null while the slip is open, and for a winning slip with unpriced legs. */
  payout: Cents | null
}

/** Prices a slip by the legs that are settled so far. One lost leg loses the slip. */
export function priceSlip(wager: Cents, legs: readonly Leg[]): PricedSlip {
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

/** How a member's picks of a season did. Push and void legs count as neither won nor lost. */
type PickRecord = {
  userId: number
  won: number
  lost: number
  /** Push and void legs. */
  other: number
  /** 0 to 1; null before the first leg is won or lost. */
  hitRate: number | null
  /** The mean of the decimal odds of all picks with usable odds; null without one. */
  averageOdds: number | null
  /** The pick with the longest odds that was won, the earliest of equal ones; null if none was. */
  bestHit: { week: number; text: string; odds: number } | null
  /** The latest results in a row; null before the first leg is won or lost. */
  streak: { result: 'won' | 'lost'; length: number } | null
}

/** The record of each member with a pick: best hit rate first, then most hits, then in the order of the picks. */
export function pickRecords(picks: readonly RecordedPick[]): PickRecord[] {
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

function recordOf(userId: number, picks: readonly RecordedPick[]): PickRecord {
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

function bestHitOf(picks: readonly RecordedPick[]): PickRecord['bestHit'] {
  let best: PickRecord['bestHit'] = null
  for (const { week, text, odds, result } of picks) {
    const value = decimalValue(odds)
    if (result !== 'won' || odds === null || value === null) continue
    if (best === null || value > (decimalValue(best.odds) ?? 0)) best = { week, text, odds }
  }
  return best
}

function latestStreak(picks: readonly RecordedPick[]): PickRecord['streak'] {
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
