/** Valid American odds: at most -100 or at least +100. */
export type AmericanOdds = number & { readonly unit: 'american odds' }

/** Possible problems of a pick's odds. Such a pick is stored anyway. */
export const ODDS_FLAGS = ['odds_missing', 'odds_unusual', 'odds_over_cap'] as const

export type OddsFlag = (typeof ODDS_FLAGS)[number]

/** The longest odds that the league's rules allow. */
export const MAX_ODDS = 200

const MIN_ODDS = 100
const MAX_DIGITS = 4

const PARENTHESIZED_ODDS = /\( ?([+-]?) ?(\d{1,5}) ?\)$/
/** At least three digits, because fewer are a spread: 'Jets +10'. */
const TRAILING_ODDS = /(?:^| )([+-]) ?(\d{3,5})$/
/** A spreadsheet turns a cell that contains only '+150' into the number 150. */
const ODDS_ONLY = /^(\d{3,5})$/

/** The normalized text of a pick without the odds at its end. */
export function withoutOdds(text: string): string {
  return normalizePickText(text).replace(PARENTHESIZED_ODDS, '').replace(TRAILING_ODDS, '').trim()
}

export type ParsedOdds = {
  value: number
  /** Whether the odds have a sign, a value of at least 100 and at most four digits. */
  isUsual: boolean
}

/**
 * Parses the American odds at the end of a pick's text, with or without parentheses. Returns null without
 * odds. Odds without a sign are positive. Accepts all Unicode variants of plus, minus and dashes.
 */
export function parseOdds(text: string): ParsedOdds | null {
  const normalized = normalizePickText(text)
  const [, sign = '', digits = ''] =
    PARENTHESIZED_ODDS.exec(normalized) ?? TRAILING_ODDS.exec(normalized) ?? matchOddsOnly(normalized) ?? []
  if (digits === '') return null
  const absolute = Number(digits)
  return {
    value: sign === '-' && absolute > 0 ? -absolute : absolute,
    isUsual: sign !== '' && absolute >= MIN_ODDS && digits.length <= MAX_DIGITS,
  }
}

/** Flags problems with the odds at the end of a pick's text. Source: decisions, 7. */
export function oddsFlags(text: string): OddsFlag[] {
  const odds = parseOdds(text)
  if (odds === null) return ['odds_missing']
  return [
    ...(odds.isUsual ? [] : (['odds_unusual'] as const)),
    ...(odds.value > MAX_ODDS ? (['odds_over_cap'] as const) : []),
  ]
}

/** Converts a number to American odds. Returns null for a value from -99 to 99 and for a non-integer. */
export function toAmericanOdds(value: number): AmericanOdds | null {
  return Number.isSafeInteger(value) && Math.abs(value) >= MIN_ODDS ? (value as AmericanOdds) : null
}

/** A pick's text with plain signs and decimals, and one space for every run of whitespace. */
export function normalizePickText(text: string): string {
  return text
    .replaceAll('½', '.5')
    .normalize('NFKC')
    .replace(/\p{Cf}|\ufe0e|\ufe0f/gu, '')
    .replace(/[\p{Pd}\u02d7\u2212\u2796]/gu, '-')
    .replace(/\u2795/gu, '+')
    .replace(/\s+/gu, ' ')
    .trim()
}

function matchOddsOnly(text: string): string[] | null {
  const digits = ODDS_ONLY.exec(text)?.[1]
  return digits === undefined ? null : [text, '', digits]
}
