/** The character before the decimals of a number. The other one of the two separates thousands. */
export const DECIMAL_MARKS = ['point', 'comma'] as const
export type DecimalMark = (typeof DECIMAL_MARKS)[number]

export type NumberForm = {
  /** null if no number tells, or if they contradict each other. */
  decimalMark: DecimalMark | null
  /** Whether that mark has more than two decimals after it. */
  hasThousandths: boolean
}

/** A number, and whether only a person knows that its mark is not, or is, the one before its decimals. */
type ReadNumber = { value: number; isOpen: boolean }

export type DecimalMarkQuestion = { kind: 'decimal_mark'; example: string; isAnswered: boolean }

const MAX_DIGITS = 6

/** The form of a table's numbers. Texts that are no numbers are ignored. */
export function numberFormOf(texts: Iterable<string>): NumberForm {
  const parsed = [...texts].flatMap((text) => parseParts(text) ?? [])
  const marks = new Set(parsed.flatMap(({ decimalMark }) => decimalMark ?? []))
  const [only = null] = marks.size === 1 ? marks : []
  return {
    decimalMark: only,
    hasThousandths: parsed.some(
      ({ decimalMark, decimals }) => decimalMark !== null && decimalMark === only && decimals.length > 2,
    ),
  }
}

/**
 * A number such as 1402, 1,402.5, 1.402,5 or 1'402.5: with two marks, the last one is before the decimals. A single mark
 * before three digits, as in 1.402, is read like the other numbers of the table, and otherwise as `answer` says. It is
 * open if neither tells, or if nothing but the answer does. null for text that is no number.
 */
export function readNumber(text: string, form: NumberForm, answer: DecimalMark | null): ReadNumber | null {
  const parts = parseParts(text)
  if (parts === null) return null
  const { whole, decimals, ambiguousMark } = parts
  const asThousands = toNumber(`${whole}${decimals}`, '')
  const asDecimals = toNumber(whole, decimals)
  if (ambiguousMark === null) return { value: asDecimals, isOpen: false }
  const { decimalMark, hasThousandths } = form
  if (decimalMark !== null && decimalMark !== ambiguousMark) return { value: asThousands, isOpen: false }
  if (decimalMark !== null && hasThousandths) return { value: asDecimals, isOpen: false }
  return { value: answer === ambiguousMark ? asDecimals : asThousands, isOpen: true }
}

type Parts = {
  /** With its sign. */
  whole: string
  decimals: string
  /** The mark before the decimals, as far as the number itself tells. */
  decimalMark: DecimalMark | null
  /** A mark that may be before decimals or between thousands; null if the number tells. */
  ambiguousMark: DecimalMark | null
}

const MARKS = { '.': 'point', ',': 'comma' } as const
const OTHERS = { point: 'comma', comma: 'point' } as const

function parseParts(text: string): Parts | null {
  const digits = text
    .trim()
    .replace(/\s*(?:pts?\.?|points|\*)$/i, '')
    .replace('−', '-')
    .replace(/(?<=\d)['’\s](?=\d{3}(?!\d))/g, '')
  const match = /^(-?\d+(?:[.,]\d{3})*?)(?:([.,])(\d{1,10}))?$/.exec(digits)
  if (match === null) return null
  const [, grouped = '', last, decimals = ''] = match
  const whole = grouped.replace(/[.,]/g, '')
  const inner = new Set(grouped.match(/[.,]/g))
  if (whole.replace('-', '').length > MAX_DIGITS || inner.size > 1) return null
  if (inner.size === 1 && !/^-?[1-9]\d{0,2}[.,]/.test(grouped)) return null
  const [group] = inner
  if (last !== '.' && last !== ',') return { whole, decimals, decimalMark: null, ambiguousMark: null }
  const mark = MARKS[last]
  // 1.402.311 has thousands only.
  if (group === last)
    return decimals.length === 3
      ? { whole: `${whole}${decimals}`, decimals: '', decimalMark: OTHERS[mark], ambiguousMark: null }
      : null
  const isAmbiguous = group === undefined && decimals.length === 3 && /^-?[1-9]\d{0,2}$/.test(whole)
  return isAmbiguous
    ? { whole, decimals, decimalMark: null, ambiguousMark: mark }
    : { whole, decimals, decimalMark: mark, ambiguousMark: null }
}

function toNumber(whole: string, decimals: string): number {
  return Number(decimals === '' ? whole : `${whole}.${decimals}`)
}
