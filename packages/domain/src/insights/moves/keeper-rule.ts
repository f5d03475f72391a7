/** In what a kept player is paid: the pick of a round, or dollars of the auction's budget. */
export const KEEPER_UNITS = ['round', 'price'] as const
/**
 * What a player costs who was not drafted: the last round of the draft, what was bid for him on waivers plus the step,
 * a fixed cost, or nothing because he can't be kept.
 */
export const UNDRAFTED_COSTS = ['last_round', 'bid', 'fixed', 'never'] as const
/** How a league prices the players that its teams keep, as its admins wrote it. Source: analytics, "Keeper ledger". */
export type KeeperRule = {
  unit: (typeof KEEPER_UNITS)[number]
  /** How many rounds earlier, or dollars more, than a drafted or kept player cost last. */
  step: number
  /** `last_round` goes with rounds only, and `bid` with prices only. */
  undrafted: (typeof UNDRAFTED_COSTS)[number]
  /** A round or a price; null unless `undrafted` is `fixed`. */
  undraftedCost: number | null
  /** How many years in a row a player can be kept; null without a limit. */
  maxYears: number | null
  /** How many players a team can keep; null without a limit. */
  maxKeepers: number | null
}

export type KeeperBasis =
  /** `round` is null in an auction, `price` in any other draft. */
  | { how: 'drafted'; round: number | null; price: number | null }
  /** `lastRound` is that of the season's draft; null in an auction, and if its picks are unknown. */
  | { how: 'undrafted'; bid: number | null; lastRound: number | null }
  | { how: 'unknown' }

export const KEEPER_OBSTACLES = ['max_years', 'undrafted', 'first_round', 'unknown'] as const
export type KeeperObstacle = (typeof KEEPER_OBSTACLES)[number]

/** `cost` is a round or a price. It is null exactly if there is an obstacle. */
export type KeeperCost = { cost: number; obstacle: null } | { cost: null; obstacle: KeeperObstacle }

/** No auction sells a player for less. */
const MIN_PRICE = 1

/**
 * What a player costs next season. A player whose pick would be before the first round can't be kept, like one who was
 * not drafted where the rule says so, and one who was kept for the most years. Source: analytics, "Keeper ledger".
 * @param yearsKept how often he has been kept so far, by all teams in a row
 */
export function keeperCost(rule: KeeperRule, yearsKept: number, basis: KeeperBasis): KeeperCost {
  if (rule.maxYears !== null && yearsKept >= rule.maxYears) return blocked('max_years')
  if (basis.how === 'unknown') return blocked('unknown')
  return basis.how === 'undrafted' ? undraftedCost(rule, basis) : draftedCost(rule, basis)
}

function draftedCost({ unit, step }: KeeperRule, { round, price }: Extract<KeeperBasis, { how: 'drafted' }>) {
  if (unit === 'price') return price === null ? blocked('unknown') : costs(price + step)
  if (round === null) return blocked('unknown')
  return round - step < 1 ? blocked('first_round') : costs(round - step)
}

function undraftedCost(
  { undrafted, undraftedCost: fixed, step }: KeeperRule,
  { bid, lastRound }: Extract<KeeperBasis, { how: 'undrafted' }>,
): KeeperCost {
  switch (undrafted) {
    case 'never':
      return blocked('undrafted')
    case 'fixed':
      return fixed === null ? blocked('unknown') : costs(fixed)
    case 'last_round':
      return lastRound === null ? blocked('unknown') : costs(lastRound)
    case 'bid':
      return costs(Math.max(MIN_PRICE, (bid ?? 0) + step))
  }
}

const costs = (cost: number): KeeperCost => ({ cost, obstacle: null })
const blocked = (obstacle: KeeperObstacle): KeeperCost => ({ cost: null, obstacle })

/**
 * The rounds in which a team pays for keepers that it keeps together. Players who cost the same round take the next
 * earlier round that is free, in their order; null if none is left. No document of the league says so: it is the usual
 * rule of keeper leagues.
 * @param rounds what each of them costs alone
 */
export function roundsTogether(rounds: readonly number[]): (number | null)[] {
  const taken = new Set<number>()
  const paid = new Map<number, number>()
  // Those who cost an early round keep it, because nothing earlier is left for them.
  const byRound = rounds.map((round, index) => ({ round, index })).sort((a, b) => a.round - b.round)
  for (const { round, index } of byRound) {
    let free = round
    while (taken.has(free)) free -= 1
    if (free < 1) continue
    taken.add(free)
    paid.set(index, free)
  }
  return rounds.map((_, index) => paid.get(index) ?? null)
}
