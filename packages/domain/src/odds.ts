/** American odds that have a price: 100 or more, with their sign. */
export type AmericanOdds = number & { readonly unit: 'american odds' }

/** What may be wrong with the odds of a pick. They are stored all the same. */
export const ODDS_FLAGS = ['odds_missing', 'odds_unusual', 'odds_over_cap'] as const

export type OddsFlag = (typeof ODDS_FLAGS)[number]

/** The longest odds that the league's rules allow. */
export const ODDS_CAP = 200

const LEAST_ODDS = 100
const MOST_DIGITS = 4

const IN_PARENTHESES = /\(\s*([+-]?)\s*(\d{1,5})\s*\)$/
/** Shorter ones are a spread: 'Jets +10'. */
const BARE = /(?:^|\s)([+-])\s*(\d{3,5})$/
/** A spreadsheet turns a cell that is only '+150' into the number 150. */
const ALONE = /^(\d{3,5})$/

export type WrittenOdds = {
  value: number
  /** Whether they have a sign, and neither too few nor too many digits. */
  isUsual: boolean
}

/**
 * The American odds with which a pick's text ends, in parentheses or bare; null where it has
 * none. Without a sign they count as plus. Plus, minus and every dash that stands for it are
 * read in all forms of Unicode.
 */
export function readOdds(text: string): WrittenOdds | null {
  const plain = plainSigns(text)
  const [, sign = '', digits = ''] = IN_PARENTHESES.exec(plain) ?? BARE.exec(plain) ?? alone(plain) ?? []
  if (digits === '') return null
  const size = Number(digits)
  return {
    value: sign === '-' && size > 0 ? -size : size,
    isUsual: sign !== '' && size >= LEAST_ODDS && digits.length <= MOST_DIGITS,
  }
}

/** What is unusual about the odds with which a pick's text ends. Source: decisions, 7. */
export function oddsFlags(text: string): OddsFlag[] {
  const odds = readOdds(text)
  if (odds === null) return ['odds_missing']
  return [
    ...(odds.isUsual ? [] : (['odds_unusual'] as const)),
    ...(odds.value > ODDS_CAP ? (['odds_over_cap'] as const) : []),
  ]
}

/** The odds as such that have a price; null for 0 and what lies between -99 and 99. */
export function pricedOdds(value: number): AmericanOdds | null {
  return Number.isSafeInteger(value) && Math.abs(value) >= LEAST_ODDS ? (value as AmericanOdds) : null
}

function plainSigns(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}|\ufe0e|\ufe0f/gu, '')
    .replace(/[\p{Pd}\u02d7\u2212\u2796]/gu, '-')
    .replace(/\u2795/gu, '+')
    .trim()
}

function alone(text: string): string[] | null {
  const digits = ALONE.exec(text)?.[1]
  return digits === undefined ? null : [text, '', digits]
}
