/** An amount of money as whole cents. A bigint: a long parlay can promise more than a number counts exactly. */
export type Cents = bigint & { readonly unit: 'cents' }

export const ZERO_CENTS = 0n as Cents

export function centsFromDollars(dollars: number): Cents {
  return BigInt(Math.round(dollars * 100)) as Cents
}

export function addMoney(amounts: Iterable<Cents>): Cents {
  let sum = 0n
  for (const amount of amounts) sum += amount
  return sum as Cents
}

/** The amount that a person typed, such as `10`, `$12.5` or `1,250.00`; null when it is none or below zero. */
export function parseMoney(text: string): Cents | null {
  const plain = text.trim().replace(/^\$\s*/, '')
  const match = /^(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{0,2}))?$/.exec(plain)
  if (match === null) return null
  const [, dollars = '', cents = ''] = match
  return BigInt(`${dollars.replaceAll(',', '')}${cents.padEnd(2, '0')}`) as Cents
}

/** Dollars and cents without a sign of the currency, for the wire: `26.45`. */
export function moneyToDecimalString(amount: Cents): string {
  const size = amount < 0n ? 0n - amount : amount
  const cents = `${size % 100n}`.padStart(2, '0')
  return `${amount < 0n ? '-' : ''}${size / 100n}.${cents}`
}

/** The amount that such a text is. */
export function moneyFromDecimalString(text: string): Cents {
  return BigInt(text.replace('.', '')) as Cents
}

/** As people read it: `$23,427.93`, `−$10.00`. */
export function formatDollars(amount: Cents): string {
  const [whole = '', cents = ''] = moneyToDecimalString(amount).replace('-', '').split('.')
  return `${amount < 0n ? '−' : ''}$${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${cents}`
}
