import { DAY_MS } from '../duration.ts'

export const DATE_ORDERS = ['month_first', 'day_first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

export type DateOrderQuestion = { kind: 'date_order'; example: string; isAnswered: boolean }

/** A day at midnight UTC, and whether only a person knows which number is the month. */
type ReadDate = { date: Date; isOpen: boolean }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** A time has no time zone in these forms, so it is left out. */
const TIME = /[\sT]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?$/i
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/
/** Excel counts days from here. On old Macs, it counted from 1904. */
const EXCEL_EPOCHS = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)]

/** The order of a table's dates, as far as they tell; null if none does or if they contradict each other. */
export function dateOrderOf(texts: Iterable<string>): DateOrder | null {
  const orders = new Set<DateOrder>()
  for (const text of texts) {
    const [, first, second] = SLASHED.exec(withoutTime(text)) ?? []
    if (Number(first) > 12) orders.add('day_first')
    if (Number(second) > 12) orders.add('month_first')
  }
  const [only = null] = orders.size === 1 ? orders : []
  return only
}

/**
 * A day in one of the forms of spreadsheets, such as 2014-09-28, 9/28/2014, 28.09.2014, 28-Sep-14 or 41910, or an instant
 * in ISO 8601 format. The number of a day is one of Excel's, in the season or the year after it. A date such as 10/9/2014
 * is read like the others of the table, and otherwise as `answer` says. It is open if nothing but the answer tells. null
 * for text that is no date.
 */
export function readDate(
  text: string,
  season: number,
  { order, answer }: { order: DateOrder | null; answer: DateOrder | null },
): ReadDate | null {
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) {
    const date = new Date(text)
    return Number.isNaN(date.getTime()) ? null : { date, isOpen: false }
  }
  const day = withoutTime(text)
  const slashed = SLASHED.exec(day)
  if (slashed === null) return certain(readCertainDay(day, season))
  const [first, second, year] = [Number(slashed[1]), Number(slashed[2]), toYear(slashed[3])]
  const ownOrder = first > 12 ? 'day_first' : second > 12 || first === second ? 'month_first' : null
  const chosen = ownOrder ?? order ?? answer ?? 'month_first'
  const date = chosen === 'month_first' ? dayOf(year, first, second) : dayOf(year, second, first)
  return date === null ? null : { date, isOpen: ownOrder === null && order === null }
}

function readCertainDay(text: string, season: number): Date | null {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text) ?? []
  if (isoYear !== undefined) return dayOf(Number(isoYear), Number(isoMonth), Number(isoDay))
  const [, day, month, year] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/.exec(text) ?? []
  if (day !== undefined) return dayOf(toYear(year), Number(month), Number(day))
  if (/^\d{5}(?:[.,]\d+)?$/.test(text)) return dayOfSerial(Number.parseInt(text, 10), season)
  const [, named, namedMonth, namedYear] =
    /^(?:[a-z]+,? )?(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})$/i.exec(text) ?? []
  if (named !== undefined) return dayOf(toYear(namedYear), monthOf(namedMonth), Number(named))
  const [, usMonth, usDay, usYear] =
    /^(?:[a-z]+, )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text) ?? []
  return usMonth === undefined ? null : dayOf(toYear(usYear), monthOf(usMonth), Number(usDay))
}

function certain(date: Date | null): ReadDate | null {
  return date === null ? null : { date, isOpen: false }
}

/** The day with this number that belongs to the season; null if none does. */
function dayOfSerial(serial: number, season: number): Date | null {
  const days = EXCEL_EPOCHS.map((epoch) => new Date(epoch + serial * DAY_MS))
  return days.find((day) => [season, season + 1].includes(day.getUTCFullYear())) ?? null
}

function withoutTime(text: string): string {
  return text.trim().replace(TIME, '').trim()
}

/** Years of two digits are in this century, except those of the nineties. */
function toYear(text: string | undefined): number {
  const year = Number(text)
  return year > 99 ? year : year >= 90 ? 1900 + year : 2000 + year
}

function monthOf(name: string | undefined): number {
  return MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1
}

/** null for a day that the month does not have. */
function dayOf(year: number, month: number, day: number): Date | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : null
}

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
