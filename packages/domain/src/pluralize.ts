export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' })
const SUFFIXES: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' }

export function formatOrdinal(number: number): string {
  return `${number}${SUFFIXES[ORDINALS.select(number)] ?? 'th'}`
}

const LISTS = new Intl.ListFormat('en')

export function joinNames(names: readonly string[]): string {
  return LISTS.format(names)
}

/** As `joinNames`, but without a comma before the last part. */
export function joinWithAnd(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
