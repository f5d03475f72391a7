import { type Cents, centsFromDollars } from '../money.ts'

/** Valid American odds: at most -100 or at least +100. */
export type AmericanOdds = number & { readonly unit: 'american odds' }

/** Possible problems of a pick's odds. Such a pick is stored anyway. */
export const ODDS_FLAGS = ['odds_missing', 'odds_unusual', 'odds_over_cap'] as const

type OddsFlag = (typeof ODDS_FLAGS)[number]

/** The longest odds that the league's rules allow. */
export const MAX_ODDS = 200

const MIN_ODDS = 100
const MAX_DIGITS = 4

const EVEN_ODDS = 100
const EVEN = '(?:even(?:s| money)?|ev)'
const BRACKETED_ODDS = new RegExp(String.raw`(?:@ ?)?[([] ?(?:([+-]?) ?(\d{1,5})|${EVEN}) ?[)\]]$`, 'i')
/** At least three digits, because fewer are a spread: 'Jets +10'. An even total is a bet and not its odds. */
const TRAILING_ODDS = new RegExp(
  String.raw`(?:^|[ @])(?:@ ?)?(?:([+-]) ?(\d{3,5})|(?<!(?:\b(?:total|points|score|odd|or)|/) )${EVEN})$`,
  'i',
)
/** A spreadsheet turns a cell that contains only '+150' into the number 150. */
const ODDS_ONLY = /^()(\d{3,5})$/

const ORNAMENTS =
  /(?<![\s.,;!\p{Extended_Pictographic}\p{Emoji_Modifier}\p{RI}])[\s.,;!\p{Extended_Pictographic}\p{Emoji_Modifier}\p{RI}]+$/u

const BOOKS = [
  'bally bet',
  'barstool',
  'bet ?365',
  'bet ?mgm',
  'bet ?online',
  'bet ?rivers',
  'bovada',
  'caesars',
  'circa',
  'czr',
  'dk',
  'draft ?kings',
  'espn ?bet',
  'fanatics',
  'fan ?duel',
  'fd',
  'hard ?rock(?: bet)?',
  'mgm',
  'my ?bookie',
  'pinnacle',
  'points ?bet',
  'the ?score(?: bet)?',
  'unibet',
  'wynn ?bet',
].join('|')
const BOOK = new RegExp(
  String.raw`(?:[ ,] ?|(?<=[)\]]))(?:(?:on|at|via|from|@|-|\|) ?)?[([]?(?:${BOOKS})[)\]]?$`,
  'i',
)

/** The normalized text of a pick without the odds at its end, and without a sportsbook, a period or emoji around them. */
export function withoutOdds(text: string): string {
  return withoutTail(
    withoutTail(normalizePickText(text)).replace(BRACKETED_ODDS, '').replace(TRAILING_ODDS, ''),
  )
}

/** The text of a pick with the odds at its end. Odds that are not usual have no sign if they are positive. */
export function withOdds(text: string, { value, isUsual }: ParsedOdds): string {
  return `${text} (${isUsual && value > 0 ? '+' : ''}${value})`
}

type ParsedOdds = {
  value: number
  /** Whether the odds have a sign, a value of at least 100 and at most four digits. */
  isUsual: boolean
}

/**
 * Parses the American odds at the end of a pick's text, in brackets or without. Only punctuation, emoji and the name of
 * a sportsbook may follow. `EVEN` and `EV` are +100. Returns null without odds. Odds without a sign are positive.
 * Accepts all Unicode variants of plus, minus and dashes.
 */
export function parseOdds(text: string): ParsedOdds | null {
  const pick = withoutTail(normalizePickText(text))
  const match = BRACKETED_ODDS.exec(pick) ?? TRAILING_ODDS.exec(pick) ?? ODDS_ONLY.exec(pick)
  if (match === null) return null
  const [, sign = '', digits] = match
  if (digits === undefined) return { value: EVEN_ODDS, isUsual: true }
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

function normalizePickText(text: string): string {
  return text
    .replaceAll('½', '.5')
    .normalize('NFKC')
    .replace(/\p{Cf}|\ufe0e|\ufe0f/gu, '')
    .replace(/[\p{Pd}\u02d7\u2212\u2796]/gu, '-')
    .replace(/\u2795/gu, '+')
    .replace(/\s+/gu, ' ')
    .trim()
}

function withoutTail(text: string): string {
  return text.replace(ORNAMENTS, '').replace(BOOK, '').replace(ORNAMENTS, '')
}

/** The number of legs in the league's guidelines. */
export const PARLAY_LEGS = 12

export const QUICK_ADD_AMOUNTS: readonly Cents[] = [10, 25, 100].map(centsFromDollars)

const PRODUCT_DECIMALS = 9

/** An exact rational number. The denominator is positive. */
export type Fraction = { numerator: bigint; denominator: bigint }

const ONE: Fraction = { numerator: 1n, denominator: 1n }

/** Includes the stake: 1 + a/100 for positive odds a, otherwise 1 + 100/|a|. Source: decisions, 7. */
export function decimalOdds(odds: AmericanOdds): Fraction {
  const absolute = BigInt(Math.abs(odds))
  return odds > 0
    ? { numerator: 100n + absolute, denominator: 100n }
    : { numerator: absolute + 100n, denominator: absolute }
}

/** The exact product of the decimal odds of all legs; 1 without legs. */
export function parlayProduct(legs: readonly AmericanOdds[]): Fraction {
  return legs.map(decimalOdds).reduce(multiply, ONE)
}

/** The profit of a winning slip, without its stake: wager × (product − 1), rounded half to even to cents. */
export function profitOf(wager: Cents, product: Fraction): Cents {
  const { numerator, denominator } = product
  return roundHalfEven({ numerator: wager * (numerator - denominator), denominator }) as Cents
}

export function formatProduct(product: Fraction): string {
  return formatDecimal(product, PRODUCT_DECIMALS)
}

/** Rounded to the nearest integer; null if the product wins nothing. */
export function productToAmericanOdds({ numerator, denominator }: Fraction): bigint | null {
  const profit = numerator - denominator
  if (profit <= 0n) return null
  return profit >= denominator
    ? roundHalfEven({ numerator: 100n * profit, denominator })
    : 0n - roundHalfEven({ numerator: 100n * denominator, denominator: profit })
}

function multiply(first: Fraction, second: Fraction): Fraction {
  return {
    numerator: first.numerator * second.numerator,
    denominator: first.denominator * second.denominator,
  }
}

export function roundHalfEven({ numerator, denominator }: Fraction): bigint {
  const whole = numerator / denominator
  const remainder = numerator % denominator
  const doubled = (remainder < 0n ? -remainder : remainder) * 2n
  const roundsAway = doubled > denominator || (doubled === denominator && whole % 2n !== 0n)
  if (!roundsAway) return whole
  return numerator < 0n ? whole - 1n : whole + 1n
}

/** Formats a decimal with at most `maxDecimals` decimals, rounded half to even, without trailing zeros. */
export function formatDecimal(value: Fraction, maxDecimals: number): string {
  const scaled = roundHalfEven({
    numerator: value.numerator * 10n ** BigInt(maxDecimals),
    denominator: value.denominator,
  })
  const digits = `${scaled < 0n ? -scaled : scaled}`.padStart(maxDecimals + 1, '0')
  const whole = digits.slice(0, digits.length - maxDecimals)
  const decimals = digits.slice(digits.length - maxDecimals).replace(/0+$/, '')
  return `${scaled < 0n ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`
}
