/** An amount of money in cents. A bigint, because the payout of a long parlay can exceed the safe integers. */
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

/** Parses a typed amount such as `10`, `$12.5` or `1,250.00`. Returns null if it is invalid or negative. */
export function parseMoney(text: string): Cents | null {
  const digits = text.trim().replace(/^\$\s*/, '')
  const match = /^(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{0,2}))?$/.exec(digits)
  if (match === null) return null
  const [, dollars = '', cents = ''] = match
  return BigInt(`${dollars.replaceAll(',', '')}${cents.padEnd(2, '0')}`) as Cents
}

/** Formats an amount for the wire, without a currency symbol: `26.45`. */
export function moneyToDecimalString(amount: Cents): string {
  const absolute = amount < 0n ? 0n - amount : amount
  const cents = `${absolute % 100n}`.padStart(2, '0')
  return `${amount < 0n ? '-' : ''}${absolute / 100n}.${cents}`
}

export function moneyFromDecimalString(text: string): Cents {
  return BigInt(text.replace('.', '')) as Cents
}

/** Formats an amount for display: `$23,427.93`, `−$10.00`. */
export function formatDollars(amount: Cents): string {
  const [whole = '', cents = ''] = moneyToDecimalString(amount).replace('-', '').split('.')
  return `${amount < 0n ? '−' : ''}$${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${cents}`
}
