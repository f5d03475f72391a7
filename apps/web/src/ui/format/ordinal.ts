const RULES = new Intl.PluralRules('en', { type: 'ordinal' })
const ENDINGS: Record<Intl.LDMLPluralRule, string> = {
  zero: 'th',
  one: 'st',
  two: 'nd',
  few: 'rd',
  many: 'th',
  other: 'th',
}

/** '1st', '2nd', '11th'. */
export function ordinal(number: number): string {
  return `${number}${ENDINGS[RULES.select(number)]}`
}
