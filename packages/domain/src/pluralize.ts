/** The count with its noun, such as '1 hour', '2 hours' or '0 hours'. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' })
const SUFFIXES: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' }

/** Formats an ordinal: '1st', '2nd', '11th'. */
export function formatOrdinal(number: number): string {
  return `${number}${SUFFIXES[ORDINALS.select(number)] ?? 'th'}`
}

const LISTS = new Intl.ListFormat('en')

/** Formats a list: 'A', 'A and B', 'A, B, and C'. */
export function joinNames(names: readonly string[]): string {
  return LISTS.format(names)
}
