/** An exact rational number. The denominator is positive. */
export type Fraction = { numerator: bigint; denominator: bigint }

export const ONE: Fraction = { numerator: 1n, denominator: 1n }

export function multiply(first: Fraction, second: Fraction): Fraction {
  return {
    numerator: first.numerator * second.numerator,
    denominator: first.denominator * second.denominator,
  }
}

/** Rounds to the nearest integer, ties to even. */
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
