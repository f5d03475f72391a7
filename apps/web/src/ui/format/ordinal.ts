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
