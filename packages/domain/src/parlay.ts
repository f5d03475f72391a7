import { type Fraction, formatDecimal, multiply, ONE, roundHalfEven } from './fraction.ts'
import { type Cents, centsFromDollars } from './money.ts'
import type { AmericanOdds } from './odds.ts'

/** How many legs the league's guidelines ask for. */
export const PARLAY_LEGS = 12

/** What the calculator's buttons add to the wager. */
export const QUICK_ADD_AMOUNTS: readonly Cents[] = [10, 25, 100].map(centsFromDollars)

const PRODUCT_DECIMALS = 9

/**
 * What a stake of 1 comes back as, the stake included: 1 + a/100 for odds a above zero, else
 * 1 + 100/|a|. Exact. Source: decisions, 7.
 */
export function decimalOdds(odds: AmericanOdds): Fraction {
  const size = BigInt(Math.abs(odds))
  return odds > 0
    ? { numerator: 100n + size, denominator: 100n }
    : { numerator: size + 100n, denominator: size }
}

/** The decimal odds of all legs together, exact; 1 without any. */
export function parlayProduct(legs: readonly AmericanOdds[]): Fraction {
  return legs.map(decimalOdds).reduce(multiply, ONE)
}

/** What a won slip brings beside its stake: wager × (product − 1), rounded half-even to cents. */
export function profitOf(wager: Cents, product: Fraction): Cents {
  const { numerator, denominator } = product
  return roundHalfEven({ numerator: wager * (numerator - denominator), denominator }) as Cents
}

/** The product as people compare it: at most nine decimals. */
export function formatProduct(product: Fraction): string {
  return formatDecimal(product, PRODUCT_DECIMALS)
}

/**
 * The American odds of one bet that wins as much as the product does, to the nearest whole number;
 * null for a product that wins nothing.
 */
export function productToAmericanOdds({ numerator, denominator }: Fraction): bigint | null {
  const won = numerator - denominator
  if (won <= 0n) return null
  return won >= denominator
    ? roundHalfEven({ numerator: 100n * won, denominator })
    : 0n - roundHalfEven({ numerator: 100n * denominator, denominator: won })
}
