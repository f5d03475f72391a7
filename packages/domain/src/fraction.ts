/** An exact number. The denominator is above zero. */
export type Fraction = { numerator: bigint; denominator: bigint }

export const ONE: Fraction = { numerator: 1n, denominator: 1n }

export function multiply(first: Fraction, second: Fraction): Fraction {
  return {
    numerator: first.numerator * second.numerator,
    denominator: first.denominator * second.denominator,
  }
}

/** The nearest whole number; what lies in the middle goes to the even one. */
export function roundHalfEven({ numerator, denominator }: Fraction): bigint {
  const whole = numerator / denominator
  const rest = numerator % denominator
  const twice = (rest < 0n ? -rest : rest) * 2n
  const isNearerAbove = twice > denominator || (twice === denominator && whole % 2n !== 0n)
  if (!isNearerAbove) return whole
  return numerator < 0n ? whole - 1n : whole + 1n
}

/** As a decimal with at most so many places, rounded half-even; zeros at its end are left out. */
export function formatDecimal(value: Fraction, places: number): string {
  const scaled = roundHalfEven({
    numerator: value.numerator * 10n ** BigInt(places),
    denominator: value.denominator,
  })
  const digits = `${scaled < 0n ? -scaled : scaled}`.padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const decimals = digits.slice(digits.length - places).replace(/0+$/, '')
  return `${scaled < 0n ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`
}
