/** American odds that have a price: 100 or more, with their sign. */
export type AmericanOdds = number & { readonly unit: 'american odds' }

/** What may be wrong with the odds of a pick. They are stored all the same. */
export const ODDS_FLAGS = ['odds_missing', 'odds_unusual', 'odds_over_cap'] as const

export type OddsFlag = (typeof ODDS_FLAGS)[number]

/** The longest odds that the league's rules allow. */
export const MAX_ODDS = 200

const MIN_ODDS = 100
const MAX_DIGITS = 4

const PARENTHESIZED_ODDS = /\(\s*([+-]?)\s*(\d{1,5})\s*\)$/
/** Shorter ones are a spread: 'Jets +10'. */
const TRAILING_ODDS = /(?:^|\s)([+-])\s*(\d{3,5})$/
/** A spreadsheet turns a cell that is only '+150' into the number 150. */
const ODDS_ONLY = /^(\d{3,5})$/

export type ParsedOdds = {
  value: number
  /** Whether they have a sign, and neither too few nor too many digits. */
  isUsual: boolean
}

/**
 * The American odds with which a pick's text ends, in parentheses or bare; null where it has
 * none. Without a sign they count as plus. Plus, minus and every dash that stands for it are
 * read in all forms of Unicode.
 */
export function parseOdds(text: string): ParsedOdds | null {
  const plain = normalizeSigns(text)
  const [, sign = '', digits = ''] =
    PARENTHESIZED_ODDS.exec(plain) ?? TRAILING_ODDS.exec(plain) ?? matchOddsOnly(plain) ?? []
  if (digits === '') return null
  const size = Number(digits)
  return {
    value: sign === '-' && size > 0 ? -size : size,
    isUsual: sign !== '' && size >= MIN_ODDS && digits.length <= MAX_DIGITS,
  }
}

/** What is unusual about the odds with which a pick's text ends. Source: decisions, 7. */
export function oddsFlags(text: string): OddsFlag[] {
  const odds = parseOdds(text)
  if (odds === null) return ['odds_missing']
  return [
    ...(odds.isUsual ? [] : (['odds_unusual'] as const)),
    ...(odds.value > MAX_ODDS ? (['odds_over_cap'] as const) : []),
  ]
}

/** The odds as such that have a price; null for 0 and what lies between -99 and 99. */
export function toAmericanOdds(value: number): AmericanOdds | null {
  return Number.isSafeInteger(value) && Math.abs(value) >= MIN_ODDS ? (value as AmericanOdds) : null
}

function normalizeSigns(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}|\ufe0e|\ufe0f/gu, '')
    .replace(/[\p{Pd}\u02d7\u2212\u2796]/gu, '-')
    .replace(/\u2795/gu, '+')
    .trim()
}

function matchOddsOnly(text: string): string[] | null {
  const digits = ODDS_ONLY.exec(text)?.[1]
  return digits === undefined ? null : [text, '', digits]
}
