import { type Cents, centsFromDollars } from '../money.ts'
import type { AmericanOdds } from './odds.ts'

/** The number of legs in the league's guidelines. */
export const PARLAY_LEGS = 12

export const QUICK_ADD_AMOUNTS: readonly Cents[] = [10, 25, 100].map(centsFromDollars)

const PRODUCT_DECIMALS = 9

/** An exact rational number. The denominator is positive. */
export type Fraction = { numerator: bigint; denominator: bigint }

const ONE: Fraction = { numerator: 1n, denominator: 1n }

/** Includes the stake: 1 + a/100 for positive odds a, otherwise 1 + 100/|a|. Source: decisions, 7. */
export function decimalOdds(odds: AmericanOdds): Fraction {
  const absolute = BigInt(Math.abs(odds))
  return odds > 0
    ? { numerator: 100n + absolute, denominator: 100n }
    : { numerator: absolute + 100n, denominator: absolute }
}

/** The exact product of the decimal odds of all legs; 1 without legs. */
export function parlayProduct(legs: readonly AmericanOdds[]): Fraction {
  return legs.map(decimalOdds).reduce(multiply, ONE)
}

/** The profit of a winning slip, without its stake: wager × (product − 1), rounded half to even to cents. */
export function profitOf(wager: Cents, product: Fraction): Cents {
  const { numerator, denominator } = product
  return roundHalfEven({ numerator: wager * (numerator - denominator), denominator }) as Cents
}

export function formatProduct(product: Fraction): string {
  return formatDecimal(product, PRODUCT_DECIMALS)
}

/** Rounded to the nearest integer; null if the product wins nothing. */
export function productToAmericanOdds({ numerator, denominator }: Fraction): bigint | null {
  const profit = numerator - denominator
  if (profit <= 0n) return null
  return profit >= denominator
    ? roundHalfEven({ numerator: 100n * profit, denominator })
    : 0n - roundHalfEven({ numerator: 100n * denominator, denominator: profit })
}

function multiply(first: Fraction, second: Fraction): Fraction {
  return {
    numerator: first.numerator * second.numerator,
    denominator: first.denominator * second.denominator,
  }
}

export function roundHalfEven({ numerator, denominator }: Fraction): bigint {
  const whole = numerator / denominator
  const remainder = numerator % denominator
  const doubled = (remainder < 0n ? -remainder : remainder) * 2n
  const roundsAway = doubled > denominator || (doubled === denominator && whole % 2n !== 0n)
  if (!roundsAway) return whole
  return numerator < 0n ? whole - 1n : whole + 1n
}

/** Formats a decimal with at most `maxDecimals` decimals, rounded half to even, without trailing zeros. */
export function formatDecimal(value: Fraction, maxDecimals: number): string {
  const scaled = roundHalfEven({
    numerator: value.numerator * 10n ** BigInt(maxDecimals),
    denominator: value.denominator,
  })
  const digits = `${scaled < 0n ? -scaled : scaled}`.padStart(maxDecimals + 1, '0')
  const whole = digits.slice(0, digits.length - maxDecimals)
  const decimals = digits.slice(digits.length - maxDecimals).replace(/0+$/, '')
  return `${scaled < 0n ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`
}
