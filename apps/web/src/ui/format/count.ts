/** Formats a count as '1 season' or '2 seasons'. Pass `plural` for words that do not just add an s. */
export function formatCount(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? singular : plural}`
}

const PLURAL_RULES = new Intl.PluralRules('en', { type: 'ordinal' })
const SUFFIXES: Record<Intl.LDMLPluralRule, string> = {
  zero: 'th',
  one: 'st',
  two: 'nd',
  few: 'rd',
  many: 'th',
  other: 'th',
}

/** Formats an ordinal: '1st', '2nd', '11th'. */
export function formatOrdinal(number: number): string {
  return `${number}${SUFFIXES[PLURAL_RULES.select(number)]}`
}
